//! `ludevo studio`: the local web studio.

use anyhow::Context;
use ludevo_runs::runs_folder;
use ludevo_studio::{bind, serve};

use crate::args::Studio;
use crate::failure::{Done, Failure};
use crate::output;

/// Serves until it is interrupted. Evolution that it started ends with it and goes on when it is opened again.
pub(crate) fn run(args: &Studio) -> Done {
    let runs = runs_folder();
    let program = std::env::current_exe().context("this program cannot be found again")?;
    let studio = ludevo_studio::Studio::open(&runs, &program).map_err(Failure::request)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let listener = bind(args.port).await.with_context(|| match args.port {
            Some(port) => format!("port {port} cannot be used"),
            None => "no port of this machine can be used".to_owned(),
        })?;
        output::line(format!("The studio is at http://{}", listener.local_addr()?))?;
        output::remark(format!(
            "runs are in {}; Ctrl-C ends the studio, and the next one goes on",
            runs.display()
        ));
        studio.go_on();
        Ok(serve(studio, listener).await?)
    })
}
