//! The functions by which runs decide, or which they log, give these bits on every machine.

#[test]
fn functions_of_doubles_give_the_bits_that_they_always_gave() {
    let pinned = [
        ("acos", libm::acos(0.7), 0x3fe9_73e8_3f5d_5c9b),
        ("asin", libm::asin(0.7), 0x3fe8_d00e_692a_fd95),
        ("atan2", libm::atan2(0.7, -2.3), 0x4006_c4eb_3e58_b1ee),
        ("cos", libm::cos(4.56), 0xbfc3_6e2d_81e4_d8c1),
        ("exp", libm::exp(-1.23), 0x3fd2_b4eb_ed80_2e61),
        ("log", libm::log(0.123), 0xc000_c3ba_b03a_d16e),
        ("log10", libm::log10(0.123), 0xbfed_1f7f_50d3_fc51),
        ("pow", libm::pow(10.0, -0.4375), 0x3fd7_5f03_4d79_e964),
        ("sincos", libm::sincos(4.56).0, 0xbfef_a110_a242_76a3),
        ("tanh", libm::tanh(0.77), 0x3fe4_b3a5_640e_eeb8),
    ];
    for (name, found, bits) in pinned {
        assert_eq!(found.to_bits(), bits, "{name} is {found}");
    }
}

#[test]
fn functions_of_singles_give_the_bits_that_they_always_gave() {
    let pinned = [("expf", libm::expf(-1.23), 0x3e95_a75f), ("powf", libm::powf(0.99, 37.0), 0x3f30_7fc0)];
    for (name, found, bits) in pinned {
        assert_eq!(found.to_bits(), bits, "{name} is {found}");
    }
}
