//! A real browser, driven through the DevTools protocol.

use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// How long a page may take for what it is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A page that is open in a browser, whichever that is.
pub(crate) trait Page {
    /// The value of a JavaScript expression in the page.
    fn value(&mut self, expression: &str) -> Value;

    /// What pages complained about.
    fn complaints(&self) -> &[String];

    /// The text of the first element that fits.
    fn text(&mut self, selector: &str) -> String {
        let found = self.value(&format!("document.querySelector({})?.textContent ?? ''", json!(selector)));
        found.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression is true.
    fn wait(&mut self, expression: &str) {
        let start = Instant::now();
        // What is waited for may be on a page that is not there yet.
        let holds =
            format!("(() => {{ try {{ return Boolean({expression}); }} catch {{ return false; }} }})()");
        while self.value(&holds) != json!(true) {
            if start.elapsed() > PATIENCE {
                let body = self.text("main");
                panic!("waited in vain for {expression}; {:?}; the page says: {body}", self.complaints());
            }
            std::thread::sleep(Duration::from_millis(40));
        }
    }

    /// Does something that leads to another page, and waits for that.
    fn leave(&mut self, doing: impl FnOnce(&mut Self))
    where
        Self: Sized,
    {
        self.value("window.gone = true");
        doing(self);
        self.wait("!window.gone && document.readyState === 'complete'");
    }

    /// The middle of an element, after scrolling it into view.
    fn place(&mut self, selector: &str) -> (f64, f64) {
        let place = self.value(&format!(
            "(() => {{ const e = document.querySelector({}); if (!e) return null; \
             e.scrollIntoView({{block: 'center', behavior: 'instant'}}); const b = e.getBoundingClientRect(); \
             return [b.x + b.width / 2, b.y + b.height / 2]; }})()",
            json!(selector)
        ));
        let (x, y) = (place[0].as_f64(), place[1].as_f64());
        x.zip(y).unwrap_or_else(|| panic!("no {selector} to click"))
    }

    /// Writes into a field.
    fn fill(&mut self, selector: &str, value: &str) {
        let (selector, value) = (json!(selector), json!(value));
        self.value(&format!("document.querySelector({selector}).value = {value}"));
        self.value(&format!("document.querySelector({selector}).dispatchEvent(new Event('change'))"));
    }
}

/// A headless browser with one page.
pub(crate) struct Browser {
    _process: Process,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: Option<String>,
    sent: u64,
    /// How often a page asked for a file.
    choosers: usize,
    /// What pages complained about.
    pub(crate) complaints: Vec<String>,
    _profile: TempDir,
}

/// The process of a browser, which ends with this value.
pub(crate) struct Process(Child);

impl Process {
    /// Starts it with a blank page.
    pub(crate) fn start(command: &mut Command) -> Process {
        command.arg("about:blank").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Process(command.spawn().unwrap())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A connection to a browser, whose answers are not waited for for ever.
pub(crate) fn connected(address: String) -> WebSocket<MaybeTlsStream<TcpStream>> {
    let (socket, _) = tungstenite::connect(address).unwrap();
    if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
    }
    socket
}

/// The size and the colours that a page is looked at with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Pixels from left to right.
    pub(crate) width: u32,
    /// Whether the person prefers dark pages.
    pub(crate) dark: bool,
}

impl Browser {
    /// Starts the browser at this path.
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
            assert!(start.elapsed() < PATIENCE, "the browser did not start");
            std::thread::sleep(Duration::from_millis(50));
        };
        let mut browser = Browser {
            _process: process,
            socket: connected(address),
            session: None,
            sent: 0,
            choosers: 0,
            complaints: Vec::new(),
            _profile: profile,
        };
        browser.open_page();
        browser
    }

    /// Opens another page and turns to it.
    pub(crate) fn open_page(&mut self) {
        self.session = None;
        let target = self.call("Target.createTarget", json!({"url": "about:blank"}));
        let attached =
            self.call("Target.attachToTarget", json!({"targetId": target["targetId"], "flatten": true}));
        self.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        self.look(Look { width: 1200, dark: false });
    }

    /// Sends a command and waits for its answer.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
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

    /// Goes to an address and waits until the page is there.
    pub(crate) fn go(&mut self, address: &str) {
        self.value("window.gone = true");
        self.call("Page.navigate", json!({"url": address}));
        self.wait("!window.gone && document.readyState === 'complete'");
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64), buttons: u32) {
        let parameters =
            json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1});
        self.call("Input.dispatchMouseEvent", parameters);
    }

    /// Clicks an element as a person does.
    pub(crate) fn click(&mut self, selector: &str) {
        let place = self.place(selector);
        self.mouse("mouseMoved", place, 0);
        self.mouse("mousePressed", place, 1);
        self.mouse("mouseReleased", place, 0);
    }

    /// Clicks an element with the button that has a menu elsewhere.
    pub(crate) fn click_right(&mut self, selector: &str) {
        let (x, y) = self.place(selector);
        for (kind, buttons) in [("mouseMoved", 0), ("mousePressed", 2), ("mouseReleased", 0)] {
            let button = if kind == "mouseMoved" { "none" } else { "right" };
            let parameters =
                json!({"type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1});
            self.call("Input.dispatchMouseEvent", parameters);
        }
    }

    /// The middle of an element where it is now.
    pub(crate) fn middle(&mut self, selector: &str) -> [f64; 2] {
        let found = self.value(&format!(
            "(() => {{ const b = document.querySelector({}).getBoundingClientRect(); \
             return [b.x + b.width / 2, b.y + b.height / 2]; }})()",
            json!(selector)
        ));
        serde_json::from_value(found).unwrap()
    }

    /// Points at an element.
    pub(crate) fn point_at(&mut self, selector: &str) {
        let place = self.place(selector);
        self.mouse("mouseMoved", place, 0);
    }

    /// Drags from one element to another.
    pub(crate) fn drag(&mut self, from: &str, to: &str) {
        let from = self.place(from);
        self.mouse("mouseMoved", from, 0);
        self.mouse("mousePressed", from, 1);
        let to = self.place(to);
        self.mouse("mouseMoved", to, 1);
        self.mouse("mouseReleased", to, 0);
    }

    /// Presses the mouse at a place and moves it to another one, in steps.
    pub(crate) fn press(&mut self, from: [f64; 2], to: [f64; 2]) {
        self.mouse("mouseMoved", from.into(), 0);
        self.mouse("mousePressed", from.into(), 1);
        for step in 1..=6 {
            let at = |one: f64, two: f64| one + (two - one) * f64::from(step) / 6.0;
            self.mouse("mouseMoved", (at(from[0], to[0]), at(from[1], to[1])), 1);
        }
    }

    /// Lets the mouse go.
    pub(crate) fn release(&mut self, at: [f64; 2]) {
        self.mouse("mouseReleased", at.into(), 0);
    }

    /// Clicks a field for files, and chooses one once the browser asks which.
    pub(crate) fn choose_file(&mut self, selector: &str, file: &Path) {
        self.call("Page.setInterceptFileChooserDialog", json!({"enabled": true}));
        self.choosers = 0;
        self.click(selector);
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

    /// Drags a long piece along its line, held in its middle, until the end that leads is over another element.
    pub(crate) fn slide(&mut self, piece: &str, to: &str) {
        self.place(piece);
        // Both at once: looking for a place may scroll the page.
        let boxes = self.value(&format!(
            "[{}, {}].map(s => {{ const b = document.querySelector(s).getBoundingClientRect(); \
             return [b.x + b.width / 2, b.y + b.height / 2, b.width, b.height]; }})",
            json!(piece),
            json!(to)
        ));
        let [[x, y, width, height], [to_x, to_y, ..]]: [[f64; 4]; 2] = serde_json::from_value(boxes).unwrap();
        // From the middle to the middle of the cell at an end.
        let half = (width.max(height) - width.min(height)) / 2.0;
        let by = |way: f64| way - half * way.signum();
        let end = if width > height { (x + by(to_x - x), y) } else { (x, y + by(to_y - y)) };
        self.mouse("mouseMoved", (x, y), 0);
        self.mouse("mousePressed", (x, y), 1);
        self.mouse("mouseMoved", ((x + end.0) / 2.0, (y + end.1) / 2.0), 1);
        self.mouse("mouseMoved", end, 1);
        self.mouse("mouseReleased", end, 0);
    }

    /// Touches an element, moves the finger by so many pixels, and lifts it.
    pub(crate) fn touch(&mut self, selector: &str, (dx, dy): (f64, f64)) {
        self.call("Emulation.setTouchEmulationEnabled", json!({"enabled": true}));
        let (x, y) = self.place(selector);
        let point = |share: f64| json!([{"x": x + share * dx, "y": y + share * dy}]);
        let mut send = |kind: &str, points: Value| {
            self.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
        };
        send("touchStart", point(0.0));
        if (dx, dy) != (0.0, 0.0) {
            (1..=8).for_each(|step| send("touchMove", point(f64::from(step) / 8.0)));
        }
        send("touchEnd", json!([]));
        self.call("Emulation.setTouchEmulationEnabled", json!({"enabled": false}));
    }

    /// What is to be seen of an element, as a picture that [`Browser::difference`] takes.
    pub(crate) fn seen(&mut self, selector: &str) -> String {
        self.place(selector);
        let clip = self.value(&format!(
            "(() => {{ const b = document.querySelector({}).getBoundingClientRect(); \
             return {{x: b.x + scrollX, y: b.y + scrollY, width: b.width, height: b.height, scale: 1}}; }})()",
            json!(selector)
        ));
        let taken = self.call("Page.captureScreenshot", json!({"format": "png", "clip": clip}));
        taken["data"].as_str().unwrap_or_default().to_owned()
    }

    /// Which part of the pixels of two pictures of the same size differs clearly.
    pub(crate) fn difference(&mut self, one: &str, two: &str) -> f64 {
        let part = self.value(&format!(
            "(async () => {{ const pixels = async (data) => {{ const image = new Image(); \
             image.src = 'data:image/png;base64,' + data; await image.decode(); \
             const canvas = document.createElement('canvas'); \
             [canvas.width, canvas.height] = [image.width, image.height]; \
             const context = canvas.getContext('2d'); context.drawImage(image, 0, 0); \
             return context.getImageData(0, 0, image.width, image.height).data; }}; \
             const [one, two] = [await pixels({}), await pixels({})]; let differ = 0; \
             for (let at = 0; at < one.length; at += 4) \
             if ([0, 1, 2].some(part => Math.abs(one[at + part] - two[at + part]) > 40)) differ += 1; \
             return differ / (one.length / 4); }})()",
            json!(one),
            json!(two)
        ));
        part.as_f64().expect("two pictures of the same size")
    }

    /// Presses a key.
    pub(crate) fn key(&mut self, key: &str) {
        let text = if key == "Enter" { "\r" } else { "" };
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => 0,
        };
        let down = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
        let parameters = |kind: &str| json!({"type": kind, "key": key, "code": key, "text": text, "windowsVirtualKeyCode": code});
        self.call("Input.dispatchKeyEvent", parameters(down));
        self.call("Input.dispatchKeyEvent", parameters("keyUp"));
    }

    /// Looks at pages in another size or other colours.
    pub(crate) fn look(&mut self, look: Look) {
        let size =
            json!({"width": look.width, "height": 900, "deviceScaleFactor": 1, "mobile": look.width < 500});
        self.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = if look.dark { "dark" } else { "light" };
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("Emulation.setEmulatedMedia", media);
    }

    /// Takes a picture of the whole page, and fails if something is wider than the page.
    pub(crate) fn picture(&mut self, path: &Path, look: Look) {
        self.look(look);
        std::thread::sleep(Duration::from_millis(300));
        let width = self.value("document.documentElement.scrollWidth");
        assert!(width.as_u64() <= Some(look.width.into()), "{}: the page is {width} wide", path.display());
        let height = self.value("document.documentElement.scrollHeight");
        let clip = json!({"x": 0, "y": 0, "width": look.width, "height": height, "scale": 1});
        let parameters = json!({"format": "png", "captureBeyondViewport": true, "clip": clip});
        let taken = self.call("Page.captureScreenshot", parameters);
        fs::write(path, decoded(taken["data"].as_str().unwrap_or_default())).unwrap();
    }
}

impl Page for Browser {
    fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let mut answer = self.call("Runtime.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].take()
    }

    fn complaints(&self) -> &[String] {
        &self.complaints
    }
}

/// Base64 as bytes.
fn decoded(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<u32> = text
        .bytes()
        .filter_map(|byte| DIGITS.iter().position(|digit| *digit == byte))
        .map(|at| at as u32)
        .collect();
    let bytes = |group: &[u32]| {
        let bits = (0..4).fold(0, |bits, at| bits << 6 | group.get(at).copied().unwrap_or(0));
        bits.to_be_bytes()[1..group.len()].to_vec()
    };
    digits.chunks(4).flat_map(bytes).collect()
}
