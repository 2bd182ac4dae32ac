//! As much of TOML as manifests are read for: every value with its path. Cargo has accepted the file before.

/// `a.b = "c"`, however it was written.
#[derive(Debug, PartialEq)]
pub(super) struct Entry {
    pub path: Vec<String>,
    /// A string without its quotes, anything else as it stands.
    pub value: String,
}

impl Entry {
    pub(super) fn at(&self, path: &[&str]) -> bool {
        self.path == path
    }
}

/// All entries; those of arrays have the array's path.
pub(super) fn entries(text: &str) -> Vec<Entry> {
    let mut reader = Reader { rest: text, entries: Vec::new() };
    // What cannot be read ends the reading: it is for Cargo to say what is wrong with it.
    let _ = reader.document();
    reader.entries
}

struct Reader<'a> {
    rest: &'a str,
    entries: Vec<Entry>,
}

impl Reader<'_> {
    fn document(&mut self) -> Option<()> {
        let mut table = Vec::new();
        loop {
            self.blank();
            if self.rest.is_empty() {
                return Some(());
            }
            if self.take("[") {
                let array = self.take("[");
                table = self.key()?;
                (self.take("]") && (!array || self.take("]"))).then_some(())?;
            } else {
                self.pair(&table)?;
            }
        }
    }

    fn pair(&mut self, table: &[String]) -> Option<()> {
        let path = [table, &self.key()?].concat();
        self.take("=").then_some(())?;
        self.spaces();
        self.value(&path)
    }

    fn key(&mut self) -> Option<Vec<String>> {
        let mut path = Vec::new();
        loop {
            self.spaces();
            path.push(match self.rest.chars().next()? {
                '"' | '\'' => self.string()?,
                _ => self.until(|c| !(c.is_ascii_alphanumeric() || c == '-' || c == '_')),
            });
            self.spaces();
            if !self.take(".") {
                return Some(path);
            }
        }
    }

    fn value(&mut self, path: &[String]) -> Option<()> {
        let value = match self.rest.chars().next()? {
            '"' | '\'' => self.string()?,
            '{' => return self.list("{", "}", |r| r.pair(path)),
            '[' => return self.list("[", "]", |r| r.value(path)),
            ',' | ']' | '}' | '#' | '\n' => return None,
            _ => self.until(|c| matches!(c, ',' | ']' | '}' | '#' | '\n')).trim_end().to_owned(),
        };
        self.entries.push(Entry { path: path.to_vec(), value });
        Some(())
    }

    fn list(&mut self, open: &str, close: &str, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.take(open);
        loop {
            self.blank();
            if self.take(close) {
                return Some(());
            }
            item(self)?;
            self.blank();
            self.take(",");
        }
    }

    fn string(&mut self) -> Option<String> {
        let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|q| self.take(q))?;
        let (mut value, mut chars) = (String::new(), self.rest.char_indices());
        while let Some((at, c)) = chars.next() {
            if self.rest[at..].starts_with(quote) {
                self.rest = &self.rest[at + quote.len()..];
                return Some(value);
            }
            // Names of packages have no escapes; that an escaped quote ends nothing is what matters.
            value.push(if c == '\\' && quote.starts_with('"') { chars.next()?.1 } else { c });
        }
        None
    }

    fn until(&mut self, ends: impl Fn(char) -> bool) -> String {
        let (token, rest) = self.rest.split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
        self.rest = rest;
        token.to_owned()
    }

    fn take(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn spaces(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    /// Spaces, ends of lines and comments.
    fn blank(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with('#') {
                return;
            }
            self.until(|c| c == '\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        entries(text).into_iter().map(|e| (e.path.join("/"), e.value)).collect()
    }

    fn pair(path: &str, value: &str) -> (String, String) {
        (path.to_owned(), value.to_owned())
    }

    #[test]
    fn values_have_paths() {
        let text = "a = 1 # one\r\n[t.\"x y\"] # table\nb.c = { d = \"e\", f = [1, { g = 'h' }] }\n[[list]]\nk = true\n";
        let all = read(text);
        let wanted = [("a", "1"), ("t/x y/b/c/d", "e"), ("t/x y/b/c/f", "1"), ("t/x y/b/c/f/g", "h")];
        let wanted: Vec<_> =
            wanted.into_iter().chain([("list/k", "true")]).map(|(p, v)| pair(p, v)).collect();
        assert_eq!(all, wanted);
    }

    #[test]
    fn strings_end_where_they_end() {
        let text = "a = \"x \\\" # y\"\nb = '''one\n[two]'''\nc = [\n  \"#\", # no\n  'd',\n]\ne = 2020-01-01T00:00:00Z";
        let wanted =
            [("a", "x \" # y"), ("b", "one\n[two]"), ("c", "#"), ("c", "d"), ("e", "2020-01-01T00:00:00Z")];
        assert_eq!(read(text), wanted.map(|(p, v)| pair(p, v)));
    }

    /// Whatever it is given, it ends.
    #[test]
    fn what_is_no_toml_ends() {
        for text in [
            "a",
            "a =",
            "[",
            "= 1",
            "a = {",
            "a = [1",
            "a = \"",
            "\u{e9} = 1",
            "a = 1 b",
            "]",
            "a = ]",
            "a = {,,}",
            "a = [}",
            "a = {}}",
        ] {
            entries(text);
        }
    }
}
