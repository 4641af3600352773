//! Programs written by hand.

/// Our best by hand, in the rich language and for whole turns: haste, pieces out of the first ten, nobody in the water.
pub const HAND: &str = "Plus(\
    Plus(Plus(Plus(2*Progress, -2*EnemyProgress), Plus(4*Off, -4*EnemyOff)), \
         Plus(Plus(-40*Drowned, 40*EnemyDrowned), Plus(2*Defended, -2*EnemyDefended))), \
    Plus(Plus(Plus(6*Beautiful, -6*EnemyBeautiful), Plus(4*Ending, -4*EnemyEnding)), \
         Plus(Plus(-2*FirstTen, 2*EnemyFirstTen), Plus(-1.2*Endangered, 0.6*Drownable))))";

/// Everything that the rich language counts, with weights of the right order: a start for runs that tune them.
pub const TERMS: &str = "Plus(\
    Plus(Plus(Plus(Plus(2*Progress, -2*EnemyProgress), Plus(4*Off, -4*EnemyOff)), \
              Plus(Plus(-40*Drowned, 40*EnemyDrowned), Plus(2*Defended, -2*EnemyDefended))), \
         Plus(Plus(Plus(6*Beautiful, -6*EnemyBeautiful), Plus(4*Ending, -4*EnemyEnding)), \
              Plus(Plus(-2*FirstTen, 2*EnemyFirstTen), Plus(-1.2*Endangered, 0.6*Drownable)))), \
    Plus(Plus(Plus(Plus(0.5*Row, -0.5*EnemyRow), Plus(-0.1*Exposed, 0.1*Targets)), \
              Plus(Plus(0.5*Near, -0.5*EnemyNear), Plus(0.2*Rear, -0.2*EnemyRear))), \
         Plus(Plus(0.5*Mobility, -0.5*EnemyMobility), Plus(0.1*Choices, -0.1*EnemyChoices))))";

/// Programs in the published language from the strategies that the paper names: hc1 few pieces of its own, and haste; hc2
/// the enemy far from the goal and in the water; hc3 captures and no water; hc4 a barricade; hc5 all of that; hc6 to hc8 one
/// each: the enemy in the water, nobody of its own there, captures.
pub const HC: [&str; 8] = [
    // Pieces that left count as house 0: who is short of a seventh piece has one off.
    "Add(If(Piece(7), 1, 30), Add(Distance, If(Mine(27), Sub(1, 30), 1)))",
    "Sub(If(Theirs(27), 30, 1), Add(Add(Theirs(26), Theirs(28)), Add(Theirs(29), Theirs(30))))",
    "Add(If(Theirs(From), 20, 1), If(Mine(27), Sub(1, 30), Distance))",
    "Add(Add(Mine(Add(Add(From, Distance), 1)), Mine(Sub(Add(From, Distance), 1))), If(Mine(27), Sub(1, 30), 1))",
    "Add(Add(If(Theirs(From), 8, 1), If(Theirs(27), 30, 1)), Add(If(Mine(27), Sub(1, 30), Distance), \
     Add(Mine(Add(Add(From, Distance), 1)), If(Piece(7), 1, 30))))",
    "Theirs(27)",
    "Not(Mine(27))",
    "Theirs(From)",
];
