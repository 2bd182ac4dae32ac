//! A program as text: the function that is differentiated, and the same by eager methods.

use std::fmt::Write;

use super::borrow::borrowed;
use super::{Form, Program, Reuse};

impl Program {
    /// The function, in the language of the macro.
    pub(crate) fn text(&self, name: &str) -> String {
        let names = self.names();
        let params: Vec<String> = self
            .inputs
            .iter()
            .enumerate()
            .map(|(k, input)| {
                let dims: Vec<&str> = self.vars[k].dims.iter().map(|d| d.name.as_str()).collect();
                let ty = match (input.declared, dims.len()) {
                    (true, 0) => "Scalar<f64>".to_owned(),
                    (true, _) => format!("Tensor<f64, {}>", dims.join(", ")),
                    (false, _) => "Tensor<f64>".to_owned(),
                };
                let (constant, by_ref) =
                    (if input.constant { "#[constant] " } else { "" }, if input.by_ref { "&" } else { "" });
                format!("{constant}x{k}: {by_ref}{ty}")
            })
            .collect();
        let mut out = format!("fn {name}({}, s: f64) -> {} {{\n", params.join(", "), self.returns());
        for (at, stmt) in self.stmts.iter().enumerate() {
            let value = fill(&stmt.dsl, &stmt.args, |v| names.of[v].clone());
            match (&stmt.defs[..], names.assigns[at]) {
                ([def], true) => {
                    let name = &names.of[*def];
                    // `v = v + w` as people write it.
                    let compound = ["+", "-", "*"].into_iter().find_map(|op| {
                        let rest = value.strip_prefix(&format!("{name} {op} "))?;
                        let one = rest.chars().all(|c| c.is_alphanumeric() || c == '&' || c == '_');
                        one.then(|| format!("{op}= {rest}"))
                    });
                    let _ = writeln!(out, "    {name} {};", compound.unwrap_or_else(|| format!("= {value}")));
                }
                (defs, _) => {
                    let mut pattern = stmt.pattern.to_owned();
                    for def in defs {
                        let mutable = if names.mutable[*def] { "mut " } else { "" };
                        pattern = pattern.replacen("{}", &format!("{mutable}{}", names.of[*def]), 1);
                    }
                    let _ = writeln!(out, "    let {pattern} = {value};");
                }
            }
        }
        let _ = writeln!(out, "    {}\n}}", self.tail(|v| names.of[v].clone()));
        borrowed(&out)
    }

    fn returns(&self) -> String {
        let mut parts = Vec::new();
        if self.form != Form::Tensors {
            parts.push("Scalar<f64>");
        }
        parts.extend(self.results.iter().map(|_| "Tensor<f64>"));
        if let [one] = parts[..] { one.to_owned() } else { format!("({})", parts.join(", ")) }
    }

    fn tail(&self, name: impl Fn(usize) -> String) -> String {
        let mut parts = Vec::new();
        if self.form != Form::Tensors {
            let terms = self.loss.iter().enumerate().map(|(k, &v)| {
                let rank = self.vars[v].dims.len();
                let x = name(v);
                match (k % 3, rank) {
                    (0, 0) => x,
                    (0, _) => format!("{x}.mean()"),
                    (1, _) => format!("({x} * 0.3).sum()"),
                    _ => format!("{x}.sin().mean() * 0.5"),
                }
            });
            parts.push(terms.collect::<Vec<_>>().join(" + "));
        }
        parts.extend(self.results.iter().map(|&v| format!("{}.clone()", name(v))));
        if let [one] = &parts[..] { one.clone() } else { format!("({})", parts.join(", ")) }
    }

    /// The body by eager methods, on `x: &[Tensor<f64>]` and `s`; it gives a `Vec` of the results.
    #[cfg_attr(test, allow(dead_code))]
    pub(crate) fn eager(&self) -> String {
        let mut out = String::new();
        let name = |v: usize| format!("v{v}");
        for k in 0..self.inputs.len() {
            let _ = writeln!(out, "    let v{k} = x[{k}].clone();");
        }
        for stmt in &self.stmts {
            let mut pattern = stmt.pattern.to_owned();
            for def in &stmt.defs {
                pattern = pattern.replacen("{}", &name(*def), 1);
            }
            let _ = writeln!(out, "    let {pattern} = {};", fill(&stmt.eager, &stmt.args, name));
        }
        let mut parts = Vec::new();
        if self.form != Form::Tensors {
            let mut sum = String::new();
            for (k, &v) in self.loss.iter().enumerate() {
                let term = match k % 3 {
                    0 => format!("v{v}.mean()?"),
                    1 => format!("v{v}.mul(0.3)?.sum()?"),
                    _ => format!("v{v}.sin()?.mean()?.mul(0.5)?"),
                };
                sum = if k == 0 { term } else { format!("{sum}.add({term})?") };
            }
            parts.push(sum);
        }
        parts.extend(self.results.iter().map(|&v| format!("v{v}.clone()")));
        let _ = writeln!(out, "    Ok(vec![{}])", parts.join(", "));
        out
    }

