//! Position IDs of GNU Backgammon: eighty bits in fourteen letters, without dice and whose turn it is.

use super::{NotationError, board_of};
use crate::board::Board;

const FORM: &str = "a GNU Backgammon position ID of 14 letters such as `4HPwATDgc/ABMA`";

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The ID of a board as the player on roll sees it: for the other player and then for the player on roll, each point
/// from 1 to 24 and the bar gives as many ones as men stand there, and a zero.
pub fn gnu_id(board: Board) -> String {
    let mut key = 0u128;
    let mut bit = 0;
    for men in [board.opp, board.own] {
        for place in 1..=25 {
            let count = men.on(place);
            key |= ((1 << count) - 1) << bit;
            bit += count + 1;
        }
    }
    let bytes = key.to_le_bytes();
    let bits = |index: usize| {
        let at = |byte: usize| u32::from(if byte < 10 { bytes[byte] } else { 0 });
        let start = index * 6;
        let pair = at(start / 8) << 8 | at(start / 8 + 1);
        (pair >> (10 - start % 8)) & 63
    };
    (0..14).map(|index| char::from(LETTERS[bits(index) as usize])).collect()
}

/// The board of an ID, as the player on roll sees it.
pub fn parse_gnu_id(text: &str) -> Result<Board, NotationError> {
    let wrong = || NotationError::form(text, FORM);
    let text = text.trim();
    if text.len() != 14 {
        return Err(wrong());
    }
    let mut big_endian = 0u128;
    for letter in text.bytes() {
        let value = LETTERS.iter().position(|known| *known == letter).ok_or_else(wrong)?;
        big_endian = big_endian << 6 | value as u128;
    }
    // Fourteen letters hold four bits more than ten bytes.
    if big_endian & 15 != 0 {
        return Err(wrong());
    }
    let mut bytes = [0; 16];
    bytes[..10].copy_from_slice(&(big_endian >> 4).to_be_bytes()[6..]);
    let mut key = u128::from_le_bytes(bytes);
    let mut players = [[0u32; 26]; 2];
    for player in &mut players {
        for count in &mut player[1..] {
            *count = key.trailing_ones();
            key = key.checked_shr(*count + 1).unwrap_or(0);
        }
    }
    if key != 0 {
        return Err(wrong());
    }
    let [opp, own] = players;
    Ok(board_of(&own, &opp)?)
}
