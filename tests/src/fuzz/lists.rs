//! What takes or gives a list of any length, and so is no row.

use cotangent::{Element, Result, Tensor, bf16, f16, ops};

use super::{Op, Sample, Typed, see};
use crate::gradcheck::{Draw, Input};
use crate::walk::Host;

type Inputs<'a, T> = &'a [Input<T>];

fn all<T: Element>(list: &[Tensor<T>]) -> Result<()> {
    list.iter().try_for_each(see)
}

fn chunk<T: Element>(x: Inputs<'_, T>, h: &[Host]) -> Result<()> {
    all(&ops::chunk(x[0].float(), h[0].size(), h[1].axis())?)
}

fn split<T: Element>(x: Inputs<'_, T>, h: &[Host]) -> Result<()> {
    all(&ops::split(x[0].float(), h[0].sizes(), h[1].axis())?)
}

fn unbind<T: Element>(x: Inputs<'_, T>, h: &[Host]) -> Result<()> {
    all(&ops::unbind(x[0].float(), h[0].axis())?)
}

fn meshgrid<T: Element>(x: Inputs<'_, T>, _: &[Host]) -> Result<()> {
    all(&ops::meshgrid(&x.iter().map(Input::float).collect::<Vec<_>>())?)
}

fn meshgrid_xy<T: Element>(x: Inputs<'_, T>, _: &[Host]) -> Result<()> {
    all(&ops::meshgrid_xy(&x.iter().map(Input::float).collect::<Vec<_>>())?)
}

fn cast<T: Element>(x: Inputs<'_, T>, _: &[Host]) -> Result<()> {
    let x = x[0].float();
    see(&x.cast::<f32>()?)?;
    see(&x.cast::<f16>()?)?;
    see(&x.cast::<bf16>()?)?;
    see(&x.cast::<i32>()?)?;
    see(&x.cast::<u8>()?)?;
    see(&x.cast::<bool>()?)
}

/// Ops beside those of the table.
pub fn more() -> Vec<Op> {
    macro_rules! ops {
        ($($name:ident($is_free:literal, $draw:ident: $inputs:expr, $hosts:expr);)*) => {
            vec![$({
                fn samples($draw: &mut Draw) -> Vec<Sample> {
                    vec![($inputs, $hosts)]
                }
                let runs = vec![
                    Typed::F64($name), Typed::F32($name), Typed::F16($name), Typed::Bf16($name), Typed::I32($name), Typed::U8($name),
                    Typed::Bool($name),
                ];
                Op { name: stringify!($name), is_free: $is_free, samples, runs }
            }),*]
        };
    }
    ops! {
        chunk(true, d: vec![d.uniform(-1.0, 1.0, &[2, 5])], vec![Host::Size(3), Host::Axis(1)]);
        split(true, d: vec![d.uniform(-1.0, 1.0, &[2, 5])], vec![Host::Sizes([2, 3].into()), Host::Axis(1)]);
        // A view for each element.
        unbind(false, d: vec![d.uniform(-1.0, 1.0, &[2, 5])], vec![Host::Axis(1)]);
        meshgrid(true, d: vec![d.uniform(-1.0, 1.0, &[2]), d.uniform(-1.0, 1.0, &[3])], vec![]);
        meshgrid_xy(true, d: vec![d.uniform(-1.0, 1.0, &[2]), d.uniform(-1.0, 1.0, &[3])], vec![]);
        cast(true, d: vec![d.uniform(-2.0, 2.0, &[2, 3])], vec![]);
    }
}
