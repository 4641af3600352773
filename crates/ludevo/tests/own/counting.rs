//! A small game as a module in text, which tests spoil.

/// A game that works, to be spoiled: players add 1 or 2, and whoever reaches 5 wins.
pub(crate) const COUNTING: &str = r#"(module
    (memory (export "memory") 1)
    (func (export "ludevo_abi") (result i32) (i32.const 1))
    (func (export "state_at") (result i32) (i32.const 0))
    (func (export "moves_at") (result i32) (i32.const 64))
    (func (export "view_at") (result i32) (i32.const 128))
    (func (export "initial") (i32.store (i32.const 0) (i32.const 0)))
    (func (export "moves") (result i32)
        (i32.store (i32.const 64) (i32.const 1))
        (i32.store (i32.const 68) (i32.const 2))
        (i32.const 2))
    (func (export "apply") (param $more i32)
        (i32.store8 (i32.const 2) (i32.add (i32.load8_u (i32.const 2)) (local.get $more)))
        (i32.store8 (i32.const 0)
            (if (result i32) (i32.ge_u (i32.load8_u (i32.const 2)) (i32.const 5))
                (then (i32.add (i32.const 3) (i32.load8_u (i32.const 0))))
                (else (i32.sub (i32.const 1) (i32.load8_u (i32.const 0)))))))
    (func (export "view") (param i64)
        (f64.store (i32.const 128) (f64.convert_i32_u (i32.load8_u (i32.const 2))))))"#;

/// Its manifest.
pub(crate) const COUNTING_MANIFEST: &str = r#"name = "counting"
title = "Counting"
summary = "Count to five."
state = 4
cells = 1
plies = 5

[[terminal]]
name = "Sum"
read = "number"
cell = 0
within = [0, 6]
meaning = "the sum so far"
"#;

/// What makes a puzzle of it.
pub(crate) const PROBLEMS: &str = "\n[puzzle]\ntraining = 20\ntest = 20\n";
