//! Java source cut into words, numbers and signs.

use super::JavaError;

/// A piece of source.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Word(String),
    /// A number and whether it is written as a whole one.
    Number(f64, bool),
    Sign(&'static str),
    End,
}

/// Longer signs first, so that the longest match is found.
const SIGNS: [&str; 34] = [
    "->", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "(", ")", "{", "}",
    "[", "]", ";", ",", ".", "?", ":", "=", "<", ">", "+", "-", "*", "/", "%", "!",
];

/// The tokens of a source with their lines; comments and annotations are left out.
pub(super) fn tokens(source: &str) -> Result<Vec<(Token, usize)>, JavaError> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        if first == '\n' {
            line += 1;
        }
        if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
        } else if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if rest.starts_with("/*") {
            let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
            line += rest[..end].matches('\n').count();
            rest = &rest[end..];
        } else if first == '@' {
            let end = rest[1..].find(|c: char| !c.is_alphanumeric()).map_or(rest.len(), |end| end + 1);
            rest = &rest[end..];
        } else if first.is_ascii_digit()
            || first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit())
        {
            let length = number_length(rest);
            let (text, after) = rest.split_at(length);
            let whole = !text.contains(['.', 'e', 'E']);
            let number =
                text.parse().map_err(|_| JavaError { line, problem: format!("`{text}` is not a number") })?;
            let suffix = after.starts_with(['d', 'D']);
            tokens.push((Token::Number(number, whole && !suffix), line));
            rest = &after[usize::from(suffix)..];
        } else if first.is_alphabetic() || first == '_' {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            tokens.push((Token::Word(rest[..end].to_owned()), line));
            rest = &rest[end..];
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            tokens.push((Token::Sign(sign), line));
            rest = &rest[sign.len()..];
        } else {
            return Err(JavaError { line, problem: format!("`{first}` has no meaning here") });
        }
    }
    tokens.push((Token::End, line));
    Ok(tokens)
}

fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut length = 0;
    while length < bytes.len() {
        let byte = bytes[length];
        let sign_of_exponent =
            matches!(byte, b'+' | b'-') && length > 0 && matches!(bytes[length - 1], b'e' | b'E');
        if byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E') || sign_of_exponent {
            length += 1;
        } else {
            break;
        }
    }
    length
}
