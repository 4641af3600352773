//! Fitness by games: the rounds that a fitness is composed of, and how each pairs the population.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand::seq::index::sample;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use ludevo_random::{Purpose, Stream, stream};

use crate::contest::{Chance, Contest, Exam, Failed, For, Meeting, play_all};
use crate::interrupt::Interrupt;
use crate::rivals::Rival;

/// One part of a fitness. Every game won is worth `points`, a drawn one half of that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "round", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Round {
    /// Games against a named opponent, sides alternating, in one or more rounds; an individual that trails the best
    /// by more than `cutoff` points sits out (Algorithm 2 of Benbassat and Sipper).
    Guide {
        /// The opponent.
        player: String,
        /// Games a round.
        games: usize,
        /// How many rounds.
        #[serde(default = "once")]
        rounds: usize,
        /// The trailing distance beyond which an individual does not take part.
        #[serde(default)]
        cutoff: Option<f64>,
        /// What a won game is worth.
        #[serde(default = "full")]
        points: f64,
    },
    /// Every individual plays exactly `games` games on each side against others of the population.
    CoPlay {
        /// Games on each side.
        games: usize,
        /// What a won game is worth.
        #[serde(default = "full")]
        points: f64,
    },
    /// Every individual plays `games` games, sides alternating, against opponents drawn at random from the
    /// population; only the individual itself scores.
    RandomOpponents {
        /// Games an individual.
        games: usize,
        /// What a won game is worth.
        #[serde(default = "full")]
        points: f64,
    },
    /// Every pair plays `games` games, sides alternating.
    RoundRobin {
        /// Games a pair.
        games: usize,
        /// What a won game is worth.
        #[serde(default = "full")]
        points: f64,
    },
    /// A knock-out in which a pair plays `games` games, sides alternating. Of n individuals those who lose at once get
    /// 1/n, those who lose next 1/(n/2), and the winner 1, each times `points`.
    SingleElimination {
        /// Games a pair.
        games: usize,
        /// What the tournament is worth.
        #[serde(default = "full")]
        points: f64,
    },
    /// Problems whose answers are known, the same for all individuals and drawn anew every generation; the mark, from 0
    /// to 1, is worth `points`.
    Problems {
        /// How many.
        count: usize,
        /// What a full mark is worth.
        #[serde(default = "full")]
        points: f64,
    },
    /// Sets of problems that are bred as well, the harder the better (see [`crate::rivals`]): an individual tries all of
    /// `sets` of them, drawn at random, and its mean is worth `points`.
    Rivals {
        /// How many sets there are.
        population: usize,
        /// How many problems a set has.
        problems: usize,
        /// How many sets an individual meets.
        sets: usize,
        /// The sets are bred once in so many generations.
        every: u64,
        /// What solving all of them perfectly is worth.
        #[serde(default = "full")]
        points: f64,
    },
    /// No games: how well an individual's judgement of positions agrees with how games from them ended, as a rank
    /// correlation. The games are played once, before the first generation, by a named player against itself, who makes
    /// one move in twenty at random.
    Foresight {
        /// Who plays the games.
        player: String,
        /// How many games.
        games: usize,
        /// How many positions of each.
        #[serde(default = "eight")]
        positions: usize,
        /// What perfect agreement is worth.
        #[serde(default = "full")]
        points: f64,
    },
    /// Games against members of the hall of fame, drawn at random, sides alternating; none while it is empty.
    HallOfFame {
        /// Games an individual.
        games: usize,
        /// What a won game is worth.
        #[serde(default = "full")]
        points: f64,
    },
}

fn once() -> usize {
    1
}

fn eight() -> usize {
    8
}

fn full() -> f64 {
    1.0
}

impl Round {
    /// The named opponent of a guide round.
    pub fn guide(&self) -> Option<&str> {
        match self {
            Round::Guide { player, .. } => Some(player),
            _ => None,
        }
    }

    /// Its name in an experiment.
    pub fn name(&self) -> &'static str {
        match self {
            Round::Guide { .. } => "guide",
            Round::CoPlay { .. } => "co-play",
            Round::RandomOpponents { .. } => "random-opponents",
            Round::RoundRobin { .. } => "round-robin",
            Round::SingleElimination { .. } => "single-elimination",
            Round::Problems { .. } => "problems",
            Round::Rivals { .. } => "rivals",
            Round::Foresight { .. } => "foresight",
            Round::HallOfFame { .. } => "hall-of-fame",
        }
    }
}

