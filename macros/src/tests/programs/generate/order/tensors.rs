//! Expressions that are tensors: as long as `x`, or single numbers.

use super::text::{Text, text};
use super::{Of, Place};

impl Place<'_> {
    /// An owned tensor.
    pub(super) fn tensor(&mut self, depth: usize) -> Text {
        let drawn = self.tensor_of(depth);
        drawn.expr("x.clone()")
    }

    fn leaf(&mut self) -> Text {
        match self.random.below(4) {
            0 if self.loops < 2 => self.entry(0),
            1 => match self.read(Of::State) {
                Some(name) => text![name, ".h.clone()"],
                None => text!["x.clone()"],
            },
            _ => text![self.read(Of::Tensor).unwrap_or_else(|| "x".to_owned()), ".clone()"],
        }
    }

    fn entry(&mut self, depth: usize) -> Text {
        let name = self.read(Of::List).unwrap_or_else(|| "xs".to_owned());
        // What changes the list in the index would borrow it twice.
        let index = self.with_closed(&name, |p| p.count(depth));
        text![&name, "[(", index, ") % ", &name, ".len()].clone()"]
    }

    /// The receiver of a method.
    pub(super) fn receiver(&mut self, depth: usize) -> Text {
        match self.read(Of::Tensor) {
            Some(name) if depth == 0 || self.random.chance(0.4) => text![name],
            _ => text!["(", self.tensor(depth.saturating_sub(1)), ")"],
        }
    }

    /// An operand, or an argument behind `&`.
    fn operand(&mut self, depth: usize) -> Text {
        match self.read(Of::Tensor) {
            Some(name) if !self.lent.contains(&name) && (depth == 0 || self.random.chance(0.3)) => {
                text![by_ref(&name), name]
            }
            _ => text!["(", self.tensor(depth), ")"],
        }
    }

    /// `&` and an argument.
    pub(super) fn lent(&mut self, depth: usize) -> Text {
        match self.read(Of::Tensor) {
            Some(name) if !self.lent.contains(&name) && (depth == 0 || self.random.chance(0.5)) => {
                text![by_ref(&name), name]
            }
            _ => text!["&(", self.tensor(depth), ")"],
        }
    }

    fn tensor_of(&mut self, depth: usize) -> Text {
        if depth == 0 {
            return self.leaf();
        }
        let less = depth - 1;
        match self.random.below(22) {
            0 | 1 => text![
                self.receiver(less),
                *self.random.pick(&[".sin()", ".cos()", ".tanh()", ".sigmoid()", ".atan()"])
            ],
            2..=4 => {
                let op = *self.random.pick(&["+", "*", "-"]);
                let (a, b) = self.behind(|p| p.operand(less), |p| p.operand(less));
                text!["(", a, " ", op, " ", b, ")"]
            }
            5..=7 => {
                let op = *self.random.pick(&["+", "*", "-"]);
                let (a, b) = self.behind(|p| p.number(less), |p| p.operand(less));
                text!["(", a, " ", op, " ", b, ")"]
            }
            8 if self.random.chance(0.3) => {
                let state = self.state();
                match self.random.below(3) {
                    0 => text!["(", self.operand(0), " * ", state, ".k)"],
                    1 => text![self.receiver(0), ".reshape([", state, ".j, 1]).sum_axis(1)"],
                    _ => text!["(", self.operand(0), " + Tensor::full([", state, ".j], 0.25))"],
                }
            }
            8 => {
                let (a, b) = self.behind(|p| p.operand(less), |p| p.number(less));
                text!["(", a, " * ", b, ")"]
            }
            9 => {
                let (a, b) = self.behind(|p| p.scalar(less), |p| p.operand(less));
                text!["(", a, " * ", b, ")"]
            }
            10..=12 => self.block(less, Self::tensor),
            13 => {
                let test = self.test(less);
                let (a, b) = (self.tensor(less), self.tensor(less));
                text!["(if ", test, " { ", a, " } else { ", b, " })"]
            }
            14 if !self.stays && (self.hosts == 0 || self.random.chance(0.1)) => self.jump(less),
            15 => {
                let on = self.count(less);
                let (a, b, c) = (self.tensor(0), self.tensor(less), self.tensor(0));
                text!["(match (", on, ") % 3 { 0 => ", a, ", 1 => ", b, ", _ => ", c, " })"]
            }
            16 | 17 => self.called(less),
            18 => self.entry(less),
            19 => text!["w.matmul(", self.lent(less), ")"],
            20 => match self.read(Of::Held) {
                Some(name) => {
                    // The name that is bound cannot be changed.
                    let some = self.with_away(&name, |p| p.number(less));
                    let none = self.tensor(less);
                    text!["(if let Some(held) = &", name, " { held * ", some, " } else { ", none, " })"]
                }
                None => self.leaf(),
            },
            _ => self.leaf(),
        }
    }

    fn called(&mut self, depth: usize) -> Text {
        match (self.random.below(5), self.read(Of::State)) {
            (0 | 1, Some(name)) => {
                let (a, b) = self.with_closed(&name, |p| p.behind(|p| p.number(depth), |p| p.lent(depth)));
                text![name, ".step(", a, ", ", b, ")"]
            }
            (2, _) if self.fallible => {
                let (a, b) = self.behind(|p| p.number(depth), |p| p.lent(depth));
                text!["risky(", a, ", ", b, ")?"]
            }
            (3, _) => {
                let (a, b) = self.behind(|p| p.number(depth), |p| p.lent(depth));
                text!["pair(", a, ", ", b, ").", *self.random.pick(&["0", "1"])]
            }
            _ => {
                let (a, b) = self.behind(|p| p.number(depth), |p| p.lent(depth));
                text!["cell(", a, ", ", b, ")"]
            }
        }
    }

    /// A value that may not come.
    pub(super) fn jump(&mut self, depth: usize) -> Text {
        let test = self.test(depth);
        let away = self.way_out(depth);
        let value = self.inside(|place| {
            let own = place.random.chance(0.5).then(|| place.declared(Of::Tensor, 1));
            text![own.into_iter().collect::<Vec<_>>(), place.tensor(depth)]
        });
        text!["(if ", test, " { ", away, " } else { ", value, " })"]
    }

    /// `return`, or out of a round.
    pub(super) fn way_out(&mut self, depth: usize) -> Text {
        match self.random.below(if self.labels.is_empty() { 3 } else { 5 }) {
            3 | 4 => text!["break ", self.labels[self.random.below(self.labels.len())].clone(), ";"],
            0 if self.loops > 0 => text!["continue;"],
            1 if self.loops > 0 => text!["break;"],
            _ => {
                let (scalar, number) = self.behind(|p| p.number(depth), |p| p.scalar(depth));
                let (ok, end) = if self.fallible { ("Ok((", "))") } else { ("(", ")") };
                text!["return ", ok, scalar, ", ", number, end, ";"]
            }
        }
    }

    pub(super) fn state(&mut self) -> String {
        self.read(Of::State).unwrap_or_else(|| "st".to_owned())
    }

    /// A tensor without dims.
    pub(super) fn scalar(&mut self, depth: usize) -> Text {
        let drawn = self.scalar_of(depth);
        drawn.expr("x.sum()")
    }

    fn scalar_of(&mut self, depth: usize) -> Text {
        let less = depth.saturating_sub(1);
        match self.random.below(7) {
            5 => text![self.state(), ".b.clone()"],
            6 if depth > 0 => {
                let state = self.state();
                text!["(", self.scalar(less), " * ", state, ".k)"]
            }
            0 => match self.read(Of::Scalar) {
                Some(name) => text![name, ".clone()"],
                None => text!["x.mean()"],
            },
            1 if depth > 0 => {
                let (a, b) = self.behind(|p| p.number(less), |p| p.scalar(less));
                text!["(", a, " * ", b, ")"]
            }
            2 if depth > 0 => self.block(less, Self::scalar),
            _ => text![self.receiver(less), *self.random.pick(&[".mean()", ".sum()"])],
        }
    }
}

/// Names of references begin with an `x`.
fn by_ref(name: &str) -> &'static str {
    if name.starts_with('x') { "" } else { "&" }
}
