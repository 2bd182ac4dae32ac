//! The text of a kernel, its arguments, and what tells it from other kernels: all of one walk over a launch.
//!
//! Most launches find their kernel compiled. Then the walk collects arguments and the key alone.

use std::sync::atomic::{AtomicU8, Ordering};

use super::dialect::Dialect;

/// Which layouts texts tell apart, each value fewer than the one before. All but the first are what `tests/benches/layouts.rs` compares
/// with the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layouts {
    /// Strides of 0 and 1, how many axes are left, and quads: four neighbours as one vector.
    #[default]
    All,
    /// No quads.
    Elements,
    /// Strides are arguments, whatever they are.
    Strides,
    /// And there are four axes, whatever is left.
    FourAxes,
}

/// The axes of a text for all layouts.
const AXES: usize = 4;

static LAYOUTS: AtomicU8 = AtomicU8::new(0);

/// Texts of launches to come tell these layouts apart, in the whole process.
pub fn tell_apart(layouts: Layouts) {
    LAYOUTS.store(layouts as u8, Ordering::Relaxed);
}

impl Layouts {
    pub(in crate::device) fn now() -> Self {
        match LAYOUTS.load(Ordering::Relaxed) {
            0 => Self::All,
            1 => Self::Elements,
            2 => Self::Strides,
            _ => Self::FourAxes,
        }
    }
}

/// A kernel while it is written.
#[derive(Debug)]
pub(in crate::device) struct Text {
    pub(in crate::device) layouts: Layouts,
    pub(in crate::device) dialect: Dialect,
    /// What the text depends on.
    pub(in crate::device) key: Vec<u64>,
    /// Numbers that the launch gives: words of 32 bits in WGSL.
    pub(in crate::device) arguments: Vec<u64>,
    /// Those that are host numbers of the launch: where, which, and the types that they compute in.
    pub(super) numbers: Vec<(usize, usize, &'static str)>,
    /// The lines, where they are wanted.
    lines: Option<String>,
}

impl Text {
    /// Key and arguments alone.
    pub(in crate::device) fn key(dialect: Dialect) -> Self {
        Self {
            layouts: Layouts::now(),
            dialect,
            key: Vec::with_capacity(96),
            arguments: Vec::with_capacity(48),
            numbers: Vec::new(),
            lines: None,
        }
    }

    /// The lines too.
    pub(in crate::device) fn full(dialect: Dialect) -> Self {
        Self { lines: Some(String::new()), ..Self::key(dialect) }
    }

    /// Whether the lines are wanted.
    pub(super) fn is_full(&self) -> bool {
        self.lines.is_some()
    }

    /// The lines.
    pub(in crate::device) fn finish(self) -> String {
        self.lines.unwrap_or_default()
    }

    /// A number that the text depends on.
    pub(in crate::device) fn on(&mut self, number: usize) -> usize {
        self.key.push(number as u64);
        number
    }

    /// A question that the text depends on.
    pub(in crate::device) fn whether(&mut self, is: bool) -> bool {
        self.on(usize::from(is)) != 0
    }

    /// A line.
    pub(in crate::device) fn line(&mut self, line: std::fmt::Arguments<'_>) {
        if let Some(lines) = &mut self.lines {
            let _ = std::fmt::Write::write_fmt(lines, line);
            lines.push('\n');
        }
    }

    /// A part of a line: nothing where lines are not wanted, as most launches find their kernel and wait for this walk.
    pub(super) fn spell(&self, how: impl FnOnce(Dialect) -> String) -> String {
        if self.lines.is_some() { how(self.dialect) } else { String::new() }
    }

    /// A line that names a value.
    pub(super) fn set(&mut self, name: std::fmt::Arguments<'_>, value: &str) {
        let set = self.dialect.set();
        self.line(format_args!("{set} {name} = {value};"));
    }

    /// A line that names an index or a length that changes.
    pub(super) fn vary(&mut self, name: &str, value: &str) {
        let vary = self.dialect.vary();
        self.line(format_args!("{vary} {name} = {value};"));
    }

    fn given(&mut self, number: u64) -> String {
        let at = self.arguments.len();
        self.arguments.push(number);
        self.spell(|dialect| dialect.given(at))
    }

    /// A word of the launch, and how the text names it.
    pub(in crate::device) fn argument(&mut self, word: u32) -> String {
        self.given(u64::from(word))
    }

    /// A length or a place of the launch.
    pub(in crate::device) fn length(&mut self, length: usize) -> String {
        let given = self.given(self.dialect.length(length));
        self.spell(|dialect| dialect.index(given))
    }

    /// Host number `i` of the launch.
    pub(super) fn host(&mut self, i: usize, number: f64, ty: &'static str) -> String {
        self.numbers.push((self.arguments.len(), i, ty));
        self.number(number, ty)
    }

    /// A number that the host computed, as a value of a type that is computed in.
    pub(super) fn number(&mut self, number: f64, ty: &str) -> String {
        let given = self.given(self.dialect.number(number, ty));
        self.spell(|dialect| dialect.value(&given, ty))
    }

    /// `base + Σ index · stride`, without what is 0 and products by 1.
    pub(in crate::device) fn place(&mut self, base: String, strides: &[isize], indices: &[String]) -> String {
        let mut terms = if base == "0u" { String::new() } else { base };
        let knows = self.layouts < Layouts::Strides;
        let added = indices.len().saturating_sub(strides.len());
        for (stride, index) in [0; AXES].iter().take(added).chain(strides).zip(indices) {
            match self.on(match stride {
                0 if knows => 0,
                1 if knows => 1,
                _ => 2,
            }) {
                0 => {}
                1 => {
                    let plus = if terms.is_empty() { "" } else { " + " };
                    terms = self.spell(|_| format!("{terms}{plus}{index}"));
                }
                // Negative strides too: indices wrap.
                _ => {
                    let plus = if terms.is_empty() { "" } else { " + " };
                    let length = self.length(*stride as usize);
                    terms = self.spell(|_| format!("{terms}{plus}{index} * {length}"));
                }
            }
        }
        if terms.is_empty() { self.spell(|_| "0u".to_owned()) } else { terms }
    }

    /// An offset, which most operands lack.
    pub(in crate::device) fn offset(&mut self, offset: usize) -> String {
        if self.whether(offset != 0 || self.layouts >= Layouts::Strides) {
            self.length(offset)
        } else {
            self.spell(|_| "0u".to_owned())
        }
    }

    /// Lines that give the index of `point` on each axis names: `{name}0`, `{name}1`.
    pub(in crate::device) fn indices(&mut self, name: &str, point: &str, lens: &[usize]) -> Vec<String> {
        let added: Vec<usize>;
        let mut lens = lens;
        if self.layouts == Layouts::FourAxes && lens.len() < AXES {
            added = [&[1; AXES][lens.len()..], lens].concat();
            lens = &added;
        }
        match self.on(lens.len()) {
            0 => return Vec::new(),
            1 => return vec![self.spell(|_| point.to_owned())],
            _ => {}
        }
        let rest = self.spell(|_| format!("{name}_rest"));
        self.vary(&rest, point);
        let mut names = vec![String::new(); lens.len()];
        for (axis, &len) in lens.iter().enumerate().rev() {
            names[axis] = self.spell(|_| format!("{name}{axis}"));
            if axis == 0 {
                self.set(format_args!("{name}0"), &rest);
            } else {
                let len = self.length(len);
                let index = self.spell(|_| format!("{rest} % {len}"));
                self.set(format_args!("{name}{axis}"), &index);
                self.line(format_args!("{rest} /= {len};"));
            }
        }
        names
    }
}
