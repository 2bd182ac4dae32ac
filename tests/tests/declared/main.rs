//! A type that a body declares is compared with the shape that a value has. What fits is what the program is without the
//! type; what does not is one `Err` in every transform; calls that a marked module inlines say the same as calls.

mod lets;
mod places;
mod results;

use cotangent::prelude::*;
use cotangent_tests::flow::along;

/// The same items in `joined`, which is marked, and in `apart`, which is not.
macro_rules! twice {
    ($($items:tt)*) => {
        #[differentiable]
        mod joined {
            use super::*;
            $($items)*
        }
        mod apart {
            use super::*;
            $($items)*
        }
    };
}

/// The sentence in which call, vjp and jvp refuse these arguments.
fn said<F: Function>(args: F::Args<'_>) -> Result<String> {
    let v = along(&F::actives(&args)?, 3)?;
    agreed::<F, 3>([F::call(args.clone()).err(), F::vjp(args.clone()).err(), F::jvp(args, &v).err()])
}

/// The sentence in which every transform of a loss refuses these arguments.
fn refusal<F: TwiceDifferentiable>(args: F::Args<'_>) -> Result<String> {
    let v = along(&F::actives(&args)?, 3)?;
    let of_loss = agreed::<F, 2>([F::value_and_grad(args.clone()).err(), F::hvp(args.clone(), &v).err()])?;
    let said = said::<F>(args)?;
    assert_eq!(said, of_loss, "`{}`", F::NAME);
    Ok(said)
}

fn agreed<F: Function, const N: usize>(said: [Option<Error>; N]) -> Result<String> {
    let said = said.map(|e| e.map_or_else(|| String::from("no error"), |e| e.to_string()));
    assert!(said.iter().all(|s| *s == said[0]), "`{}` differs between transforms: {said:#?}", F::NAME);
    Ok(said[0].clone())
}

/// The line of a file that ends with a comment of this name.
fn line(text: &str, name: &str) -> usize {
    let end = format!("// {name}");
    1 + text.lines().position(|line| line.ends_with(&end)).expect("the line of an error is marked")
}

/// These arguments are refused in this sentence, in both modules: by the function itself, or by `$at` that it calls, which a
/// marked module inlines. A comment with that name is where the type stands. `$by` asks the transforms.
macro_rules! refused {
    ($f:ident $args:expr, $sentence:expr) => { refused!($f $args, in $f, $sentence, by refusal) };
    ($f:ident $args:expr, in $at:ident, $sentence:expr) => { refused!($f $args, in $at, $sentence, by refusal) };
    ($f:ident $args:expr, $sentence:expr, by $by:ident) => { refused!($f $args, in $f, $sentence, by $by) };
    ($f:ident $args:expr, in $at:ident, $sentence:expr, by $by:ident) => {{
        let line = crate::line(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../", file!())), stringify!($at));
        let want = |function| format!("`{function}` at {}:{line}: {}", file!(), $sentence);
        assert_eq!(crate::$by::<apart::$f>($args)?, want(stringify!($at)));
        assert_eq!(crate::$by::<joined::$f>($args)?, want(stringify!($f)), "in a marked module");
    }};
}

/// These arguments give what they give to another program, in both modules.
macro_rules! fits {
    ($f:ident $args:expr, $plain:ident $plain_args:expr) => {{
        cotangent_tests::flow::both::<apart::$f, $plain>($args, $plain_args)?;
        cotangent_tests::flow::both::<joined::$f, $plain>($args, $plain_args)?;
    }};
}
pub(crate) use {fits, refused, twice};

/// What most programs here are without types.
#[differentiable(order = 2)]
fn plain(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    (w.exp().softmax(0) * x).sum()
}
