//! Figures of races: times, places and seasons.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use ludevo_arena::matches::CONFIDENCE;
use ludevo_arena::stats::{Interval, Moments, Tally, of_mean, wilson};
use ludevo_game::player_name::PlayerName;
use ludevo_game::study::{Entry, Raced};
use rayon::prelude::*;

use crate::error::FigureError;
use crate::measure::{ChampionsOfRuns, RaceFigure, SeasonFigure};
use crate::measurer::Work;
use crate::series::Finished;
use crate::verdict::Measured;

/// What came of races, by what was asked for, as several rows tell different figures of the same races.
pub(crate) type Memory = BTreeMap<String, Rc<Vec<Raced>>>;

/// Points of the IndyCar series by place; the winner has one more, for the laps that it led.
const POINTS: [f64; 12] = [21.0, 16.0, 14.0, 12.0, 10.0, 8.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0];

impl Work<'_> {
    /// Races of a driver on a course, or those that it drove before.
    pub(crate) fn race(
        &self,
        driver: &str,
        course: &str,
        races: u64,
        laps: u16,
        behind: &[String],
    ) -> Result<Rc<Vec<Raced>>, FigureError> {
        let key = format!("{driver} {course} {races} {laps} {behind:?}");
        if let Some(raced) = self.of.raced.borrow().get(&key) {
            return Ok(Rc::clone(raced));
        }
        let facet = self.game.races().ok_or_else(|| self.cannot("be raced"))?;
        let own = self.player(driver)?;
        let others =
            behind.iter().map(|name| self.player(name)).collect::<Result<Vec<PlayerName>, FigureError>>()?;
        let entered = facet.enter(&Entry { driver: &own, behind: &others, course, laps })?;
        let races = self.fewer(races);
        let seeds: Vec<u32> = self.of.settings.seeds(races).map(|seed| seed as u32).collect();
        let (observer, stop, done) = (self.of.observer, &self.of.settings.stop, AtomicU64::new(0));
        observer.begins(&format!("{driver} on {course}"), races);
        let one = |seed: u32| {
            let raced = (!stop.load(Ordering::Relaxed)).then(|| entered(seed));
            observer.advances(done.fetch_add(1, Ordering::Relaxed) + 1, None);
            raced
        };
        let raced = self.on_threads(self.of.settings.threads, || -> Option<Vec<Raced>> {
            seeds.into_par_iter().map(one).collect()
        });
        observer.ends();
        let raced = Rc::new(raced?.ok_or(FigureError::Stopped)?);
        self.of.raced.borrow_mut().insert(key, Rc::clone(&raced));
        Ok(raced)
    }

    /// Seconds of races of champions of runs. The best of them has the interval of its own races, those of the second half:
    /// it was chosen by the first.
    pub(crate) fn champions_raced(
        &self,
        runs: &[Finished],
        course: &str,
        races: u64,
        of: ChampionsOfRuns,
    ) -> Result<Measured, FigureError> {
        let raced = |run: &Finished| self.race(&run.champion.display().to_string(), course, races, 1, &[]);
        let raced: Vec<Rc<Vec<Raced>>> = runs.iter().map(raced).collect::<Result<_, FigureError>>()?;
        seconds_of_champions(&raced, of).ok_or_else(|| {
            self.cannot(&format!("say how fast champions are that do not finish their races on {course}"))
        })
    }

    /// A figure of a season.
    pub(crate) fn season(
        &self,
        driver: &str,
        races: u64,
        (others, season): (&[String], &BTreeMap<String, Vec<f64>>),
        figure: SeasonFigure,
    ) -> Result<Measured, FigureError> {
        let mut courses = Vec::with_capacity(season.len());
        for (course, times) in season {
            let raced = self.race(driver, course, races, 1, &[])?;
            courses.push((figure_of_course(&raced), times.as_slice()));
        }
        Ok(Measured::exact(figure_of_season(&courses, others.len(), figure), courses.len() as u64))
    }
}