/// Someone in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Individual(usize),
    /// The guide of the round.
    Guide,
    Famous(usize),
}

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pairing {
    first: Who,
    second: Who,
    /// Which of the two gets points for it, where only one does.
    only: Option<Who>,
}

/// Everybody who may play in one generation.
pub struct Field<'a, C: Contest + ?Sized> {
    /// The game.
    pub contest: &'a C,
    /// The population, ready to play.
    pub entrants: &'a [C::Entrant],
    /// The guides, in the order of the rounds that name one.
    pub guides: &'a [C::Entrant],
    /// The hall of fame, ready to play.
    pub famous: &'a [C::Entrant],
    /// The sets of problems that are bred.
    pub rivals: &'a [Rival],
    /// The seed of the run.
    pub seed: u64,
    /// The generation.
    pub generation: u64,
    /// What ends it before it is whole.
    pub interrupt: &'a Interrupt,
}

/// The points of every individual, and how many games were played for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// In the order of the population.
    pub points: Vec<f64>,
    /// Games played in all.
    pub games: u64,
    /// The rivals that were met, each with how hard it was.
    pub met: Vec<(usize, f64)>,
}

impl<C: Contest + ?Sized> Field<'_, C> {
    /// Plays all rounds. The result does not depend on the number of threads.
    pub fn play(&self, rounds: &[Round]) -> Result<Points, Failed> {
        let mut total = Points { points: vec![0.0; self.entrants.len()], games: 0, met: Vec::new() };
        let mut guide = 0;
        let mut foresight = 0;
        for (number, round) in rounds.iter().enumerate() {
            let mut rng = stream(self.seed, Purpose::Pairing, self.generation, number as u64);
            // Each round has room for 2^32 games of its own.
            let mut slot = (number as u64) << 32;
            match round {
                Round::Guide { games, rounds, cutoff, points, .. } => {
                    for _ in 0..*rounds {
                        let pairings = self.against_guide(&total.points, *games, *cutoff);
                        self.settle(&pairings, guide, *points, &mut slot, &mut total)?;
                    }
                    guide += 1;
                }
                Round::Foresight { points, .. } => {
                    self.examine(self.contest.foresight(foresight), 1, &rng, *points, &mut total)?;
                    foresight += 1;
                }
                Round::CoPlay { games, points } => {
                    let pairings = co_play(&mut rng, self.entrants.len(), *games);
                    self.settle(&pairings, 0, *points, &mut slot, &mut total)?;
                }
                Round::RandomOpponents { games, points } => {
                    let pairings = random_opponents(&mut rng, self.entrants.len(), *games);
                    self.settle(&pairings, 0, *points, &mut slot, &mut total)?;
                }
                Round::RoundRobin { games, points } => {
                    let pairings = round_robin(self.entrants.len(), *games);
                    self.settle(&pairings, 0, *points, &mut slot, &mut total)?;
                }
                Round::HallOfFame { games, points } if !self.famous.is_empty() => {
                    let pairings = self.against_famous(&mut rng, *games);
                    self.settle(&pairings, 0, *points, &mut slot, &mut total)?;
                }
                Round::HallOfFame { .. } => {}
                Round::Problems { count, points } => {
                    self.examine(self.contest.problems(), *count, &rng, *points, &mut total)?;
                }
                Round::Rivals { problems, sets, points, .. } => {
                    self.meet_rivals(&mut rng, *problems, *sets, *points, slot, &mut total)?;
                }
                Round::SingleElimination { games, points } => {
                    self.knock_out(&mut rng, *games, *points, &mut slot, &mut total)?;
                }
            }
            if let Some(failed) = self.contest.failure() {
                return Err(failed);
            }
        }
        Ok(total)
    }

    /// Marks everybody on the same questions. A run without the exam was refused when it was planned.
    fn examine(
        &self,
        exam: Option<Box<dyn Exam<C::Entrant> + '_>>,
        questions: usize,
        rng: &Stream,
        points: f64,
        total: &mut Points,
    ) -> Result<(), Failed> {
        let Some(exam) = exam else { return Ok(()) };
        let entrants: Vec<&C::Entrant> = self.entrants.iter().collect();
        let marks = exam.marks(&entrants, questions, rng, self.interrupt)?;
        total.points.iter_mut().zip(marks).for_each(|(total, mark)| *total += points * mark);
        Ok(())
    }

    /// Lets everybody try the problems of some rivals.
    fn meet_rivals(
        &self,
        rng: &mut Stream,
        problems: usize,
        sets: usize,
        points: f64,
        slot: u64,
        total: &mut Points,
    ) -> Result<(), Failed> {
        let Some(kind) = self.contest.rivals(problems) else { return Ok(()) };
        let mut meetings = Vec::with_capacity(self.entrants.len() * sets);
        for index in 0..self.entrants.len() {
            let drawn = sample(rng, self.rivals.len(), sets.min(self.rivals.len()));
            meetings.extend(drawn.iter().map(|rival| (index, rival)));
        }
        let meet = |(number, (index, rival)): (usize, &(usize, usize))| {
            self.interrupt.check()?;
            let mut rng = self.chance(Purpose::Fitness, slot + number as u64).stream();
            Ok(kind.meet(&self.entrants[*index], &self.rivals[*rival].text, &mut rng))
        };
        let marks: Vec<_> = meetings.par_iter().enumerate().map(meet).collect::<Result<_, Failed>>()?;
        for ((index, rival), mark) in meetings.into_iter().zip(marks) {
            total.points[index] += points * mark.worth / sets as f64;
            total.met.push((rival, mark.hardness));
            total.games += kind.problems() as u64;
        }
        Ok(())
    }

    /// The points of `one` in `games` games against `two`, sides alternating.
    pub fn duel(
        &self,
        one: &C::Entrant,
        two: &C::Entrant,
        games: usize,
        purpose: Purpose,
        slot: u64,
    ) -> Result<f64, Failed> {
        alternate(self.contest, [one, two], games, For::Breeding, self.chance(purpose, slot), self.interrupt)
    }

    pub(crate) fn chance(&self, purpose: Purpose, slot: u64) -> Chance {
        Chance { seed: self.seed, purpose, generation: self.generation, slot }
    }

    fn against_guide(&self, so_far: &[f64], games: usize, cutoff: Option<f64>) -> Vec<Pairing> {
        let best = so_far.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let takes_part = |index: &usize| cutoff.is_none_or(|cutoff| best - so_far[*index] <= cutoff);
        (0..so_far.len())
            .filter(takes_part)
            .flat_map(|index| alternating(Who::Individual(index), Who::Guide, games))
            .collect()
    }

    fn against_famous(&self, rng: &mut Stream, games: usize) -> Vec<Pairing> {
        let mut pairings = Vec::with_capacity(self.entrants.len() * games);
        for index in 0..self.entrants.len() {
            for game in 0..games {
                let famous = Who::Famous(rng.random_range(0..self.famous.len()));
                pairings.push(on_side(game, Who::Individual(index), famous));
            }
        }
        pairings
    }

    fn entrant(&self, who: Who, guide: usize) -> &C::Entrant {
        match who {
            Who::Individual(index) => &self.entrants[index],
            Who::Guide => &self.guides[guide],
            Who::Famous(index) => &self.famous[index],
        }
    }

    /// The points of the first player of each game.
    fn results(&self, pairings: &[Pairing], guide: usize, slot: &mut u64) -> Result<Vec<f64>, Failed> {
        let meeting = |(slot, pairing): (u64, &Pairing)| Meeting {
            first: self.entrant(pairing.first, guide),
            second: self.entrant(pairing.second, guide),
            chance: self.chance(Purpose::Fitness, slot),
        };
        let meetings: Vec<_> = (*slot..).zip(pairings).map(meeting).collect();
        *slot += pairings.len() as u64;
        play_all(self.contest, &meetings, For::Breeding, self.interrupt)
    }

    /// Plays the games and adds their points.
    fn settle(
        &self,
        pairings: &[Pairing],
        guide: usize,
        worth: f64,
        slot: &mut u64,
        total: &mut Points,
    ) -> Result<(), Failed> {
        for (pairing, points) in pairings.iter().zip(self.results(pairings, guide, slot)?) {
            for (who, points) in [(pairing.first, points), (pairing.second, 1.0 - points)] {
                if let Who::Individual(index) = who
                    && pairing.only.is_none_or(|only| only == who)
                {
                    total.points[index] += worth * points;
                }
            }
        }
        total.games += pairings.len() as u64;
        Ok(())
    }

    fn knock_out(
        &self,
        rng: &mut Stream,
        games: usize,
        worth: f64,
        slot: &mut u64,
        total: &mut Points,
    ) -> Result<(), Failed> {
        let mut remaining: Vec<usize> = (0..self.entrants.len()).collect();
        remaining.shuffle(rng);
        while remaining.len() > 1 {
            let share = worth / remaining.len() as f64;
            let pairs: Vec<[usize; 2]> = remaining.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
            // Who is left over without a partner goes on to the next stage.
            let bye = remaining.chunks_exact(2).remainder().to_vec();
            let pairings: Vec<Pairing> = pairs
                .iter()
                .flat_map(|[one, two]| alternating(Who::Individual(*one), Who::Individual(*two), games))
                .collect();
            let results = self.results(&pairings, 0, slot)?;
            total.games += pairings.len() as u64;
            remaining = bye;
            for ([one, two], results) in pairs.iter().zip(results.chunks(games)) {
                let of_one = |(game, points): (usize, &f64)| {
                    if game.is_multiple_of(2) { *points } else { 1.0 - points }
                };
                let points: f64 = results.iter().enumerate().map(of_one).sum();
                let one_wins =
                    points > games as f64 / 2.0 || (points == games as f64 / 2.0 && rng.random_bool(0.5));
                let (winner, loser) = if one_wins { (*one, *two) } else { (*two, *one) };
                total.points[loser] += share;
                remaining.push(winner);
            }
        }
        total.points[remaining[0]] += worth;
        Ok(())
    }
}

