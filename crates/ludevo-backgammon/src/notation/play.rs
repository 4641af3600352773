//! Rolls and plays as people write them: `31`, `8/5 6/5`, `bar/20*`, `6/off(2)`.

use std::fmt::Write;

use super::NotationError;
use crate::board::{BAR, Board, Men, OFF};
use crate::plays::{Dice, Play, Plays};

/// What is written where nothing can be moved.
const PASS: &str = "pass";

/// The text of a legal play: a hit is marked with a `*`, equal steps are counted.
pub fn play_text(board: Board, play: Play) -> String {
    let mut steps: Vec<(String, u32)> = Vec::new();
    let mut board = board;
    for step in play.steps() {
        let (from, die) = (u32::from(step.from), u32::from(step.die));
        let next = board.step(from, die).expect("a play is legal on its board");
        let start = if from == BAR { "bar".to_owned() } else { from.to_string() };
        let end = if from > die { (from - die).to_string() } else { "off".to_owned() };
        let hit = if next.opp == board.opp { "" } else { "*" };
        let text = format!("{start}/{end}{hit}");
        board = next;
        match steps.last_mut() {
            Some((last, count)) if *last == text => *count += 1,
            _ => steps.push((text, 1)),
        }
    }
    if steps.is_empty() {
        return PASS.to_owned();
    }
    let mut text = String::new();
    for (index, (step, count)) in steps.iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        let _ = write!(text, "{space}{step}");
        if *count > 1 {
            let _ = write!(text, "({count})");
        }
    }
    text
}

/// The roll of a text such as `31`.
pub fn parse_dice(text: &str) -> Result<Dice, NotationError> {
    let digits: Vec<u8> = text.trim().bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
    match digits.as_slice() {
        [one, two] => Dice::new(*one, *two),
        _ => None,
    }
    .ok_or_else(|| NotationError::form(text, "a roll of two dice such as `31`"))
}

/// The legal play that a text means. Several steps of one man may be written as one, as `24/14` or `24/18/14`; hits
/// need to be marked only where the play would not be clear without. GNU Backgammon writes the bar as 25 and off as 0.
pub fn parse_play(board: Board, dice: Dice, text: &str) -> Result<Play, NotationError> {
    let refused = |reason: String| NotationError::Play {
        text: text.chars().take(60).collect(),
        dice: format!("{}{}", dice.high(), dice.low()),
        reason,
    };
    let mut plays = Plays::default();
    let found = plays.find(board, dice);
    if text.trim() == PASS {
        return match found {
            [(play, _)] if *play == Play::PASS => Ok(*play),
            _ => Err(refused("there is something to move".to_owned())),
        };
    }
    let Written { own, hits } = Written::parse(board, text).map_err(refused)?;
    let fitting: Vec<&(Play, Board)> = found.iter().filter(|(_, next)| next.own == own).collect();
    let hit_points =
        |next: &Board| (1..BAR).filter(|point| next.opp_on(*point) < board.opp_on(*point)).collect();
    match fitting.as_slice() {
        [] => Err(refused(match found {
            [(play, _)] => format!("the only play is `{}`", play_text(board, *play)),
            [(play, _), ..] => {
                format!("it is none of the {} plays, such as `{}`", found.len(), play_text(board, *play))
            }
            [] => "nothing can be played".to_owned(),
        })),
        [(play, _)] if hits.is_empty() => Ok(*play),
        _ => {
            let marked = fitting.iter().find(|(_, next)| {
                let points: Vec<u32> = hit_points(next);
                points == hits
            });
            let ways: Vec<String> = fitting.iter().map(|(play, _)| play_text(board, *play)).collect();
            marked
                .map(|(play, _)| *play)
                .ok_or_else(|| refused(format!("the hits are not clear: `{}`", ways.join("` or `"))))
        }
    }
}

/// What a text says: where the player's men are afterwards, and on which points it marks hits.
struct Written {
    own: Men,
    hits: Vec<u32>,
}

impl Written {
    fn parse(board: Board, text: &str) -> Result<Written, String> {
        let form = "a play is written like `8/5 6/5`, `bar/20*` or `6/off(2)`";
        let mut counts: [i32; 26] = std::array::from_fn(|place| board.own.on(place as u32) as i32);
        let mut hits = Vec::new();
        for word in text.split_whitespace() {
            let (path, times) = match word.split_once('(') {
                Some((path, count)) => {
                    let count = count.strip_suffix(')').and_then(|count| count.parse::<i32>().ok());
                    (path, count.filter(|count| (1..=4).contains(count)).ok_or(form)?)
                }
                None => (word, 1),
            };
            let mut places = Vec::new();
            for (index, name) in path.split('/').enumerate() {
                let (name, hit) = name.strip_suffix('*').map_or((name, false), |name| (name, true));
                let place = match name {
                    "bar" if index == 0 => BAR,
                    "off" if index > 0 => OFF,
                    number => number.parse().ok().filter(|place| *place <= BAR).ok_or(form)?,
                };
                if hit && index == 0 {
                    return Err(form.to_owned());
                }
                if hit {
                    hits.push(place);
                }
                places.push(place as usize);
            }
            let (Some(first), Some(last)) = (places.first(), places.last()) else {
                return Err(form.to_owned());
            };
            if places.len() < 2 || !places.is_sorted_by(|one, two| one > two) {
                return Err(form.to_owned());
            }
            counts[*first] -= times;
            counts[*last] += times;
        }
        if text.trim().is_empty() {
            return Err(form.to_owned());
        }
        if let Some(place) = (0..26).find(|place| !(0..=15).contains(&counts[*place])) {
            let name = if place == 25 { "the bar".to_owned() } else { format!("point {place}") };
            return Err(format!("there are not enough men on {name}"));
        }
        hits.sort_unstable();
        hits.dedup();
        let own = (0..26).fold(Men::default(), |men, place| men.with(place, counts[place as usize] as u32));
        Ok(Written { own, hits })
    }
}
