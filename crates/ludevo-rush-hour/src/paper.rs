//! Solutions followed on paper: letters are moved cell by cell, without the rules that searches use.

use super::board::{Board, exit_row, letter};
use super::rules::Slide;

/// Whether slides lead from a board to one whose target is at the exit, each of them over free cells only.
pub fn is_solution(board: &Board, slides: &[Slide]) -> bool {
    let size = board.size();
    let mut cells: Vec<char> = board.to_string().chars().collect();
    let followed = slides
        .iter()
        .all(|slide| moved(size, &mut cells, letter(slide.vehicle.into()), slide.by()).is_some());
    followed && cells[exit_row(size) * size + size - 1] == letter(0)
}

/// Moves a letter; nothing if it is not there or something is in its way.
pub(crate) fn moved(size: usize, cells: &mut [char], letter: char, by: i8) -> Option<()> {
    let places =
        |cells: &[char]| -> Vec<usize> { (0..cells.len()).filter(|cell| cells[*cell] == letter).collect() };
    let own = places(cells);
    let is_vertical = *own.get(1)? - own[0] == size;
    let stride = if is_vertical { size as isize } else { 1 };
    for _ in 0..by.unsigned_abs() {
        let own = places(cells);
        let (front, back) = if by > 0 { (own[own.len() - 1], own[0]) } else { (own[0], own[own.len() - 1]) };
        let to =
            front.checked_add_signed(stride * isize::from(by.signum())).filter(|to| *to < cells.len())?;
        let stays = is_vertical || to / size == front / size;
        if !stays || cells[to] != '.' {
            return None;
        }
        cells[to] = letter;
        cells[back] = '.';
    }
    Some(())
}
