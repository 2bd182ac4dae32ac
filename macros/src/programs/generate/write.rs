//! A program with control flow as text, and the module in which the compiler sees it.

use std::fmt::Write;

use super::flow::{Block, Count, Flow, Func, Node, Over, Test};
use super::trace::Instance;

/// The struct, its tangent, and both as lists of tensors.
#[cfg_attr(test, allow(dead_code))]
const MODEL: &str = "
    #[derive(Clone, Debug, Differentiable)]
    pub struct Layer { pub w: Tensor<f64>, pub u: Tensor<f64> }
    #[derive(Clone, Debug, Differentiable)]
    pub struct Model { pub a: Tensor<f64>, pub b: Tensor<f64>, pub gain: f64, pub layers: Vec<Layer> }
    fn model(x: &[Tensor<f64>]) -> Model {
        let layer = |l: &[Tensor<f64>]| Layer { w: l[0].clone(), u: l[1].clone() };
        Model { a: x[0].clone(), b: x[1].clone(), gain: 0.5, layers: x[2..].chunks(2).map(layer).collect() }
    }
    fn tangent(x: &[Tensor<f64>]) -> ModelTangent {
        let layer = |l: &[Tensor<f64>]| LayerTangent { w: l[0].clone(), u: l[1].clone() };
        ModelTangent { a: x[0].clone(), b: x[1].clone(), layers: x[2..].chunks(2).map(layer).collect() }
    }
    fn flat(x: Vec<Tensor<f64>>, m: ModelTangent) -> Vec<Tensor<f64>> {
        let layers = m.layers.into_iter().flat_map(|l| [l.w, l.u]);
        x.into_iter().chain([m.a, m.b]).chain(layers).collect()
    }
";

impl Flow {
    /// The function of this name, with or without its checkpoints.
    pub(crate) fn text(&self, name: &str, checkpoints: bool) -> String {
        let params: Vec<String> = (0..self.tensors)
            .map(|k| {
                let dims: Vec<&str> = self.main.vars[k].dims.iter().map(|d| d.name.as_str()).collect();
                // Of others the macro knows no shape.
                let dims = if k == 0 { format!(", {}", dims.join(", ")) } else { String::new() };
                format!("x{k}: &Tensor<f64{dims}>")
            })
            .collect();
        let mut out =
            format!("fn {name}({}, m: &Model, n: usize, s: f64) -> Scalar<f64> {{\n", params.join(", "));
        let mut writer =
            Writer { flow: self, func: &self.main, count: "n", checkpoints, depth: 1, out: &mut out };
        writer.nodes(&self.main.nodes);
        let terms = self.main.results.iter().enumerate().map(|(k, &v)| {
            let x = &self.main.names[v];
            match (k % 3, self.main.vars[v].dims.len()) {
                (0, 0) => x.clone(),
                (0, _) => format!("{x}.mean()"),
                (1, _) => format!("({x} * 0.3).sum()"),
                _ => format!("{x}.sin().mean() * 0.5"),
            }
        });
        let _ = writeln!(out, "    {}\n}}", terms.collect::<Vec<_>>().join(" + "));
        out
    }

    /// The functions that it calls.
    pub(crate) fn helper_texts(&self) -> Vec<String> {
        self.helpers.iter().enumerate().map(|(k, helper)| self.helper(k, helper)).collect()
    }

    fn helper(&self, k: usize, helper: &Func) -> String {
        let params = (0..helper.params).map(|p| format!("p{p}: &Tensor<f64>"));
        let results = match helper.results.len() {
            1 => "Tensor<f64>",
            _ => "(Tensor<f64>, Tensor<f64>)",
        };
        let params = params.collect::<Vec<_>>().join(", ");
        let mut out = format!("fn helper{k}({params}, k: usize, s: f64) -> {results} {{\n");
        let mut writer =
            Writer { flow: self, func: helper, count: "k", checkpoints: false, depth: 1, out: &mut out };
        writer.nodes(&helper.nodes);
        writer.line(&tuple(helper.results.iter().map(|&r| helper.names[r].clone())));
        out.push_str("}\n");
        out
    }

