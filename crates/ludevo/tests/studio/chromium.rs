//! Chromium, driven through the DevTools protocol.

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

struct Chromium {
    _process: Process,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: Option<String>,
    sent: u64,
    /// The button that is held down.
    held: Option<Button>,
    /// How often a page asked for a file.
    choosers: usize,
    complaints: Vec<String>,
    _profile: TempDir,
}

/// Starts the Chromium at this path, without a window.
pub(crate) fn start(program: &Path) -> Browser {
    let profile = tempfile::tempdir().unwrap();
    let mut command = Command::new(program);
    command
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"])
        .args(["--disable-dev-shm-usage", "--disable-extensions", "--remote-debugging-port=0"])
        .arg(format!("--user-data-dir={}", profile.path().display()));
    let process = Process::start(&mut command);
    let ports = profile.path().join("DevToolsActivePort");
    let start = Instant::now();
    let address = loop {
        let text = fs::read_to_string(&ports).unwrap_or_default();
        if let Some((port, path)) = text.split_once('\n').filter(|(_, path)| !path.is_empty()) {
            break format!("ws://127.0.0.1:{port}{}", path.trim());
        }
        assert!(start.elapsed() < PATIENCE, "Chromium did not start");
        std::thread::sleep(Duration::from_millis(50));
    };
    let mut chromium = Chromium {
        _process: process,
        socket: connected(address),
        session: None,
        sent: 0,
        held: None,
        choosers: 0,
        complaints: Vec::new(),
        _profile: profile,
    };
    chromium.open_page();
    Browser::new(chromium)
}

impl Chromium {
    /// Sends a command and waits for its answer.
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.sent += 1;
        let mut message = json!({"id": self.sent, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let mut answer: Value = serde_json::from_str(&text).unwrap();
            if answer["id"] == json!(self.sent) {
                // What a page was asked while it went away has no answer; whoever waits asks the next one.
                let went = answer["error"]["message"].as_str().is_some_and(|said| said.contains("navigated"));
                if went && method == "Runtime.evaluate" {
                    return Value::Null;
                }
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].take();
            }
            let complaint = match answer["method"].as_str() {
                Some("Page.fileChooserOpened") => {
                    self.choosers += 1;
                    continue;
                }
                Some("Runtime.exceptionThrown") => &answer["params"]["exceptionDetails"],
                Some("Log.entryAdded") if answer["params"]["entry"]["level"] == "error" => {
                    &answer["params"]["entry"]
                }
                _ => continue,
            };
            self.complaints.push(complaint.to_string());
        }
    }

    /// Opens a page and turns to it.
    fn open_page(&mut self) {
        self.session = None;
        let target = self.call("Target.createTarget", json!({"url": "about:blank"}));
        let attached =
            self.call("Target.attachToTarget", json!({"targetId": target["targetId"], "flatten": true}));
        self.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
    }
}

impl Driver for Chromium {
    fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let mut answer = self.call("Runtime.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].take()
    }

    fn navigate(&mut self, address: &str) {
        self.call("Page.navigate", json!({"url": address}));
    }

    fn reload(&mut self) {
        self.call("Page.reload", json!({}));
    }

    fn mouse(&mut self, hand: Hand, (x, y): (f64, f64)) {
        let (kind, button) = match hand {
            Hand::Moves => ("mouseMoved", self.held),
            Hand::Presses(button) => ("mousePressed", Some(button)),
            Hand::LetsGo(button) => ("mouseReleased", Some(button)),
        };
        self.held = button.filter(|_| !matches!(hand, Hand::LetsGo(_)));
        let name = button.map_or("none", |button| if button == Button::First { "left" } else { "right" });
        let buttons = self.held.map_or(0, |button| if button == Button::First { 1 } else { 2 });
        let parameters =
            json!({"type": kind, "x": x, "y": y, "button": name, "buttons": buttons, "clickCount": 1});
        self.call("Input.dispatchMouseEvent", parameters);
    }

    fn finger(&mut self, way: &[(f64, f64)]) {
        self.call("Emulation.setTouchEmulationEnabled", json!({"enabled": true}));
        for (step, (x, y)) in way.iter().enumerate() {
            let kind = if step == 0 { "touchStart" } else { "touchMove" };
            self.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": [{"x": x, "y": y}]}));
        }
        self.call("Input.dispatchTouchEvent", json!({"type": "touchEnd", "touchPoints": []}));
        self.call("Emulation.setTouchEmulationEnabled", json!({"enabled": false}));
    }

    fn key(&mut self, key: &str) {
        let (text, code) = match key {
            "Enter" => ("\r", 13),
            "Tab" => ("", 9),
            "Escape" => ("", 27),
            "ArrowLeft" => ("", 37),
            "ArrowUp" => ("", 38),
            "ArrowRight" => ("", 39),
            "ArrowDown" => ("", 40),
            _ => panic!("the key {key} has no code here"),
        };
        for kind in [if text.is_empty() { "rawKeyDown" } else { "keyDown" }, "keyUp"] {
            let parameters =
                json!({"type": kind, "key": key, "code": key, "text": text, "windowsVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", parameters);
        }
    }

    fn look(&mut self, Look { width, height, dark }: Look) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        self.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("Emulation.setEmulatedMedia", media);
    }

    fn picture(&mut self, [x, y, width, height]: [f64; 4]) -> String {
        let clip = json!({"x": x, "y": y, "width": width, "height": height, "scale": 1});
        let parameters = json!({"format": "png", "captureBeyondViewport": true, "clip": clip});
        let taken = self.call("Page.captureScreenshot", parameters);
        taken["data"].as_str().unwrap_or_default().to_owned()
    }

    fn choose_file(&mut self, selector: &str, place: (f64, f64), file: &Path) {
        self.call("Page.setInterceptFileChooserDialog", json!({"enabled": true}));
        self.choosers = 0;
        for hand in [Hand::Moves, Hand::Presses(Button::First), Hand::LetsGo(Button::First)] {
            self.mouse(hand, place);
        }
        let start = Instant::now();
        while self.choosers == 0 {
            assert!(start.elapsed() < PATIENCE, "no file was asked for");
            self.value("true");
        }
        let expression = format!("document.querySelector({})", json!(selector));
        let field = self.call("Runtime.evaluate", json!({"expression": expression}));
        let object = field["result"]["objectId"].clone();
        self.call("DOM.setFileInputFiles", json!({"files": [file], "objectId": object}));
    }

    fn complaints(&mut self) -> Vec<String> {
        std::mem::take(&mut self.complaints)
    }
}
