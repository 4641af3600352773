//! Problems for programs: decisions from play whose next boards a teacher has valued. The mark of a program is 1 less
//! the chance to win that its choices give away on average.

use ludevo_program::{
    Architecture, Batch, Individual, Language, Node, NodeGradient, Op, Read, Tree, Type, scale_sums,
    tidy_sums,
};
use ludevo_random::{Purpose, Stream, stream};
use rand::RngExt;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::board::Board;
use super::language::{KEPT_FROM, PointReading, RICH_COUNT, fill, point_reading, rich_numbers, view_cells};
use super::plays::Plays;
use super::pubeval;
use super::rules::throw;
use super::teacher::Teacher;

/// At most so many next boards of a decision are kept: the teacher's best and others drawn at random.
const MOST_BOARDS: usize = 32;

/// Why trees can be evaluated in batches.
const PURE: &str = "programs of backgammon only look";

/// Decisions of one lesson.
const LESSON: usize = 256;

/// The paces of learning: the first step of each constant, in parts of the usual spread of values.
const SLOWEST: f64 = 0.0003;
const FASTEST: f64 = 0.01;

/// How soft a choice is, so that boards close to the best one matter: parts of the usual spread of values.
const HARDEST: f64 = 0.015;
const SOFTEST: f64 = 0.15;

/// How many times the reach of the constants is estimated.
const SIGNINGS: usize = 6;

/// Constants that move boards less far apart than this are learnt as if they moved them so far.
const SHORTEST_REACH: f64 = 0.03;

/// Constants that move boards less far apart than this decide nothing.
const NO_REACH: f64 = 1e-3;

/// Terms that move boards less far apart than this, in parts of the usual spread of values, are dropped.
const WEAKEST: f64 = 0.003;

/// A suggestion is the best of so many terms drawn at random, judged on so many decisions.
const OFFERS: usize = 300;
const OFFERS_JUDGED_ON: usize = 1024;

/// How many times its own chance deviation a slope must have to be believed: of so many offers some look good by chance.
const BELIEVED: f64 = 3.0;

/// The nodes of the largest term that is suggested, with its plus: a product of two numbers.
const LARGEST_TERM: usize = 4;

/// What is taught is brought to this spread of values, and its constants to so many digits, so that they can be read.
const COMMON_SPREAD: f64 = 10.0;
const DIGITS: i32 = 4;

/// How many decisions are evaluated at a time, so that their columns stay in the cache.
const CHUNK: usize = 48;

/// Of this many moves of the teacher in its games one is random, so that other boards are seen too.
const WANDERS: u32 = 8;

/// What a child is taught.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curriculum {
    /// Steps along the gradient.
    pub lessons: usize,
    /// Terms that are suggested to one of the trees before, as far as some would help.
    pub suggestions: usize,
    /// The nodes that a program may have: weak terms make room for suggestions.
    pub nodes: usize,
}

/// Decisions by stage, first those in contact and then those of races.
#[derive(Debug)]
pub struct School {
    banks: [Bank; 2],
}

/// Decisions of one stage, column by column.
#[derive(Debug, Default)]
struct Bank {
    /// Where the boards of each decision start; one more than there are decisions.
    starts: Vec<usize>,
    /// What choosing each board gives away.
    regrets: Vec<f32>,
    /// The numbers of the rich language.
    numbers: Vec<Vec<f32>>,
    /// The men of both players, place by place.
    men: [Vec<Vec<u8>>; 2],
}

/// A decision before it is put into columns: boards with what each gives away.
struct Decision {
    racing: bool,
    boards: Vec<(Board, f32)>,
}

impl School {
    /// Lets a teacher value `decisions` decisions of its games against Pubeval, with a seed for these.
    pub fn open(teacher: &Teacher, seed: u64, decisions: usize) -> Self {
        let mut known: Vec<Decision> = Vec::with_capacity(decisions);
        let mut game = 0;
        while known.len() < decisions {
            let games: Vec<u64> = (game..game + 64).collect();
            let found: Vec<Vec<Decision>> =
                games.par_iter().map(|game| decisions_of_game(teacher, seed, *game)).collect();
            known.extend(found.into_iter().flatten());
            game += 64;
        }
        known.truncate(decisions);
        // Decisions of one game resemble each other: windows of the bank are to be mixed.
        known.shuffle(&mut stream(seed, Purpose::Teaching, 4, 0));
        let mut banks = [Bank::new(), Bank::new()];
        let mut view = vec![0; view_cells()];
        for decision in &known {
            banks[usize::from(decision.racing)].add(decision, &mut view);
        }
        School { banks }
    }

