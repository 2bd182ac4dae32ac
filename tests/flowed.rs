//! Writes the random programs with control flow for `tests/oracle.rs`: those of `tests/flows_0.rs`, against the same text as
//! plain Rust.

use std::fmt::Write;

use crate::generate::{Flow, Instance, SHARED};
use crate::strip;

/// What all of them have in common: the structs, of ours and of plain Rust.
pub(crate) fn shared() -> String {
    let (structs, _) = SHARED.split_once("    pub fn tangent").expect("the structs come first");
    let plain = structs
        .replace("mod model", "mod plain_model")
        .replace("cotangent::prelude", "cotangent_tests::plain");
    format!(
        "{SHARED}\n{}\nimpl cotangent_tests::plain::Asked for plain_model::State {{ type Of = Self; fn asked(self) -> cotangent::Result<Self> {{ Ok(self) }} }}",
        strip::stripped(&format!("{plain}}}"))
    )
}

/// The function and what it calls, for the attribute and stripped, and its cases: each for one number of layers.
pub(crate) fn file(flow: &Flow, twice: bool) -> String {
    const INSTANCES: [Instance; 4] = [
        Instance { n: 0, layers: 1 },
        Instance { n: 1, layers: 0 },
        Instance::LONGEST,
        Instance { n: 2, layers: 2 },
    ];
    let order = if twice { "order = 2, " } else { "" };
    let mut text = String::new();
    for helper in flow.helper_texts() {
        let public = if helper.starts_with("impl") { "" } else { "pub " };
        let _ = writeln!(text, "#[differentiable({order}float = f64)]\n{public}{helper}");
    }
    let _ = writeln!(text, "#[differentiable({order}float = f64)]\npub {}", flow.text("f", true));
    let stripped = strip::stripped(&text);
    let mut cases = String::new();
    for instance in INSTANCES {
        cases.push_str(&case(flow, instance, twice, &text));
    }
    format!(
        "mod plain {{ use crate::plain_model::*; use cotangent_tests::plain::*; {stripped} }}
mod ours {{ use crate::model::*; use cotangent::prelude::*;
{text}}}
use cotangent_tests::oracle::{{Case, Numbers}};
type T = cotangent::Tensor<f64>;
use crate::model::{{model, tangent, ModelTangent}};
fn flat(x: Vec<T>, m: ModelTangent) -> cotangent::Result<Numbers> {{
    let all: cotangent::Result<Vec<_>> = crate::model::flat(x, m).iter().map(T::to_vec).collect();
    Ok(all?.concat())
}}
pub fn cases() -> Vec<Case> {{ vec![{cases}] }}
"
    )
}

fn case(flow: &Flow, Instance { n, layers }: Instance, twice: bool, text: &str) -> String {
    let shapes: Vec<String> = flow.inputs(layers).vars.iter().map(|v| format!("&{:?}", v.sizes())).collect();
    let list = |of: &dyn Fn(usize) -> String| (0..flow.tensors()).map(of).collect::<Vec<_>>().join(", ");
    let first = flow.tensors();
    let args = list(&|k| format!("&x[{k}]"));
    let all = format!("{args}, &model(&x[{first}..]), n, s");
    let along = format!("{all}, {}, &tangent(&v[{first}..])", list(&|k| format!("&v[{k}]")));
    let flat = |g: &str| format!("flat(vec![{}], {g}.m)?", list(&|k| format!("{g}.x{k}.clone()")));
    let (g, h) = (flat("g"), flat("h"));
    let hvp = if twice {
        format!(
            "Some(|x, v, (n, s)| {{ let (g, h) = ours::f::hvp({along})?; Ok((0.0, 0.0, vec![{g}, {h}])) }})"
        )
    } else {
        "None".to_owned()
    };
    format!(
        r##"Case {{
        number: {number},
        text: r#"{text}"#,
        shapes: &[{shapes}],
        hosts: &[({n}, {scale:?})],
        call: |x, _, (n, s)| Ok((ours::f::call({all})?.item()?, 0.0, vec![])),
        direct: |x, _, (n, s)| Ok((ours::f({all}).item()?, 0.0, vec![])),
        vjp: |x, _, (n, s)| {{
            use cotangent::prelude::*;
            let m = model(&x[{first}..]);
            let (y, pullback) = ours::f::vjp({args}, &m, n, s)?;
            let g = pullback.pull(&cotangent_tests::there::at(cotangent::Tensor::scalar(1.0)))?;
            Ok((y.item()?, 0.0, vec![{g}]))
        }},
        value_and_grad: |x, _, (n, s)| {{
            let (y, g) = ours::f::value_and_grad({all})?;
            Ok((y.item()?, 0.0, vec![{g}]))
        }},
        jvp: |x, v, (n, s)| {{
            let (y, d) = ours::f::jvp({along})?;
            Ok((y.item()?, 0.0, vec![vec![d.item()?]]))
        }},
        hvp: {hvp},
        plain: |x, (n, s)| Ok((plain::f({args}, &crate::plain_model::model(&x[{first}..]), n, s), 0.0)),
    }},
"##,
        number = flow.number,
        shapes = shapes.join(", "),
        scale = flow.scale,
    )
}