    /// A module with the function, its eager twin and `case()`, which makes both callable on slices of tensors.
    #[cfg_attr(test, allow(dead_code))]
    pub(crate) fn module(&self, number: usize) -> String {
        let (text, eager) = (self.text("f"), self.eager());
        let list = |items: &[String]| items.join(", ");
        let inputs = 0..self.inputs.len();
        let args: Vec<String> = inputs
            .clone()
            .map(|k| if self.inputs[k].by_ref { format!("&x[{k}]") } else { format!("x[{k}].clone()") })
            .collect();
        let active: Vec<usize> = inputs.filter(|&k| !self.inputs[k].constant).collect();
        let tangents: Vec<String> = (0..active.len()).map(|k| format!("&v[{k}]")).collect();
        let of = |g: &str| list(&active.iter().map(|k| format!("{g}.x{k}.clone()")).collect::<Vec<_>>());
        let count = self.results.len() + usize::from(self.has_loss());
        let ys = |y: &str| list(&(0..count).map(|i| format!("{y}{i}")).collect::<Vec<_>>());
        let form = |items: String| if count == 1 { items } else { format!("({items})") };
        let (y, d) = (form(ys("y")), form(ys("d")));
        let seeds = form(list(&(0..count).map(|i| format!("&u[{i}]")).collect::<Vec<_>>()));
        let (args, tangents) = (list(&args), list(&tangents));
        let shapes: Vec<String> =
            self.vars[..self.inputs.len()].iter().map(|v| format!("&{:?}", v.sizes())).collect();
        let (order, gradient, hvp) = if self.has_loss() {
            let gradient = format!(
                "Some(|x, s| {{ let ({y}, g) = f::value_and_grad({args}, s)?; Ok((vec![{}], vec![{}])) }})",
                ys("y"),
                of("g")
            );
            let hvp = format!(
                "Some(|x, s, v| {{ let (g, h) = f::hvp({args}, s, {tangents})?; Ok((vec![{}], vec![{}])) }})",
                of("g"),
                of("h")
            );
            ("(order = 2)", gradient, hvp)
        } else {
            ("", "None".to_owned(), "None".to_owned())
        };
        format!(
            r##"
#[allow(clippy::all, clippy::pedantic, unused, missing_docs)]
mod program_{number} {{
    use super::Case;
    use cotangent::prelude::*;
    #[differentiable{order}]
    pub {text}
    fn eager(x: &[Tensor<f64>], s: f64) -> Result<Vec<Tensor<f64>>> {{
{eager}    }}
    pub(super) fn case() -> Case {{
        Case {{
            number: {number},
            text: r#"{text}"#,
            shapes: &[{}],
            active: &{active:?},
            scale: {:?},
            eager,
            call: |x, s| {{ let {y} = f({args}, s); Ok(vec![{}]) }},
            vjp: |x, s, u| {{
                let ({y}, pullback) = f::vjp({args}, s)?;
                let g = pullback.pull({seeds})?;
                Ok((vec![{}], vec![{}]))
            }},
            jvp: |x, s, v| {{
                let ({y}, {d}) = f::jvp({args}, s, {tangents})?;
                Ok((vec![{}], vec![{}]))
            }},
            value_and_grad: {gradient},
            hvp: {hvp},
        }}
    }}
}}
"##,
            list(&shapes),
            self.scale,
            ys("y"),
            ys("y"),
            of("g"),
            ys("y"),
            ys("d"),
        )
    }

    fn names(&self) -> Names {
        let mut last = vec![0; self.vars.len()];
        for (at, stmt) in self.stmts.iter().enumerate() {
            for &a in &stmt.args {
                last[a] = at;
            }
        }
        for &v in self.loss.iter().chain(&self.results) {
            last[v] = usize::MAX;
        }
        let mut names = Names {
            of: (0..self.vars.len())
                .map(|v| if v < self.inputs.len() { format!("x{v}") } else { format!("v{v}") })
                .collect(),
            mutable: vec![false; self.vars.len()],
            assigns: vec![false; self.stmts.len()],
        };
        // Variables by the statement that defines them; a name is taken over once.
        let mut taken = vec![false; self.vars.len()];
        // The variable whose `let` bound the name.
        let mut bound: Vec<usize> = (0..self.vars.len()).collect();
        let mut defined: Vec<usize> = (0..self.inputs.len()).collect();
        for (at, stmt) in self.stmts.iter().enumerate() {
            if let ([def], false) = (&stmt.defs[..], stmt.reuse == Reuse::Never || stmt.pattern != "{}") {
                let assign = stmt.reuse == Reuse::Assign;
                let dead = defined.iter().copied().find(|&v| {
                    let local = bound[v] >= self.inputs.len();
                    last[v] <= at && !taken[v] && (!assign || local)
                });
                if let Some(v) = dead {
                    taken[v] = true;
                    let name = names.of[v].clone();
                    names.of[*def] = name;
                    if assign {
                        names.assigns[at] = true;
                        bound[*def] = bound[v];
                        names.mutable[bound[v]] = true;
                    }
                }
            }
            defined.extend(&stmt.defs);
        }
        names
    }
}

struct Names {
    of: Vec<String>,
    mutable: Vec<bool>,
    /// By statement: an assignment rather than a `let`.
    assigns: Vec<bool>,
}

pub(super) fn fill(template: &str, args: &[usize], name: impl Fn(usize) -> String) -> String {
    let mut out = template.to_owned();
    for (i, &a) in args.iter().enumerate() {
        out = out.replace(&format!("{{{i}}}"), &name(a));
    }
    out
}
