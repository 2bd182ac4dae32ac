//! The checks of a device: it says what the processor says of the same numbers, within the precision that it computes in.
//!
//! A device computes f64 as f32 where `COTANGENT_WGPU_F64=f32` or `COTANGENT_CUDA_F64=f32` says so. So the programs are those of the checks on the processor,
//! which are compiled once.

use cotangent::{Device, Result, Tensor};

use super::tolerance::agree;
use super::{Change, Draw, Floats, Input, Subject, floats, text, values};
use crate::there::{close, computed, only_keeps};

impl Input {
    /// The same elements behind other strides, on a device.
    fn changed(&self, change: Change, device: Device) -> Result<Self> {
        fn of<T: cotangent::Element>(x: &Tensor<T>, change: Change, device: Device) -> Result<Tensor<T>> {
            Ok(match change {
                Change::Transposed if x.rank() > 1 => {
                    x.swap_axes(0, -1)?.contiguous()?.to(device)?.swap_axes(0, -1)?
                }
                Change::Flipped => {
                    let all = cotangent::Axes::ALL;
                    x.flip(&all)?.contiguous()?.to(device)?.flip(&all)?
                }
                Change::Sliced if x.rank() > 0 => {
                    x.repeat_interleave(2, -1)?.to(device)?.slice(-1, 1, isize::MAX, 2)?
                }
                _ => x.to(device)?,
            })
        }
        Ok(match self {
            Self::Float(x) => Self::Float(of(x, change, device)?),
            Self::Int(x) => Self::Int(of(x, change, device)?),
            Self::Bool(x) => Self::Bool(of(x, change, device)?),
        })
    }

    /// Numbers that f32 has.
    fn rounded(&self) -> Self {
        match self {
            Self::Float(x) => {
                let data = values(x).into_iter().map(|x| f64::from(x as f32)).collect();
                Self::Float(Tensor::from_vec(data, x.shape()).expect("as many elements as before"))
            }
            other => other.clone(),
        }
    }
}

impl Subject<'_> {
    /// The device against the processor: the sample with a layout of its own for each operand, and a few other shapes.
    pub(super) fn there(&self, device: Device, inputs: &[Input]) -> std::result::Result<(), String> {
        let inputs: Vec<_> = inputs.iter().map(Input::rounded).collect();
        self.compared(device, &inputs)?;
        let first = inputs.iter().find_map(|x| x.shape().first().copied()).filter(|d| *d > 1);
        let empty = first.map(|d| Change::Resized(d, 0));
        for change in [Change::AllOne, Change::Rank0(0)].into_iter().chain(empty) {
            if let Some(changed) = change.all(&inputs) {
                let shapes: Vec<_> = changed.iter().map(Input::shape).collect();
                let why = |why| format!("{change:?}, shapes {shapes:?}: {why}");
                self.compared(device, &changed).map_err(why)?;
            }
        }
        Ok(())
    }

    fn compared(&self, device: Device, inputs: &[Input]) -> std::result::Result<(), String> {
        let mut draw = Draw::new(self.name);
        let v: Floats = floats(inputs).map(|x| draw.uniform_like(x)).collect();
        let Ok(here) = (self.eager)(inputs) else { return Ok(()) };
        let u = draw.uniform_like(&here);
        let here = self.said(inputs, &u, &v).map_err(text)?;
        let ran = || {
            let moved = (0..inputs.len()).map(|i| inputs[i].changed(Change::layouts()[i % 3], device));
            let moved = moved.collect::<Result<Vec<_>>>()?;
            let v = v.iter().map(|x| x.to(device)).collect::<Result<Vec<_>>>()?;
            let u = u.to(device)?;
            let eager = (self.eager)(&moved)?;
            let said = self.said(&moved, &u, &v)?;
            let (_, pulled) = (self.vjp)(&moved, &[&u])?;
            let pulled: Floats = pulled.into_iter().flatten().collect();
            // Whatever fails late does so now.
            let all = [&eager, &said.y, &said.y_dot].into_iter().chain(&said.grads).chain(&said.products);
            for x in all.chain(&pulled) {
                x.to_vec()?;
            }
            Ok::<_, cotangent::Error>((eager, said, pulled))
        };
        let (eager, said, pulled) = ran().map_err(text)?;
        if only_keeps() {
            return Ok(());
        }
        let tolerance = close(computed());
        let near = |what: &str, a: &Tensor<f64>, b: &Tensor<f64>| agree(what, a, b, tolerance, 1.0);
        near("the function of the library", &eager, &here.y)?;
        near("the value", &said.y, &here.y)?;
        if values(&here.y).iter().any(|y| !y.is_finite()) {
            return Ok(());
        }
        near("the tangent", &said.y_dot, &here.y_dot)?;
        for (i, grad) in here.grads.iter().enumerate() {
            near(&format!("gradient {i}"), &said.grads[i], grad)?;
            near(&format!("cotangent {i}"), &pulled[i], grad)?;
            near(&format!("second derivative {i}"), &said.products[i], &here.products[i])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_those_of_f32() {
        let x = Input::Float(Tensor::from_vec(vec![0.1, 0.5], [2]).unwrap());
        assert_eq!(values(x.rounded().float()), [f64::from(0.1f32), 0.5]);
    }
}
