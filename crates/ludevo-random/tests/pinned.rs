//! The first number of every stream, written down: whatever changes one changes every run and every champion's making.

use ludevo_random::{Purpose, stream};
use rand::RngExt;

/// What the stream of a purpose begins with, for seed 7, generation 3, slot 11.
fn first(purpose: Purpose) -> u64 {
    use Purpose::*;
    // No other arm: a new purpose is written down too.
    match purpose {
        Birth => 0x541b_a45b_ef58_a087,
        Breeding => 0xa837_f988_44e1_4edb,
        Pairing => 0x2a25_43df_2216_0e0e,
        Fitness => 0x785c_67dc_12c2_fc3e,
        Yardstick => 0xf7d5_0e0f_bc59_cec0,
        Match => 0xf51b_f270_305f_ca31,
        Final => 0x9173_dbfe_382d_3806,
        Tuning => 0x98d6_793c_f12c_a3ef,
        Sampling => 0xbfe6_89a6_af94_a02c,
        Choice => 0x272d_8bf3_9807_eaec,
        Foresight => 0xc42b_5f30_53bf_8111,
        Learning => 0xe7a3_1d2a_e9f8_d35a,
        Teaching => 0x30dc_6b06_fec9_eb3a,
        Migration => 0x98e9_9567_fdfd_4390,
        Rivals => 0x36c7_0ac9_d2ed_2364,
        Topology => 0x31fd_8d70_41eb_5143,
        Beyond => 0x4540_a372_cc00_b946,
        Tracks => 0x6dc6_6f30_9cad_1596,
        Problems => 0x6792_1476_dc24_0723,
        Again => 0x8304_9f96_9389_b50e,
    }
}

const ALL: [Purpose; 20] = [
    Purpose::Birth,
    Purpose::Breeding,
    Purpose::Pairing,
    Purpose::Fitness,
    Purpose::Yardstick,
    Purpose::Match,
    Purpose::Final,
    Purpose::Tuning,
    Purpose::Sampling,
    Purpose::Choice,
    Purpose::Foresight,
    Purpose::Learning,
    Purpose::Teaching,
    Purpose::Migration,
    Purpose::Rivals,
    Purpose::Topology,
    Purpose::Beyond,
    Purpose::Tracks,
    Purpose::Problems,
    Purpose::Again,
];

#[test]
fn every_stream_begins_as_it_always_did() {
    for purpose in ALL {
        let found: u64 = stream(7, purpose, 3, 11).random();
        assert_eq!(found, first(purpose), "{purpose:?} begins with {found:#018x}");
    }
}

/// How the numbers of a stream become shares, choices and coins is part of what a run is.
#[test]
fn numbers_are_drawn_as_they_always_were() {
    let mut rng = stream(7, Purpose::Sampling, 3, 11);
    let share: f64 = rng.random();
    let place = rng.random_range(0..1000_usize);
    let coins: Vec<bool> = (0..8).map(|_| rng.random_bool(0.3)).collect();
    assert_eq!((share, place), (f64::from_bits(0x3fe7_fcd1_34d5_f294), 181));
    assert_eq!(coins, [false, true, false, false, false, false, false, false]);
}
