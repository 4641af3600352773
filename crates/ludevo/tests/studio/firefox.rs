//! Firefox, driven through WebDriver BiDi.

use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::browser::{Browser, Button, Driver, Hand, Look, PATIENCE, Process, connected};

struct Firefox {
    _process: Process,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    context: Value,
    sent: u64,
    complaints: Vec<String>,
    _profile: TempDir,
}

/// Starts the Firefox at this path, without a window.
pub(crate) fn start(program: &Path) -> Browser {
    let profile = tempfile::tempdir().unwrap();
    let mut command = Command::new(program);
    command.args(["--headless", "--no-remote", "--remote-debugging-port=0", "--profile"]).arg(profile.path());
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
    // A field for files that is clicked opens no window, which nobody could see.
    let wanted = json!({"alwaysMatch": {"unhandledPromptBehavior": {"file": "dismiss"}}});
    firefox.call("session.new", json!({"capabilities": wanted}));
    firefox.call("session.subscribe", json!({"events": ["log.entryAdded"]}));
    // A tab of its own has the keyboard; in the first one the field for addresses keeps it.
    firefox.context = firefox.call("browsingContext.create", json!({"type": "tab"}))["context"].take();
    Browser::new(firefox)
}

impl Firefox {
    /// Sends a command and waits for its answer.
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.sent += 1;
        let message = json!({"id": self.sent, "method": method, "params": parameters});
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let mut answer: Value = serde_json::from_str(&text).unwrap();
            if answer["id"] == json!(self.sent) {
                // What a page was asked while it went away has no answer; whoever waits asks the next one.
                let went = answer["type"] == "error" && method == "script.evaluate";
                assert!(answer["type"] == "success" || went, "{method}: {answer}");
                return answer["result"].take();
            }
            if answer["method"] == "log.entryAdded" && answer["params"]["level"] == "error" {
                self.complaints.push(answer["params"].to_string());
            }
        }
    }

    /// What the page makes of an expression.
    fn evaluated(&mut self, expression: &str) -> Value {
        let target = json!({"context": self.context});
        let parameters = json!({"expression": expression, "target": target, "awaitPromise": true});
        let mut answer = self.call("script.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"].take()
    }

    /// What a hand does with one device.
    fn act(&mut self, device: Value) {
        self.call("input.performActions", json!({"context": self.context, "actions": [device]}));
    }

    fn point(&mut self, kind: &str, steps: &[Value]) {
        self.act(
            json!({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps}),
        );
    }
}

/// A value of a page without the names of its types.
fn plain(value: &Value) -> Value {
    let inner = &value["value"];
    let items = inner.as_array().map_or(&[][..], Vec::as_slice);
    match value["type"].as_str() {
        Some("array") => items.iter().map(plain).collect(),
        Some("object") => {
            let named = |pair: &Value| (pair[0].as_str().unwrap_or_default().to_owned(), plain(&pair[1]));
            Value::Object(items.iter().map(named).collect())
        }
        _ => inner.clone(),
    }
}

fn moved((x, y): (f64, f64)) -> Value {
    json!({"type": "pointerMove", "x": x.round(), "y": y.round()})
}

impl Driver for Firefox {
    fn value(&mut self, expression: &str) -> Value {
        plain(&self.evaluated(expression))
    }

    fn navigate(&mut self, address: &str) {
        let parameters = json!({"context": self.context, "url": address, "wait": "none"});
        self.call("browsingContext.navigate", parameters);
    }

    fn reload(&mut self) {
        self.call("browsingContext.reload", json!({"context": self.context, "wait": "none"}));
    }

    fn mouse(&mut self, hand: Hand, place: (f64, f64)) {
        let number = |button: Button| if button == Button::First { 0 } else { 2 };
        let step = match hand {
            Hand::Moves => moved(place),
            Hand::Presses(button) => json!({"type": "pointerDown", "button": number(button)}),
            Hand::LetsGo(button) => json!({"type": "pointerUp", "button": number(button)}),
        };
        self.point("mouse", &[moved(place), step]);
    }

    fn finger(&mut self, way: &[(f64, f64)]) {
        let mut steps: Vec<Value> = way.iter().copied().map(moved).collect();
        steps.insert(1, json!({"type": "pointerDown", "button": 0}));
        steps.push(json!({"type": "pointerUp", "button": 0}));
        self.point("touch", &steps);
    }

    fn key(&mut self, key: &str) {
        // WebDriver names keys by characters of its own.
        let value = match key {
            "Enter" => '\u{e007}',
            "Tab" => '\u{e004}',
            "Escape" => '\u{e00c}',
            "ArrowLeft" => '\u{e012}',
            "ArrowUp" => '\u{e013}',
            "ArrowRight" => '\u{e014}',
            "ArrowDown" => '\u{e015}',
            _ => panic!("the key {key} has no character here"),
        };
        let steps = json!([{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]);
        self.act(json!({"type": "key", "id": "keyboard", "actions": steps}));
    }

    fn look(&mut self, Look { width, height, .. }: Look) {
        let viewport = json!({"width": width, "height": height});
        self.call("browsingContext.setViewport", json!({"context": self.context, "viewport": viewport}));
    }

    fn picture(&mut self, [x, y, width, height]: [f64; 4]) -> String {
        let clip = json!({"type": "box", "x": x, "y": y, "width": width, "height": height});
        let parameters = json!({"context": self.context, "origin": "document", "clip": clip});
        let taken = self.call("browsingContext.captureScreenshot", parameters);
        taken["data"].as_str().unwrap_or_default().to_owned()
    }

    fn choose_file(&mut self, selector: &str, place: (f64, f64), file: &Path) {
        self.value(&format!(
            "document.querySelector({}).onclick = () => window.asked = true",
            json!(selector)
        ));
        for hand in [Hand::Moves, Hand::Presses(Button::First), Hand::LetsGo(Button::First)] {
            self.mouse(hand, place);
        }
        assert_eq!(self.value("window.asked"), json!(true), "no file was asked for");
        let field = self.evaluated(&format!("document.querySelector({})", json!(selector)));
        let parameters =
            json!({"context": self.context, "element": {"sharedId": field["sharedId"]}, "files": [file]});
        self.call("input.setFiles", parameters);
    }

    fn complaints(&mut self) -> Vec<String> {
        std::mem::take(&mut self.complaints)
    }
}
