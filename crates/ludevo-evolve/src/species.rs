//! Genomes as an interface: how individuals are made, varied, written, read and measured.

use ludevo_program::{IntronCounts, Measure, ParseError};
use ludevo_random::Stream;

/// What evolution needs to know of one kind of genome. Trees are one kind; weight vectors and rule lists are others.
pub trait Species: Send + Sync {
    /// One individual's inheritance.
    type Genome: Clone + PartialEq + Send + Sync;

    /// A random genome, number `index` of its population.
    fn random(&self, rng: &mut Stream, index: usize) -> Self::Genome;

    /// The receiver with a part of the donor's genome; the donor stays as it was.
    fn cross_one_way(&self, rng: &mut Stream, donor: &Self::Genome, receiver: &Self::Genome) -> Self::Genome;

    /// Two genomes that swapped a part each.
    fn cross_two_way(
        &self,
        rng: &mut Stream,
        one: &Self::Genome,
        two: &Self::Genome,
    ) -> (Self::Genome, Self::Genome);

    /// A changed copy.
    fn mutate(&self, rng: &mut Stream, genome: &Self::Genome) -> Self::Genome;

    /// A genome that acts the same and is no larger.
    fn simplify(&self, genome: &Self::Genome) -> Self::Genome;

    /// The numbers in it that may be tuned.
    fn constants(&self, genome: &Self::Genome) -> Vec<f64>;

    /// The same genome with other numbers, in the order of [`constants`](Self::constants).
    fn with_constants(&self, genome: &Self::Genome, constants: &[f64]) -> Self::Genome;

    /// Its text; [`parse`](Self::parse) gives exactly the same genome back.
    fn print(&self, genome: &Self::Genome) -> String;

    /// The genome of a text that starts at line `first_line` of its file.
    fn parse(&self, text: &str, first_line: usize) -> Result<Self::Genome, ParseError>;

    /// Size and depth.
    fn measure(&self, genome: &Self::Genome) -> Measure;

    /// How many nodes of each kind of intron it has, for kinds of genome that have introns.
    fn introns(&self, genome: &Self::Genome) -> IntronCounts;
}