/// The share of its races that a champion has to finish to have a time: the few that a crasher ends are its luckiest.
const FINISHED_AT_LEAST: f64 = 0.9;

/// Seconds of the races of each champion, or of the fastest; nothing if none finishes whose time is asked for, or not all of
/// whom it is.
fn seconds_of_champions(raced: &[Rc<Vec<Raced>>], of: ChampionsOfRuns) -> Option<Measured> {
    let seconds = |races: &[Raced]| {
        let finished = figure_of_races(races, RaceFigure::Finished).value;
        (finished >= FINISHED_AT_LEAST).then(|| figure_of_races(races, RaceFigure::Seconds))
    };
    match of {
        ChampionsOfRuns::Best => {
            let halves = raced.iter().map(|races| races.split_at(races.len() / 2));
            let timed = halves.filter_map(|(first, second)| Some((seconds(first)?.value, second)));
            let (_, second) = timed.min_by(|(one, _), (two, _)| one.total_cmp(two))?;
            seconds(second)
        }
        ChampionsOfRuns::Mean => {
            // A mean of those who finish would be one of the luckiest.
            let mut moments = Moments::default();
            for races in raced {
                moments.push(seconds(races)?.value);
            }
            let Interval { low, high } = of_mean(&moments, CONFIDENCE);
            (moments.count() > 0).then(|| Measured {
                value: moments.mean(),
                low,
                high,
                games: moments.count(),
                deviation: None,
            })
        }
    }
}

/// The mean time on a course, for whoever finished every race.
fn figure_of_course(raced: &[Raced]) -> Option<f64> {
    let times: Option<Vec<f64>> = raced.iter().map(|one| one.seconds).collect();
    times.map(|times| times.iter().sum::<f64>() / times.len() as f64)
}

/// The place of a time among others, of which those that are 0 did not finish.
fn place(own: Option<f64>, others: impl Iterator<Item = f64>) -> usize {
    let others: Vec<f64> = others.collect();
    match own {
        Some(own) => others.iter().filter(|time| **time > 0.0 && **time < own).count(),
        None => others.iter().filter(|time| **time > 0.0).count(),
    }
}

/// A figure of own times and those of the others, course by course.
fn figure_of_season(courses: &[(Option<f64>, &[f64])], others: usize, figure: SeasonFigure) -> f64 {
    let count = courses.len().max(1) as f64;
    let places = || courses.iter().map(|(own, times)| place(*own, times.iter().copied()));
    let points_for = |place: usize| POINTS.get(place).copied().unwrap_or(0.0);
    let own_points = || -> f64 {
        courses.iter().zip(places()).filter(|((own, _), _)| own.is_some()).map(|(_, at)| points_for(at)).sum()
    };
    // What another one has, with our driver among the field.
    let points_of = |other: usize| -> f64 {
        let of_course = |(own, times): &(Option<f64>, &[f64])| {
            let rivals = times.iter().enumerate().filter(|(rival, _)| *rival != other).map(|(_, time)| *time);
            let time = Some(times[other]).filter(|time| *time > 0.0);
            time.map_or(0.0, |_| points_for(place(time, rivals.chain(*own))))
        };
        courses.iter().map(of_course).sum()
    };
    match figure {
        SeasonFigure::Finished => courses.iter().filter(|(own, _)| own.is_some()).count() as f64,
        SeasonFigure::Rank => places().map(|place| place as f64 + 1.0).sum::<f64>() / count,
        SeasonFigure::First => {
            courses.iter().zip(places()).filter(|((own, _), place)| own.is_some() && *place == 0).count()
                as f64
        }
        SeasonFigure::Points => own_points(),
        SeasonFigure::Ahead => (0..others).filter(|other| points_of(*other) > own_points()).count() as f64,
        SeasonFigure::OverLast => {
            let mut ratios = Moments::default();
            for (own, times) in courses {
                if let (Some(own), Some(last)) = (own, times.last().filter(|last| **last > 0.0)) {
                    ratios.push(own / last);
                }
            }
            ratios.mean()
        }
    }
}

