//! A real browser, as a person uses it; what drives each is in a module of its own.

use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::WebSocket;
use tungstenite::stream::MaybeTlsStream;

/// How long a page may take for what it is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// What a hand does with a mouse at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hand {
    /// It moves there.
    Moves,
    /// It presses a button.
    Presses(Button),
    /// It lets a button go.
    LetsGo(Button),
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Button {
    /// The one that clicks.
    First,
    /// The one that has a menu elsewhere.
    Other,
}

/// The size and the colours that a page is looked at with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Pixels from left to right.
    pub(crate) width: u32,
    /// Pixels from top to bottom.
    pub(crate) height: u32,
    /// Whether the person prefers dark pages.
    pub(crate) dark: bool,
}

impl Look {
    /// Light pages in a window of this width.
    pub(crate) const fn light(width: u32) -> Look {
        Look { width, height: 900, dark: false }
    }
}

/// The protocol of one kind of browser.
pub(crate) trait Driver {
    /// The value of a JavaScript expression in the page, null if the page went away meanwhile.
    fn value(&mut self, expression: &str) -> Value;

    /// Goes to an address.
    fn navigate(&mut self, address: &str);

    /// Loads the page anew.
    fn reload(&mut self);

    /// Uses the mouse.
    fn mouse(&mut self, hand: Hand, place: (f64, f64));

    /// Puts a finger down at the first place, moves it over the others, and lifts it.
    fn finger(&mut self, way: &[(f64, f64)]);

    /// Presses a key, by its name in pages, and lets it go.
    fn key(&mut self, key: &str);

    /// Looks at pages in another size, and in other colours where the protocol can ask for them.
    fn look(&mut self, look: Look);

    /// A picture of a part of the page (x, y, width, height), as PNG in Base64.
    fn picture(&mut self, part: [f64; 4]) -> String;

    /// Chooses a file by a field for files that is clicked at a place.
    fn choose_file(&mut self, selector: &str, place: (f64, f64), file: &Path);

    /// What pages complained about since this was asked last.
    fn complaints(&mut self) -> Vec<String>;
}

/// A browser with one page.
pub(crate) struct Browser {
    driver: Box<dyn Driver>,
}

impl Browser {
    /// A page in a browser that is driven so.
    pub(crate) fn new(driver: impl Driver + 'static) -> Browser {
        let mut browser = Browser { driver: Box::new(driver) };
        browser.look(Look::light(1200));
        browser
    }

