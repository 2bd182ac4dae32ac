//! Trains a multi-layer perceptron to tell three spirals apart: structs with methods, `AdamW`, a rate of one cycle, gradients cut
//! to a norm. Half way it is saved; a model that knows nothing takes it up from the file, and has to end with the same bits.
//!
//!     cargo run --release --features full --example mlp [folder] [--device wgpu]
//!
//! The folder gets the plot of the losses and the files of the run.

use std::ops::Range;
use std::path::Path;

use cotangent::Snapshot;
use cotangent::optim::{self, AdamW, OneCycle, Optimizer, Schedule};
use cotangent::prelude::*;
use cotangent::train::{Curve, Progress, plot};
use cotangent_examples::{device, folder};

const STEPS: u64 = 1500;
const HALF: u64 = STEPS / 2;
const BATCH: usize = 128;
const CLASSES: usize = 3;
const RATE: OneCycle = OneCycle { lr: 1e-2, steps: STEPS, rise: 0.3, start_factor: 25.0, end_factor: 1e4 };

#[derive(Clone, Differentiable)]
struct Dense {
    w: Tensor,
    b: Tensor,
}

#[differentiable]
impl Dense {
    fn new(key: Key, inputs: usize, outputs: usize) -> Result<Self> {
        let w: Tensor = key.normal([inputs, outputs])?;
        Ok(Self { w: w * (2.0 / inputs as f32).sqrt(), b: Tensor::zeros([outputs])? })
    }

    fn forward(&self, x: &Tensor<B, I>) -> Tensor {
        x.matmul(&self.w) + &self.b
    }
}

#[derive(Clone, Differentiable)]
struct Mlp {
    hidden: Vec<Dense>,
    head: Dense,
}

#[differentiable]
impl Mlp {
    fn new(key: Key, widths: &[usize]) -> Result<Self> {
        let layers = widths.windows(2).zip(0..).map(|(w, i)| Dense::new(key.fold(i), w[0], w[1]));
        let mut hidden = layers.collect::<Result<Vec<_>>>()?;
        let head = hidden.pop().ok_or_else(|| Error::msg("two widths at least"))?;
        Ok(Self { hidden, head })
    }

    fn logits(&self, x: &Tensor<B, 2>) -> Tensor {
        let mut h = x.clone();
        for layer in &self.hidden {
            h = layer.forward(&h)?.silu();
        }
        self.head.forward(&h)?
    }

    fn loss(&self, #[constant] x: &Tensor<B, 2>, labels: &Tensor<i32, B>) -> Scalar {
        self.logits(x)?.cross_entropy(labels)
    }
}

/// Points of the plane and the spirals that they are of.
struct Spirals {
    x: Tensor,
    labels: Tensor<i32>,
}

impl Spirals {
    fn new(key: Key, count: usize, device: Device) -> Result<Self> {
        let [radii, noise] = key.split();
        let radii: Vec<f32> = radii.uniform([count])?.to_vec()?;
        let noise: Vec<f32> = noise.normal([count])?.to_vec()?;
        let class = |i: usize| i % CLASSES;
        let x = Tensor::from_fn([count, 2], |at| {
            let (i, axis) = (at[0], at[1]);
            let turn = 1.25 * radii[i] + class(i) as f32 / CLASSES as f32 + 0.02 * noise[i];
            let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
            radii[i] * if axis == 0 { cos } else { sin }
        })?;
        let labels = Tensor::from_fn([count], |at| class(at[0]) as i32)?;
        Ok(Self { x: x.to(device)?, labels: labels.to(device)? })
    }

    /// What step `t` learns from: a function of key and step alone, so that a run goes on with what would have come.
    fn batch(&self, key: Key, t: u64) -> Result<Self> {
        let picked = key.fold(t).randint(0, self.labels.numel() as i32, [BATCH])?.to(self.x.device())?;
        Ok(Self { x: self.x.index_select(0, &picked)?, labels: self.labels.index_select(0, &picked)? })
    }

    /// The part that a model names rightly.
    fn accuracy(&self, model: &Mlp) -> Result<f32> {
        let guesses = model.logits(&self.x).argmax_axis(-1)?.to_vec()?;
        let right = guesses.iter().zip(self.labels.to_vec()?).filter(|&(&guess, label)| guess == label);
        Ok(right.count() as f32 / guesses.len() as f32)
    }
}

