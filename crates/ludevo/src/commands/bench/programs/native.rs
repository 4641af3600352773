//! The programs that are measured, drawn at random once for all, and each as a Rust function.
#![allow(clippy::all, unused_parens)]

use super::CELLS;

pub(super) const PROGRAMS: [(&str, unsafe fn(&[u64]) -> f64); 16] = [
    ("Plus(Mobility, Minus(IfTrue(Or(NotG(And(LowerEqual(IfTrue(And(Threat(b4), Threat(d4)), Frontier, IfTrue(IsTheirs(f2), Threat(b7), CornerLead)), MultERC[3.2033547622205045](IfTrue(IsTheirs(d4), TheirPieces, CornerLead))), LowerEqual(MultERC[0.7906448697874442](Mobility), TheirMobility)), Or(And(IsMine(h5), IsTheirs(b6)), LowerEqual(Threat(c4), Frontier))), And(Or(LowerEqual(Plus(Zero, Frontier), TheirPieces), CornerLead), Nand(IsMine(d6), Nand(IsTheirs(d4), False)))), Plus(TheirMobility, CornerLead), Threat(e7)), Plus(TheirMobility, TheirPieces)))", program_0),
    ("IfTrue(Nor(LowerEqual(Plus(Plus(Frontier, Zero), MultERC[-1.8315274794909797](Lead)), IfTrue(And(Or(Threat(e4), LowerEqual(CornerLead, MultERC[2.3809814254863104](Minus(MyPieces, One)))), NotG(Or(Or(And(CornerLead, IsMine(d4)), NotG(Threat(f8), IsMine(b7))), IsMine(a4)), Nand(IsTheirs(e6), And(CornerLead, False)))), NullJ(Plus(MultERC[4.966801255780526](-0.306104841489101), Threat(f2)), MyPieces), IfTrue(IsMine(d6), 2.1507415266289653, MultERC[1.2819282646166847](Zero)))), Or(LowerEqual(Zero, Minus(Threat(d6), MobilityLead)), CornerLead)), MultERC[-3.404764064413084](Mobility), MobilityLead)", program_1),
    ("Minus(IfTrue(LowerEqual(Lead, Minus(Minus(Frontier, -1.8391818807000693), One)), Zero, Threat(g4)), IfTrue(Nand(Threat(f2), IsTheirs(h2)), Minus(Minus(IfTrue(IsMine(d6), Plus(Zero, Plus(TheirPieces, IfTrue(Threat(h3), IfTrue(Threat(d5), CornerLead, MyPieces), MobilityLead))), Threat(g6)), IfTrue(Nor(CornerLead, Nand(NotG(CornerLead, LowerEqual(MyPieces, TheirPieces)), Threat(g5))), One, Lead)), NullJ(Plus(MobilityLead, Frontier), MobilityLead)), Threat(a7)))", program_2),
    ("IfTrue(Nand(And(CornerLead, Nand(LowerEqual(MyPieces, MyPieces), Nand(LowerEqual(IfTrue(Or(Threat(f1), CornerLead), IfTrue(Nand(IsTheirs(d7), IsMine(b3)), TheirPieces, 3.719692993388472), MultERC[0.5969274357717751](Plus(Threat(a6), TheirMobility))), Plus(Threat(a7), Minus(Minus(3.51753787949586, Mobility), NullJ(Zero, TheirMobility)))), Nor(Threat(e4), Nand(Nand(CornerLead, Or(IsTheirs(b8), Threat(e8))), Threat(f8)))))), Nor(Nor(NotG(IsTheirs(g8), LowerEqual(MultERC[-1.213351350680476](IfTrue(Nand(False, IsTheirs(d8)), TheirMobility, Mobility)), Minus(Plus(One, Threat(e4)), One))), NotG(IsMine(e7), IsMine(b1))), False)), Plus(TheirPieces, CornerLead), Frontier)", program_3),
    ("IfTrue(Or(Nor(False, Nand(LowerEqual(MyPieces, IfTrue(And(True, And(LowerEqual(Lead, Frontier), CornerLead)), NullJ(One, NullJ(NullJ(Threat(d5), Lead), 4.337445478441422)), Threat(d6))), Nand(Nand(IsTheirs(a1), CornerLead), CornerLead))), And(LowerEqual(Mobility, Plus(Plus(MobilityLead, Minus(Frontier, TheirPieces)), MultERC[2.791735781365203](IfTrue(And(Nand(Threat(h3), Threat(e5)), Nand(CornerLead, IsTheirs(g3))), Frontier, Plus(Frontier, MultERC[-1.0059357346345532](Lead)))))), NotG(LowerEqual(MyPieces, One), Nand(LowerEqual(Threat(f8), Plus(Lead, MultERC[-4.745688967920676](MyPieces))), LowerEqual(TheirPieces, CornerLead))))), Minus(CornerLead, Frontier), Mobility)", program_4),
    ("Minus(IfTrue(LowerEqual(Threat(e8), Plus(CornerLead, Mobility)), One, Plus(Plus(CornerLead, One), TheirPieces)), Minus(IfTrue(False, CornerLead, IfTrue(LowerEqual(Plus(Minus(Minus(Threat(g3), Mobility), Plus(MobilityLead, Lead)), MultERC[-4.4149665319445575](Threat(h8))), Minus(TheirPieces, IfTrue(And(Threat(d5), Threat(d8)), One, TheirPieces))), NullJ(Minus(One, Plus(TheirPieces, MultERC[3.1198722849761893](Plus(MyPieces, MyPieces)))), TheirPieces), -0.7903559195579613)), One))", program_5),
    ("Plus(IfTrue(Threat(h8), Threat(g2), MultERC[0.9553518136142092](CornerLead)), Plus(Frontier, Minus(IfTrue(And(Nand(LowerEqual(MultERC[0.7564015228729604](CornerLead), -0.7877408976773559), Nand(And(LowerEqual(TheirMobility, TheirPieces), Nand(False, False)), Or(Nor(IsMine(d1), IsTheirs(e8)), Nor(IsMine(g4), IsMine(d4))))), True), Frontier, Plus(Minus(One, Plus(4.836156878948918, NullJ(CornerLead, Frontier))), Mobility)), IfTrue(NotG(IsTheirs(e3), False), Frontier, Threat(g5)))))", program_6),
    ("Plus(IfTrue(Nand(LowerEqual(MultERC[-2.2514683137762237](Minus(MultERC[2.757750948596234](TheirMobility), IfTrue(LowerEqual(Minus(MobilityLead, One), 2.486497144189606), NullJ(TheirPieces, Threat(a4)), MyPieces))), MultERC[-2.593875498927898](Plus(TheirMobility, NullJ(Plus(IfTrue(Threat(f6), Threat(a6), Lead), Lead), One)))), Nand(Or(Threat(c6), LowerEqual(Lead, IfTrue(IsMine(e8), One, MultERC[4.891278180701626](IfTrue(Threat(a2), 3.797817621837174, MobilityLead))))), LowerEqual(Zero, 0.8016076278927304))), Zero, TheirPieces), MobilityLead)", program_7),
    ("Plus(IfTrue(Nor(Nor(Nor(Nor(Or(Nor(NotG(IsMine(h1), True), Nand(IsMine(f5), Threat(d4))), Or(And(True, CornerLead), IsMine(d6))), IsMine(d8)), Nor(CornerLead, IsMine(g6))), LowerEqual(TheirPieces, One)), Or(NotG(CornerLead, CornerLead), IsTheirs(e6))), IfTrue(Nand(IsMine(h7), Nor(LowerEqual(Mobility, Zero), Nor(CornerLead, Or(IsMine(g8), Nor(Or(IsTheirs(e5), IsMine(b6)), IsMine(e8)))))), -3.116606201923744, Mobility), Mobility), MultERC[0.6951205407035239](Frontier))", program_8),
    ("Plus(Lead, IfTrue(Nor(And(And(Or(And(NotG(Or(IsMine(h8), IsMine(b8)), And(IsMine(g3), True)), Threat(a7)), Nor(LowerEqual(4.1029639303715975, CornerLead), And(CornerLead, NotG(CornerLead, False)))), True), IsTheirs(f8)), And(LowerEqual(MobilityLead, Plus(Minus(Threat(e5), Frontier), TheirMobility)), LowerEqual(MobilityLead, Zero))), Mobility, Plus(IfTrue(Or(NotG(IsMine(c7), Nor(IsTheirs(c5), IsTheirs(e5))), NotG(NotG(LowerEqual(One, TheirPieces), IsTheirs(e5)), LowerEqual(Plus(Minus(Frontier, -4.266329411728931), MobilityLead), TheirMobility))), Zero, MyPieces), TheirMobility)))", program_9),
    ("Plus(IfTrue(CornerLead, IfTrue(Nor(Or(And(LowerEqual(MyPieces, Plus(NullJ(Threat(f1), TheirPieces), MyPieces)), LowerEqual(TheirMobility, IfTrue(False, Plus(TheirPieces, Zero), NullJ(CornerLead, MobilityLead)))), LowerEqual(Minus(Plus(MyPieces, MobilityLead), Zero), Threat(e7))), Nand(CornerLead, LowerEqual(IfTrue(LowerEqual(Lead, Minus(TheirMobility, Mobility)), Threat(a2), 4.5494755487640255), NullJ(Threat(g4), -3.1793977007542096)))), Plus(Mobility, Threat(b7)), MyPieces), MultERC[-4.534415259245104](TheirPieces)), Zero)", program_10),
    ("Minus(NullJ(Plus(MobilityLead, MultERC[-0.42734980721191196](TheirMobility)), CornerLead), IfTrue(CornerLead, Plus(Plus(IfTrue(And(IsMine(a2), Threat(e1)), Lead, IfTrue(NotG(IsMine(g2), CornerLead), Minus(IfTrue(Nor(CornerLead, Threat(d4)), IfTrue(IsMine(h4), MyPieces, Frontier), MultERC[-1.138159806778738](MobilityLead)), MyPieces), MobilityLead)), Minus(-2.7110638384550567, TheirPieces)), MyPieces), IfTrue(And(IsTheirs(g3), CornerLead), Minus(Threat(c2), MultERC[-2.877825530427436](MobilityLead)), Plus(Minus(Mobility, -4.000694515797212), MobilityLead))))", program_11),
    ("Minus(Plus(NullJ(One, Minus(TheirMobility, Plus(MyPieces, MobilityLead))), TheirMobility), IfTrue(Nor(Nor(LowerEqual(TheirMobility, One), Nand(LowerEqual(IfTrue(Nor(False, Threat(h6)), 4.9510798493549935, MyPieces), NullJ(MultERC[-4.877850310388514](Zero), Threat(c8))), NotG(And(LowerEqual(CornerLead, IfTrue(IsMine(h5), Frontier, Mobility)), Nand(NotG(Threat(c6), False), CornerLead)), False))), And(Nand(NotG(IsMine(e5), CornerLead), IsMine(c3)), Nor(Nor(Nand(CornerLead, And(IsMine(a4), Nand(True, IsMine(e8)))), IsTheirs(e1)), IsMine(b2)))), 1.3337031150592926, Lead))", program_12),
    ("IfTrue(And(Nand(IsTheirs(b3), Threat(g6)), Nor(LowerEqual(CornerLead, Plus(Plus(NullJ(Frontier, Mobility), One), CornerLead)), IsMine(f5))), IfTrue(And(NotG(NotG(Nor(LowerEqual(TheirPieces, CornerLead), NotG(IsTheirs(b4), LowerEqual(Plus(TheirPieces, Threat(b3)), Frontier))), False), Nor(CornerLead, Nor(Threat(b3), IsMine(c8)))), IsTheirs(f1)), MyPieces, Plus(TheirPieces, MyPieces)), MultERC[4.555106300181798](Plus(Frontier, NullJ(MultERC[2.5529575792450654](MultERC[-0.27625928414998224](Minus(Plus(MyPieces, MyPieces), NullJ(IfTrue(True, Mobility, CornerLead), TheirMobility)))), Minus(MultERC[-1.2889721342290694](TheirPieces), IfTrue(LowerEqual(Lead, One), -4.886065026114077, CornerLead))))))", program_13),
    ("IfTrue(Or(Nand(LowerEqual(Plus(Zero, NullJ(Threat(h2), IfTrue(Nor(Or(IsTheirs(g3), IsMine(d1)), True), Plus(MultERC[3.0939871748308043](Threat(d8)), MyPieces), NullJ(Plus(TheirPieces, Frontier), Zero)))), Lead), Nand(LowerEqual(NullJ(MobilityLead, TheirMobility), Minus(Plus(TheirMobility, IfTrue(Nor(False, IsTheirs(a8)), Plus(Zero, -3.0749772637785266), IfTrue(Threat(h3), Mobility, TheirPieces))), CornerLead)), LowerEqual(Minus(Mobility, Minus(MobilityLead, TheirMobility)), TheirPieces))), NotG(IsMine(b7), Threat(a8))), Plus(One, Plus(MobilityLead, Minus(TheirMobility, One))), Frontier)", program_14),
    ("IfTrue(And(LowerEqual(One, TheirPieces), Nand(NotG(And(LowerEqual(Frontier, MultERC[-4.156817554358582](Minus(TheirPieces, Threat(f6)))), NotG(Nor(Or(Nor(True, Threat(f2)), LowerEqual(TheirMobility, TheirMobility)), IsMine(f7)), True)), IsTheirs(b4)), Or(NotG(IsTheirs(f1), False), And(CornerLead, Nor(IsMine(f4), Or(LowerEqual(MobilityLead, One), IsTheirs(b3))))))), One, MultERC[1.665820407763765](IfTrue(Nand(LowerEqual(MyPieces, TheirMobility), NotG(IsTheirs(g1), IsMine(h1))), -1.2448203144533365, Lead)))", program_15),
];