    /// What the choice of a program gives away in one decision, those in contact first.
    pub fn regret(&self, individual: &Individual, architecture: &Architecture, decision: usize) -> f64 {
        let in_contact = self.banks[0].len();
        let stage = usize::from(decision >= in_contact);
        let part = &architecture.parts[stage];
        let mut batch = Batch::new(&individual.trees[stage], &part.language).expect(PURE);
        self.banks[stage].regret(&mut batch, &part.language, decision - stage * in_contact, 1)
    }

    /// The mark of a program on `count` decisions that `rng` draws, in the shares that the stages have in play.
    pub fn mark(
        &self,
        individual: &Individual,
        architecture: &Architecture,
        count: usize,
        rng: &mut Stream,
    ) -> f64 {
        let all: usize = self.banks.iter().map(Bank::len).sum();
        let (mut regret, mut asked) = (0.0, 0);
        for (bank, (tree, part)) in self.banks.iter().zip(individual.trees.iter().zip(&architecture.parts)) {
            let share = (count * bank.len()).div_ceil(all.max(1)).min(bank.len());
            let start = rng.random_range(0..=bank.len() - share);
            let mut batch = Batch::new(tree, &part.language).expect(PURE);
            regret += bank.regret(&mut batch, &part.language, start, share);
            asked += share;
        }
        1.0 - regret / asked.max(1) as f64
    }

    /// A program whose trees got the terms that help them most and whose constants followed the gradient of what a soft
    /// choice gives away.
    pub fn teach(
        &self,
        individual: &Individual,
        architecture: &Architecture,
        curriculum: Curriculum,
        rng: &mut Stream,
    ) -> Individual {
        let mut taught = individual.clone();
        if curriculum.suggestions > 0 {
            self.make_room(&mut taught, architecture, curriculum, rng);
            // Trees get suggestions as often as they decide.
            let decision = rng.random_range(0..self.banks.iter().map(Bank::len).sum());
            let stage = usize::from(decision >= self.banks[0].len());
            for _ in 0..curriculum.suggestions {
                let language = &architecture.parts[stage].language;
                self.banks[stage].suggest(&mut taught.trees[stage], language, rng);
            }
        }
        for (stage, bank) in self.banks.iter().enumerate() {
            bank.teach(&mut taught, architecture, stage, curriculum.lessons, rng);
        }
        taught
    }

    /// Drops the weakest terms of the largest tree until there is room for suggestions.
    fn make_room(
        &self,
        taught: &mut Individual,
        architecture: &Architecture,
        curriculum: Curriculum,
        rng: &mut Stream,
    ) {
        let wanted = LARGEST_TERM * curriculum.suggestions;
        let fits = |individual: &Individual| {
            individual.trees.iter().map(Tree::len).sum::<usize>() + wanted <= curriculum.nodes
        };
        if fits(taught) {
            return;
        }
        let stage = usize::from(taught.trees[1].len() > taught.trees[0].len());
        let whole = taught.clone();
        let mut constants = architecture.constants(&whole);
        for index in self.banks[stage].weakest_first(&whole, architecture, stage, rng) {
            constants[index] = 0.0;
            *taught = architecture.with_constants(&whole, &constants);
            taught.trees[stage] = tidy_sums(&taught.trees[stage], &architecture.parts[stage].language);
            if fits(taught) {
                return;
            }
        }
    }
}