    /// A module with the function, the same without checkpoints where it has some, and the same written out.
    #[cfg_attr(test, allow(dead_code))]
    pub(crate) fn module(&self, number: usize, instances: &[Instance], written: Option<Instance>) -> String {
        let text = self.text("f", true);
        let helpers: String = self
            .helper_texts()
            .iter()
            .flat_map(|t| ["    #[differentiable(order = 2)]\n    pub ", t])
            .collect();
        let plain = if self.checkpoints {
            format!("    #[differentiable(order = 2)]\n    pub {}", self.text("f_kept", false))
        } else {
            String::new()
        };
        let (mut eager, mut cases, mut twins) = (String::new(), String::new(), String::new());
        for (k, &instance) in instances.iter().enumerate() {
            let program = self.unrolled(instance);
            let _ = writeln!(
                eager,
                "    fn eager_{k}(x: &[Tensor<f64>], s: f64) -> Result<Vec<Tensor<f64>>> {{\n{}    }}",
                program.eager()
            );
            cases.push_str(&self.case("f", number, k, instance, &text));
            if self.checkpoints {
                twins.push_str(&self.case("f_kept", number, k, instance, &text));
            }
        }
        let (unrolled, alike) = match written {
            Some(instance) => {
                let case = self.case("f", number, instances.len() - 1, instance, &text);
                (self.unrolled(instance).module(number), format!("({case} program_{number}::case()),"))
            }
            None => (String::new(), String::new()),
        };
        format!(
            "
#[allow(clippy::all, clippy::pedantic, unused, missing_docs)]
mod flow_{number} {{
    use super::Case;
    use cotangent::prelude::*;
{MODEL}{helpers}    #[differentiable(order = 2)]
    pub {text}{plain}{eager}{unrolled}
    pub(super) fn cases() -> Vec<Case> {{
        vec![{cases}]
    }}
    pub(super) fn kept() -> Vec<Case> {{
        vec![{twins}]
    }}
    pub(super) fn written_out() -> Vec<(Case, Case)> {{
        vec![{alike}]
    }}
}}
"
        )
    }

