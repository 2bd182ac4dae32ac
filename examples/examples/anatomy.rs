//! One small function through every stage of the macro, from its source to the numbers it computes.
//!
//!     cargo run --release --example anatomy
//!
//! The texts of the stages are the goldens that the tests of the macro compare with; the tests below this program check
//! that they are of the function above them.

use cotangent::prelude::*;

/// Mean squared error of one layer.
#[differentiable]
pub fn layer(
    #[constant] x: &Tensor<B, I>,
    w: &Tensor<I, H>,
    b: &Tensor<H>,
    #[constant] y: &Tensor<B, H>,
) -> Scalar {
    let h = (x.matmul(w) + b).tanh();
    let e = h - y;
    (&e * &e).mean()
}

const SOURCE: &str = include_str!("../../tests/golden/layer/input.rs");
const PRIMAL: &str = include_str!("../../tests/golden/layer/1-primal.ir");
const JOINT: &str = include_str!("../../tests/golden/layer/2-joint.ir");
const FUSED: &str = include_str!("../../tests/golden/layer/3-fused.txt");
const RUST: &str = include_str!("../../tests/golden/layer/expanded.rs");
const WGSL: &str = include_str!("../../tests/golden/layer/launched.wgsl");
const CUDA: &str = include_str!("../../tests/golden/layer/launched.cu");

fn main() -> Result<()> {
    show(
        "1  The source",
        "Dims have names: `B`, `I` and `H` are checked where the function is entered.",
        function(),
    );
    show("2  The primal graph", "One node a line, its type behind it, your names as comments.", PRIMAL);
    show(
        "3  Forward and reverse in one graph",
        "The reverse sweep appends what the rules of the table say. `value_and_grad` starts it from 1, and simplifies \
         both directions together.",
        section(JOINT, "value_and_grad\n"),
    );
    show(
        "4  Fused groups",
        "Elementwise ops and the reductions that close over them share one kernel, forward and reverse: \
         here one kernel between two products.",
        section(FUSED, "value_and_grad\n"),
    );
    show(
        "5  The kernel for the CPU",
        "Safe Rust in your crate, of one point. The runtime runs it over tiles and compiles it once per instruction set.",
        &rust_kernel(),
    );
    show(
        "6  What WebGPU compiles of it",
        "The kernel carries its statements as data. The library prints them for the device, with loads, loops and \
         reductions around them: here the pass that sums the loss.",
        section(WGSL, ""),
    );
    show("7  What CUDA compiles of it", "", section(CUDA, ""));
    show(
        "8  What a pullback keeps",
        "`vjp` is the graph of stage 3 cut in two where the fewest bytes cross.",
        section(layer::explain(), "residuals\n"),
    );
    numbers()
}

/// The function at work, its gradient beside a difference quotient.
fn numbers() -> Result<()> {
    let x: Tensor = tensor![[0.5, -1.0], [1.5, 2.0], [-0.5, 0.25]];
    let w: Tensor = tensor![[0.3, -0.6], [0.2, 0.4]];
    let b: Tensor = tensor![0.1, -0.2];
    let y: Tensor = tensor![[0.0, -1.0], [1.0, 0.0], [0.5, 0.5]];
    let (value, g) = layer::value_and_grad(&x, &w, &b, &y)?;
    let h = 1e-2;
    let at = |step: f32| layer(&x, &w, &(&b + &tensor![step, 0.0]), &y).item();
    let quotient = (at(h)? - at(-h)?) / (2.0 * h);
    show("9  Numbers", "", "");
    println!("  loss    {:.6}\n  d/dw    {}\n  d/db    {}", value.item()?, indented(&g.w), g.b);
    println!("  d/db[0] {quotient:.6} by a difference quotient, {:.6} by the gradient", g.b.to_vec()?[0]);
    Ok(())
}

fn show(title: &str, what: &str, text: &str) {
    println!("{title}\n{}", "-".repeat(title.len()));
    for line in [what, text].iter().filter(|t| !t.is_empty()).flat_map(|t| t.trim_end().lines()) {
        println!("  {line}");
    }
    println!();
}

fn indented(tensor: &Tensor) -> String {
    tensor.to_string().replace('\n', "\n          ")
}

/// The source without its first lines.
fn function() -> &'static str {
    SOURCE.split_once("prelude::*;\n").map_or(SOURCE, |(_, function)| function.trim())
}

/// What follows a heading, up to an empty line or the next comment at the margin.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let after = text.split_once(heading).map_or("", |(_, after)| after);
    let end = ["\n\n", "\n// "].iter().filter_map(|end| after.find(end)).min();
    &after[..end.unwrap_or(after.len())]
}

/// The body of the kernel of `value_and_grad`, at the margin.
fn rust_kernel() -> String {
    let kernel = RUST.split_once("pub struct ValueAndGrad0").map_or("", |(_, after)| after);
    let start = kernel.find("fn point<").unwrap_or(0);
    let start = kernel[..start].rfind('\n').map_or(0, |at| at + 1);
    let margin = kernel[start..].len() - kernel[start..].trim_start().len();
    let lines = kernel[start..].lines().map(|l| l.get(margin..).unwrap_or(""));
    let mut text = String::new();
    for line in lines {
        text.extend([line, "\n"]);
        if line == "}" {
            break;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_goldens_are_of_this_function() {
        assert!(include_str!("anatomy.rs").contains(function()), "the source is another");
        for line in PRIMAL.lines() {
            assert!(layer::explain().contains(line), "the graph is another: {line}");
        }
    }

    #[test]
    fn every_stage_is_found() {
        let texts = [
            (section(JOINT, "value_and_grad\n"), "return"),
            (section(FUSED, "value_and_grad\n"), "return"),
            (&*rust_kernel(), "m::tanh(s, t0)"),
            (section(WGSL, ""), "let t1: f32 = ct_tanh(t0);"),
            (section(CUDA, ""), "__global__"),
            (section(layer::explain(), "residuals\n"), "bytes"),
        ];
        for (text, holds) in texts {
            assert!(text.contains(holds), "{text:?}");
        }
    }
}
