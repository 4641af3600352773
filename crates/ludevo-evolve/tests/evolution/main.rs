//! Evolution on a toy game whose right answers are known.

mod breeding;
mod islands;
mod run;
mod toy;
