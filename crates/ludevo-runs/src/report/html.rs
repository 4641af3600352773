//! The few pieces of HTML that reports are made of. All text is escaped on its way in.

use std::fmt::Write;

use super::plots::Figure;

/// Text as HTML shows it, also safe inside attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // Control characters are not allowed in a document, escaped or not.
            c if c.is_control() && c != '\n' && c != '\t' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A page under construction. Every element is closed, so that the page is well-formed XML too.
#[derive(Default)]
pub(crate) struct Page {
    body: String,
}

impl Page {
    pub(crate) fn element(&mut self, tag: &str, text: &str) {
        let _ = writeln!(self.body, "<{tag}>{}</{tag}>", escape(text));
    }

    pub(crate) fn paragraph(&mut self, class: &str, text: &str) {
        let _ = writeln!(self.body, "<p class=\"{class}\">{}</p>", escape(text));
    }

    /// Program text or commands.
    pub(crate) fn code(&mut self, text: &str) {
        let _ = writeln!(self.body, "<pre><code>{}</code></pre>", escape(text.trim_end()));
    }

    /// Something long that opens on demand.
    pub(crate) fn folded_code(&mut self, title: &str, text: &str) {
        let _ = writeln!(self.body, "<details><summary>{}</summary>", escape(title));
        self.code(text);
        self.body.push_str("</details>\n");
    }

    /// A section with its heading and content.
    pub(crate) fn section(&mut self, heading: &str, content: impl FnOnce(&mut Page)) {
        self.body.push_str("<section>\n");
        self.element("h2", heading);
        content(self);
        self.body.push_str("</section>\n");
    }

    /// Names and what they mean, in two columns.
    pub(crate) fn terms<'a>(&mut self, terms: impl IntoIterator<Item = (&'a str, String)>) {
        self.body.push_str("<dl>\n");
        for (term, meaning) in terms {
            let _ = writeln!(self.body, "<dt>{}</dt><dd>{}</dd>", escape(term), escape(&meaning));
        }
        self.body.push_str("</dl>\n");
    }

    pub(crate) fn table(&mut self, head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
        self.body.push_str("<div class=\"wide\"><table>\n<thead><tr>");
        for cell in head {
            let _ = write!(self.body, "<th>{}</th>", escape(cell));
        }
        self.body.push_str("</tr></thead>\n<tbody>\n");
        for row in rows {
            self.body.push_str("<tr>");
            for cell in row {
                let _ = write!(self.body, "<td>{}</td>", escape(&cell));
            }
            self.body.push_str("</tr>\n");
        }
        self.body.push_str("</tbody></table></div>\n");
    }

    /// Pictures beside each other, each with a caption. The pictures are SVG that this crate made.
    pub(crate) fn figures(&mut self, figures: impl IntoIterator<Item = Figure>) {
        self.body.push_str("<div class=\"figures\">\n");
        for Figure { svg, caption } in figures {
            let _ =
                writeln!(self.body, "<figure>{svg}<figcaption>{}</figcaption></figure>", escape(&caption));
        }
        self.body.push_str("</div>\n");
    }

    /// A picture in its own size, with a scroll bar if it is wider than the page.
    pub(crate) fn scrolled(&mut self, svg: &str) {
        let _ = writeln!(self.body, "<div class=\"wide tree\">{svg}</div>");
    }

    /// The whole document.
    pub(crate) fn finish(self, title: &str) -> String {
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{}</title>\n\
             <style>\n{}</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
            escape(title),
            include_str!("style.css"),
            self.body
        )
    }
}
