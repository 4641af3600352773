//! A studio as its own process, as people start it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A running studio.
pub(crate) struct Server {
    pub(crate) child: Child,
    /// Such as `http://127.0.0.1:40123`.
    pub(crate) address: String,
}

impl Server {
    /// Starts a studio for a folder of runs, on any free port.
    pub(crate) fn start(runs: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludevo"))
            .args(["studio", "--port", "0"])
            .env("LUDEVO_RUNS", runs)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim().strip_prefix("The studio is at ").expect("the address is printed").to_owned();
        Server { child, address }
    }

    /// The host as requests name it.
    pub(crate) fn host(&self) -> &str {
        self.address.trim_start_matches("http://")
    }

    /// Sends bytes and returns what comes back until the connection closes.
    pub(crate) fn send(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let mut answer = Vec::new();
        // A request that is refused early may find the other end closed before it is through.
        let _ = stream.write_all(request);
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The answer to a GET.
    pub(crate) fn get(&self, path: &str) -> String {
        let host = self.host();
        self.send(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
    }

    /// The answer to a form.
    pub(crate) fn post(&self, path: &str, form: &str) -> String {
        let host = self.host();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\n\r\n",
            form.len()
        );
        self.send((head + form).as_bytes())
    }

    /// Ends it without warning, as a power failure would.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until something holds.
pub(crate) fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(300), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
