//! The operators are applied as often as the settings say, and selective crossover spares the fitter.

use crate::toy::{Born, Toy, Weights};
use ludevo_evolve::breeding::{Breeding, breed};
use ludevo_evolve::selection::Standing;
use ludevo_evolve::{Parsimony, Species};
use ludevo_random::{Purpose, stream};

const CHILDREN: usize = 60_000;

fn children(breeding: Breeding) -> Vec<Weights> {
    let mut rng = stream(1, Purpose::Breeding, 0, 0);
    let genomes: Vec<Weights> = (0..CHILDREN).map(|index| Toy.random(&mut rng, index)).collect();
    let fitness = |genome: &Weights| Standing { fitness: genome.strength(), nodes: 1 };
    let standings: Vec<Standing> = genomes.iter().map(fitness).collect();
    let parents: Vec<usize> = (0..CHILDREN).collect();
    breed(&mut rng, &Toy, breeding, &genomes, &standings, Parsimony::default(), &parents)
}

fn share(children: &[Weights], born: Born) -> f64 {
    children.iter().filter(|child| child.born == born).count() as f64 / children.len() as f64
}

/// Five standard deviations of a share near one half; children that come in pairs double the variance.
fn is_near(share: f64, expected: f64) -> bool {
    (share - expected).abs() < 5.0 * (2.0 * 0.25 / CHILDREN as f64).sqrt()
}

#[test]
fn one_of_applies_each_operator_as_often_as_stated() {
    let children = children(Breeding::OneOf { crossover: 0.5, mutation: 0.3 });
    assert_eq!(children.len(), CHILDREN);
    // Of ten operations five cross and give two children each, three mutate, two reproduce: fifteen children.
    for (born, expected) in [(Born::Swapping, 10.0), (Born::Mutating, 3.0), (Born::AtRandom, 2.0)] {
        let share = share(&children, born);
        assert!(is_near(share, expected / 15.0), "{born:?}: {share}");
    }
    assert_eq!(share(&children, Born::Receiving), 0.0);
}

#[test]
fn one_of_with_reproduction_alone_copies_the_parents() {
    let children = children(Breeding::OneOf { crossover: 0.0, mutation: 0.0 });
    assert_eq!(share(&children, Born::AtRandom), 1.0);
}

#[test]
fn both_crosses_selectively_and_then_mutates_everybody_alike() {
    let unmutated = children(Breeding::Both { crossover: 0.8, mutation: 0.0 });
    assert_eq!(unmutated.len(), CHILDREN);
    // Of the crossed pairs half start with the fitter, who gives to the other and stays as it was; half swap.
    for (born, expected) in [(Born::Receiving, 0.2), (Born::Swapping, 0.4), (Born::AtRandom, 0.4)] {
        let share = share(&unmutated, born);
        assert!(is_near(share, expected), "{born:?}: {share}");
    }
    let mutated = children(Breeding::Both { crossover: 0.8, mutation: 0.3 });
    assert!(is_near(share(&mutated, Born::Mutating), 0.3));
}

#[test]
fn shares_are_exact_and_only_copies_are_mutated() {
    let children = children(Breeding::Shares { copied: 0.125, mutation: 0.5 });
    assert_eq!(children.len(), CHILDREN);
    assert_eq!(share(&children, Born::Receiving), 0.875);
    assert!(is_near(share(&children, Born::Mutating), 0.0625));
}

#[test]
fn an_odd_number_of_parents_keeps_its_number_of_children() {
    let mut rng = stream(2, Purpose::Breeding, 0, 0);
    let genomes: Vec<Weights> = (0..5).map(|index| Toy.random(&mut rng, index)).collect();
    let standings = vec![Standing { fitness: 0.0, nodes: 1 }; 5];
    for breeding in
        [Breeding::OneOf { crossover: 1.0, mutation: 0.0 }, Breeding::Both { crossover: 1.0, mutation: 0.0 }]
    {
        let bred =
            breed(&mut rng, &Toy, breeding, &genomes, &standings, Parsimony::default(), &[0, 1, 2, 3, 4]);
        assert_eq!(bred.len(), 5);
    }
}
