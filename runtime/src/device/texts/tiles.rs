//! Passes that read an operand across its memory, in CUDA C++: by squares of 32 by 32, which a workgroup reads along the memory of the
//! operand and takes along that of the results.

use super::super::passes::GROUP;
use super::body::UNBOUND;
use super::dialect::Dialect;
use super::launch::Kernel;
use super::quads::copies;
use super::text::{Layouts, Text};

/// The side of a square, and the rows of it that a thread has.
const SIDE: usize = 32;
const ROWS: usize = SIDE * SIDE / GROUP;
/// Fewer points are in a cache.
const LARGE: usize = 1 << 18;
/// Operands that a workgroup has memory for.
const MOST: usize = 2;

/// Inputs that lie along another axis than the results.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    axis: usize,
    of: Vec<bool>,
}

/// `None` of a pass whose operands lie along the last axis, or along no axis in common.
pub(super) fn of(kernel: &Kernel<'_>) -> Option<Tiles> {
    let pass = kernel.pass;
    let ins = kernel.launch.ins.len();
    let last = pass.inner.len().checked_sub(1)?;
    let is_pass =
        kernel.dialect != Dialect::Wgsl && Layouts::now() == Layouts::All && pass.reduced.is_empty();
    if !is_pass || pass.inner_points() < LARGE || copies(kernel.body) < ROWS || pass.inner[last] < SIDE {
        return None;
    }
    if pass.walks[ins..].iter().any(|walk| walk.inner[last] != 1) {
        return None;
    }
    let along = |k: usize| {
        let strides = &pass.walks[k].inner;
        let is_across = kernel.needs.1[k] && strides[last].unsigned_abs() > 1;
        is_across.then(|| (0..last).find(|&axis| strides[axis] == 1 && pass.inner[axis] >= SIDE)).flatten()
    };
    let axis = (0..ins).find_map(along)?;
    let of: Vec<bool> = (0..ins).map(|k| along(k) == Some(axis)).collect();
    (of.iter().filter(|is| **is).count() <= MOST).then_some(Tiles { axis, of })
}

impl Tiles {
    /// What tells kernels apart.
    pub(super) fn number(&self) -> usize {
        self.axis + 1
    }
}

impl Kernel<'_> {
    /// Lengths of axes in squares.
    fn squares(&self, tiles: &Tiles) -> Vec<usize> {
        let mut lens = self.pass.inner.clone();
        let last = lens.len() - 1;
        for axis in [tiles.axis, last] {
            lens[axis] = lens[axis].div_ceil(SIDE);
        }
        lens
    }

    /// Workgroups of a pass by squares.
    pub(super) fn square_groups(&self, tiles: &Tiles) -> usize {
        self.squares(tiles).iter().product()
    }

    pub(super) fn by_squares(&self, text: &mut Text, tiles: &Tiles, at: &[usize]) {
        let pass = self.pass;
        let (axis, last) = (tiles.axis, pass.inner.len() - 1);
        let lens = [axis, last].map(|axis| text.length(pass.inner[axis]));
        self.read(at).for_each(|i| _ = text.whether(tiles.of[i]));
        for i in self.read(at) {
            let ty = text.spell(|d| d.stored(self.launch.ins[i].dtype).to_owned());
            if tiles.of[i] {
                text.line(format_args!("__shared__ {ty} s{i}[{SIDE}][{}];", SIDE + 1));
            } else {
                text.line(format_args!("{ty} e{i}[{ROWS}];"));
            }
        }
        let step = SIDE / ROWS;
        text.line(format_args!("const unsigned near = thread % {SIDE}u, far = thread / {SIDE}u;"));
        let mut indices = text.indices("i", "group", &self.squares(tiles));
        text.line(format_args!("const ct_index along = i{axis} * {SIDE}u, across = i{last} * {SIDE}u;"));
        (indices[axis], indices[last]) = ("a".to_owned(), "l".to_owned());
        let head = |[a, l]: [&str; 2]| {
            format!(
                "#pragma unroll\nfor (int row = 0; row < {ROWS}; row++) {{\nconst unsigned by = far + row * {step}u;\n\
                 const ct_index a = along + {a}, l = across + {l};\nif (a < {} && l < {}) {{",
                lens[0], lens[1]
            )
        };
        // Along the operands that lie across.
        text.line(format_args!("{}", head(["near", "by"])));
        self.read_places(text, at, &indices, |i| tiles.of[i], |i| format!("s{i}[by][near]"));
        text.line(format_args!("}}\n}}\n{}", head(["by", "near"])));
        self.read_places(text, at, &indices, |i| !tiles.of[i], |i| format!("e{i}[row]"));
        text.line(format_args!("}}\n}}\n__syncthreads();\n{}", head(["by", "near"])));
        for i in self.read(at) {
            let from = if tiles.of[i] { format!("s{i}[near][by]") } else { format!("e{i}[row]") };
            let value = text.spell(|d| d.loaded(&from, self.launch.ins[i].dtype));
            text.set(format_args!("x{i}"), &value);
        }
        self.statements(text);
        let places: Vec<_> = self
            .walks
            .iter()
            .map(|walk| {
                let base = text.offset(walk.offset);
                text.place(base, &walk.inner, &indices)
            })
            .collect();
        self.store(text, at, &places);
        text.line(format_args!("}}\n}}"));
    }

    /// Reads some inputs to places.
    fn read_places(
        &self,
        text: &mut Text,
        at: &[usize],
        indices: &[String],
        which: impl Fn(usize) -> bool,
        to: impl Fn(usize) -> String,
    ) {
        for (i, walk) in self.walks.iter().enumerate().take(self.launch.ins.len()) {
            if text.on(at[i]) == UNBOUND || !which(i) {
                continue;
            }
            let base = text.offset(walk.offset);
            let place = text.place(base, &walk.inner, indices);
            text.line(format_args!("{} = {}[{place}];", to(i), self.dialect.buffer(at[i])));
        }
    }
}
