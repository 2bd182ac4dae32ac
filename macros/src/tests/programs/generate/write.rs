//! A program with control flow as text.

mod hide;
mod made;
mod module;

pub(crate) use hide::over;

#[allow(unused_imports)]
pub(crate) use module::SHARED;

use std::fmt::Write;

use super::Random;
use super::borrow::borrowed;
use super::flow::{Amount, Block, Count, Effect, Flow, Func, Node, Of, Over, Test};

impl Flow {
    /// The function of this name, with or without its checkpoints.
    pub(crate) fn text(&self, name: &str, checkpoints: bool) -> String {
        let params = (0..self.tensors()).map(|k| {
            let dims: Vec<&str> = self.main.vars[k].dims.iter().map(|d| d.name.as_str()).collect();
            // Of others the macro knows no shape.
            let dims = if k == 0 { format!(", {}", dims.join(", ")) } else { String::new() };
            format!("x{k}: &Tensor<f64{dims}>")
        });
        let params = params.collect::<Vec<_>>().join(", ");
        let mut out = format!("fn {name}({params}, m: &Model, n: usize, s: f64) -> Scalar<f64> {{\n");
        self.body(&self.main, "n", checkpoints, &mut out);
        hide::names(&borrowed(&out), &mut Random::new(self.number as u64))
    }

    /// The functions that it calls; methods in blocks of their own.
    pub(crate) fn helper_texts(&self) -> Vec<String> {
        let text = |(k, helper)| {
            hide::names(&borrowed(&self.helper(k, helper)), &mut Random::new((self.number + k) as u64))
        };
        self.helpers.iter().enumerate().map(text).collect()
    }

    fn helper(&self, k: usize, helper: &Func) -> String {
        let of = helper.owner.as_ref().map(|owner| {
            if helper.method { "&self".to_owned() } else { format!("{}: &{}", owner.text, owner.of.name()) }
        });
        let tensors = (0..helper.tensors).map(|p| format!("p{p}: &Tensor<f64>"));
        let host = ["k: usize", "s: f64"].map(str::to_owned);
        let params: Vec<String> = of.into_iter().chain(tensors).chain(host).collect();
        let results = match helper.results.len() {
            _ if helper.makes_state => "State",
            1 => "Tensor<f64>",
            _ => "(Tensor<f64>, Tensor<f64>)",
        };
        let mut out = format!("fn {}({}) -> {results} {{\n", self.name_of(k), params.join(", "));
        self.body(helper, "k", false, &mut out);
        match helper.owner.as_ref().filter(|_| helper.method) {
            Some(owner) => {
                // Without a tensor in its signature a method that gives a struct says that it has a derivative.
                let mark = if helper.tensors == 0 && helper.makes_state { "#[differentiable]\n" } else { "" };
                format!("impl {} {{\n{mark}pub {out}}}\n", owner.of.name())
            }
            None => out,
        }
    }

    fn body(&self, func: &Func, count: &'static str, checkpoints: bool, out: &mut String) {
        let mut writer = Writer { flow: self, func, count, checkpoints, depth: 1, out };
        writer.nodes(&func.nodes);
        let value = writer.value(&func.results);
        writer.line(&value);
        out.push_str("}\n");
    }
}

fn tuple(mut parts: impl ExactSizeIterator<Item = String>) -> String {
    match parts.len() {
        1 => parts.next().unwrap_or_default(),
        _ => format!("({})", parts.collect::<Vec<_>>().join(", ")),
    }
}

