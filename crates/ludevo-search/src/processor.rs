//! Hot functions compiled twice: for any processor, and for those with the instructions of x86-64-v3.
//!
//! A plain build runs everywhere, so the compiler may neither count bits by one instruction nor work on four words at
//! once. What is declared by [`tuned!`](crate::tuned) does where the processor can, which is found out when the program
//! runs. Both versions compute the same: nothing here rounds differently.

#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering};

/// Whether this processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn is_v3() -> bool {
    match KNOWN.load(Ordering::Relaxed) {
        0 => find_out(),
        known => known == YES,
    }
}

/// Whether this processor has the instructions of x86-64-v3: another kind of processor does not.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn is_v3() -> bool {
    false
}

/// 0 until it is known.
#[cfg(target_arch = "x86_64")]
static KNOWN: AtomicU8 = AtomicU8::new(0);

#[cfg(target_arch = "x86_64")]
const YES: u8 = 2;

#[cfg(target_arch = "x86_64")]
#[cold]
fn find_out() -> bool {
    let is_v3 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    KNOWN.store(if is_v3 { YES } else { 1 }, Ordering::Relaxed);
    is_v3
}

/// Declares functions that are compiled for any processor and once more for x86-64-v3, and that call whichever fits
/// ([`is_v3`]). What a body calls profits only if it is inlined there, so let it be `#[inline(always)]`.
///
/// ```
/// ludevo_search::tuned! {
///     /// How many squares are in both sets.
///     pub fn common(one: u64, two: u64) -> u32 {
///         (one & two).count_ones()
///     }
/// }
/// assert_eq!(common(0b0110, 0b1100), 1);
/// ```
#[macro_export]
macro_rules! tuned {
    ($(
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty $body:block
    )+) => {$(
        $(#[$attribute])*
        $visibility fn $name($($argument: $type),*) -> $result {
            #[inline(always)]
            fn body($($argument: $type),*) -> $result $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn v3($($argument: $type),*) -> $result {
                body($($argument),*)
            }

            #[cfg(target_arch = "x86_64")]
            if $crate::processor::is_v3() {
                // SAFETY: the processor has the instructions that the function is compiled to.
                return unsafe { v3($($argument),*) };
            }
            body($($argument),*)
        }
    )+};
}