fn decisions_of_game(teacher: &Teacher, seed: u64, game: u64) -> Vec<Decision> {
    let mut rng = stream(seed, Purpose::Teaching, 3, game);
    let mut scratch = teacher.scratch();
    let mut plays = Plays::default();
    let mut decisions = Vec::new();
    let mut now = Board::START;
    let mut teachers_turn = game.is_multiple_of(2);
    loop {
        let found = plays.find(now, throw(now == Board::START, &mut rng));
        let next = if teachers_turn {
            let values: Vec<f32> =
                found.iter().map(|(_, board)| teacher.value(*board, &mut scratch)).collect();
            let best = (1..found.len())
                .fold(0, |best, index| if values[index] > values[best] { index } else { best });
            if found.len() > 1 && !found[best].1.is_won() {
                let mut kept: Vec<usize> = (0..found.len()).filter(|index| *index != best).collect();
                kept.shuffle(&mut rng);
                kept.truncate(MOST_BOARDS - 1);
                kept.push(best);
                kept.sort_unstable();
                let boards =
                    kept.iter().map(|index| (found[*index].1, values[best] - values[*index])).collect();
                decisions.push(Decision { racing: !now.has_contact(), boards });
            }
            let wanders = rng.random_range(0..WANDERS) == 0;
            found[if wanders { rng.random_range(0..found.len()) } else { best }].1
        } else {
            pubeval::best(now, found).1
        };
        if next.is_won() {
            return decisions;
        }
        now = next.flipped();
        teachers_turn = !teachers_turn;
    }
}