/// What changes in training, and what it showed.
struct Run {
    model: Mlp,
    optimizer: Optimizer<AdamW>,
    losses: Vec<(u64, f32)>,
    tests: Vec<(u64, f32)>,
}

impl Run {
    fn new(seed: u64, device: Device) -> Result<Self> {
        let model = Mlp::new(Key::new(seed), &[2, 64, 64, CLASSES])?.params_to(device)?;
        let optimizer = Optimizer::new(AdamW { weight_decay: 1e-3, ..AdamW::default() });
        Ok(Self { model, optimizer, losses: Vec::new(), tests: Vec::new() })
    }

    fn train(&mut self, name: &str, data: &[Spirals; 2], key: Key, steps: Range<u64>) -> Result<()> {
        let [train, test] = data;
        let mut progress = Progress::new(name, steps.start, STEPS);
        for t in steps {
            let batch = train.batch(key, t)?;
            let (loss, g) = self.model.loss_value_and_grad(&batch.x, &batch.labels)?;
            let mut gradient = g.this;
            optim::clip_norm(&mut gradient, 1.0)?;
            self.optimizer.rule.lr = RATE.at(t);
            self.optimizer.step(&mut self.model, &gradient)?;
            self.losses.push((t, loss.item()?));
            if t % 50 == 0 || t + 1 == STEPS {
                self.tests.push((t, self.model.loss(&test.x, &test.labels).item()?));
            }
            progress.done(t, loss.item()?);
        }
        Ok(())
    }

    fn save(&self, path: &Path, key: Key, next: u64) -> Result<()> {
        Snapshot::of(&self.model)?.with_optimizer(&self.optimizer)?.with_step(next).with_key(key).save(path)
    }

    /// Every bit of the parameters.
    fn bits(&self) -> Result<Vec<u32>> {
        let mut bits = Vec::new();
        self.model.each_param(|_, x: &Tensor| {
            bits.extend(x.to_vec()?.iter().map(|v| v.to_bits()));
            Ok(())
        })?;
        Ok(bits)
    }
}

fn main() -> Result<()> {
    let [train, test, batches] = Key::new(7).split();
    let device = device()?;
    let data = [Spirals::new(train, 1200, device)?, Spirals::new(test, 600, device)?];
    let folder = folder();

    let mut whole = Run::new(1, device)?;
    println!(
        "{} parameters on {device}, accuracy {:.3} before training",
        whole.model.param_count()?,
        data[1].accuracy(&whole.model)?
    );
    whole.train("first half ", &data, batches, 0..HALF)?;
    let half = folder.join("mlp-half.safetensors");
    whole.save(&half, batches, HALF)?;
    whole.train("second half", &data, batches, HALF..STEPS)?;

    // Another model, other parameters: all that it goes on with is in the file.
    let mut resumed = Run::new(2, device)?;
    let snapshot = Snapshot::open(&half)?;
    snapshot.restore_with(&mut resumed.model, &mut resumed.optimizer)?;
    let (Some(key), Some(next)) = (snapshot.key(), snapshot.step()) else {
        return Err(Error::msg("the file has no key or no step"));
    };
    resumed.train("resumed    ", &data, key, next..STEPS)?;
    if resumed.bits()? != whole.bits()? || resumed.losses != whole.losses[HALF as usize..] {
        return Err(Error::msg("the run that was taken up is not the run that went on"));
    }
    println!(
        "saved at step {HALF}, taken up, and the same at step {STEPS}: every bit of parameters and losses"
    );

    let parameters = folder.join("mlp.safetensors");
    cotangent::save(&parameters, &whole.model)?;
    let mut model = Run::new(3, device)?.model;
    cotangent::load(&parameters, &mut model)?;
    let accuracy = data[1].accuracy(&model)?;
    println!("accuracy {:.3} on the points it saw, {accuracy:.3} on others", data[0].accuracy(&model)?);
    let path = folder.join("mlp.svg");
    let curves =
        [Curve::new("of the batch", whole.losses), Curve::new("of points that it did not see", whole.tests)];
    plot(&path, "Loss of the perceptron over steps", &curves)?;
    println!("losses: {}", path.display());
    if accuracy < 0.95 { Err(Error::msg("it did not learn the spirals")) } else { Ok(()) }
}