/// A figure of races with its interval.
pub(crate) fn figure_of_races(raced: &[Raced], figure: RaceFigure) -> Measured {
    let share = |holds: fn(&Raced) -> bool| {
        let mut tally = Tally::default();
        raced.iter().for_each(|one| tally.push(f64::from(u8::from(holds(one)))));
        let Interval { low, high } = wilson(&tally, CONFIDENCE);
        Measured { value: tally.score(), low, high, games: raced.len() as u64, deviation: None }
    };
    let mean = |of: fn(&Raced) -> Option<f64>| {
        let mut moments = Moments::default();
        raced.iter().filter_map(of).for_each(|value| moments.push(value));
        let Interval { low, high } = of_mean(&moments, CONFIDENCE);
        let deviation = Some(moments.standard_deviation());
        Measured { value: moments.mean(), low, high, games: moments.count(), deviation }
    };
    match figure {
        RaceFigure::Seconds => mean(|one| one.seconds),
        RaceFigure::Finished => share(|one| one.seconds.is_some()),
        RaceFigure::Won => share(|one| one.is_won),
        RaceFigure::Damage => mean(|one| Some(one.damage)),
        RaceFigure::Laps => mean(|one| Some(f64::from(one.laps))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first never comes home but once, and fast; the second is luckier in its first half than the third.
    #[test]
    fn the_best_of_champions_finishes_and_was_not_chosen_by_the_races_that_are_told() {
        let raced = |seconds: &[Option<f64>]| {
            let one = |seconds: &Option<f64>| Raced { seconds: *seconds, laps: 1, damage: 0.0, is_won: true };
            Rc::new(seconds.iter().map(one).collect::<Vec<_>>())
        };
        let crasher = raced(&[Some(10.0), None, None, None]);
        let lucky = raced(&[Some(40.0), Some(42.0), Some(50.0), Some(52.0)]);
        let steady = raced(&[Some(45.0); 4]);
        let all = [crasher, lucky, steady];
        let best = seconds_of_champions(&all, ChampionsOfRuns::Best).expect("a time");
        assert_eq!((best.value, best.games), (51.0, 2));
        let mean = seconds_of_champions(&all[1..], ChampionsOfRuns::Mean).expect("a time");
        assert_eq!((mean.value, mean.games), (45.5, 2));
        let of_finishers = seconds_of_champions(&all, ChampionsOfRuns::Mean);
        assert_eq!(of_finishers, None, "a mean of those who finish would be no mean of all");
    }

    /// Three courses and two others, of whom the second did not finish the last course.
    #[test]
    fn places_and_points_of_a_season_count_whoever_did_not_finish_as_last() {
        let times: [&[f64]; 3] = [&[50.0, 40.0], &[50.0, 60.0], &[50.0, 0.0]];
        let own = [Some(45.0), Some(45.0), None];
        let courses: Vec<(Option<f64>, &[f64])> = own.into_iter().zip(times).collect();
        let figure = |figure| figure_of_season(&courses, 2, figure);
        assert_eq!(figure(SeasonFigure::Finished), 2.0);
        assert_eq!(figure(SeasonFigure::Rank), (2.0 + 1.0 + 2.0) / 3.0);
        assert_eq!(figure(SeasonFigure::First), 1.0);
        assert_eq!(figure(SeasonFigure::Points), 16.0 + 21.0);
        // The first of the others: third, second and first.
        assert_eq!(figure(SeasonFigure::Ahead), f64::from(u8::from(14.0 + 16.0 + 21.0 > 37.0)));
        assert_eq!(figure(SeasonFigure::OverLast), f64::midpoint(45.0 / 40.0, 45.0 / 60.0));
    }
}