impl Bank {
    fn new() -> Self {
        let men = || vec![Vec::new(); 26];
        Bank {
            starts: vec![0],
            numbers: vec![Vec::new(); RICH_COUNT],
            men: [men(), men()],
            ..Bank::default()
        }
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The first of `count` decisions in a row, if there are so many.
    fn draw(&self, count: usize, rng: &mut Stream) -> Option<usize> {
        (self.len() >= count).then(|| rng.random_range(0..=self.len() - count))
    }

    fn add(&mut self, decision: &Decision, view: &mut [u64]) {
        for (board, regret) in &decision.boards {
            fill(*board, view);
            let mut numbers = [0.0; RICH_COUNT];
            rich_numbers(view, &mut numbers);
            self.numbers.iter_mut().zip(numbers).for_each(|(column, number)| column.push(number));
            for (columns, men) in self.men.iter_mut().zip([board.own, board.opp]) {
                columns.iter_mut().zip(0..).for_each(|(column, place)| column.push(men.on(place) as u8));
            }
            self.regrets.push(*regret);
        }
        self.starts.push(self.regrets.len());
    }

    /// What a terminal says of the boards from `start` on.
    fn read(&self, node: &Node, language: &Language, start: usize, out: &mut [f32]) {
        let primitive = language.primitive(node.opcode);
        match primitive.op {
            Op::Read(Read::Once { memo, .. }) => {
                out.copy_from_slice(&self.numbers[memo as usize - KEPT_FROM][start..][..out.len()]);
            }
            _ => {
                let PointReading { own, place, says } = point_reading(primitive.name, node.parameter);
                let men = &self.men[usize::from(!own)][place as usize][start..][..out.len()];
                let table: [f32; 16] = std::array::from_fn(|men| says(men as u32) as f32);
                out.iter_mut().zip(men).for_each(|(out, men)| *out = table[usize::from(*men & 15)]);
            }
        }
    }

    /// What the choices of a program give away in all, over `count` decisions from `start` on.
    fn regret(&self, batch: &mut Batch, language: &Language, start: usize, count: usize) -> f64 {
        let mut regret = 0.0;
        let mut values = Vec::new();
        let mut first = start;
        while first < start + count {
            let last = (first + CHUNK).min(start + count);
            self.values(batch, language, first, last, &mut values);
            let boards = self.starts[first];
            for decision in first..last {
                let (low, high) = (self.starts[decision], self.starts[decision + 1]);
                let best = (low + 1..high).fold(low, |best, index| {
                    if values[index - boards] > values[best - boards] { index } else { best }
                });
                regret += f64::from(self.regrets[best]);
            }
            first = last;
        }
        regret
    }

    fn values(
        &self,
        batch: &mut Batch,
        language: &Language,
        first: usize,
        last: usize,
        values: &mut Vec<f32>,
    ) {
        let start = self.starts[first];
        let count = self.starts[last] - start;
        values.resize(count, 0.0);
        batch.evaluate(count, |node, out| self.read(node, language, start, out), values);
    }

    fn teach(
        &self,
        taught: &mut Individual,
        architecture: &Architecture,
        stage: usize,
        lessons: usize,
        rng: &mut Stream,
    ) {
        let part = &architecture.parts[stage];
        let mut batch = Batch::new(&taught.trees[stage], &part.language).expect(PURE);
        let mut constants = architecture.constants(taught);
        let of_stage = architecture.constants_of(taught, stage);
        let mut learner = Adam::new(of_stage.len());
        // Which pace is best depends on how much there is left to learn: selection keeps what a good one gave.
        let pace = between(SLOWEST, FASTEST, rng);
        let softness_share = between(SOFTEST, HARDEST, rng) as f32;
        let (mut values, mut chances, mut owed) = (Vec::new(), Vec::new(), Vec::new());
        let mut gradient = vec![NodeGradient::default(); batch.nodes()];
        let mut measures: Option<Measures> = None;
        let mut last = 0;
        for lesson in 0..lessons {
            let Some(first) = self.draw(LESSON, rng) else { return };
            self.values(&mut batch, &part.language, first, first + LESSON, &mut values);
            last = first;
            let Measures { softness, units, .. } = measures.get_or_insert_with(|| {
                let spread = self.spread(&values, first, LESSON);
                let slopes = |gradient: &[NodeGradient]| architecture.slopes_of(taught, stage, gradient);
                let reach = self.reach(&mut batch, first, rng, slopes);
                let units = reach.iter().map(|reach| unit(spread, *reach)).collect();
                Measures { softness: softness_share * spread, units, reach }
            });
            self.soft_choice(&values, first, LESSON, *softness, &mut chances, &mut owed);
            gradient.fill(NodeGradient::default());
            batch.add_gradient(&owed, &mut gradient);
            let slopes: Vec<f32> = architecture.slopes_of(taught, stage, &gradient);
            let rate = pace * (1.0 - lesson as f64 / lessons as f64);
            learner.step(&mut constants[of_stage.clone()], &slopes, units, rate);
            *taught = architecture.with_constants(taught, &constants);
            batch.update(&taught.trees[stage]);
        }
        if let Some(Measures { reach, .. }) = measures {
            let spread = f64::from(self.spread(&values, last, LESSON));
            // What is the same for all boards of a decision decides nothing. Cases that the lesson did not meet have
            // no reach at all, and are left alone, as conditions are.
            let weak = |(constant, reach): &(&mut f64, f64)| {
                *reach > 0.0 && (*reach < NO_REACH || constant.abs() * reach < WEAKEST * spread)
            };
            constants[of_stage].iter_mut().zip(reach).filter(weak).for_each(|(constant, _)| *constant = 0.0);
            *taught = architecture.with_constants(taught, &constants);
            let tidy = tidy_sums(&taught.trees[stage], &part.language);
            taught.trees[stage] = scale_sums(&tidy, &part.language, COMMON_SPREAD / spread);
            let constants: Vec<f64> = architecture.constants(taught).into_iter().map(legible).collect();
            *taught = architecture.with_constants(taught, &constants);
        }
    }

    /// The constants of one stage, as places among all of the program, from the one on that moves boards least.
    fn weakest_first(
        &self,
        program: &Individual,
        architecture: &Architecture,
        stage: usize,
        rng: &mut Stream,
    ) -> Vec<usize> {
        let language = &architecture.parts[stage].language;
        let mut batch = Batch::new(&program.trees[stage], language).expect(PURE);
        let Some(first) = self.draw(LESSON, rng) else { return Vec::new() };
        self.values(&mut batch, language, first, first + LESSON, &mut Vec::new());
        let slopes = |gradient: &[NodeGradient]| architecture.slopes_of(program, stage, gradient);
        let reach = self.reach(&mut batch, first, rng, slopes);
        let constants = architecture.constants(program);
        // What has no reach stands in a condition.
        let placed = architecture.constants_of(program, stage).zip(&reach).filter(|(_, reach)| **reach > 0.0);
        let mut strengths: Vec<(usize, f64)> =
            placed.map(|(place, reach)| (place, constants[place].abs() * reach)).collect();
        strengths.sort_by(|one, two| one.1.total_cmp(&two.1));
        strengths.into_iter().map(|(place, _)| place).collect()
    }

    /// Adds, with factor 0, the term that would lessen what soft choices give away most for its size, among numbers of
    /// the game and products of two drawn at random; nothing if none is sure to.
    fn suggest(&self, tree: &mut Tree, language: &Language, rng: &mut Stream) {
        let find = |wanted: fn(&Op) -> bool| {
            language.opcodes_for(Type::Float).find(|opcode| wanted(&language.primitive(*opcode).op))
        };
        let (Some(plus), Some(times)) =
            (find(|op| matches!(op, Op::Plus)), find(|op| matches!(op, Op::Times)))
        else {
            return;
        };
        let count = OFFERS_JUDGED_ON.clamp(LESSON, self.len().max(LESSON));
        let Some(first) = self.draw(count, rng) else { return };
        let mut batch = Batch::new(tree, language).expect(PURE);
        let (mut values, mut chances, mut owed) = (Vec::new(), Vec::new(), Vec::new());
        self.values(&mut batch, language, first, first + count, &mut values);
        let softness = between(SOFTEST, HARDEST, rng) as f32 * self.spread(&values, first, count);
        self.soft_choice(&values, first, count, softness, &mut chances, &mut owed);
        let (mut column, mut other) = (vec![0.0; values.len()], vec![0.0; values.len()]);
        let mut best: Option<(f64, Tree)> = None;
        for _ in 0..OFFERS {
            let mut draw = || language.random_number(rng, Type::Float);
            let (Some(one), Some(two)) = (draw(), draw()) else { return };
            self.read(&one.nodes()[0], language, self.starts[first], &mut column);
            let (mut term, mut nodes) = (one.clone(), 2);
            if rng.random() {
                self.read(&two.nodes()[0], language, self.starts[first], &mut other);
                column.iter_mut().zip(&other).for_each(|(one, two)| *one *= two);
                term = Tree::applied(times, &[&one, &two]);
                nodes = if multiplies(tree, times, &one) || multiplies(tree, times, &two) {
                    2
                } else {
                    LARGEST_TERM
                };
            }
            let gain = self.gain(&column, first, count, &chances, &owed) / nodes as f64;
            if gain > best.as_ref().map_or(0.0, |(most, _)| *most) {
                best = Some((gain, term));
            }
        }
        if let Some((_, term)) = best {
            *tree = Tree::applied(plus, &[tree, &term.with_last_factor(0.0)]);
        }
    }

    /// How much less soft choices would give away with the best weight of a further term, as far as the slope and how
    /// far the term moves those choices tell; 0 if the slope may be due to chance.
    fn gain(&self, term: &[f32], first: usize, count: usize, chances: &[f32], owed: &[f32]) -> f64 {
        let (mut slope, mut noise, mut variance) = (0.0, 0.0, 0.0);
        let boards = self.starts[first];
        for decision in first..first + count {
            let here = self.starts[decision] - boards..self.starts[decision + 1] - boards;
            let (mut of_decision, mut mean, mut square) = (0.0, 0.0, 0.0);
            let both = chances[here.clone()].iter().zip(&owed[here.clone()]);
            for (term, (chance, owed)) in term[here].iter().zip(both) {
                of_decision += term * owed;
                mean += chance * term;
                square += chance * term * term;
            }
            slope += f64::from(of_decision);
            noise += f64::from(of_decision) * f64::from(of_decision);
            variance += f64::from(square - mean * mean).max(0.0);
        }
        if slope * slope <= BELIEVED * BELIEVED * noise {
            return 0.0;
        }
        slope * slope / (variance + SHORTEST_REACH * SHORTEST_REACH * count as f64)
    }

    /// How far the values of the boards of one decision usually lie apart.
    fn spread(&self, values: &[f32], first: usize, count: usize) -> f32 {
        let boards = self.starts[first];
        let spread = |decision: usize| {
            let values = &values[self.starts[decision] - boards..self.starts[decision + 1] - boards];
            let mean = values.iter().sum::<f32>() / values.len() as f32;
            let squares = values.iter().map(|value| (value - mean) * (value - mean));
            (squares.sum::<f32>() / values.len() as f32).sqrt()
        };
        let mean = (first..first + count).map(spread).sum::<f32>() / count as f32;
        mean.clamp(1e-6, 1e6)
    }

    /// How far a unit more of each constant moves the boards of one decision apart, estimated with random signs whose
    /// sum is zero in each decision. The batch must have evaluated the lesson.
    fn reach(
        &self,
        batch: &mut Batch,
        first: usize,
        rng: &mut Stream,
        slopes: impl Fn(&[NodeGradient]) -> Vec<f32>,
    ) -> Vec<f64> {
        let boards = self.starts[first + LESSON] - self.starts[first];
        let mut squares = Vec::new();
        for _ in 0..SIGNINGS {
            let mut signs = Vec::with_capacity(boards);
            for decision in first..first + LESSON {
                let count = self.starts[decision + 1] - self.starts[decision];
                let at = signs.len();
                signs.extend((0..count).map(|_| if rng.random() { 1.0f32 } else { -1.0 }));
                let mean = signs[at..].iter().sum::<f32>() / count as f32;
                signs[at..].iter_mut().for_each(|sign| *sign -= mean);
            }
            let mut gradient = vec![NodeGradient::default(); batch.nodes()];
            batch.add_gradient(&signs, &mut gradient);
            let moved = slopes(&gradient);
            squares.resize(moved.len(), 0.0);
            let moved = moved.into_iter().map(f64::from);
            squares.iter_mut().zip(moved).for_each(|(square, moved)| *square += moved * moved);
        }
        squares.iter().map(|square| (square / (SIGNINGS * boards) as f64).sqrt()).collect()
    }

    /// How likely a soft choice takes each board, and how what it gives away changes with the value of each.
    fn soft_choice(
        &self,
        values: &[f32],
        first: usize,
        count: usize,
        softness: f32,
        chances: &mut Vec<f32>,
        owed: &mut Vec<f32>,
    ) {
        chances.clear();
        owed.clear();
        let boards = self.starts[first];
        for decision in first..first + count {
            let (low, high) = (self.starts[decision], self.starts[decision + 1]);
            let values = &values[low - boards..high - boards];
            let regrets = &self.regrets[low..high];
            let highest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let at = chances.len();
            chances.extend(values.iter().map(|value| libm::expf((value - highest) / softness)));
            let chances = &mut chances[at..];
            let sum: f32 = chances.iter().sum();
            chances.iter_mut().for_each(|chance| *chance /= sum);
            let mean: f32 = chances.iter().zip(regrets).map(|(chance, regret)| chance * regret).sum();
            owed.extend(chances.iter().zip(regrets).map(|(chance, regret)| {
                let slope = chance * (regret - mean) / softness;
                // Numbers too small for the usual form would slow all that follows down, and do not matter.
                if slope.abs() < 1e-12 { 0.0 } else { slope }
            }));
        }
    }
}

/// Whether a number of the game is a factor in a tree.
fn multiplies(tree: &Tree, times: u8, number: &Tree) -> bool {
    let is_number = |node: &Node| {
        node.opcode == number.nodes()[0].opcode && node.parameter == number.nodes()[0].parameter
    };
    tree.nodes().windows(2).any(|pair| pair[0].opcode == times && is_number(&pair[1]))
}

/// What is measured of a program before it learns.
struct Measures {
    /// How soft its choices are taken to be.
    softness: f32,
    /// The unit of each constant.
    units: Vec<f64>,
    /// How far each constant moves boards apart.
    reach: Vec<f64>,
}

/// The change of a constant that moves the boards of a decision as far apart as their values usually are.
fn unit(spread: f32, reach: f64) -> f64 {
    // A constant that moves nothing, but for rounding, cannot be learnt; one that seldom does is learnt with care.
    if reach > NO_REACH { f64::from(spread) / reach.max(SHORTEST_REACH) } else { 0.0 }
}

/// A number between two, each of its magnitudes as likely as any other.
fn between(one: f64, other: f64, rng: &mut Stream) -> f64 {
    one * libm::pow(other / one, rng.random::<f64>())
}

/// A number with few digits.
fn legible(number: f64) -> f64 {
    if number == 0.0 || !number.is_finite() {
        return number;
    }
    // Powers of ten are exact as divisors, so that the result prints with few digits.
    let places = DIGITS - 1 - libm::log10(number.abs()).floor() as i32;
    let power = (0..places.abs()).fold(1.0, |power, _| power * 10.0);
    if places >= 0 { (number * power).round() / power } else { (number / power).round() * power }
}

/// Gradient descent with steps of even size (Kingma and Ba), in units of each constant.
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(count: usize) -> Self {
        Adam { means: vec![0.0; count], squares: vec![0.0; count], steps: 0 }
    }

