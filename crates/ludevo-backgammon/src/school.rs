//! Problems for programs: decisions from play whose next boards a teacher has valued. What a choice gives away is chance
//! to win.

use ludevo_evolve::learning::{Decisions, Readings, School};
use ludevo_program::{Language, Node, Op, Read};
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

/// Replies are looked at after so many boards.
const MOST_REPLIES: usize = 8;

/// Of this many moves of the teacher in its games one is random, so that other boards are seen too.
const WANDERS: u32 = 8;

/// What programs read of boards, column by column.
#[derive(Debug)]
pub struct Boards {
    /// The numbers of the rich language.
    numbers: Vec<Vec<f32>>,
    /// The men of both players, place by place.
    men: [Vec<Vec<u8>>; 2],
}

/// A decision: boards with what each gives away.
struct Decision {
    racing: bool,
    boards: Vec<(Board, f32)>,
}

/// Lets a teacher value `decisions` decisions of its games against Pubeval, with a seed for these: first those in contact
/// and then those of races.
pub fn open(teacher: &Teacher, seed: u64, decisions: usize, replies: bool) -> School<Boards> {
    let mut known: Vec<Decision> = Vec::with_capacity(decisions);
    let mut game = 0;
    while known.len() < decisions {
        let games: Vec<u64> = (game..game + 64).collect();
        let found: Vec<Vec<Decision>> =
            games.par_iter().map(|game| decisions_of_game(teacher, seed, *game, replies)).collect();
        known.extend(found.into_iter().flatten());
        game += 64;
    }
    known.truncate(decisions);
    // Decisions of one game resemble each other: windows of the bank are to be mixed.
    known.shuffle(&mut stream(seed, Purpose::Teaching, 4, 0));
    let stage = |racing: bool| {
        let of_stage = || known.iter().filter(move |decision| decision.racing == racing);
        let boards = Boards::of(of_stage().flat_map(|decision| &decision.boards).map(|(board, _)| *board));
        Decisions::new(boards, of_stage().map(|decision| decision.boards.iter().map(|(_, regret)| *regret)))
    };
    School::new(vec![stage(false), stage(true)])
}

fn decisions_of_game(teacher: &Teacher, seed: u64, game: u64, replies: bool) -> Vec<Decision> {
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
                let boards: Vec<(Board, f32)> =
                    kept.iter().map(|index| (found[*index].1, values[best] - values[*index])).collect();
                let racing = !now.has_contact();
                if replies {
                    let boards = after_replies(teacher, &boards, &mut rng);
                    decisions.extend((boards.len() > 1).then_some(Decision { racing, boards }));
                }
                decisions.push(Decision { racing, boards });
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

/// What comes of the most promising boards by the other player's best replies to one roll, with what each gives away to
/// the best of them for that player.
fn after_replies(teacher: &Teacher, boards: &[(Board, f32)], rng: &mut Stream) -> Vec<(Board, f32)> {
    let mut promising = boards.to_vec();
    promising.sort_by(|one, two| one.1.total_cmp(&two.1));
    promising.truncate(MOST_REPLIES);
    let dice = throw(false, rng);
    let mut scratch = teacher.scratch();
    let mut plays = Plays::default();
    let mut reply = |board: Board| {
        let valued = plays.find(board.flipped(), dice).iter();
        let valued = valued.map(|(_, next)| (*next, teacher.value(*next, &mut scratch)));
        valued.max_by(|one, two| one.1.total_cmp(&two.1)).filter(|(next, _)| !next.is_won())
    };
    let replies: Vec<(Board, f32)> = promising.iter().filter_map(|(board, _)| reply(*board)).collect();
    let highest = replies.iter().map(|(_, value)| *value).fold(f32::NEG_INFINITY, f32::max);
    replies.into_iter().map(|(board, value)| (board, highest - value)).collect()
}

impl Boards {
    fn of(boards: impl Iterator<Item = Board>) -> Self {
        let men = || vec![Vec::new(); 26];
        let mut columns = Boards { numbers: vec![Vec::new(); RICH_COUNT], men: [men(), men()] };
        let mut view = vec![0; view_cells()];
        for board in boards {
            fill(board, &mut view);
            let mut numbers = [0.0; RICH_COUNT];
            rich_numbers(&view, &mut numbers);
            columns.numbers.iter_mut().zip(numbers).for_each(|(column, number)| column.push(number));
            for (columns, men) in columns.men.iter_mut().zip([board.own, board.opp]) {
                columns.iter_mut().zip(0..).for_each(|(column, place)| column.push(men.on(place) as u8));
            }
        }
        columns
    }
}

impl Readings for Boards {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Backgammon;
    use crate::teacher::Training;
    use ludevo_evolve::learning::Curriculum;
    use ludevo_game::board::{Judged, Layout};

    #[test]
    fn suggestions_and_lessons_improve_a_program_within_its_size() {
        let training = Training { hidden: 4, games: 300, seed: 1 };
        let school = open(&Teacher::train(training), training.seed, 3000, false);
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
