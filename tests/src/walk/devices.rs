//! Operands on another device, together and apart.

use cotangent::{Device, Error, ErrorKind, Tensor};

use super::{Host, Walk, Wrong, quiet, same};
use crate::gradcheck::Input;

const THERE: Device = Device::cpu(1);

impl Input {
    /// The operand on another device.
    ///
    /// # Panics
    /// Where memory runs out.
    pub fn to(&self, device: Device) -> Self {
        let what = "a tensor of the CPU can be copied";
        match self {
            Self::Float(x) => Self::Float(x.to(device).expect(what)),
            Self::Int(x) => Self::Int(x.to(device).expect(what)),
            Self::Bool(x) => Self::Bool(x.to(device).expect(what)),
        }
    }

    /// Where it lives.
    pub fn device(&self) -> Device {
        match self {
            Self::Float(x) => x.device(),
            Self::Int(x) => x.device(),
            Self::Bool(x) => x.device(),
        }
    }
}

/// The number that a differentiable function is differentiated by where the op has no derivative: with the operands.
pub fn one(inputs: &[Input]) -> Tensor<f64> {
    let device = inputs.first().map_or(Device::CPU, Input::device);
    Tensor::scalar(1.0).to(device).expect("a tensor of the CPU can be copied")
}

impl Walk<'_> {
    /// With all operands on another device the values are the same, and all that comes out lives there. With one operand
    /// alone on another device nothing comes out but an error that names the op, its place, and both devices.
    pub(super) fn on_devices(&self, inputs: &[Input], hosts: &[Host]) -> Wrong {
        let moved: Vec<_> = inputs.iter().map(|x| x.to(THERE)).collect();
        for (inputs, device) in [(inputs, Device::CPU), (&moved, THERE)] {
            if !inputs.is_empty() {
                self.lives(device, inputs, hosts).map_err(|why| format!("on {device}: {why}"))?;
            }
        }
        let values = |x| (self.eager)(x, hosts).map_err(|e| e.to_string());
        same(&format!("the function on {THERE}"), &values(&moved)?, &values(inputs)?)?;
        for i in (0..inputs.len()).filter(|_| inputs.len() > 1) {
            let mut parted = inputs.to_vec();
            parted[i] = moved[i].clone();
            self.is_refused(&parted, hosts).map_err(|why| format!("operand {i} alone on {THERE}: {why}"))?;
        }
        Ok(())
    }

    fn lives(&self, device: Device, inputs: &[Input], hosts: &[Host]) -> Wrong {
        if !self.all(inputs, hosts)? {
            return Err("the sample is refused".to_owned());
        }
        let on = |what: &str, x: &Tensor<f64>| match x.device() {
            found if found == device => Ok(()),
            found => Err(format!("{what} is on {found}")),
        };
        let said = |e: Error| e.to_string();
        on("what the library's function gives", &(self.eager)(inputs, hosts).map_err(said)?)?;
        on("the value", &(self.call)(inputs, hosts).map_err(said)?)?;
        let (y, grads) = (self.vjp)(inputs, hosts).map_err(said)?;
        on("the value of vjp", &y)?;
        grads.iter().try_for_each(|g| on("a gradient", g))?;
        let (y, y_dot) = (self.jvp)(inputs, hosts, &self.tangents(inputs)).map_err(said)?;
        on("the value of jvp", &y)?;
        on("the tangent", &y_dot)
    }

    fn is_refused(&self, inputs: &[Input], hosts: &[Host]) -> Wrong {
        let tangents = self.tangents(inputs);
        let eager = quiet("the library's function", || (self.eager)(inputs, hosts))?.err();
        let call = quiet("call", || (self.call)(inputs, hosts))?.err();
        let vjp = quiet("vjp", || (self.vjp)(inputs, hosts))?.err();
        let jvp = quiet("jvp", || (self.jvp)(inputs, hosts, &tangents))?.err();
        for (what, error) in [("the library's function", eager), ("call", call), ("vjp", vjp), ("jvp", jvp)] {
            let Some(error) = error else { return Err(format!("{what} accepts it")) };
            let text = error.to_string();
            let names = ["device", "cpu:0", "cpu:1"].iter().all(|word| text.contains(word));
            if error.kind() != ErrorKind::Device || !names {
                return Err(format!("{what} says: {error}"));
            }
            if what == "the library's function" {
                self.names_the_op(&error)?;
            } else {
                self.names_the_place(&error).map_err(|why| format!("{what}: {why}"))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use cotangent::differentiable;

    use super::*;

    #[differentiable]
    fn plain(a: &Tensor<f64>, b: &Tensor<f64>) -> Tensor<f64> {
        a * b
    }

    /// What the walk says of a product whose operands `given` moves first and whose result `made` moves.
    fn walked(given: fn(&[Input]) -> Vec<Input>, made: fn(Tensor<f64>) -> Tensor<f64>) -> Wrong {
        let walk = Walk {
            name: "mul",
            case: "",
            is_row: true,
            is_map: true,
            file: file!(),
            active: &[0, 1],
            eager: &|x, _| given(x)[0].float().mul(given(x)[1].float()).map(made),
            call: &|x, _| plain::call(given(x)[0].float(), given(x)[1].float()),
            vjp: &|x, _| {
                let (y, pullback) = plain::vjp(given(x)[0].float(), given(x)[1].float())?;
                let g = cotangent::Pullback::pull(pullback, &y)?;
                Ok((y, vec![g.a, g.b]))
            },
            jvp: &|x, _, d| plain::jvp(given(x)[0].float(), given(x)[1].float(), &d[0], &d[1]),
        };
        let x = Input::Float(cotangent::tensor![1.0, 2.0]);
        walk.on_devices(&[x.clone(), x], &[])
    }

    #[test]
    fn sees_what_is_moved_unasked_and_what_is_left_behind() {
        walked(<[Input]>::to_vec, |y| y).unwrap();
        let said = walked(<[Input]>::to_vec, |y| y.to(Device::CPU).unwrap()).unwrap_err();
        assert_eq!(said, "on cpu:1: what the library's function gives is on cpu:0");
        let gathered = |x: &[Input]| x.iter().map(|one| one.to(x[0].device())).collect();
        let said = walked(gathered, |y| y).unwrap_err();
        assert_eq!(said, "operand 0 alone on cpu:1: the library's function accepts it");
    }
}
