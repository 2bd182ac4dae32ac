//! The text of a kernel in CUDA C++, its arguments, and what tells it from other kernels: all of one walk over a launch.

use std::fmt::Write as _;

/// A kernel while it is written.
#[derive(Debug, Default)]
pub(super) struct Code {
    /// What the text depends on.
    pub(super) key: Vec<u64>,
    /// Numbers that the launch gives.
    pub(super) words: Vec<u64>,
    /// The lines, where they are wanted.
    pub(super) lines: Option<String>,
}

impl Code {
    /// Key and arguments alone.
    pub(super) fn key() -> Self {
        Self::default()
    }

    /// The lines too.
    pub(super) fn full() -> Self {
        Self { lines: Some(String::new()), ..Self::default() }
    }

    /// A number that the text depends on.
    pub(super) fn on(&mut self, number: usize) -> usize {
        self.key.push(number as u64);
        number
    }

    /// A question that the text depends on.
    pub(super) fn whether(&mut self, is: bool) -> bool {
        self.on(usize::from(is)) != 0
    }

    /// A line.
    pub(super) fn line(&mut self, line: std::fmt::Arguments<'_>) {
        if let Some(lines) = &mut self.lines {
            let _ = lines.write_fmt(line);
            lines.push('\n');
        }
    }

    /// A number of the launch, and how the text names it.
    fn argument(&mut self, word: u64) -> String {
        self.words.push(word);
        if self.lines.is_some() { format!("given.n[{}]", self.words.len() - 1) } else { String::new() }
    }

    /// A length, or a place.
    pub(super) fn length(&mut self, length: usize) -> String {
        let argument = self.argument(length as u64);
        format!("ct_index({argument})")
    }

    /// A number that the host computed.
    pub(super) fn number(&mut self, number: f64) -> String {
        let argument = self.argument(number.to_bits());
        format!("__longlong_as_double((long long){argument})")
    }

    /// `base + Σ index · stride`, without what is 0 and products by 1.
    pub(super) fn place(&mut self, base: &str, strides: &[isize], indices: &[String]) -> String {
        let mut terms: Vec<String> =
            if base.is_empty() || base == "0" { Vec::new() } else { vec![base.to_owned()] };
        for (stride, index) in strides.iter().zip(indices) {
            match self.on(match stride {
                0 => 0,
                1 => 1,
                _ => 2,
            }) {
                0 => {}
                1 => terms.push(index.clone()),
                // Negative strides too: indices wrap.
                _ => terms.push(format!("{index} * {}", self.length(*stride as usize))),
            }
        }
        if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
    }

    /// An offset, which most operands lack.
    pub(super) fn offset(&mut self, offset: usize) -> String {
        if self.whether(offset != 0) { self.length(offset) } else { "0".to_owned() }
    }

    /// Lines that give the index of `point` on each axis names: `{name}0`, `{name}1`.
    pub(super) fn indices(&mut self, name: &str, point: &str, lens: &[usize]) -> Vec<String> {
        match self.on(lens.len()) {
            0 => return Vec::new(),
            1 => return vec![point.to_owned()],
            _ => {}
        }
        self.line(format_args!("ct_index {name}_rest = {point};"));
        let mut names = vec![String::new(); lens.len()];
        for (axis, &len) in lens.iter().enumerate().rev() {
            names[axis] = format!("{name}{axis}");
            if axis == 0 {
                self.line(format_args!("const ct_index {name}0 = {name}_rest;"));
            } else {
                let len = self.length(len);
                self.line(format_args!(
                    "const ct_index {name}{axis} = {name}_rest % {len};\n{name}_rest /= {len};"
                ));
            }
        }
        names
    }
}
