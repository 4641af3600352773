//! `cargo xtask dist`: an archive that runs on a machine without Rust.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use ludevo_peers::root;

/// What goes into the archive beside the program, its completions and its manual.
const FILES: [&str; 3] = ["README.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Shells whose completions go along.
const SHELLS: [&str; 3] = ["bash", "zsh", "fish"];

/// Builds the program, packs it into `target/dist`, and tries it where there is nothing else.
pub(crate) fn pack() -> anyhow::Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let targets = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    let mut build = Command::new(cargo);
    build.args(["build", "--release", "-p", "ludevo"]).current_dir(root());
    let mut built = targets.clone();
    if system == "linux" {
        // With the C library inside, it runs on any Linux, however old or bare. A target that is named keeps the flag from
        // what is only run while building.
        let target = format!("{processor}-unknown-linux-gnu");
        build.args(["--target", &target]).env("RUSTFLAGS", "-C target-feature=+crt-static");
        built.push(target);
    }
    run(&mut build)?;
    let program = built.join("release").join(format!("ludevo{}", std::env::consts::EXE_SUFFIX));
    let name = format!("ludevo-{}-{processor}-{system}", env!("CARGO_PKG_VERSION"));
    let folder = targets.join("dist").join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("completions"))?;
    fs::copy(&program, folder.join("ludevo")).with_context(|| program.display().to_string())?;
    for file in FILES {
        fs::copy(root().join(file), folder.join(file)).with_context(|| file.to_owned())?;
    }
    copy_folder(&root().join("docs"), &folder.join("docs"))?;
    for shell in SHELLS {
        fs::write(folder.join("completions").join(shell), printed(&program, &["completions", shell])?)?;
    }
    fs::write(folder.join("ludevo.1"), printed(&program, &["man"])?)?;
    let archive = targets.join("dist").join(format!("{name}.tar.gz"));
    run(Command::new("tar").arg("czf").arg(&archive).arg("-C").arg(targets.join("dist")).arg(&name))?;
    println!("wrote {}", archive.display());
    println!("{}", alone(&folder)?);
    Ok(())
}

/// Whether the program runs where there is nothing but the archive, as far as that can be tried here.
fn alone(folder: &Path) -> anyhow::Result<&'static str> {
    let tried =
        Command::new("chroot").arg(folder).args(["/ludevo", "match", "reversi", "champion", "ab1"]).output();
    match tried {
        Ok(output) if output.status.success() => Ok("it runs with nothing else there"),
        // The code of `chroot` itself, which only the administrator may use.
        Ok(output) if output.status.code() == Some(125) => Ok("not tried without anything else: needs root"),
        Ok(output) => bail!("it does not run alone: {}", String::from_utf8_lossy(&output.stderr)),
        Err(_) => Ok("not tried without anything else: there is no chroot"),
    }
}

fn run(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed");
    }
    Ok(())
}

fn printed(program: &Path, arguments: &[&str]) -> anyhow::Result<Vec<u8>> {
    let output = Command::new(program).args(arguments).output()?;
    if !output.status.success() {
        bail!("{} {arguments:?} failed", program.display());
    }
    Ok(output.stdout)
}

fn copy_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
