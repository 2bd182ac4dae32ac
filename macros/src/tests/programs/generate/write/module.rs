//! The module in which the compiler sees a program with control flow.

use std::fmt::Write;

use super::super::flow::Flow;
use super::super::trace::Instance;

/// The items that all programs have in common: the structs, and model and tangent as lists of tensors.
#[cfg_attr(test, allow(dead_code))]
pub(crate) const SHARED: &str = "
#[allow(clippy::all, clippy::pedantic, unused, missing_docs)]
mod model {
    use cotangent::prelude::*;
    #[derive(Clone, Debug, Differentiable)]
    pub enum Act { Scale(Tensor<f64>), Shift { by: Tensor<f64>, slope: f64 }, Plain }
    #[derive(Clone, Debug, Differentiable)]
    pub struct Layer { pub w: Tensor<f64>, pub u: Tensor<f64>, pub act: Act }
    #[derive(Clone, Debug, Differentiable)]
    pub struct State { pub h: Tensor<f64>, pub c: Tensor<f64>, pub t: f64 }
    #[derive(Clone, Debug, Differentiable)]
    pub struct Model { pub a: Tensor<f64>, pub b: Tensor<f64>, pub gain: f64, pub layers: Vec<Layer> }
    pub fn model(x: &[Tensor<f64>]) -> Model {
        let mut x = x.iter().cloned();
        let mut next = || x.next();
        let (a, b) = (next().unwrap(), next().unwrap());
        let mut layers = Vec::new();
        while let Some(w) = next() {
            let u = next().unwrap();
            let act = match layers.len() % 3 {
                0 => Act::Scale(next().unwrap()),
                1 => Act::Shift { by: next().unwrap(), slope: 0.25 },
                _ => Act::Plain,
            };
            layers.push(Layer { w, u, act });
        }
        Model { a, b, gain: 0.5, layers }
    }
    pub fn tangent(x: &[Tensor<f64>]) -> ModelTangent {
        let act = |act| match act {
            Act::Scale(t) => ActTangent::Scale(t),
            Act::Shift { by, .. } => ActTangent::Shift { by },
            Act::Plain => ActTangent::Plain,
        };
        let Model { a, b, layers, .. } = model(x);
        let layers = layers.into_iter().map(|l| LayerTangent { w: l.w, u: l.u, act: act(l.act) });
        ModelTangent { a, b, layers: layers.collect() }
    }
    pub fn flat(x: Vec<Tensor<f64>>, m: ModelTangent) -> Vec<Tensor<f64>> {
        let act = |act| match act {
            ActTangent::Scale(t) | ActTangent::Shift { by: t, .. } => Some(t),
            ActTangent::Plain => None,
        };
        let layers = m.layers.into_iter().flat_map(|l| [Some(l.w), Some(l.u), act(l.act)]);
        x.into_iter().chain([m.a, m.b]).chain(layers.flatten()).collect()
    }
}
";

impl Flow {
    /// A module with the function, the same without checkpoints where it has some, and for one
    /// instance the same written out.
    #[cfg_attr(test, allow(dead_code))]
    pub(crate) fn module(&self, instances: &[Instance], written: Option<usize>) -> String {
        let number = self.number;
        let text = self.text("f", true);
        let mut helpers = String::new();
        for text in self.helper_texts() {
            let public = if text.starts_with("impl") { "" } else { "pub " };
            let _ = writeln!(helpers, "    #[differentiable(order = 2, float = f64)]\n    {public}{text}");
        }
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
            cases.push_str(&self.case("f", k, instance, &text));
            if self.checkpoints {
                twins.push_str(&self.case("f_kept", k, instance, &text));
            }
        }
        let (unrolled, alike) = match written {
            Some(k) => {
                let case = self.case("f", k, instances[k], &text);
                (self.unrolled(instances[k]).module(number), format!("({case} program_{number}::case()),"))
            }
            None => (String::new(), String::new()),
        };
        format!(
            "
#[allow(clippy::all, clippy::pedantic, unused, missing_docs)]
mod flow_{number} {{
    use super::Case;
    use super::model::*;
    use cotangent::prelude::*;
{helpers}    #[differentiable(order = 2)]
    pub {text}{plain}{eager}{unrolled}
    pub(super) fn cases() -> Vec<Case> {{
        vec![{cases}]
    }}
    pub(super) fn with_and_without() -> Vec<(Case, Case)> {{
        let kept: Vec<Case> = vec![{twins}];
        cases().into_iter().zip(kept).collect()
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
    fn case(&self, f: &str, k: usize, instance: Instance, text: &str) -> String {
        let Instance { n, layers } = instance;
        let inputs = self.inputs(layers);
        let count = inputs.vars.len();
        let shapes: Vec<String> = inputs.vars.iter().map(|v| format!("&{:?}", v.sizes())).collect();
        let list = |of: &dyn Fn(usize) -> String| (0..self.tensors()).map(of).collect::<Vec<_>>().join(", ");
        let (args, tangents) = (list(&|k| format!("&x[{k}]")), list(&|k| format!("&v[{k}]")));
        let of = |g: &str| format!("flat(vec![{}], {g}.m)", list(&|k| format!("{g}.x{k}.clone()")));
        let first = self.tensors();
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
            number = self.number,
            active = (0..count).collect::<Vec<_>>(),
            scale = self.scale,
            g = of("g"),
            h = of("h"),
        )
    }
}
