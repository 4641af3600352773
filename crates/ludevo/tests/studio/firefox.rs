//! The same studio in Firefox, driven through WebDriver BiDi: what a person does with mouse, keyboard and finger.

use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use ludevo_peers::needed_by;
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::browser::{PATIENCE, Page, Process, connected};
use crate::server::Server;

/// A headless Firefox with one page.
struct Firefox {
    _process: Process,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    context: Value,
    sent: u64,
    complaints: Vec<String>,
    _profile: TempDir,
}

impl Firefox {
    fn start(program: &Path) -> Firefox {
        let profile = tempfile::tempdir().unwrap();
        let mut command = Command::new(program);
        command
            .args(["--headless", "--no-remote", "--remote-debugging-port=0", "--profile"])
            .arg(profile.path());
        let process = Process::start(&mut command);
        let place = profile.path().join("WebDriverBiDiServer.json");
        let start = Instant::now();
        let port = loop {
            let said: Value =
                serde_json::from_str(&fs::read_to_string(&place).unwrap_or_default()).unwrap_or_default();
            if let Some(port) = said["ws_port"].as_u64() {
                break port;
            }
            assert!(start.elapsed() < PATIENCE, "Firefox did not start");
            std::thread::sleep(Duration::from_millis(50));
        };
        let mut firefox = Firefox {
            _process: process,
            socket: connected(format!("ws://127.0.0.1:{port}/session")),
            context: Value::Null,
            sent: 0,
            complaints: Vec::new(),
            _profile: profile,
        };
        firefox.call("session.new", json!({"capabilities": {}}));
        firefox.call("session.subscribe", json!({"events": ["log.entryAdded"]}));
        firefox.context = firefox.call("browsingContext.getTree", json!({}))["contexts"][0]["context"].take();
        firefox.look(1200);
        firefox
    }

    /// Sends a command and waits for its answer.
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.sent += 1;
        let message = json!({"id": self.sent, "method": method, "params": parameters});
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let mut answer: Value = serde_json::from_str(&text).unwrap();
            if answer["id"] == json!(self.sent) {
                // A page that is asked while it goes away cannot answer; whoever waits asks the next one.
                let went = answer["type"] == "error" && method == "script.evaluate";
                assert!(answer["type"] == "success" || went, "{method}: {answer}");
                return answer["result"].take();
            }
            if answer["method"] == "log.entryAdded" && answer["params"]["level"] == "error" {
                self.complaints.push(answer["params"].to_string());
            }
        }
    }

    fn go(&mut self, address: &str) {
        let parameters = json!({"context": self.context, "url": address, "wait": "complete"});
        self.call("browsingContext.navigate", parameters);
    }

    /// Looks at pages in another width.
    fn look(&mut self, width: u32) {
        let viewport = json!({"width": width, "height": 900});
        self.call("browsingContext.setViewport", json!({"context": self.context, "viewport": viewport}));
    }

    /// What a hand does with one device.
    fn act(&mut self, device: Value) {
        self.call("input.performActions", json!({"context": self.context, "actions": [device]}));
    }

    /// Points at an element, presses and lets go: with `mouse` or, as a finger does, with `touch`.
    fn press(&mut self, kind: &str, selector: &str) {
        let (x, y) = self.place(selector);
        let steps = json!([{"type": "pointerMove", "x": x.round(), "y": y.round()},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]);
        self.act(
            json!({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}),
        );
    }

    /// Presses a key, which WebDriver names by a character of its own.
    fn key(&mut self, key: char) {
        let steps = json!([{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]);
        self.act(json!({"type": "key", "id": "keyboard", "actions": steps}));
    }

    fn plies(&mut self) -> u64 {
        let plies = self.value("document.querySelector('.game').dataset.plies");
        plies.as_str().and_then(|plies| plies.parse().ok()).expect("a number of plies")
    }

    /// Waits until the move of the person and the answer to it are made.
    fn wait_for_turn_after(&mut self, plies: u64) {
        self.wait(&format!(
            "document.querySelector('.game').dataset.plies > {plies} && \
             document.querySelector('.game').dataset.turn === 'you' && \
             document.querySelector('#board').ariaBusy !== 'true'"
        ));
    }
}

impl Page for Firefox {
    fn value(&mut self, expression: &str) -> Value {
        let expression = format!("(async () => JSON.stringify(await ({expression})))()");
        let target = json!({"context": self.context});
        let parameters = json!({"expression": expression, "target": target, "awaitPromise": true});
        let answer = self.call("script.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        let text = answer["result"]["value"].as_str().unwrap_or("null");
        serde_json::from_str(text).unwrap()
    }

    fn complaints(&self) -> &[String] {
        &self.complaints
    }
}

const ENTER: char = '\u{e007}';
const ARROW_RIGHT: char = '\u{e014}';

#[test]
fn firefox_plays_by_mouse_keys_and_finger_and_watches_a_run() {
    let Some(program) = needed_by("firefox_plays_by_mouse_keys_and_finger_and_watches_a_run") else { return };
    let runs = tempfile::tempdir().unwrap();
    let studio = Server::start(runs.path());
    let mut firefox = Firefox::start(&program);
    for page in
        ["/", "/champions", "/new", "/runs", "/compare", "/replay", "/ladder", "/champions/reversi/champion"]
    {
        firefox.go(&format!("{}{page}", studio.address));
        assert!(!firefox.text("h1").is_empty(), "{page}");
    }
    firefox.go(&format!("{}/play?game=reversi", studio.address));
    firefox.fill("select[name=against]", "ab1");
    firefox.fill("select[name=side]", "first");
    firefox.leave(|firefox| firefox.press("mouse", "#start"));
    firefox.wait("document.querySelectorAll('#board .spot.can').length === 4");
    firefox.press("mouse", "#board .spot.can");
    firefox.wait_for_turn_after(0);
    // With the keyboard: to a place, on to the next one, and played.
    let plies = firefox.plies();
    firefox.value("document.querySelector('#board .spot.can').focus()");
    firefox.key(ARROW_RIGHT);
    firefox.wait("document.activeElement.matches('#board .spot')");
    firefox.key(ENTER);
    firefox.wait_for_turn_after(plies);
    // A finger on a narrow page: the first touch explains, the second plays.
    firefox.look(390);
    let plies = firefox.plies();
    let width = firefox.value("document.documentElement.scrollWidth");
    assert!(width.as_u64() <= Some(390), "the page is {width} wide");
    for _ in 0..2 {
        firefox.press("touch", "#board .spot.can");
        std::thread::sleep(Duration::from_millis(500));
        if firefox.plies() > plies {
            break;
        }
    }
    firefox.wait_for_turn_after(plies);
    firefox.look(1200);
    firefox.go(&format!("{}/new?experiment=reversi/quick", studio.address));
    firefox.fill("input[name='evolution.population']", "20");
    firefox.fill("input[name='evolution.generations']", "3");
    firefox.leave(|firefox| firefox.press("mouse", "#start"));
    firefox.wait("document.querySelector('#live a.button') !== null");
    firefox.leave(|firefox| firefox.press("mouse", "#live a.button"));
    assert!(firefox.text("h1").starts_with("Champion of "), "{}", firefox.text("h1"));
    assert!(firefox.complaints.is_empty(), "{:#?}", firefox.complaints);
}
