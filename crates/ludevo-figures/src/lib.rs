//! Published figures as data, and what is measured beside them.
//!
//! A [`Table`] is a file of `figures/`: rows that say what is measured, what the source reports and what the row is held to.
//! A [`Measurer`] measures rows one after the other, and [`Goal::verdict`] says how each came out.
//!
//! ```
//! use ludevo_figures::{Goal, Measured, Published, Verdict, tables};
//!
//! ludevo_games::open();
//! let tables = tables()?;
//! let guides = tables.iter().find(|table| table.name == "reversi-guides").expect("a table that ships");
//! let row = &guides.rows[0];
//! assert_eq!(row.published, Some(Published::Figure(0.8471)));
//! assert_eq!(row.goal, Goal::Match { tolerance: 0.03 });
//!
//! let measured = Measured { value: 0.8377, low: 0.8304, high: 0.8448, games: 10_000, deviation: None };
//! assert_eq!(row.verdict(&measured), Verdict::Matched);
//! # Ok::<(), ludevo_figures::TableError>(())
//! ```

mod error;
mod estimate;
mod kept;
mod leagues;
mod measure;
mod measurer;
mod queue;
mod racing;
mod series;
mod solving;
mod standing;
mod table;
mod verdict;
mod versions;

pub use error::FigureError;
pub use estimate::{Estimate, estimate};
pub use kept::{Kept, KeptRow, What, restated};
pub use measure::{
    ChampionsOfRuns, LeagueFigure, Measure, Problems, RaceFigure, RunFigure, SeasonFigure, Series,
    SolverFigure,
};
pub use measurer::{Measurer, MeasurerSettings, Observer};
pub use queue::{NeededRun, Waiting, breed, needed};
pub use standing::{NOT_MEASURED, Standing, counted, standings, standings_by};
pub use table::{Row, Table, TableError, read, tables};
pub use verdict::{Goal, Measured, Published, Verdict, written};
pub use versions::{RULES, named, versions};
