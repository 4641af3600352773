//! `ludevo completions` and `ludevo man`: what a shell and `man` want to know, made from the declarations of the arguments.

use std::io::{self, Write};

use clap::CommandFactory;

use crate::args::{Args, Completions};
use crate::failure::Done;

/// Prints the completions of a shell.
pub(crate) fn completions(args: &Completions) -> Done {
    // Written at once, since clap_complete takes a closed pipe for a defect.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "ludevo", &mut text);
    Ok(io::stdout().lock().write_all(&text)?)
}

/// Prints the manual: a page, and a part for each command.
pub(crate) fn manual() -> Done {
    let mut out = io::stdout().lock();
    clap_mangen::Man::new(Args::command()).render(&mut out)?;
    for command in Args::command().get_subcommands().filter(|command| !command.is_hide_set()) {
        let name = format!("ludevo {}", command.get_name());
        let page = clap_mangen::Man::new(command.clone().display_name(name));
        page.render_name_section(&mut out)?;
        page.render_synopsis_section(&mut out)?;
        page.render_options_section(&mut out)?;
    }
    Ok(())
}
