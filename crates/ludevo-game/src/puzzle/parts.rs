//! What answers are worth together by the sum of section 6.3.4 of "Evolved to Win": how right each is, times two to its grade,
//! times how many fewer boards were looked at than another program looks at.

use ludevo_evolve::settings::{RangeError, check, positive, within};
use serde::{Deserialize, Serialize};

/// What the sum is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    /// Boards that the other program looks at for a problem of grade 1, 2 and so on.
    pub boards: Vec<f64>,
    /// A solver may look at so many times these boards and answers with what it has then.
    pub truncated: f64,
    /// The most that fewer boards count. Without a bound whoever looks at nothing and is right once by luck has more than
    /// whoever searches.
    pub most: f64,
    /// Once the best of a generation solves more than this share of its problems, answers are right or wrong.
    pub settled: f64,
    /// Up to this grade boards do not count before that.
    pub small: usize,
}

/// How the answer to a problem came out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Answer {
    /// The grade of the problem.
    pub(super) grade: usize,
    /// 1 if it was solved, and less the further off the answer is.
    pub(super) nearness: f64,
    /// Boards looked at.
    pub(super) boards: f64,
}

impl Answer {
    fn is_right(&self) -> bool {
        self.nearness == 1.0
    }
}

impl Parts {
    pub(super) fn check(&self) -> Result<(), RangeError> {
        let allowed = "boards for a problem of grade 1, 2 and so on, from 1 to 1e12, rising";
        let are_rising = self.boards.windows(2).all(|pair| pair[0] <= pair[1]);
        let are_within = self.boards.iter().all(|boards| (1.0..=1e12).contains(boards));
        let is_list = !self.boards.is_empty() && are_rising && are_within;
        check(is_list, "worth.boards", format!("{:?}", self.boards), allowed)?;
        positive("worth.truncated", self.truncated, 1e6)?;
        within("worth.most", self.most, 1.0..=1e12)?;
        within("worth.settled", self.settled, 0.0..=1.0)?;
        within("worth.small", self.small, 0..=20)
    }

    /// What it is in words.
    pub(super) fn words(&self) -> String {
        format!(
            "how right the answers are, times 2 to the grade, times boards saved (at most {}) against {:?}; cut off at {} \
             times these; answers are right or wrong, and boards count up to grade {} too, once the best solves more than {}",
            self.most, self.boards, self.truncated, self.small, self.settled
        )
    }

    /// Boards that the other program looks at.
    fn others_boards(&self, grade: usize) -> f64 {
        self.boards[grade.clamp(1, self.boards.len()) - 1]
    }

    /// Boards at which a solver is cut off.
    pub(super) fn limit(&self, grade: usize) -> u64 {
        (self.truncated * self.others_boards(grade)).max(1.0) as u64
    }

    /// What everybody has for the same problems, as a share of the most that there is.
    pub(super) fn shares(&self, answers: &[Vec<Answer>]) -> Vec<f64> {
        let solved = |own: &Vec<Answer>| own.iter().filter(|answer| answer.is_right()).count();
        let most = answers.iter().map(solved).max().unwrap_or(0);
        let is_settled = answers.first().is_some_and(|own| most as f64 > self.settled * own.len() as f64);
        answers.iter().map(|own| self.share(own, is_settled)).collect()
    }

    fn share(&self, answers: &[Answer], is_settled: bool) -> f64 {
        let weight = |answer: &Answer| libm::exp2(answer.grade as f64);
        let worth = |answer: &Answer| {
            let correctness = if is_settled && !answer.is_right() { 0.0 } else { answer.nearness };
            let saved = self.others_boards(answer.grade) / answer.boards.max(1.0);
            let boards = if is_settled || answer.grade > self.small { saved.min(self.most) } else { 1.0 };
            correctness * weight(answer) * boards
        };
        let all: f64 = answers.iter().map(|answer| weight(answer) * self.most).sum();
        answers.iter().map(worth).sum::<f64>() / all.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGHT: Answer = Answer { grade: 2, nearness: 1.0, boards: 1000.0 };

    fn parts() -> Parts {
        Parts { boards: vec![600.0, 7000.0, 50_000.0], truncated: 1.5, most: 4.0, settled: 0.75, small: 2 }
    }

    #[test]
    fn nearly_right_answers_count_until_the_best_solves_enough() {
        let near = Answer { nearness: 0.5, ..RIGHT };
        let early = parts().shares(&[vec![near, near], vec![RIGHT, near]]);
        // Boards do not count yet for a small grade: 4 of at most 16 for each right answer.
        assert_eq!(early, [0.125, 0.1875]);
        let late = parts().shares(&[vec![near, near], vec![RIGHT, RIGHT]]);
        assert_eq!(late, [0.0, 1.0]);
    }

    #[test]
    fn fewer_boards_count_from_the_start_where_the_grade_is_large() {
        let large = |boards: f64| Answer { grade: 3, nearness: 1.0, boards };
        let shares = parts().shares(&[vec![large(25_000.0), Answer { nearness: 0.0, ..RIGHT }]]);
        assert_eq!(shares, [(8.0 * 2.0) / (4.0 * 12.0)]);
        assert_eq!(parts().limit(3), 75_000);
        assert_eq!(parts().limit(9), 75_000);
    }
}
