//! Robots for RARS: compiled against a stand-in for its headers, and equal to our drivers step by step.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use ludevo_game::champion::ChampionFile;
use ludevo_peers::needed_by;

use crate::GAME;
use crate::drivers::Class;
use crate::language;
use crate::lap::{Limits, drive};
use crate::maths::Portable;
use crate::players::{Champion, own_lines};
use crate::sensors::Sensors;
use crate::track::{Layout, Track, shipped};

/// Two drivers, one a language: what each of their outputs does is in both.
const DRIVERS: [(&str, &str); 3] = [
    (
        "published",
        "tree steer\nDiv(Sub(Mul(AA, 0.4), Tan(Mul(NV, 0.3))), Add(AH, 0.3))\n\
         tree speed\nIfGreater(AH, 0.3, Add(Div(AH, Add(V, One)), Abs(NR)), Add(0.5, Mul(TE, Neg(Sub(TL, TR)))))\n",
    ),
    (
        "powers",
        "tree steer\nMul(AA, Exp(Sub(Mul(0.5, Log(V)), Add(2.2, Mul(0.6, Log(Add(AH, 0.1)))))))\n\
         tree speed\nExp(Add(Add(0.3, Mul(0.8, Log(Add(AH, 0.1)))), Mul(-0.1, Log(V))))\n",
    ),
    (
        "free",
        "tree across\nSub(Mul(0.04, Mul(Div(AA, AH), Mul(V, V))), Mul(0.8, Mul(NV, IfPositive(CR, TW, One))))\n\
         tree along\nSub(Sqrt(Mul(0.6, AH)), Positive(Sub(V, Mul(0.2, Add(NL, One)))))\n",
    ),
];

#[test]
fn a_robot_for_rars_asks_for_what_our_driver_asks_for() {
    let Some(compiler) = needed_by("a_robot_for_rars_asks_for_what_our_driver_asks_for") else { return };
    let folder = std::env::temp_dir().join(format!("ludevo-rars-cpp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let put = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    put("car.h", include_str!("rars/car.h"));
    put("track.h", include_str!("rars/track.h"));
    put("host.cpp", include_str!("rars/host.cpp"));
    for (name, trees) in DRIVERS {
        let language = language::named(name).expect("a language");
        let sensors = Sensors { beside: 0.25, ..Sensors::default() };
        let mut file = ChampionFile::new(
            "racing",
            name,
            language.hash(),
            own_lines(&sensors, Class::Reactive, "train5"),
        );
        file.program = trees.to_owned();
        let champion = Champion::read(&file).expect("a champion");
        put("robot.cpp", &GAME.export(&file, "rars-cpp", "Champion").expect("a robot"));
        let program = folder.join("robot");
        let sources = ["host.cpp", "robot.cpp"].map(|name| folder.join(name));
        let compiled = Command::new(&compiler)
            .args(["-std=c++17", "-O1", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-o"])
            .arg(&program)
            .args(&sources)
            .output()
            .expect("the compiler runs");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        for track in ["train5", "test3"] {
            let layout = shipped(track).expect("it ships");
            let track = Track::new::<Portable>(&layout);
            let (situations, asked) = lap_of(&layout, &track, &champion);
            let mut robot = Command::new(&program)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("the robot runs");
            let mut input = robot.stdin.take().expect("its input");
            let writer = std::thread::spawn(move || input.write_all(situations.as_bytes()));
            let output = robot.wait_with_output().expect("its answers");
            writer.join().expect("a thread").expect("all is written");
            let answers = String::from_utf8(output.stdout).expect("numbers");
            assert_eq!(answers.lines().count(), asked.len());
            for (step, (line, own)) in answers.lines().zip(&asked).enumerate() {
                let mut numbers = line.split(' ').map(|number| number.parse::<f64>().expect("a number"));
                for own in own {
                    let theirs = numbers.next().expect("two numbers");
                    // The robot has its place from the situation, which rounds; where its view grazes a wall, a
                    // square root of almost nothing makes more of that.
                    let near = 1e-6 * own.abs().max(1.0);
                    assert!(
                        (theirs - own).abs() <= near,
                        "{name}, step {step}: {theirs} where ours asks for {own}"
                    );
                }
            }
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

/// What a robot is shown in a lap, as text, and what our driver asks for at each step.
fn lap_of(layout: &Layout, track: &Track, champion: &Champion) -> (String, Vec<[f64; 2]>) {
    let mut text = format!("{} {:?}\n", track.segments.len(), layout.width);
    for segment in &track.segments {
        writeln!(text, "{:?} {:?}", segment.right_radius, segment.length).expect("text");
    }
    let mut asked = Vec::new();
    let driver = champion.contestant("champion");
    drive(track, &mut *driver.on(track), Limits::laps(1, track), true, 1, |race, command| {
        let car = &race.cars[0];
        let seen = &car.seen;
        let backward = u8::from(car.backward);
        writeln!(
            text,
            "{:?} {:?} {:?} {:?} {:?} {:?} {} {} {backward}",
            seen.to_left,
            seen.to_right,
            seen.to_end,
            seen.speed,
            seen.drift,
            car.fuel,
            car.damage,
            seen.segment
        )
        .expect("text");
        asked.push([command.alpha, command.speed]);
    });
    (text, asked)
}