    /// The function of this name as a `Case`, for one number of rounds and of layers.
    #[cfg_attr(test, allow(dead_code))]
    fn case(&self, f: &str, number: usize, k: usize, instance: Instance, text: &str) -> String {
        let Instance { n, layers } = instance;
        let inputs = self.inputs(layers);
        let count = inputs.vars.len();
        let shapes: Vec<String> = inputs.vars.iter().map(|v| format!("&{:?}", v.sizes())).collect();
        let list = |of: &dyn Fn(usize) -> String| (0..self.tensors).map(of).collect::<Vec<_>>().join(", ");
        let (args, tangents) = (list(&|k| format!("&x[{k}]")), list(&|k| format!("&v[{k}]")));
        let of = |g: &str| format!("flat(vec![{}], {g}.m)", list(&|k| format!("{g}.x{k}.clone()")));
        let first = self.tensors;
        let all = format!("{args}, &model(&x[{first}..]), {n}, s");
        let along = format!("{all}, {tangents}, &tangent(&v[{first}..])");
        let helpers: String = self.helper_texts().concat();
        format!(
            r##"Case {{
            number: {number},
            text: r#"{helpers}{text}n = {n}, {layers} layers, s = {scale:?}"#,
            shapes: &[{shapes}],
            active: &{active:?},
            scale: {scale:?},
            eager: eager_{k},
            call: |x, s| Ok(vec![{f}({all})]),
            vjp: |x, s, u| {{
                let m = model(&x[{first}..]);
                let (y, pullback) = {f}::vjp({args}, &m, {n}, s)?;
                let g = pullback.pull(&u[0])?;
                Ok((vec![y], {g}))
            }},
            jvp: |x, s, v| {f}::jvp({along}).map(|(y, d)| (vec![y], vec![d])),
            value_and_grad: Some(|x, s| {f}::value_and_grad({all}).map(|(y, g)| (vec![y], {g}))),
            hvp: Some(|x, s, v| {f}::hvp({along}).map(|(g, h)| ({g}, {h}))),
        }},
"##,
            shapes = shapes.join(", "),
            active = (0..count).collect::<Vec<_>>(),
            scale = self.scale,
            g = of("g"),
            h = of("h"),
        )
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

    fn count(&self, count: Count) -> String {
        match count {
            Count::N => self.count.to_owned(),
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
        }
    }

    fn fill(&self, text: &str, args: &[usize]) -> String {
        super::print::fill(text, args, |v| self.func.names[v].clone())
    }

    /// `let (a, b)`, with what may change.
    fn binding(&self, defs: &[usize]) -> String {
        let name = |&d: &usize| {
            let mutable = if self.func.mutable[d] { "mut " } else { "" };
            format!("{mutable}{}", self.func.names[d])
        };
        format!("let {}", tuple(defs.iter().map(name)))
    }

    fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.node(node);
        }
    }

    /// The inside of braces.
    fn inside(&mut self, block: &Block) {
        self.depth += 1;
        self.nodes(&block.nodes);
        if !block.tail.is_empty() {
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
                let before =
                    if defs.is_empty() { String::new() } else { format!("{} = ", self.binding(defs)) };
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
                let before =
                    if defs.is_empty() { String::new() } else { format!("{} = ", self.binding(defs)) };
                self.line(&format!("{before}match {} {{", self.count(on.0)));
                self.depth += 1;
                for (k, arm) in arms.iter().enumerate() {
                    let pattern = if k + 1 == arms.len() { "_".to_owned() } else { k.to_string() };
                    self.line(&format!("{pattern} => {{"));
                    self.inside(arm);
                    self.line("}");
                }
                self.depth -= 1;
                self.line(if defs.is_empty() { "}" } else { "};" });
            }
            Node::For { depth, over, body, checkpoint } => self.rounds(*depth, *over, body, *checkpoint),
            Node::Exit { test, before, how } => {
                self.line(&format!("if {} {{", self.test(*test)));
                self.depth += 1;
                self.nodes(before);
                self.line(&format!("{how};"));
                self.depth -= 1;
                self.line("}");
            }
            Node::Call { helper, args, count, defs, assigned, checkpoint } => {
                if *checkpoint && self.checkpoints {
                    self.line("#[checkpoint]");
                }
                let first = if *assigned {
                    tuple(defs.iter().map(|&d| self.func.names[d].clone()))
                } else {
                    self.binding(defs)
                };
                let args: String = args.iter().flat_map(|&a| ["&", &self.func.names[a], ", "]).collect();
                let count = self.count(*count);
                self.line(&format!("{first} = helper{helper}({args}{count}, s);"));
            }
            Node::Checkpoint { block, def } => {
                let before = self.binding(&[*def]);
                let mark = if self.checkpoints { "#[checkpoint] " } else { "" };
                self.line(&format!("{before} = {mark}{{"));
                self.inside(block);
                self.line("};");
            }
        }
    }

    fn rounds(&mut self, depth: usize, over: Over, body: &[Node], checkpoint: Option<&str>) {
        debug_assert!(self.flow.helpers.len() < 9);
        let (i, n) = (format!("i{depth}"), self.count);
        if over == Over::While {
            self.line(&format!("let mut {i} = 0;"));
        }
        if let Some(options) = checkpoint.filter(|_| self.checkpoints) {
            self.line(&format!("#[checkpoint{options}]"));
        }
        let head = match over {
            Over::Up => format!("for {i} in 0..{n} {{"),
            Over::UpFromOne => format!("for {i} in 1..={n} {{"),
            Over::Down => format!("for {i} in (0..{n}).rev() {{"),
            Over::While => format!("while {i} < {n} {{"),
            Over::Fixed(k) => format!("for {i} in 0..{k} {{"),
            Over::Layers([w, _]) => format!("for layer{w} in &m.layers {{"),
            Over::Numbered([w, _]) => format!("for ({i}, layer{w}) in m.layers.iter().enumerate() {{"),
        };
        self.line(&head);
        self.depth += 1;
        if over == Over::While {
            self.line(&format!("{i} += 1;"));
        }
        self.nodes(body);
        self.depth -= 1;
        self.line("}");
    }
}
