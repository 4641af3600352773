//! What every request must pass before anything else looks at it, and what every answer carries.
//!
//! The studio belongs to one person at one machine. A page of another site must not be able to drive it (Host, Origin),
//! and nothing that arrives may cost much: lengths, rates and times are bounded.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, ALLOW, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN,
    REFERRER_POLICY, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::lock::lock;
use crate::pages::layout;
use crate::refusal::Refusal;

/// The longest body, in bytes. The largest form is a list of players.
const BODY: usize = 32 * 1024;
/// The longest path and query together, in bytes.
const TARGET: usize = 4096;
/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(5);
/// How long an answer may take to begin.
const ANSWER_TIME: Duration = Duration::from_secs(60);
/// Requests a second, and how many may come at once.
const RATE: f64 = 400.0;
const BURST: f64 = 800.0;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

/// Who may ask, and how often.
#[derive(Debug)]
pub(crate) struct Gate {
    hosts: [String; 2],
    origins: [String; 2],
    bucket: Mutex<Bucket>,
}

impl Gate {
    /// The gate of a studio on this port of this machine.
    pub(crate) fn new(port: u16) -> Self {
        let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        let origins = [format!("http://{}", hosts[0]), format!("http://{}", hosts[1])];
        Gate { hosts, origins, bucket: Mutex::new(Bucket { tokens: BURST, filled: Instant::now() }) }
    }

    fn admit(&self, request: &Request) -> Result<(), Refusal> {
        let refuse = |status, message: &str| Err(Refusal { status, message: message.to_owned() });
        if !lock(&self.bucket).take(Instant::now()) {
            return refuse(StatusCode::TOO_MANY_REQUESTS, "Too many requests: wait a second.");
        }
        let headers = request.headers();
        let mut hosts = headers.get_all(HOST).iter();
        match (hosts.next(), hosts.next()) {
            (Some(host), None) if self.hosts.iter().any(|own| host == own.as_str()) => {}
            (None, _) => return refuse(StatusCode::BAD_REQUEST, "The request names no host."),
            _ => return refuse(StatusCode::FORBIDDEN, "The request is for another host than this studio."),
        }
        if headers.get_all(ORIGIN).iter().any(|origin| !self.origins.iter().any(|own| origin == own.as_str()))
        {
            return refuse(StatusCode::FORBIDDEN, "The request comes from a page of another site.");
        }
        // Browsers say where a request comes from even where they send no origin. A link that is followed is no harm; what
        // another site sends, embeds or fetches may be.
        let said = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let is_foreign = ["cross-site", "same-site"].contains(&said("sec-fetch-site"));
        let is_link = request.method() == Method::GET
            && said("sec-fetch-mode") == "navigate"
            && said("sec-fetch-dest") == "document";
        if is_foreign && !is_link {
            return refuse(StatusCode::FORBIDDEN, "The request comes from a page of another site.");
        }
        let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
        if target > TARGET {
            return refuse(StatusCode::URI_TOO_LONG, "The address is too long.");
        }
        match *request.method() {
            Method::GET | Method::HEAD => Ok(()),
            Method::POST => admit_body(headers),
            _ => refuse(StatusCode::METHOD_NOT_ALLOWED, "Only GET, HEAD and POST are understood."),
        }
    }
}

fn admit_body(headers: &HeaderMap) -> Result<(), Refusal> {
    let refuse = |status, message: &str| Err(Refusal { status, message: message.to_owned() });
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > BODY as u64) {
        return refuse(StatusCode::PAYLOAD_TOO_LARGE, "The request is too large.");
    }
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if length != Some(0) && !["application/x-www-form-urlencoded", "application/json"].contains(&kind) {
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Only forms and JSON are understood.");
    }
    Ok(())
}

/// A bucket of tokens that fills with time: every request takes one.
#[derive(Debug)]
struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    fn take(&mut self, now: Instant) -> bool {
        let gained = now.saturating_duration_since(self.filled).as_secs_f64() * RATE;
        self.tokens = (self.tokens + gained).min(BURST);
        self.filled = now;
        let admitted = self.tokens >= 1.0;
        self.tokens -= f64::from(u8::from(admitted));
        admitted
    }
}

/// Lets a request through, or answers in its place.
pub(crate) async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let wants_page = request
        .headers()
        .get(ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"));
    let mut response = match gate.admit(&request) {
        Ok(()) => answer(request, next).await,
        Err(refusal) => refusal.into_response(),
    };
    if let Some(refusal) = response.extensions_mut().remove::<Refusal>()
        && wants_page
    {
        response = (refusal.status, layout::problem(&refusal)).into_response();
    }
    let status = response.status();
    let headers = response.headers_mut();
    match status {
        StatusCode::TOO_MANY_REQUESTS => {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        StatusCode::METHOD_NOT_ALLOWED if !headers.contains_key(ALLOW) => {
            headers.insert(ALLOW, HeaderValue::from_static("GET, HEAD, POST"));
        }
        _ => {}
    }
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        // Without a referrer browsers would send forms with the origin `null`.
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The whole body, in time and not too long, and then the answer, in time.
async fn answer(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let refused = |status, message: &str| Refusal { status, message: message.to_owned() }.into_response();
    let body = match tokio::time::timeout(BODY_TIME, to_bytes(body, BODY)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => {
            return refused(StatusCode::PAYLOAD_TOO_LARGE, "The request is too large or was cut short.");
        }
        Err(_) => return refused(StatusCode::REQUEST_TIMEOUT, "The request took too long to arrive."),
    };
    let request = Request::from_parts(parts, Body::from(body));
    match tokio::time::timeout(ANSWER_TIME, next.run(request)).await {
        Ok(response) => response,
        Err(_) => refused(StatusCode::SERVICE_UNAVAILABLE, "This took too long. Try again later."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_admits_its_burst_and_then_its_rate() {
        let start = Instant::now();
        let mut bucket = Bucket { tokens: BURST, filled: start };
        let at_once = (0..2000).filter(|_| bucket.take(start)).count();
        assert_eq!(at_once, BURST as usize);
        let later = start + Duration::from_millis(500);
        let in_half_a_second = (0..2000).filter(|_| bucket.take(later)).count();
        assert_eq!(in_half_a_second, (RATE / 2.0) as usize);
    }
}
