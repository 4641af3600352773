//! How players are named: `random`, `ab5`, `champion`, `champion:NAME` or a file, with options after an `@`. An option
//! is `KEY=VALUE`, or `KEY` alone to switch something on.

use std::fmt;
use std::str::FromStr;

use ludevo_program::Nearest;
use thiserror::Error;

/// A player as a person names it: `champion@depth=6,branching=5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerName {
    /// What comes before the `@`.
    pub name: String,
    /// What comes after it, as (key, value).
    pub options: Vec<(String, String)>,
}

/// Why there is no such player.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayerError {
    /// Nothing is known under this name.
    #[error("there is no player `{name}` in {game}{nearest}. Players: {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The game.
        game: String,
        /// The nearest name.
        nearest: Nearest,
        /// All names.
        known: String,
    },
    /// An option is not written as one.
    #[error("player `{player}`: option `{option}` is neither KEY=VALUE nor KEY")]
    NotAnOption {
        /// The player.
        player: String,
        /// What was written.
        option: String,
    },
    /// An option is given more than once.
    #[error("player `{player}`: option `{option}` is given twice")]
    TwiceGiven {
        /// The player.
        player: String,
        /// The option.
        option: String,
    },
    /// The player does not have this option.
    #[error("player `{player}` has no option `{option}`{instead}")]
    NoSuchOption {
        /// The player.
        player: String,
        /// What was written.
        option: String,
        /// The nearest option, in words.
        instead: String,
    },
    /// An option's value is not allowed.
    #[error("player `{player}`: option `{option}` is `{value}`, allowed is {allowed}")]
    BadValue {
        /// The player.
        player: String,
        /// The option.
        option: String,
        /// What was written.
        value: String,
        /// What may be written.
        allowed: String,
    },
    /// The player cannot do without an option of several.
    #[error("player `{player}`: {which}")]
    OptionMissing {
        /// The player.
        player: String,
        /// Which ones there are, and what for.
        which: String,
    },
    /// The player needs something that is not here.
    #[error("player `{player}` needs {needs}: {how}")]
    NotInstalled {
        /// The player.
        player: String,
        /// What is missing, and where it was looked for.
        needs: String,
        /// How to get it.
        how: String,
    },
    /// A file could not be read as a champion of this game.
    #[error("{path}: {problem}")]
    File {
        /// The file.
        path: String,
        /// What is wrong, with line and column where there is one.
        problem: String,
    },
}

impl FromStr for PlayerName {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        // A folder may have the sign in its name, no option has a folder's in its own.
        let is_followed_by_an_option = |(at, _): &(usize, &str)| {
            !text[at + 1..]
                .split(['=', ',', '@'])
                .next()
                .unwrap_or_default()
                .contains(std::path::is_separator)
        };
        let sign = text.match_indices('@').find(is_followed_by_an_option);
        let (name, options) = sign.map_or((text, ""), |(at, _)| (&text[..at], &text[at + 1..]));
        let parse = |option: &str| match option.split_once('=') {
            Some((key, value)) if !key.trim().is_empty() => {
                Ok((key.trim().to_owned(), value.trim().to_owned()))
            }
            None => Ok((option.trim().to_owned(), String::new())),
            Some(_) => Err(PlayerError::NotAnOption { player: name.to_owned(), option: option.to_owned() }),
        };
        let options: Vec<(String, String)> = options
            .split(',')
            .filter(|option| !option.trim().is_empty())
            .map(parse)
            .collect::<Result<_, _>>()?;
        let twice = |index: usize| options[..index].iter().any(|(key, _)| *key == options[index].0);
        if let Some(index) = (0..options.len()).find(|index| twice(*index)) {
            let option = options[index].0.clone();
            return Err(PlayerError::TwiceGiven { player: name.to_owned(), option });
        }
        Ok(PlayerName { name: name.to_owned(), options })
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (key, value)) in self.options.iter().enumerate() {
            let (sign, equals) =
                (if index == 0 { '@' } else { ',' }, if value.is_empty() { "" } else { "=" });
            write!(f, "{sign}{key}{equals}{value}")?;
        }
        Ok(())
    }
}

impl PlayerName {
    /// The short name of the champion that ships and that this names: `champion` or, for `champion:NAME`, `NAME`.
    pub fn shipped(&self) -> Option<&str> {
        if self.name == "champion" { Some("champion") } else { self.name.strip_prefix("champion:") }
    }

    /// The digits of a name such as `ab3`, which begins so; nothing if it is another's name.
    pub fn numbered(&self, beginning: &str) -> Option<&str> {
        let is_digit = |byte: u8| byte.is_ascii_digit();
        self.name.strip_prefix(beginning).filter(|rest| !rest.is_empty() && rest.bytes().all(is_digit))
    }

    /// Whether it can only be meant as a path.
    pub fn is_path(&self) -> bool {
        self.name.contains(['/', '.', '\\'])
    }

    /// The player that a shipped champion's short name stands for.
    pub fn of_shipped(short: &str) -> String {
        if short == "champion" { short.to_owned() } else { format!("champion:{short}") }
    }

    /// The value of an option, if it was given.
    pub fn option<T: FromStr>(
        &self,
        key: &str,
        allowed: &str,
        accept: impl Fn(&T) -> bool,
    ) -> Result<Option<T>, PlayerError> {
        let Some((_, value)) = self.options.iter().find(|(known, _)| known == key) else { return Ok(None) };
        match value.parse() {
            Ok(parsed) if accept(&parsed) => Ok(Some(parsed)),
            _ => Err(PlayerError::BadValue {
                player: self.name.clone(),
                option: key.to_owned(),
                value: value.clone(),
                allowed: allowed.to_owned(),
            }),
        }
    }

    /// Whether an option that has no value was given.
    pub fn flag(&self, key: &str) -> Result<bool, PlayerError> {
        let found = self.option::<String>(key, "nothing: write it alone", |value| value.is_empty())?;
        Ok(found.is_some())
    }

    /// Refuses options beside these.
    pub fn only(&self, known: &[&str]) -> Result<(), PlayerError> {
        match self.options.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            Some((key, _)) => Err(PlayerError::NoSuchOption {
                player: self.name.clone(),
                option: key.clone(),
                instead: match known {
                    [] => "; it takes none".to_owned(),
                    _ => {
                        format!("{}; it takes {}", Nearest::to(key, known.iter().copied()), known.join(", "))
                    }
                },
            }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_of_options_may_be_in_the_name_of_a_folder() {
        for (text, name, options) in [
            ("ab3@depth=2,order", "ab3", vec![("depth", "2"), ("order", "")]),
            ("/data/me@site/runs/one", "/data/me@site/runs/one", vec![]),
            ("/data/me@site/runs/one@depth=2", "/data/me@site/runs/one", vec![("depth", "2")]),
            ("uci:/usr/games/engine@option=a/b", "uci:/usr/games/engine", vec![("option", "a/b")]),
        ] {
            let read: PlayerName = text.parse().expect(text);
            let own = |(key, value): (&str, &str)| (key.to_owned(), value.to_owned());
            assert_eq!((read.name.as_str(), read.options), (name, options.into_iter().map(own).collect()));
        }
        assert!("ab3@=2".parse::<PlayerName>().is_err());
        assert!("ab3@order,order".parse::<PlayerName>().is_err());
    }
}