/// The points of the first of two entrants in `games` games, sides alternating; `chance` is that of the first game.
pub(crate) fn alternate<C: Contest + ?Sized>(
    contest: &C,
    [one, two]: [&C::Entrant; 2],
    games: usize,
    purpose: For,
    chance: Chance,
    interrupt: &Interrupt,
) -> Result<f64, Failed> {
    let meeting = |number: usize| {
        let (first, second) = if number.is_multiple_of(2) { (one, two) } else { (two, one) };
        Meeting { first, second, chance: Chance { slot: chance.slot + number as u64, ..chance } }
    };
    let meetings: Vec<_> = (0..games).map(meeting).collect();
    let points = play_all(contest, &meetings, purpose, interrupt)?;
    let of_one = |(number, points): (usize, &f64)| {
        if number.is_multiple_of(2) { *points } else { 1.0 - points }
    };
    Ok(points.iter().enumerate().map(of_one).sum())
}

fn on_side(game: usize, one: Who, two: Who) -> Pairing {
    let (first, second) = if game.is_multiple_of(2) { (one, two) } else { (two, one) };
    Pairing { first, second, only: None }
}

fn alternating(one: Who, two: Who, games: usize) -> impl Iterator<Item = Pairing> {
    (0..games).map(move |game| on_side(game, one, two))
}

