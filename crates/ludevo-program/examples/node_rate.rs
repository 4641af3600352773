//! Prints how many million nodes a second programs run at, and how long it takes to make them ready.

#![allow(clippy::print_stdout)]

use ludevo_program::node_rate::measure;

fn main() {
    let rates = measure(300).expect("programs can be compiled on this machine");
    let report =
        |name, rate: f64| println!("{name:<12} {rate:>8.0} Mnodes/s   {:.3} of Rust", rate / rates.rust);
    report("rust", rates.rust);
    report("compiled", rates.compiled);
    report("interpreted", rates.interpreted);
    println!("lowering     {:?} a program", rates.lowering);
    println!("compiling    {:?} a program", rates.compiling);
}