    /// A step of `rate` times the unit of each constant.
    fn step(&mut self, constants: &mut [f64], slopes: &[f32], units: &[f64], rate: f64) {
        self.steps += 1;
        let warm = |decay: f32| 1.0 - libm::powf(decay, self.steps as f32);
        let (mean_warm, square_warm) = (warm(0.9), warm(0.99));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for (((constant, unit), slope), (mean, square)) in
            constants.iter_mut().zip(units).zip(slopes).zip(moments)
        {
            if !slope.is_finite() {
                continue;
            }
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.99 * *square + 0.01 * slope * slope;
            let step = (*mean / mean_warm) / ((*square / square_warm).sqrt() + 1e-12);
            *constant -= rate * unit * f64::from(step);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Backgammon;
    use crate::teacher::Training;
    use ludevo_game::board::{Judged, Layout};

    /// Algorithm 1 of Kingma and Ba, with decays 0.9 and 0.99, worked out by hand.
    #[test]
    fn steps_are_those_of_adam() {
        let mut adam = Adam::new(2);
        let mut constants = [1.0, 2.0];
        let near = |found: f64, known: f64| assert!((found - known).abs() < 1e-6, "{found} is not {known}");
        // At first mean and root of the squares are the slope itself: a step of the rate, against its sign.
        adam.step(&mut constants, &[0.5, -0.25], &[2.0, 1.0], 0.1);
        near(constants[0], 1.0 - 0.1 * 2.0);
        near(constants[1], 2.0 + 0.1);
        // Mean (0.9 * 0.05 + 0.1 * 0.25) / (1 - 0.81), square (0.99 * 0.0025 + 0.01 * 0.0625) / (1 - 0.9801).
        adam.step(&mut constants, &[0.25, f32::NAN], &[2.0, 1.0], 0.1);
        near(constants[0], 0.8 - 0.1 * 2.0 * 0.368_421_05 / 0.155_778_89_f64.sqrt());
        near(constants[1], 2.1);
    }

    #[test]
    fn suggestions_and_lessons_improve_a_program_within_its_size() {
        let training = Training { hidden: 4, games: 300, seed: 1 };
        let school = School::open(&Teacher::train(training), training.seed, 3000);
        let language = &Backgammon.languages()[1];
        let architecture = Layout::PLAIN.architecture(Backgammon.judges(), language, 40);
        let start = architecture.parse("tree contact\nBlots\ntree race\nOff\n", 1).unwrap();
        let curriculum = Curriculum { lessons: 40, suggestions: 2, nodes: 30 };
        let taught = |times: u64| {
            (0..times).fold(start.clone(), |program, lesson| {
                let mut rng = stream(1, Purpose::Learning, lesson, 0);
                school.teach(&program, &architecture, curriculum, &mut rng)
            })
        };
        let end = taught(12);
        assert_eq!(taught(2), taught(2));
        assert!(architecture.measure(&end).nodes <= curriculum.nodes);
        let mark =
            |program| school.mark(program, &architecture, 3000, &mut stream(1, Purpose::Fitness, 0, 0));
        assert!((1.0 - mark(&end)) < 0.5 * (1.0 - mark(&start)), "{} after {}", mark(&end), mark(&start));
    }
}