struct Writer<'a> {
    flow: &'a Flow,
    func: &'a Func,
    /// The number that the function is given.
    count: &'static str,
    checkpoints: bool,
    depth: usize,
    out: &'a mut String,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.out, "{}{line}", "    ".repeat(self.depth));
    }

    pub(super) fn count(&self, count: Count) -> String {
        match count {
            Count::N => self.count.to_owned(),
            Count::Less => format!("{} - 1", self.count),
            Count::Round(depth) => format!("i{depth}"),
            Count::Literal(k) => k.to_string(),
        }
    }

    fn test(&self, test: Test) -> String {
        match test {
            Test::Even(c) => format!("{} % 2 == 0", self.count(c)),
            Test::Is(c, k) => format!("{} == {k}", self.count(c)),
            Test::More(c, k) => format!("{} > {k}", self.count(c)),
            Test::Positive => "s > 0.0".to_owned(),
            Test::Above(number, than) => format!("{} > {than:?}", self.func.numbers[number]),
        }
    }

    fn amount(&self, amount: Amount) -> String {
        match amount {
            Amount::Literal(x) => format!("{x:?}"),
            Amount::Count(count @ Count::Less) => format!("({}) as f64 * 0.1", self.count(count)),
            Amount::Count(count) => format!("{} as f64 * 0.1", self.count(count)),
            Amount::Number(number) => self.func.numbers[number].clone(),
        }
    }

    fn fill(&self, text: &str, args: &[usize]) -> String {
        let text = super::print::fill(text, args, |v| self.func.names[v].clone());
        let numbers = self.func.numbers.iter().enumerate().rev();
        let text = numbers.fold(text, |t, (k, name)| t.replace(&format!("@{k}"), name));
        let tallies = (0..self.func.tallies).rev();
        tallies.fold(text, |t, k| t.replace(&format!("#{k}"), &format!("ks{k}.iter().sum::<f64>()")))
    }

    /// `let (a, b)`, with what may change.
    fn binding(&self, defs: &[usize]) -> String {
        let name = |&d: &usize| {
            let mutable = if self.func.mutable[d] { "mut " } else { "" };
            format!("{mutable}{}", self.func.names[d])
        };
        format!("let {}", tuple(defs.iter().map(name)))
    }

    /// The value that the function gives, from these results.
    fn value(&self, results: &[usize]) -> String {
        let name = |v: usize| &self.func.names[v];
        if self.func.makes_state {
            let t = self.amount(self.func.t.expect("drawn with the function"));
            return made::state(name(results[0]), &format!("c: {}.clone(), t: {t}", name(results[1])));
        }
        if !std::ptr::eq(self.func, &raw const self.flow.main) {
            return tuple(results.iter().map(|&r| format!("{}.clone()", name(r))));
        }
        let terms = results.iter().enumerate().map(|(k, &v)| {
            let x = name(v);
            match (k % 3, self.func.vars[v].dims.len()) {
                (0, 0) => x.clone(),
                (0, _) => format!("{x}.mean()"),
                (1, _) => format!("({x} * 0.3).sum()"),
                _ => format!("{x}.sin().mean() * 0.5"),
            }
        });
        terms.collect::<Vec<_>>().join(" + ")
    }

    fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.node(node);
        }
    }

    /// The statements of a block without a value.
    fn valueless(&mut self, nodes: &[Node]) {
        match nodes.split_last() {
            Some((Node::Effect(effect), before)) => {
                self.nodes(before);
                let effect = self.effect(*effect);
                self.line(&effect);
            }
            _ => self.nodes(nodes),
        }
    }

    /// The inside of braces.
    fn inside(&mut self, block: &Block) {
        self.depth += 1;
        if block.tail.is_empty() {
            self.valueless(&block.nodes);
        } else {
            self.nodes(&block.nodes);
            let tail = block.tail.iter().map(|&v| format!("{}.clone()", self.func.names[v]));
            self.line(&tuple(tail));
        }
        self.depth -= 1;
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Let(stmt) => {
                let mut pattern = stmt.pattern.to_owned();
                for &def in &stmt.defs {
                    let mutable = if self.func.mutable[def] { "mut " } else { "" };
                    pattern = pattern.replacen("{}", &format!("{mutable}{}", self.func.names[def]), 1);
                }
                self.line(&format!("let {pattern} = {};", self.fill(&stmt.dsl, &stmt.args)));
            }
            Node::Set { to, stmt, compound } => {
                let op = compound.unwrap_or("=");
                let value = self.fill(&stmt.dsl, &stmt.args);
                self.line(&format!("{} {op} {value};", self.func.names[*to]));
            }
            Node::If { tests, arms, defs } => {
                let before = self.before(defs);
                for (k, arm) in arms.iter().enumerate() {
                    let head = match (k, tests.get(k)) {
                        (0, Some(&test)) => format!("{before}if {} {{", self.test(test)),
                        (_, Some(&test)) => format!("}} else if {} {{", self.test(test)),
                        _ => "} else {".to_owned(),
                    };
                    self.line(&head);
                    self.inside(arm);
                }
                self.line(if defs.is_empty() { "}" } else { "};" });
            }
            Node::Match { on, arms, defs } => {
                let before = self.before(defs);
                let patterns =
                    (0..arms.len()).map(|k| if k + 1 == arms.len() { "_".to_owned() } else { k.to_string() });
                self.matched(&format!("{before}match {}", self.count(on.0)), patterns, arms, defs);
            }
            Node::Variants { on, bound, arms, defs, short, guard } => {
                self.variants(on, *bound, arms, defs, *short, *guard);
            }
            Node::Held { option, bound, guard, arms, defs } => {
                self.held(*option, *bound, *guard, arms, defs);
            }
            Node::For { depth, over, body, checkpoint, label } => {
                self.rounds(*depth, *over, body, *checkpoint, *label);
            }
            Node::Exit { test, before, how, to } => {
                self.line(&format!("if {} {{", self.test(*test)));
                self.depth += 1;
                self.nodes(before);
                let to = to.map_or(String::new(), |label| format!(" 'l{label}"));
                self.line(&format!("{how}{to};"));
                self.depth -= 1;
                self.line("}");
            }
            Node::Return { test, before, results } => {
                self.line(&format!("if {} {{", self.test(*test)));
                self.depth += 1;
                self.nodes(before);
                self.line(&format!("return {};", self.value(results)));
                self.depth -= 1;
                self.line("}");
            }
            Node::Call { helper, args, owner, count, defs, state, assigned, checkpoint } => {
                if *checkpoint && self.checkpoints {
                    self.line("#[checkpoint]");
                }
                let first = match (state, assigned) {
                    (Some((state, _)), true) => state.clone(),
                    (Some((state, _)), false) => format!("let mut {state}"),
                    (None, true) => tuple(defs.iter().map(|&d| self.func.names[d].clone())),
                    (None, false) => self.binding(defs),
                };
                let call = self.call(*helper, args, owner.as_ref(), *count);
                self.line(&format!("{first} = {call};"));
            }
            Node::Block { block, def, checkpoint } => {
                let before = self.before(def.as_slice());
                let mark = if *checkpoint && self.checkpoints { "#[checkpoint] " } else { "" };
                self.line(&format!("{before}{mark}{{"));
                self.inside(block);
                self.line(if def.is_none() { "}" } else { "};" });
            }
            Node::Effect(effect) => {
                let effect = self.effect(*effect);
                self.line(&format!("{effect};"));
            }
            Node::Option { .. }
            | Node::Hold { .. }
            | Node::Number { .. }
            | Node::Tally { .. }
            | Node::State { .. }
            | Node::Act { .. }
            | Node::List { .. }
            | Node::Push { .. }
            | Node::Put { .. }
            | Node::Gather { .. } => self.made(node),
        }
    }

    fn before(&self, defs: &[usize]) -> String {
        if defs.is_empty() { String::new() } else { format!("{} = ", self.binding(defs)) }
    }

    fn matched(
        &mut self,
        head: &str,
        patterns: impl Iterator<Item = String>,
        arms: &[Block],
        defs: &[usize],
    ) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        for (pattern, arm) in patterns.zip(arms) {
            self.line(&format!("{pattern} => {{"));
            self.inside(arm);
            self.line("}");
        }
        self.depth -= 1;
        self.line(if defs.is_empty() { "}" } else { "};" });
    }

    fn rounds(
        &mut self,
        depth: usize,
        over: Over,
        body: &[Node],
        checkpoint: Option<&str>,
        label: Option<usize>,
    ) {
        debug_assert!(self.flow.helpers.len() < 9);
        let (i, n) = (format!("i{depth}"), self.count);
        if over == Over::While {
            self.line(&format!("let mut {i} = 0;"));
        }
        if let Some(options) = checkpoint.filter(|_| self.checkpoints) {
            self.line(&format!("#[checkpoint{options}]"));
        }
        if let Some(label) = label {
            // On a line of its own: what declares names begins lines.
            self.line(&format!("'l{label}:"));
        }
        let head = match over {
            Over::Up => format!("for {i} in 0..{n} {{"),
            Over::UpFromOne => format!("for {i} in 1..={n} {{"),
            Over::Down => format!("for {i} in (0..{n}).rev() {{"),
            Over::While => format!("while {i} < {n} {{"),
            Over::Fixed(k) => format!("for {i} in 0..{k} {{"),
            Over::Layers([w, _]) => format!("for layer{w} in &{}.layers {{", self.model()),
            Over::Numbered([w, _]) => {
                format!("for ({i}, layer{w}) in {}.layers.iter().enumerate() {{", self.model())
            }
            Over::Entries(list, x) => format!("for {} in &hs{list} {{", self.func.names[x]),
            Over::Backwards(list, x) => format!("for {} in hs{list}.iter().rev() {{", self.func.names[x]),
            Over::Counted(list, x) => {
                format!("for ({i}, {}) in hs{list}.iter().enumerate() {{", self.func.names[x])
            }
        };
        self.line(&head);
        self.depth += 1;
        if over == Over::While {
            self.line(&format!("{i} += 1;"));
        }
        self.valueless(body);
        self.depth -= 1;
        self.line("}");
    }

    fn effect(&self, effect: Effect) -> String {
        match effect {
            Effect::Add(number, amount) => {
                format!("{} += {}", self.func.numbers[number], self.amount(amount))
            }
            Effect::Times(number, by) => format!("{} *= {by:?}", self.func.numbers[number]),
            Effect::Push(tally, amount) => format!("ks{tally}.push({})", self.amount(amount)),
        }
    }

    /// The expression of the model that the layers are of.
    fn model(&self) -> &str {
        let model = self.func.owner.as_ref().filter(|o| o.of == Of::Model);
        &model.expect("drawn where a model is").text
    }
}
