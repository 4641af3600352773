//! Contests whose entrants nobody else can look into, so that a run is compiled once for a kind of genome and not once more
//! for every game.

use std::any::Any;

use ludevo_random::Stream;

use crate::contest::{Beyond, Contest, Exam, Failed, For, Mark, Meeting, Teacher};
use crate::interrupt::Interrupt;
use crate::rivals::Rivals;
use crate::selection::Standing;

/// An entrant whose kind only its own contest knows.
pub struct AnyEntrant(Box<dyn Any + Send + Sync>);

impl AnyEntrant {
    fn new<E: Send + Sync + 'static>(entrant: E) -> Self {
        AnyEntrant(Box::new(entrant))
    }

    fn as_its_kind<E: 'static>(&self) -> &E {
        self.0.downcast_ref().expect("entrants are only given back to the contest that made them")
    }
}

/// Any contest of these genomes.
pub type AnyContest<G> = dyn Contest<Genome = G, Entrant = AnyEntrant>;

/// The same contest, whatever it is.
pub fn any_contest<C>(contest: C) -> Box<AnyContest<C::Genome>>
where
    C: Contest + 'static,
    C::Entrant: 'static,
{
    Box::new(Veiled(contest))
}

/// What stands before a contest, its exam or its rivals.
struct Veiled<T>(T);

impl<C: Contest> Contest for Veiled<C>
where
    C::Entrant: 'static,
{
    type Genome = C::Genome;
    type Entrant = AnyEntrant;

    fn set_up(&self, kept: Option<&str>) -> Result<Option<String>, Failed> {
        self.0.set_up(kept)
    }

    fn prepare(&self, genome: &C::Genome, purpose: For) -> AnyEntrant {
        AnyEntrant::new(self.0.prepare(genome, purpose))
    }

    fn opponent(&self, name: &str) -> Result<AnyEntrant, String> {
        self.0.opponent(name).map(AnyEntrant::new)
    }

    fn play(&self, pair: [&AnyEntrant; 2], purpose: For, rng: &mut Stream) -> Result<f64, Failed> {
        self.0.play(pair.map(AnyEntrant::as_its_kind), purpose, rng)
    }

    fn play_at_once(
        &self,
        meetings: &[Meeting<'_, AnyEntrant>],
        purpose: For,
        interrupt: &Interrupt,
    ) -> Option<Result<Vec<f64>, Failed>> {
        let meetings: Vec<_> = meetings
            .iter()
            .map(|Meeting { first, second, chance }| Meeting {
                first: first.as_its_kind(),
                second: second.as_its_kind(),
                chance: *chance,
            })
            .collect();
        self.0.play_at_once(&meetings, purpose, interrupt)
    }

    fn failure(&self) -> Option<Failed> {
        self.0.failure()
    }

    fn beyond(&self, genome: &C::Genome, games: usize, seed: u64) -> Result<Option<Beyond>, Failed> {
        self.0.beyond(genome, games, seed)
    }

    fn whole(&self, genome: &C::Genome) -> Option<C::Genome> {
        self.0.whole(genome)
    }

    fn genomes_meet(&self) -> bool {
        self.0.genomes_meet()
    }

    fn problems(&self) -> Option<Box<dyn Exam<AnyEntrant> + '_>> {
        Some(Box::new(Veiled(self.0.problems()?)))
    }

    fn rivals(&self, problems: usize) -> Option<Box<dyn Rivals<AnyEntrant> + '_>> {
        Some(Box::new(Veiled(self.0.rivals(problems)?)))
    }

    fn foresight(&self, number: usize) -> Option<Box<dyn Exam<AnyEntrant> + '_>> {
        Some(Box::new(Veiled(self.0.foresight(number)?)))
    }

    fn teacher(&self) -> Option<&dyn Teacher<C::Genome>> {
        self.0.teacher()
    }

    fn behaviour(&self, genome: &C::Genome) -> Option<u64> {
        self.0.behaviour(genome)
    }
}

impl<E: Send + Sync + 'static> Exam<AnyEntrant> for Veiled<Box<dyn Exam<E> + '_>> {
    fn questions(&self) -> usize {
        self.0.questions()
    }

    fn ask(&self, entrant: &AnyEntrant, question: usize, rng: &mut Stream) -> Mark {
        self.0.ask(entrant.as_its_kind(), question, rng)
    }

    fn worth(&self, entrant: &AnyEntrant, question: usize, rng: &mut Stream) -> f64 {
        self.0.worth(entrant.as_its_kind(), question, rng)
    }

    fn mark(
        &self,
        entrant: &AnyEntrant,
        count: usize,
        rng: &mut Stream,
        interrupt: &Interrupt,
    ) -> Result<f64, Failed> {
        self.0.mark(entrant.as_its_kind(), count, rng, interrupt)
    }

    fn marks(
        &self,
        entrants: &[&AnyEntrant],
        count: usize,
        rng: &Stream,
        interrupt: &Interrupt,
    ) -> Result<Vec<f64>, Failed> {
        let entrants: Vec<&E> = entrants.iter().map(|entrant| entrant.as_its_kind()).collect();
        self.0.marks(&entrants, count, rng, interrupt)
    }
}

impl<E: 'static> Rivals<AnyEntrant> for Veiled<Box<dyn Rivals<E> + '_>> {
    fn born(&self, rng: &mut Stream, index: usize) -> String {
        self.0.born(rng, index)
    }

    fn bred(
        &self,
        rng: &mut Stream,
        texts: &[&str],
        standings: &[Standing],
        parents: &[usize],
    ) -> Vec<String> {
        self.0.bred(rng, texts, standings, parents)
    }

    fn problems(&self) -> usize {
        self.0.problems()
    }

    fn meet(&self, entrant: &AnyEntrant, text: &str, rng: &mut Stream) -> Mark {
        self.0.meet(entrant.as_its_kind(), text, rng)
    }
}
