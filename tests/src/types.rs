//! What must hold of an op in the narrower float types. `cotangent::__private::for_each_op!(types)` prints an [`Op`]
//! for every row and composite with a derivative.

use cotangent::{Float, Result, Tensor, bf16, f16};

use crate::gradcheck::Input;

/// The value and the cotangents of an op at inputs, for a cotangent of the result that is the same number everywhere.
pub type Run = fn(&[Input], &Tensor<f64>) -> Result<Vec<Tensor<f64>>>;

/// An op through emitted code.
pub struct Op<'a> {
    /// The row or composite.
    pub name: &'a str,
    /// Its sample, for messages.
    pub case: &'a str,
    /// In f64, f32, f16 and bf16.
    pub run: [Run; 4],
}

impl Op<'_> {
    /// # Panics
    /// Where a type disagrees with f64 by more than its rounding explains.
    pub fn pass(&self, inputs: &[Input]) {
        let [wide, narrow @ ..] = self.run;
        let checks = [rounded::<f32>, rounded::<f16>, rounded::<bf16>];
        for ((run, rounded), bound) in narrow.into_iter().zip(checks).zip([F32, F16, BF16]) {
            let check = || -> Result<()> {
                // What both see is what the narrow type can hold.
                let inputs = inputs.iter().map(rounded).collect::<Result<Vec<_>>>()?;
                let u = Tensor::scalar(0.75);
                let (exact, ours) = (wide(&inputs, &u)?, run(&inputs, &u)?);
                for (i, (exact, ours)) in exact.iter().zip(&ours).enumerate() {
                    assert_eq!(exact.shape(), ours.shape(), "`{}`: shape of result {i}", self.name);
                    let (exact, ours) = (exact.to_vec()?, ours.to_vec()?);
                    let size = exact.iter().filter(|v| v.is_finite()).fold(1.0, |s: f64, v| s.max(v.abs()));
                    for (e, o) in exact.iter().zip(&ours) {
                        let same = e == o || (e - o).abs() <= bound * size || e.is_nan() && o.is_nan();
                        assert!(
                            same,
                            "`{}` at {{ {} }}: result {i} is {o}, in f64 {e}; bound {bound:e} of {size}",
                            self.name, self.case
                        );
                    }
                }
                Ok(())
            };
            check().unwrap_or_else(|e| panic!("`{}` at {{ {} }}: {e}", self.name, self.case));
        }
    }
}

/// The spacing of the type at 1, times what the sampled matrices' condition and a few roundings on the way cost.
const F32: f64 = 64.0 * f32::EPSILON as f64;
const F16: f64 = 8.0 / 1024.0;
const BF16: f64 = 8.0 / 128.0;

fn rounded<T: Float>(input: &Input) -> Result<Input> {
    Ok(match input {
        Input::Float(x) => Input::Float(x.cast::<T>()?.cast()?),
        other => other.clone(),
    })
}
