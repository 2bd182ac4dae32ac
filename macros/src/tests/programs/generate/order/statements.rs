//! Statements: variables, what changes them, branches and loops.

use super::text::{Text, text};
use super::{Of, Place};

impl Place<'_> {
    /// `let mut`, of something.
    pub(super) fn declared(&mut self, of: Of, depth: usize) -> Text {
        let name = self.fresh_or_hiding(of);
        let value = match of {
            Of::Tensor => self.tensor(depth),
            Of::Scalar => self.scalar(depth),
            // Whether a field is a number only its use or a type says.
            Of::Number if depth > 0 && self.random.chance(0.1) => {
                let state = self.state();
                self.declare(&name, of, true);
                return text!["let mut ", name, ": f64 = ", state, ".k;"];
            }
            Of::Number => self.number(depth),
            Of::Count => self.count(depth),
            Of::List => {
                let one = |p: &mut Self| {
                    if !p.stays && depth > 0 && p.random.chance(0.5) {
                        p.jump(depth)
                    } else {
                        p.tensor(depth)
                    }
                };
                let (a, b) = self.behind(one, one);
                text!["vec![", a, ", ", b, "]"]
            }
            Of::Numbers => {
                let (a, b) = self.behind(|p| p.number(0), |p| p.number(0));
                text!["vec![", a, ", ", b, "]"]
            }
            Of::State => {
                let (k, (h, b)) =
                    self.behind(|p| p.behind(|p| p.scalar(depth), |p| p.tensor(depth)), |p| p.number(depth));
                if !self.fallible || self.random.chance(0.5) {
                    text!["State { k: ", k, ", h: ", h, ", b: ", b, ", j: st.j }"]
                } else {
                    text!["st.next(", k, ")?"]
                }
            }
            Of::Held => text!["None"],
        };
        let ty = match of {
            Of::Number | Of::Tensor if self.random.chance(0.7) => "",
            Of::Number => ": f64",
            Of::Tensor => ": Tensor<f64>",
            Of::Held => ": Option<Tensor<f64>>",
            Of::Count => ": usize",
            _ => "",
        };
        self.declare(&name, of, true);
        text!["let mut ", name, ty, " = ", value, ";"]
    }

    /// A statement that changes one variable, or calls the host.
    pub(super) fn effect(&mut self, depth: usize) -> Text {
        for _ in 0..4 {
            if let Some(effect) = self.maybe_effect(depth) {
                return effect;
            }
        }
        text!["noted(", self.number(depth), ");"]
    }

    fn maybe_effect(&mut self, depth: usize) -> Option<Text> {
        // In host expressions what changes host values alone.
        const HOSTS: [usize; 9] = [0, 1, 2, 3, 4, 5, 13, 16, 16];
        let kind = if self.hosts > 0 { *self.random.pick(&HOSTS) } else { self.random.below(18) };
        Some(match kind {
            0..=2 => {
                let name = self.change(Of::Number)?;
                let op = *self.random.pick(&["+=", "*=", "-=", "="]);
                text![name, " ", op, " ", self.number(depth), ";"]
            }
            3 => text![self.change(Of::Count)?, " += ", *self.random.pick(&["1", "2"]), ";"],
            4 => {
                let name = self.change(Of::Count)?;
                text![&name, " += (", self.count(depth), ") % 3;"]
            }
            5 => {
                let name = self.change(Of::Count)?;
                text![&name, " = (", self.count(depth), ") % 7;"]
            }
            6 | 7 => {
                let name = self.change(Of::Tensor)?;
                text![name, " = ", self.tensor(depth), ";"]
            }
            8 => {
                let name = self.change(Of::Tensor)?;
                let op = *self.random.pick(&["+=", "*=", "-="]);
                let value = self.with_closed(&name, |p| {
                    if p.random.chance(0.5) { p.number(depth) } else { p.tensor(depth) }
                });
                text![name, " ", op, " ", value, ";"]
            }
            9 => {
                let name = self.change(Of::List)?;
                let value = self.with_closed(&name, |p| p.tensor(depth));
                text![name, ".push(", value, ");"]
            }
            10 => {
                // Of what is assigned the place comes last.
                let name = self.change(Of::List)?;
                let (index, value) = (self.with_closed(&name, |p| p.count(depth)), self.tensor(depth));
                text![&name, "[(", index, ") % 2] = ", value, ";"]
            }
            11 | 12 => {
                let name = self.change(Of::List)?;
                let op = *self.random.pick(&["+=", "*=", "-="]);
                let index = self.with_away(&name, |p| p.count(depth));
                let value = self.with_away(&name, |p| {
                    if p.random.chance(0.3) { p.number(depth) } else { p.tensor(depth) }
                });
                text![&name, "[(", index, ") % 2] ", op, " ", value, ";"]
            }
            13 => {
                let name = self.change(Of::Numbers)?;
                text![&name, ".push(", self.with_closed(&name, |p| p.number(depth)), ");"]
            }
            14 => {
                let name = self.change(Of::State)?;
                match self.random.below(4) {
                    0 => text![
                        name,
                        ".k ",
                        *self.random.pick(&["=", "+=", "*="]),
                        " ",
                        self.number(depth),
                        ";"
                    ],
                    1 if self.random.chance(0.5) => text![name, ".b = ", self.scalar(depth), ";"],
                    1 => text![name, ".h = ", self.tensor(depth), ";"],
                    2 => text![&name, ".bump(", self.with_closed(&name, |p| p.number(depth)), ");"],
                    _ if self.fallible => {
                        let value = self.with_closed(&name, |p| p.number(depth));
                        text![&name, " = ", &name, ".next(", value, ")?;"]
                    }
                    _ => return None,
                }
            }
            15 => {
                let name = self.change(Of::Held)?;
                text![name, " = Some(", self.tensor(depth), ");"]
            }
            16 => match self.random.below(4) {
                0 => text!["noted(", self.number(depth), ");"],
                1 => text!["drawn();"],
                2 => text!["let _ = told(", self.number(depth), ");"],
                _ if self.fallible => text!["checked(", self.number(depth), ")?;"],
                _ => return None,
            },
            _ => {
                let (a, b) = self.behind(|p| p.number(depth), |p| p.lent(depth));
                text![*self.random.pick(&["cell(", "let _ = cell(", "let _unread = cell("]), a, ", ", b, ");"]
            }
        })
    }

    pub(super) fn statement(&mut self, depth: usize) -> Text {
        self.left = self.left.saturating_sub(1);
        let less = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 8 } else { 18 }) {
            0..=2 => {
                let kinds = [
                    Of::Tensor,
                    Of::Tensor,
                    Of::Number,
                    Of::Count,
                    Of::Scalar,
                    Of::List,
                    Of::Numbers,
                    Of::State,
                    Of::Held,
                ];
                let of = *self.random.pick(&kinds);
                self.declared(of, 2)
            }
            3..=7 => self.effect(2),
            8 => {
                let (a, b) = self.behind(|p| p.number(2), |p| p.lent(2));
                let [one, other] = [self.named(Of::Tensor), self.named(Of::Tensor)];
                self.declare(&one, Of::Tensor, true);
                self.declare(&other, Of::Tensor, false);
                text!["let (mut ", one, ", ", other, ") = pair(", a, ", ", b, ");"]
            }
            9 => {
                let test = self.test(2);
                let body = self.body(less, 1);
                if self.random.chance(0.5) {
                    text!["if ", test, " { ", body, "}"]
                } else {
                    text!["if ", test, " { ", body, "} else { ", self.body(less, 1), "}"]
                }
            }
            10 if !self.stays => {
                let test = self.test(1);
                let mut body = self.body(less.min(1), 0);
                body.push(self.way_out(1));
                text!["if ", test, " { ", body, "}"]
            }
            11 => {
                let on = self.count(2);
                let arms = [self.body(less, 1), self.body(less, 1)];
                let [a, b] = arms;
                text!["match (", on, ") % 3 { 0 => { ", a, "} _ => { ", b, "} }"]
            }
            12..=14 => self.rounds(less),
            15 => self.labelled(less),
            16 if self.fallible => {
                let (a, b) = self.behind(|p| p.number(1), |p| p.lent(2));
                let [one, other] = [self.named(Of::Tensor), self.named(Of::Count)];
                self.declare(&one, Of::Tensor, true);
                self.declare(&other, Of::Count, true);
                text![
                    "let (mut ",
                    one,
                    ", mut ",
                    other,
                    "): (Tensor<f64>, usize) = with_count(",
                    a,
                    ", ",
                    b,
                    ")?;"
                ]
            }
            _ => {
                let mark = if self.random.chance(0.5) { "#[checkpoint] " } else { "" };
                let name = self.named(Of::Tensor);
                let stays = std::mem::replace(&mut self.stays, true);
                let value = self.block(2, Self::tensor);
                self.stays = stays;
                self.declare(&name, Of::Tensor, true);
                text!["let mut ", name, " = ", mark, value, ";"]
            }
        }
    }

    /// A block that is left from several places, among them loops.
    fn labelled(&mut self, depth: usize) -> Text {
        self.made += 1;
        let label = format!("'b{}_", self.made);
        self.labels.push(label.clone());
        let body = self.inside(|place| {
            let mut body = Vec::new();
            let test = place.test(1);
            body.push(text!["if ", test, " { break ", &label, "; }"]);
            body.push(place.statement(depth.min(1)));
            if place.random.chance(0.5) {
                body.push(place.rounds(depth.min(1)));
            } else {
                body.push(place.left_twice(&label));
            }
            body
        });
        self.labels.pop();
        text![&label, ": { ", body, "}"]
    }

    /// A loop that is left for this block's end, and for another place.
    fn left_twice(&mut self, label: &str) -> Text {
        self.made += 1;
        let item = format!("i{}", self.made);
        let body = self.inside(|place| {
            place.declare(&item, Of::Count, false);
            place.loops += 1;
            let one = text!["if ", place.test(1), " { break ", label, "; }"];
            let way_out = if place.stays { text!["break;"] } else { place.way_out(0) };
            let other = text!["if ", &item, " == ", place.count(0), " { ", way_out, " }"];
            let all = vec![one, place.effect(1), other, place.effect(1)];
            place.loops -= 1;
            all
        });
        text!["for ", item, " in 0..3 { ", body, "}"]
    }

    fn body(&mut self, depth: usize, least: usize) -> Vec<Text> {
        self.inside(|place| (0..least + place.random.below(2)).map(|_| place.statement(depth)).collect())
    }

    fn rounds(&mut self, depth: usize) -> Text {
        self.made += 1;
        let c = format!("c{}", self.made);
        let mark = if self.random.chance(0.3) {
            *self.random.pick(&[
                "#[checkpoint]\n",
                "#[checkpoint(every = 2)]\n",
                "#[checkpoint(sqrt)]\n",
                "#[checkpoint(slots = 2)]\n",
            ])
        } else {
            ""
        };
        match self.random.below(6) {
            5 if self.change(Of::List).is_some() => {
                // The loop owns the list that it goes over, whatever is assigned to the name.
                let list = self.changed.last().cloned().unwrap_or_default();
                self.made += 1;
                let item = format!("h{}", self.made);
                let (a, b) = self.with_away(&list, |p| (p.tensor(1), p.tensor(1)));
                let body = self.with_closed(&list, |p| p.round(depth, Some((&item, Of::Tensor))));
                let (one, two) = self.with_away(&list, |p| (p.tensor(0), p.tensor(0)));
                text![
                    mark, "for ", item, " in ", &list, " { ", &list, " = vec![", a, ", ", b, "];\n", body,
                    "}\n", &list, " = vec![", one, ", ", two, "];"
                ]
            }
            0 => {
                // Runs at most three times.
                let test = self.test(1);
                let body = self.round(depth, None);
                text![
                    "let mut ", &c, " = 0;\n", mark, "while ", &c, " < 3 && ", test, " { ", &c, " += 1;\n",
                    body, "}"
                ]
            }
            1 | 2 => {
                let list = self.read(Of::List).unwrap_or_else(|| "xs".to_owned());
                self.made += 1;
                let item = format!("x{}", self.made);
                let by_ref = if list == "xs" { "" } else { "&" };
                let body = self.with_closed(&list, |p| p.round(depth, Some((&item, Of::Tensor))));
                text![mark, "for ", item, " in ", by_ref, list, " { ", body, "}"]
            }
            3 => {
                // What is gone over may change within.
                let list = self.read(Of::Numbers);
                let over = match list {
                    Some(list) => text![list, ".clone()"],
                    None => {
                        let (a, b) = self.behind(|p| p.number(0), |p| p.number(0));
                        text!["[", a, ", ", b, "]"]
                    }
                };
                self.made += 1;
                let item = format!("k{}", self.made);
                let body = self.round(depth, Some((&item, Of::Number)));
                text![mark, "for ", item, " in ", over, " { ", body, "}"]
            }
            _ => {
                self.made += 1;
                let item = format!("i{}", self.made);
                let end =
                    if self.random.chance(0.4) { text!["(", self.count(1), ") % 4"] } else { text!["n"] };
                let body = self.round(depth, Some((&item, Of::Count)));
                text![mark, "for ", item, " in 0..", end, " { ", body, "}"]
            }
        }
    }

    /// The statements of a round, which carries something on.
    fn round(&mut self, depth: usize, item: Option<(&str, Of)>) -> Vec<Text> {
        self.inside(|place| {
            place.loops += 1;
            if let Some((name, of)) = item {
                place.declare(name, of, false);
            }
            let mut body = place.body(depth.min(1), 1);
            if let Some(name) = place.change(Of::Tensor) {
                body.push(text![name, " = ", place.tensor(2), ";"]);
            }
            place.loops -= 1;
            body
        })
    }
}
