//! Random straight-line programs, as text: what users could write, over small tensors of known size.
//!
//! No dependencies: the tests of the macro crate interpret these programs, and the build script of the tests' crate
//! prints them for the compiler. A program knows the size of every tensor (`sizes`, equal names are equal dims) and a
//! range of its elements, so that every op is used inside its domain.

mod borrow;
mod flow;
mod ops;
#[allow(dead_code, reason = "the build script of the tests draws them")]
#[allow(
    clippy::format_push_string,
    clippy::needless_for_each,
    clippy::range_plus_one,
    clippy::single_match_else
)]
mod order;
mod print;
mod trace;
mod write;

use std::collections::BTreeSet;

pub(crate) use flow::Flow;
#[allow(unused_imports)]
pub(crate) use order::{HELPERS, Ordered, signature};
#[allow(unused_imports)]
pub(crate) use trace::Instance;
#[allow(unused_imports)]
pub(crate) use write::SHARED;

/// Counter-based: the same numbers on every machine.
#[derive(Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    pub(crate) fn within(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * self.unit()
    }
    pub(crate) fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// The seed of a run: `COTANGENT_SEED`, or the same for everybody.
pub(crate) fn seed() -> u64 {
    std::env::var("COTANGENT_SEED").ok().and_then(|s| s.trim().parse().ok()).unwrap_or(2024)
}

/// A size and the name or number that the macro knows it by.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Dim {
    pub size: usize,
    pub name: String,
}

impl Dim {
    fn new(size: usize, name: &str) -> Self {
        Self { size, name: name.to_owned() }
    }
    fn literal(size: usize) -> Self {
        Self { size, name: size.to_string() }
    }
}

/// A tensor of the program.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub dims: Vec<Dim>,
    /// Bounds of its elements.
    pub lo: f64,
    pub hi: f64,
}

impl Var {
    pub(crate) fn sizes(&self) -> Vec<usize> {
        self.dims.iter().map(|d| d.size).collect()
    }
    fn numel(&self) -> usize {
        self.dims.iter().map(|d| d.size).product()
    }
    fn most(&self) -> f64 {
        self.lo.abs().max(self.hi.abs())
    }
}

/// A tensor parameter: variable number `i` is parameter number `i`.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// Dims in the type; without, the macro knows nothing of its shape.
    pub declared: bool,
    pub by_ref: bool,
    pub constant: bool,
}

/// `let pattern = expression`; `{0}`, `{1}` stand for the arguments.
#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub defs: Vec<usize>,
    pub pattern: &'static str,
    pub args: Vec<usize>,
    /// The text in the language of the macro.
    pub dsl: String,
    /// The text in eager methods, one by one.
    #[cfg_attr(test, allow(dead_code))]
    pub eager: String,
    /// The result takes the name of a dead variable: shadowing, or assignment.
    pub reuse: Reuse,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Reuse {
    Never,
    Shadow,
    Assign,
}

/// The form of a program's results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Form {
    /// A loss alone.
    Loss,
    /// A loss and tensors beside it.
    LossAnd,
    /// Tensors.
    Tensors,
}

#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub vars: Vec<Var>,
    pub inputs: Vec<Input>,
    pub stmts: Vec<Stmt>,
    pub form: Form,
    /// The mean of each of these, weighted, is the loss.
    pub loss: Vec<usize>,
    /// Returned as they are.
    pub results: Vec<usize>,
    /// The host parameter `s`.
    pub scale: f64,
}

impl Program {
    /// A program of `ops` statements with something to differentiate.
    pub(crate) fn random(random: &mut Random, ops: usize) -> Self {
        loop {
            let program = Self::draw(random, ops);
            if program.is_active() {
                return program;
            }
        }
    }

    fn is_active(&self) -> bool {
        self.inputs.iter().any(|i| !i.constant)
    }

    fn draw(random: &mut Random, ops: usize) -> Self {
        let (b, i, h, one) = (Dim::new(3, "B"), Dim::new(4, "I"), Dim::new(5, "H"), Dim::literal(1));
        let shapes = [
            vec![b.clone(), i.clone()],
            vec![i.clone()],
            vec![i.clone(), h.clone()],
            vec![b.clone(), one.clone()],
            vec![],
            vec![],
            vec![Dim::literal(2), b.clone(), i.clone()],
            vec![b.clone(), h.clone()],
            vec![one, h],
            vec![i.clone(), i],
            vec![b],
        ];
        let form = *random.pick(&[Form::Loss, Form::Loss, Form::LossAnd, Form::Tensors]);
        let count = 2 + random.below(4);
        let mut program = Self {
            vars: Vec::new(),
            inputs: Vec::new(),
            stmts: Vec::new(),
            form,
            loss: Vec::new(),
            results: Vec::new(),
            scale: random.within(-1.5, 1.5),
        };
        for k in 0..count {
            // The first is a matrix with dims: every name can be bound somewhere.
            let dims = if k == 0 { shapes[0].clone() } else { random.pick(&shapes).clone() };
            let declared = k == 0 || random.chance(0.6);
            program.vars.push(Var { dims, lo: -1.5, hi: 1.5 });
            program.inputs.push(Input {
                declared,
                by_ref: random.chance(0.8),
                constant: k > 0 && random.chance(0.15),
            });
        }
        while program.stmts.len() < ops {
            ops::add(&mut program, random);
        }
        program.finish(random);
        program
    }