#[inline(always)]
fn cells(view: &[u64]) -> &[u64; CELLS] {
    view.first_chunk().expect("a view has all cells of its language")
}

#[inline(always)]
fn count(cell: u64) -> f64 {
    f64::from(cell.count_ones())
}

#[inline(always)]
fn bit(cell: u64, bit: u32) -> f64 {
    f64::from((cell >> bit) as u32 & 1)
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_0(view: &[u64]) -> f64 {
    let view = cells(view);
    (count(view[3]) + ((if (!(((if ((view[2] >> 25 & 1 != 0) && (view[2] >> 27 & 1 != 0)) { count(view[7]) } else { (if (view[1] >> 13 & 1 != 0) { bit(view[2], 49) } else { (count(view[5]) - count(view[6])) }) }) <= (3.2033547622205045 * (if (view[1] >> 27 & 1 != 0) { count(view[1]) } else { (count(view[5]) - count(view[6])) }))) && ((0.7906448697874442 * count(view[3])) <= count(view[4]))) || ((((0.0 + count(view[7])) <= count(view[1])) || (count(view[5]) - count(view[6]) != 0.0)) && !((view[0] >> 43 & 1 != 0) && !((view[1] >> 27 & 1 != 0) && false)))) { (count(view[4]) + (count(view[5]) - count(view[6]))) } else { bit(view[2], 52) }) - (count(view[4]) + count(view[1]))))
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_1(view: &[u64]) -> f64 {
    let view = cells(view);
    (if !((((count(view[7]) + 0.0) + (-1.8315274794909797 * (count(view[0]) - count(view[1])))) <= (if (((view[2] >> 28 & 1 != 0) || ((count(view[5]) - count(view[6])) <= (2.3809814254863104 * (count(view[0]) - 1.0)))) && !((((count(view[5]) - count(view[6]) != 0.0) && (view[0] >> 27 & 1 != 0)) || !(view[2] >> 61 & 1 != 0)) || (view[0] >> 24 & 1 != 0))) { ((4.966801255780526 * (-0.306104841489101)) + bit(view[2], 13)) } else { (if (view[0] >> 43 & 1 != 0) { (2.1507415266289653) } else { (1.2819282646166847 * 0.0) }) })) || ((0.0 <= (bit(view[2], 43) - (count(view[3]) - count(view[4])))) || (count(view[5]) - count(view[6]) != 0.0))) { (-3.404764064413084 * count(view[3])) } else { (count(view[3]) - count(view[4])) })
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_2(view: &[u64]) -> f64 {
    let view = cells(view);
    ((if ((count(view[0]) - count(view[1])) <= ((count(view[7]) - (-1.8391818807000693)) - 1.0)) { 0.0 } else { bit(view[2], 30) }) - (if !((view[2] >> 13 & 1 != 0) && (view[1] >> 15 & 1 != 0)) { (((if (view[0] >> 43 & 1 != 0) { (0.0 + (count(view[1]) + (if (view[2] >> 23 & 1 != 0) { (if (view[2] >> 35 & 1 != 0) { (count(view[5]) - count(view[6])) } else { count(view[0]) }) } else { (count(view[3]) - count(view[4])) }))) } else { bit(view[2], 46) }) - (if !((count(view[5]) - count(view[6]) != 0.0) || !(!(count(view[5]) - count(view[6]) != 0.0) && (view[2] >> 38 & 1 != 0))) { 1.0 } else { (count(view[0]) - count(view[1])) })) - ((count(view[3]) - count(view[4])) + count(view[7]))) } else { bit(view[2], 48) }))
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_3(view: &[u64]) -> f64 {
    let view = cells(view);
    (if !(((count(view[5]) - count(view[6]) != 0.0) && !((count(view[0]) <= count(view[0])) && !(((if ((view[2] >> 5 & 1 != 0) || (count(view[5]) - count(view[6]) != 0.0)) { (if !((view[1] >> 51 & 1 != 0) && (view[0] >> 17 & 1 != 0)) { count(view[1]) } else { (3.719692993388472) }) } else { (0.5969274357717751 * (bit(view[2], 40) + count(view[4]))) }) <= (bit(view[2], 48) + (((3.51753787949586) - count(view[3])) - 0.0))) && !((view[2] >> 28 & 1 != 0) || !(!((count(view[5]) - count(view[6]) != 0.0) && ((view[1] >> 57 & 1 != 0) || (view[2] >> 60 & 1 != 0))) && (view[2] >> 61 & 1 != 0)))))) && !(!(!(view[1] >> 62 & 1 != 0) || !(view[0] >> 52 & 1 != 0)) || false)) { (count(view[1]) + (count(view[5]) - count(view[6]))) } else { count(view[7]) })
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_4(view: &[u64]) -> f64 {
    let view = cells(view);
    (if (!(false || !((count(view[0]) <= (if (true && (((count(view[0]) - count(view[1])) <= count(view[7])) && (count(view[5]) - count(view[6]) != 0.0))) { 1.0 } else { bit(view[2], 43) })) && !(!((view[1] >> 0 & 1 != 0) && (count(view[5]) - count(view[6]) != 0.0)) && (count(view[5]) - count(view[6]) != 0.0)))) || ((count(view[3]) <= (((count(view[3]) - count(view[4])) + (count(view[7]) - count(view[1]))) + (2.791735781365203 * (if (!((view[2] >> 23 & 1 != 0) && (view[2] >> 36 & 1 != 0)) && !((count(view[5]) - count(view[6]) != 0.0) && (view[1] >> 22 & 1 != 0))) { count(view[7]) } else { (count(view[7]) + (-1.0059357346345532 * (count(view[0]) - count(view[1])))) })))) && !(count(view[0]) <= 1.0))) { ((count(view[5]) - count(view[6])) - count(view[7])) } else { count(view[3]) })
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_5(view: &[u64]) -> f64 {
    let view = cells(view);
    ((if (bit(view[2], 60) <= ((count(view[5]) - count(view[6])) + count(view[3]))) { 1.0 } else { (((count(view[5]) - count(view[6])) + 1.0) + count(view[1])) }) - ((if false { (count(view[5]) - count(view[6])) } else { (if ((((bit(view[2], 22) - count(view[3])) - ((count(view[3]) - count(view[4])) + (count(view[0]) - count(view[1])))) + (-4.4149665319445575 * bit(view[2], 63))) <= (count(view[1]) - (if ((view[2] >> 35 & 1 != 0) && (view[2] >> 59 & 1 != 0)) { 1.0 } else { count(view[1]) }))) { (1.0 - (count(view[1]) + (3.1198722849761893 * (count(view[0]) + count(view[0]))))) } else { (-0.7903559195579613) }) }) - 1.0))
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_6(view: &[u64]) -> f64 {
    let view = cells(view);
    ((if (view[2] >> 63 & 1 != 0) { bit(view[2], 14) } else { (0.9553518136142092 * (count(view[5]) - count(view[6]))) }) + (count(view[7]) + ((if (!(((0.7564015228729604 * (count(view[5]) - count(view[6]))) <= (-0.7877408976773559)) && !(((count(view[4]) <= count(view[1])) && !(false && false)) && (!((view[0] >> 3 & 1 != 0) || (view[1] >> 60 & 1 != 0)) || !((view[0] >> 30 & 1 != 0) || (view[0] >> 27 & 1 != 0))))) && true) { count(view[7]) } else { ((1.0 - ((4.836156878948918) + (count(view[5]) - count(view[6])))) + count(view[3])) }) - (if !(view[1] >> 20 & 1 != 0) { count(view[7]) } else { bit(view[2], 38) }))))
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_7(view: &[u64]) -> f64 {
    let view = cells(view);
    ((if !(((-2.2514683137762237 * ((2.757750948596234 * count(view[4])) - (if (((count(view[3]) - count(view[4])) - 1.0) <= (2.486497144189606)) { count(view[1]) } else { count(view[0]) }))) <= (-2.593875498927898 * (count(view[4]) + ((if (view[2] >> 45 & 1 != 0) { bit(view[2], 40) } else { (count(view[0]) - count(view[1])) }) + (count(view[0]) - count(view[1])))))) && !(((view[2] >> 42 & 1 != 0) || ((count(view[0]) - count(view[1])) <= (if (view[0] >> 60 & 1 != 0) { 1.0 } else { (4.891278180701626 * (if (view[2] >> 8 & 1 != 0) { (3.797817621837174) } else { (count(view[3]) - count(view[4])) })) }))) && (0.0 <= (0.8016076278927304)))) { 0.0 } else { count(view[1]) }) + (count(view[3]) - count(view[4])))
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_8(view: &[u64]) -> f64 {
    let view = cells(view);
    ((if !(!(!(!((!(!(view[0] >> 7 & 1 != 0) || !((view[0] >> 37 & 1 != 0) && (view[2] >> 27 & 1 != 0))) || ((true && (count(view[5]) - count(view[6]) != 0.0)) || (view[0] >> 43 & 1 != 0))) || (view[0] >> 59 & 1 != 0)) || !((count(view[5]) - count(view[6]) != 0.0) || (view[0] >> 46 & 1 != 0))) || (count(view[1]) <= 1.0)) || (!(count(view[5]) - count(view[6]) != 0.0) || (view[1] >> 44 & 1 != 0))) { (if !((view[0] >> 55 & 1 != 0) && !((count(view[3]) <= 0.0) || !((count(view[5]) - count(view[6]) != 0.0) || ((view[0] >> 62 & 1 != 0) || !(((view[1] >> 36 & 1 != 0) || (view[0] >> 41 & 1 != 0)) || (view[0] >> 60 & 1 != 0)))))) { (-3.116606201923744) } else { count(view[3]) }) } else { count(view[3]) }) + (0.6951205407035239 * count(view[7])))
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_9(view: &[u64]) -> f64 {
    let view = cells(view);
    ((count(view[0]) - count(view[1])) + (if !(((((!((view[0] >> 63 & 1 != 0) || (view[0] >> 57 & 1 != 0)) && (view[2] >> 48 & 1 != 0)) || !(((4.1029639303715975) <= (count(view[5]) - count(view[6]))) || ((count(view[5]) - count(view[6]) != 0.0) && !(count(view[5]) - count(view[6]) != 0.0)))) && true) && (view[1] >> 61 & 1 != 0)) || (((count(view[3]) - count(view[4])) <= ((bit(view[2], 36) - count(view[7])) + count(view[4]))) && ((count(view[3]) - count(view[4])) <= 0.0))) { count(view[3]) } else { ((if (!(view[0] >> 50 & 1 != 0) || !!(1.0 <= count(view[1]))) { 0.0 } else { count(view[0]) }) + count(view[4])) }))
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_10(view: &[u64]) -> f64 {
    let view = cells(view);
    ((if (count(view[5]) - count(view[6]) != 0.0) { (if !((((count(view[0]) <= (bit(view[2], 5) + count(view[0]))) && (count(view[4]) <= (if false { (count(view[1]) + 0.0) } else { (count(view[5]) - count(view[6])) }))) || (((count(view[0]) + (count(view[3]) - count(view[4]))) - 0.0) <= bit(view[2], 52))) || !((count(view[5]) - count(view[6]) != 0.0) && ((if ((count(view[0]) - count(view[1])) <= (count(view[4]) - count(view[3]))) { bit(view[2], 8) } else { (4.5494755487640255) }) <= bit(view[2], 30)))) { (count(view[3]) + bit(view[2], 49)) } else { count(view[0]) }) } else { (-4.534415259245104 * count(view[1])) }) + 0.0)
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_11(view: &[u64]) -> f64 {
    let view = cells(view);
    (((count(view[3]) - count(view[4])) + (-0.42734980721191196 * count(view[4]))) - (if (count(view[5]) - count(view[6]) != 0.0) { (((if ((view[0] >> 8 & 1 != 0) && (view[2] >> 4 & 1 != 0)) { (count(view[0]) - count(view[1])) } else { (if !(view[0] >> 14 & 1 != 0) { ((if !((count(view[5]) - count(view[6]) != 0.0) || (view[2] >> 27 & 1 != 0)) { (if (view[0] >> 31 & 1 != 0) { count(view[0]) } else { count(view[7]) }) } else { (-1.138159806778738 * (count(view[3]) - count(view[4]))) }) - count(view[0])) } else { (count(view[3]) - count(view[4])) }) }) + ((-2.7110638384550567) - count(view[1]))) + count(view[0])) } else { (if ((view[1] >> 22 & 1 != 0) && (count(view[5]) - count(view[6]) != 0.0)) { (bit(view[2], 10) - (-2.877825530427436 * (count(view[3]) - count(view[4])))) } else { ((count(view[3]) - (-4.000694515797212)) + (count(view[3]) - count(view[4]))) }) }))
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_12(view: &[u64]) -> f64 {
    let view = cells(view);
    ((1.0 + count(view[4])) - (if !(!((count(view[4]) <= 1.0) || !(((if !(false || (view[2] >> 47 & 1 != 0)) { (4.9510798493549935) } else { count(view[0]) }) <= (-4.877850310388514 * 0.0)) && !(((count(view[5]) - count(view[6])) <= (if (view[0] >> 39 & 1 != 0) { count(view[7]) } else { count(view[3]) })) && !(!(view[2] >> 42 & 1 != 0) && (count(view[5]) - count(view[6]) != 0.0))))) || (!(!(view[0] >> 36 & 1 != 0) && (view[0] >> 18 & 1 != 0)) && !(!(!((count(view[5]) - count(view[6]) != 0.0) && ((view[0] >> 24 & 1 != 0) && !(true && (view[0] >> 60 & 1 != 0)))) || (view[1] >> 4 & 1 != 0)) || (view[0] >> 9 & 1 != 0)))) { (1.3337031150592926) } else { (count(view[0]) - count(view[1])) }))
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_13(view: &[u64]) -> f64 {
    let view = cells(view);
    (if (!((view[1] >> 17 & 1 != 0) && (view[2] >> 46 & 1 != 0)) && !(((count(view[5]) - count(view[6])) <= ((count(view[7]) + 1.0) + (count(view[5]) - count(view[6])))) || (view[0] >> 37 & 1 != 0))) { (if (!!!((count(view[1]) <= (count(view[5]) - count(view[6]))) || !(view[1] >> 25 & 1 != 0)) && (view[1] >> 5 & 1 != 0)) { count(view[0]) } else { (count(view[1]) + count(view[0])) }) } else { (4.555106300181798 * (count(view[7]) + (2.5529575792450654 * (-0.27625928414998224 * ((count(view[0]) + count(view[0])) - (if true { count(view[3]) } else { (count(view[5]) - count(view[6])) })))))) })
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_14(view: &[u64]) -> f64 {
    let view = cells(view);
    (if (!(((0.0 + bit(view[2], 15)) <= (count(view[0]) - count(view[1]))) && !(((count(view[3]) - count(view[4])) <= ((count(view[4]) + (if !(false || (view[1] >> 56 & 1 != 0)) { (0.0 + (-3.0749772637785266)) } else { (if (view[2] >> 23 & 1 != 0) { count(view[3]) } else { count(view[1]) }) })) - (count(view[5]) - count(view[6])))) && ((count(view[3]) - ((count(view[3]) - count(view[4])) - count(view[4]))) <= count(view[1])))) || !(view[0] >> 49 & 1 != 0)) { (1.0 + ((count(view[3]) - count(view[4])) + (count(view[4]) - 1.0))) } else { count(view[7]) })
}

#[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt"))]
fn program_15(view: &[u64]) -> f64 {
    let view = cells(view);
    (if ((1.0 <= count(view[1])) && !(!((count(view[7]) <= (-4.156817554358582 * (count(view[1]) - bit(view[2], 45)))) && !!((!(true || (view[2] >> 13 & 1 != 0)) || (count(view[4]) <= count(view[4]))) || (view[0] >> 53 & 1 != 0))) && (!(view[1] >> 5 & 1 != 0) || ((count(view[5]) - count(view[6]) != 0.0) && !((view[0] >> 29 & 1 != 0) || (((count(view[3]) - count(view[4])) <= 1.0) || (view[1] >> 17 & 1 != 0))))))) { 1.0 } else { (1.665820407763765 * (if !((count(view[0]) <= count(view[4])) && !(view[1] >> 6 & 1 != 0)) { (-1.2448203144533365) } else { (count(view[0]) - count(view[1])) })) })
}