/// Pairs so that everybody plays exactly `games` games on each side, never against itself.
fn co_play(rng: &mut Stream, population: usize, games: usize) -> Vec<Pairing> {
    let mut circle: Vec<usize> = (0..population).collect();
    let mut pairings = Vec::with_capacity(population * games);
    if population < 2 {
        return pairings;
    }
    for _ in 0..games {
        // In a random circle each plays first against its neighbour.
        circle.shuffle(rng);
        for (place, one) in circle.iter().enumerate() {
            let neighbour = circle[(place + 1) % population];
            pairings.push(on_side(0, Who::Individual(*one), Who::Individual(neighbour)));
        }
    }
    pairings
}

/// Each individual's games against others, on alternating sides; it alone scores.
fn random_opponents(rng: &mut Stream, population: usize, games: usize) -> Vec<Pairing> {
    let mut pairings = Vec::with_capacity(population * games);
    for index in 0..population {
        for _ in 0..games {
            let other = (index + rng.random_range(1..population.max(2))) % population;
            let [individual, other] = [index, other].map(Who::Individual);
            pairings.push(Pairing { only: Some(individual), ..on_side(pairings.len(), individual, other) });
        }
    }
    pairings
}

fn round_robin(population: usize, games: usize) -> Vec<Pairing> {
    let pairs = (0..population).flat_map(|one| (one + 1..population).map(move |two| (one, two)));
    pairs.flat_map(|(one, two)| alternating(Who::Individual(one), Who::Individual(two), games)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The larger number wins; equal numbers draw.
    struct Larger;

    impl Contest for Larger {
        type Genome = f64;
        type Entrant = f64;
        fn prepare(&self, genome: &f64, _: For) -> f64 {
            *genome
        }
        fn opponent(&self, name: &str) -> Result<f64, String> {
            name.parse().map_err(|_| format!("`{name}` is not a number"))
        }
        fn play(&self, [first, second]: [&f64; 2], _: For, _: &mut Stream) -> Result<f64, Failed> {
            Ok(if first == second { 0.5 } else { f64::from(u8::from(first > second)) })
        }
    }

    fn play(entrants: &[f64], guides: &[f64], famous: &[f64], rounds: &[Round]) -> Points {
        let interrupt = &Interrupt::default();
        let (seed, generation) = (3, 5);
        let field =
            Field { contest: &Larger, entrants, guides, famous, rivals: &[], seed, generation, interrupt };
        field.play(rounds).expect("nobody fails")
    }

    #[test]
    fn co_play_gives_everybody_the_same_number_of_games_on_each_side() {
        let mut rng = stream(1, Purpose::Pairing, 0, 0);
        for population in [2, 3, 7, 20] {
            let pairings = co_play(&mut rng, population, 25);
            for index in 0..population {
                let who = Who::Individual(index);
                assert_eq!(pairings.iter().filter(|pairing| pairing.first == who).count(), 25);
                assert_eq!(pairings.iter().filter(|pairing| pairing.second == who).count(), 25);
            }
            assert!(pairings.iter().all(|pairing| pairing.first != pairing.second));
        }
    }

    #[test]
    fn guide_rounds_respect_cutoff_and_value() {
        let rounds = [
            Round::RoundRobin { games: 2, points: 1.0 },
            Round::Guide { player: "2".into(), games: 4, rounds: 2, cutoff: Some(3.0), points: 0.5 },
        ];
        // The robin gives 0, 2 and 4 points; the first individual trails by more than 3 and sits out.
        let result = play(&[1.0, 2.0, 3.0], &[2.0], &[], &rounds);
        assert_eq!(result.points, [0.0, 2.0 + 8.0 * 0.25, 4.0 + 8.0 * 0.5]);
        // In the second guide round the middle one trails by exactly the cutoff and still plays.
        assert_eq!(result.games, 6 + 8 + 8);
    }

    #[test]
    fn single_elimination_gives_the_published_shares() {
        let points =
            play(&[1.0, 2.0, 3.0, 4.0], &[], &[], &[Round::SingleElimination { games: 2, points: 1.0 }])
                .points;
        let mut sorted = points.clone();
        sorted.sort_by(f64::total_cmp);
        assert_eq!(sorted, [0.25, 0.25, 0.5, 1.0]);
        assert_eq!(points[3], 1.0);
    }

    #[test]
    fn random_opponents_score_the_individual_alone() {
        let result = play(&[1.0, 2.0], &[], &[], &[Round::RandomOpponents { games: 3, points: 1.0 }]);
        assert_eq!(result.points, [0.0, 3.0]);
        assert_eq!(result.games, 6);
    }

    #[test]
    fn the_hall_of_fame_plays_when_it_has_members() {
        let round = [Round::HallOfFame { games: 4, points: 2.0 }];
        assert_eq!(play(&[1.0, 3.0], &[], &[2.0], &round).points, [0.0, 8.0]);
        assert_eq!(play(&[1.0, 3.0], &[], &[], &round).points, [0.0, 0.0]);
    }
}