    /// Makes the unused variables the result; parameters that it does not need become constants.
    fn finish(&mut self, random: &mut Random) {
        let used: BTreeSet<usize> = self.stmts.iter().flat_map(|s| s.args.iter().copied()).collect();
        let mut ends: Vec<usize> =
            (self.inputs.len()..self.vars.len()).filter(|v| !used.contains(v)).collect();
        if ends.len() > 1 && random.chance(0.2) {
            // Dead code.
            let dead = random.below(ends.len());
            ends.remove(dead);
        }
        if ends.is_empty() {
            ends.push(self.vars.len() - 1);
        }
        if self.form == Form::Loss {
            self.loss = ends;
        } else {
            let results = 1 + random.below(ends.len().min(3));
            self.results = ends.split_off(ends.len() - results);
            self.loss = ends;
        }
        if self.form == Form::Tensors {
            let last = self.results.len().min(2);
            self.results.extend(self.loss.drain(..).take(3 - last));
        }
        if self.loss.is_empty() && self.form != Form::Tensors {
            self.loss = vec![self.results[0]];
        }
        self.drop_dead();
    }

    /// Parameters on which the differentiated results do not depend are constants.
    pub(crate) fn drop_dead(&mut self) {
        let mut needed: BTreeSet<usize> = self.loss.iter().chain(&self.results).copied().collect();
        for stmt in self.stmts.iter().rev() {
            if stmt.defs.iter().any(|d| needed.contains(d)) && !ops::is_flat(stmt) {
                needed.extend(&stmt.args);
            }
        }
        for (k, input) in self.inputs.iter_mut().enumerate() {
            input.constant |= !needed.contains(&k);
        }
    }

    /// Programs smaller by one statement: each use of its result is replaced by another tensor of the same dims.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut found = Vec::new();
        for (at, stmt) in self.stmts.iter().enumerate().rev() {
            let mut swaps = Vec::new();
            for &def in &stmt.defs {
                let used = self.stmts.iter().any(|s| s.args.contains(&def))
                    || self.loss.contains(&def)
                    || self.results.contains(&def);
                let first = stmt.defs[0];
                let same = (0..first).find(|&v| self.vars[v].dims == self.vars[def].dims && self.defined(v));
                match same {
                    Some(v) => swaps.push((def, v)),
                    None if used => break,
                    None => swaps.push((def, def)),
                }
            }
            if swaps.len() == stmt.defs.len() {
                let mut less = self.clone();
                less.stmts.remove(at);
                let swap = |v: &mut usize| {
                    if let Some((_, to)) = swaps.iter().find(|(from, _)| from == v) {
                        *v = *to;
                    }
                };
                less.stmts.iter_mut().for_each(|s| s.args.iter_mut().for_each(swap));
                less.loss.iter_mut().chain(&mut less.results).for_each(swap);
                less.drop_dead();
                found.push(less);
            }
        }
        for at in 0..self.loss.len() {
            if self.loss.len() > 1 {
                let mut less = self.clone();
                less.loss.remove(at);
                less.drop_dead();
                found.push(less);
            }
        }
        for at in 0..self.results.len() {
            if self.results.len() > 1 {
                let mut less = self.clone();
                less.results.remove(at);
                less.drop_dead();
                found.push(less);
            }
        }
        found.retain(Self::is_active);
        found
    }

    fn defined(&self, v: usize) -> bool {
        v < self.inputs.len() || self.stmts.iter().any(|s| s.defs.contains(&v))
    }

    /// The smallest program that still fails.
    pub(crate) fn shrink(mut self, fails: impl Fn(&Self) -> bool) -> Self {
        while let Some(less) = self.smaller().into_iter().find(&fails) {
            self = less;
        }
        self
    }

    /// Whether the program has a loss, so a gradient.
    pub(crate) fn has_loss(&self) -> bool {
        self.form != Form::Tensors
    }
}
