//! What somebody looks for in a long list: by a name, an experiment or a game.

/// Words that are looked for; none of them fits everything.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sought {
    words: Vec<String>,
}

impl Sought {
    /// The words that somebody wrote.
    pub(crate) fn new(text: &str) -> Sought {
        Sought { words: text.split_whitespace().map(str::to_lowercase).collect() }
    }

    /// Whether something is wanted that has these names: each word is a part of one of them.
    pub(crate) fn is_wanted(&self, names: &[&str]) -> bool {
        let names: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
        self.words.iter().all(|word| names.iter().any(|name| name.contains(word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_in_some_name_in_whatever_case() {
        let names = ["senet-quick-s1", "senet/quick", "Senet"];
        for text in ["", "  ", "QUICK", "senet s1", "Quick senet"] {
            assert!(Sought::new(text).is_wanted(&names), "{text}");
        }
        for text in ["quick s2", "s1senet", "chess"] {
            assert!(!Sought::new(text).is_wanted(&names), "{text}");
        }
    }
}