    /// The value of a JavaScript expression in the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        self.driver.value(expression)
    }

    /// What pages complained about since this was asked last.
    pub(crate) fn complaints(&mut self) -> Vec<String> {
        self.driver.complaints()
    }

    /// Goes to an address and waits until the page is there.
    pub(crate) fn go(&mut self, address: &str) {
        self.value("window.gone = true");
        self.driver.navigate(address);
        self.wait("!window.gone && document.readyState === 'complete'");
    }

    /// Loads the page anew and waits until it is there.
    pub(crate) fn reload(&mut self) {
        self.leave(|browser| browser.driver.reload());
    }

    /// The text of the first element that fits.
    pub(crate) fn text(&mut self, selector: &str) -> String {
        let found = self.value(&format!("document.querySelector({})?.textContent ?? ''", json!(selector)));
        found.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&mut self, expression: &str) {
        let start = Instant::now();
        // What is waited for may be on a page that is not there yet.
        let holds =
            format!("(() => {{ try {{ return Boolean({expression}); }} catch {{ return false; }} }})()");
        while self.value(&holds) != json!(true) {
            if start.elapsed() > PATIENCE {
                let body = self.text("main");
                panic!(
                    "waited in vain for {expression}; {:?}; the page says: {body}",
                    self.driver.complaints()
                );
            }
            std::thread::sleep(Duration::from_millis(40));
        }
    }

    /// Does something that leads to another page, and waits for that.
    pub(crate) fn leave(&mut self, doing: impl FnOnce(&mut Browser)) {
        self.value("window.gone = true");
        doing(self);
        self.wait("!window.gone && document.readyState === 'complete'");
    }

    /// The middle of an element, after scrolling it into view.
    pub(crate) fn place(&mut self, selector: &str) -> (f64, f64) {
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
    pub(crate) fn fill(&mut self, selector: &str, value: &str) {
        let (selector, value) = (json!(selector), json!(value));
        self.value(&format!("document.querySelector({selector}).value = {value}"));
        self.value(&format!("document.querySelector({selector}).dispatchEvent(new Event('change'))"));
    }

    /// Clicks an element as a person does.
    pub(crate) fn click(&mut self, selector: &str) {
        self.click_with(Button::First, selector);
    }

    /// Clicks an element with the button that has a menu elsewhere.
    pub(crate) fn click_right(&mut self, selector: &str) {
        self.click_with(Button::Other, selector);
    }

    fn click_with(&mut self, button: Button, selector: &str) {
        let place = self.place(selector);
        for hand in [Hand::Moves, Hand::Presses(button), Hand::LetsGo(button)] {
            self.driver.mouse(hand, place);
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
        self.driver.mouse(Hand::Moves, place);
    }

    /// Drags from one element to another.
    pub(crate) fn drag(&mut self, from: &str, to: &str) {
        let from = self.place(from);
        self.driver.mouse(Hand::Moves, from);
        self.driver.mouse(Hand::Presses(Button::First), from);
        let to = self.place(to);
        self.driver.mouse(Hand::Moves, to);
        self.driver.mouse(Hand::LetsGo(Button::First), to);
    }

    /// Presses the mouse at a place and moves it to another one, in steps.
    pub(crate) fn press(&mut self, from: [f64; 2], to: [f64; 2]) {
        self.driver.mouse(Hand::Moves, from.into());
        self.driver.mouse(Hand::Presses(Button::First), from.into());
        for step in 1..=6 {
            let at = |one: f64, two: f64| one + (two - one) * f64::from(step) / 6.0;
            self.driver.mouse(Hand::Moves, (at(from[0], to[0]), at(from[1], to[1])));
        }
    }

    /// Lets the mouse go.
    pub(crate) fn release(&mut self, at: [f64; 2]) {
        self.driver.mouse(Hand::LetsGo(Button::First), at.into());
    }

    /// Clicks a field for files, and chooses one once the browser asks which.
    pub(crate) fn choose_file(&mut self, selector: &str, file: &Path) {
        let place = self.place(selector);
        self.driver.choose_file(selector, place, file);
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
        self.driver.mouse(Hand::Moves, (x, y));
        self.driver.mouse(Hand::Presses(Button::First), (x, y));
        self.driver.mouse(Hand::Moves, ((x + end.0) / 2.0, (y + end.1) / 2.0));
        self.driver.mouse(Hand::Moves, end);
        self.driver.mouse(Hand::LetsGo(Button::First), end);
    }

    /// Touches an element, moves the finger by so many pixels, and lifts it.
    pub(crate) fn touch(&mut self, selector: &str, (dx, dy): (f64, f64)) {
        let (x, y) = self.place(selector);
        let steps = if (dx, dy) == (0.0, 0.0) { 0 } else { 8 };
        let at = |step: i32| f64::from(step) / f64::from(steps.max(1));
        let way: Vec<_> = (0..=steps).map(|step| (x + at(step) * dx, y + at(step) * dy)).collect();
        self.driver.finger(&way);
    }

    /// What is to be seen of an element, as a picture that [`Browser::difference`] takes.
    pub(crate) fn seen(&mut self, selector: &str) -> String {
        self.place(selector);
        let part = self.value(&format!(
            "(() => {{ const b = document.querySelector({}).getBoundingClientRect(); \
             return [b.x + scrollX, b.y + scrollY, b.width, b.height]; }})()",
            json!(selector)
        ));
        self.driver.picture(serde_json::from_value(part).unwrap())
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
        self.driver.key(key);
    }

    /// Looks at pages in another size or other colours.
    pub(crate) fn look(&mut self, look: Look) {
        self.driver.look(look);
    }

    /// Takes a picture of the whole page.
    pub(crate) fn picture(&mut self, path: &Path) {
        let [width, height] = ["Width", "Height"].map(|side| {
            self.value(&format!("document.documentElement.scroll{side}")).as_f64().expect("a size")
        });
        let taken = self.driver.picture([0.0, 0.0, width, height]);
        fs::write(path, decoded(&taken)).unwrap();
    }

    /// Looks at the page so, and fails if something is wider than the page.
    pub(crate) fn fits(&mut self, look: Look) {
        self.look(look);
        std::thread::sleep(Duration::from_millis(300));
        let width = self.value("document.documentElement.scrollWidth");
        let page = self.value("location.pathname");
        assert!(width.as_u64() <= Some(look.width.into()), "{page} is {width} wide, seen as {look:?}");
    }
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
