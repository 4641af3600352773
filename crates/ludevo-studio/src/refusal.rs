//! What a request is answered with when it cannot be done, said for the person who must act.

use axum::extract::rejection::{FormRejection, JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// A refused request.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) message: String,
}

impl Refusal {
    /// What was asked for cannot be understood or is not allowed.
    pub(crate) fn bad(message: impl ToString) -> Self {
        Refusal { status: StatusCode::BAD_REQUEST, message: message.to_string() }
    }

    /// There is no such thing.
    pub(crate) fn missing(message: impl ToString) -> Self {
        Refusal { status: StatusCode::NOT_FOUND, message: message.to_string() }
    }

    /// It cannot be done now.
    pub(crate) fn conflict(message: impl ToString) -> Self {
        Refusal { status: StatusCode::CONFLICT, message: message.to_string() }
    }

    /// Something here failed.
    pub(crate) fn failed(message: impl ToString) -> Self {
        Refusal { status: StatusCode::INTERNAL_SERVER_ERROR, message: message.to_string() }
    }
}

impl IntoResponse for Refusal {
    /// Plain text; the guard makes a page of it for those who asked for one.
    fn into_response(self) -> Response {
        let mut response = (self.status, self.message.clone()).into_response();
        response.extensions_mut().insert(self);
        response
    }
}

macro_rules! from_rejections {
    ($($rejection:ty),*) => {$(
        impl From<$rejection> for Refusal {
            fn from(rejection: $rejection) -> Self {
                Refusal { status: rejection.status(), message: rejection.body_text() }
            }
        }
    )*};
}

from_rejections!(FormRejection, JsonRejection, PathRejection, QueryRejection);
