//! The port: bound to this machine only, with bounded connections that cannot be kept half open.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::studio::Studio;

/// The port that the studio takes if it is free.
pub const USUAL_PORT: u16 = 4174;

/// Connections at once. Browsers open six for a site, one of them for its events; a connection that says nothing keeps its
/// place until its time is over, so there are many more places than anybody needs, and fewer than files a process may open.
const CONNECTIONS: usize = 800;
/// How long a connection may take to say what it wants, also the second time.
const HEADER_TIME: Duration = Duration::from_secs(10);

/// Takes a port of this machine: this one, which fails if it is taken, or the usual one, or else any free one.
pub async fn bind(port: Option<u16>) -> io::Result<TcpListener> {
    let at = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    match port {
        Some(port) => at(port).await,
        None => match at(USUAL_PORT).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => at(0).await,
            bound => bound,
        },
    }
}

/// Answers on a port until the process ends.
pub async fn serve(studio: Arc<Studio>, listener: TcpListener) -> io::Result<()> {
    let router = studio.router(listener.local_addr()?.port());
    let seats = Arc::new(Semaphore::new(CONNECTIONS));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME).max_buf_size(32 * 1024);
    loop {
        let seat = Arc::clone(&seats).acquire_owned().await.map_err(io::Error::other)?;
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                // Out of file descriptors, or a connection that is gone already: neither ends the studio.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let connection =
            http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
        tokio::spawn(async move {
            // A client that breaks its connection off harms only itself.
            let _ = connection.await;
            drop(seat);
        });
    }
}
