//! Host expressions: numbers, counts and conditions.

use super::text::{Text, text};
use super::{Of, Place};

impl Place<'_> {
    /// An expression of `f64`.
    pub(super) fn number(&mut self, depth: usize) -> Text {
        let drawn = self.host(|p| p.number_of(depth));
        drawn.expr("0.5")
    }

    fn number_of(&mut self, depth: usize) -> Text {
        if depth == 0 {
            return match (self.random.below(4), self.read(Of::Number)) {
                (0, _) => text!["drawn()"],
                (1 | 2, Some(name)) => text![name],
                _ => text![*self.random.pick(&["0.5", "0.75", "1.25", "0.3"])],
            };
        }
        let less = depth - 1;
        match self.random.below(14) {
            0 => text!["drawn()"],
            1 => text!["told(", self.number(less), ")"],
            2 | 3 => {
                let op = *self.random.pick(&["+", "*", "-"]);
                let (a, b) = self.behind(|p| p.number(less), |p| p.number(less));
                text!["(", a, " ", op, " ", b, ")"]
            }
            4..=6 => self.block(less, Self::number),
            7 | 8 if self.fallible => text!["(", self.asked(less), ") * 0.5"].wrapped(),
            9 => {
                let test = self.test(less);
                let (a, b) = (self.number(less), self.number(less));
                text!["(if ", test, " { ", a, " } else { ", b, " })"]
            }
            10 => match self.change(Of::Numbers) {
                Some(name) => text![name, ".pop().unwrap_or(", self.number(0), ")"],
                None => self.number_of(0),
            },
            11 => text!["f64::cos(", self.number(less), ")"],
            12 => text!["((", self.count(less), ") % 5) as f64"].wrapped(),
            _ if self.fallible => text!["checked(", self.number(less), ")?"],
            _ => self.number_of(0),
        }
    }

    /// A number of a tensor.
    fn asked(&mut self, depth: usize) -> Text {
        let how = *self.random.pick(&[".sum().item()?", ".mean().item()?", ".cos().sum().item()?"]);
        text![self.receiver(depth), how]
    }

    /// An expression of `usize`.
    pub(super) fn count(&mut self, depth: usize) -> Text {
        let drawn = self.host(|p| p.count_of(depth));
        drawn.expr("1")
    }

    fn count_of(&mut self, depth: usize) -> Text {
        if depth == 0 {
            return match (self.random.below(5), self.read(Of::Count)) {
                (0, _) => text!["picked(3)"],
                (1..=3, Some(name)) => text![name],
                _ => text![*self.random.pick(&["0", "1", "2"])],
            };
        }
        let less = depth - 1;
        match self.random.below(6) {
            0 => text!["picked(4)"],
            1 | 2 => self.block(less, Self::count),
            3 => {
                let (a, b) = self.behind(|p| p.count(less), |p| p.count(less));
                text!["(", a, " + ", b, ")"]
            }
            4 => {
                let of = *self.random.pick(&[Of::List, Of::Numbers]);
                match self.read(of) {
                    Some(name) => text![name, ".len()"],
                    None => self.count_of(0),
                }
            }
            _ => self.count_of(0),
        }
    }

    pub(super) fn test(&mut self, depth: usize) -> Text {
        let drawn = self.host(|p| p.test_of(depth));
        drawn.expr("true")
    }

    fn test_of(&mut self, depth: usize) -> Text {
        let less = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 3 } else { 6 }) {
            0 => text!["(", self.count(less), ") % 2 == 0"].wrapped(),
            1 => {
                let (a, b) = self.behind(|p| p.number(less), |p| p.number(less));
                text!["(", a, ") > ", b].wrapped()
            }
            2 => text!["(", self.count(less), ") == n"].wrapped(),
            3 | 4 => {
                let op = *self.random.pick(&["&&", "||"]);
                let (a, b) = self.behind(|p| p.test(less), |p| p.test(less));
                text!["(", a, " ", op, " ", b, ")"]
            }
            _ => text!["!", self.test(less)],
        }
    }

    /// Statements in front of something.
    pub(super) fn block(&mut self, depth: usize, last: impl FnOnce(&mut Self, usize) -> Text) -> Text {
        self.inside(|place| {
            let mut stmts = Vec::new();
            for _ in 0..1 + place.random.below(2) {
                stmts.push(place.effect(depth.min(1)));
            }
            if place.random.chance(0.2) {
                let kinds = [Of::Number, Of::Count, Of::Tensor];
                let changes = place.hosts > 0 && place.random.chance(0.7);
                let of = *place.random.pick(&kinds[..if changes { 2 } else { 3 }]);
                stmts.push(place.declared(of, depth.min(1)));
            }
            let last = last(place, depth);
            text!["{ ", stmts, last, " }"]
        })
    }
}

impl Text {
    fn wrapped(self) -> Self {
        text!["(", self, ")"]
    }
}
