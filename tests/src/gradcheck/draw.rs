//! The tensors that a `sample` column describes. Every op draws from its own seed, its name.

use cotangent::{Key, Tensor};

use super::Input;

/// A source of random tensors.
pub struct Draw {
    key: Key,
    draws: u64,
}

impl Draw {
    /// Seeded by a name.
    pub fn new(name: &str) -> Self {
        // FNV: the seed of an op does not depend on the others.
        let seed =
            name.bytes().fold(0xcbf29ce484222325u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100000001b3));
        Self { key: Key::new(seed), draws: 0 }
    }

    fn tensor(&mut self, low: f64, high: f64, shape: &[usize]) -> Tensor<f64> {
        self.draws += 1;
        self.key.fold(self.draws).uniform_in(low, high, shape).expect("the shape of a sample")
    }

    /// In `low..high`.
    pub fn uniform(&mut self, low: f64, high: f64, shape: &[usize]) -> Input {
        Input::Float(self.tensor(low, high, shape))
    }

    /// In -1..1, in the shape of another.
    pub fn uniform_like(&mut self, x: &Tensor<f64>) -> Tensor<f64> {
        self.tensor(-1.0, 1.0, x.shape())
    }

    /// In `low..high`, but not within a quarter of `point`.
    pub fn off(&mut self, point: f64, low: f64, high: f64) -> Input {
        let far = |x: f64| {
            if (x - point).abs() > 0.25 { x } else { point + 0.25f64.copysign(x - point) + (x - point) }
        };
        let data = super::values(&self.tensor(low, high, &[2, 3])).into_iter().map(far).collect();
        made(data, &[2, 3])
    }

    /// No two values near each other.
    pub fn distinct(&mut self, shape: &[usize]) -> Input {
        let n = shape.iter().product();
        let order = self.key.fold(1 << 32).permutation(n).and_then(|p| p.to_vec()).expect("a permutation");
        made(order.into_iter().map(|i| 0.37 * (f64::from(i) - 0.5 * n as f64)).collect(), shape)
    }

    /// Integers in `low..high`.
    pub fn ints(&mut self, low: i32, high: i32, shape: &[usize]) -> Input {
        self.draws += 1;
        Input::Int(self.key.fold(self.draws).randint(low, high, shape).expect("the shape of a sample"))
    }

    /// These integers.
    pub fn counts(&mut self, counts: &[i32]) -> Input {
        Input::Int(Tensor::from_vec(counts.to_vec(), [counts.len()]).expect("a vector"))
    }

    /// Truth values.
    pub fn bits(&mut self, shape: &[usize]) -> Input {
        self.draws += 1;
        Input::Bool(self.key.fold(self.draws).bernoulli(0.5, shape).expect("the shape of a sample"))
    }

    /// A well-conditioned matrix.
    pub fn well(&mut self, n: usize) -> Input {
        self.matrix(n, |_, _, b| b)
    }

    /// Matrices with eigenvalues, or singular values, far from each other and from 0.
    pub fn apart(&mut self, shape: &[usize]) -> Input {
        let mut x = super::values(&self.tensor(-0.5, 0.5, shape));
        let [.., m, n] = *shape else { panic!("a matrix") };
        for (at, x) in x.iter_mut().enumerate() {
            let (i, j) = (at / n % m, at % n);
            *x += if i == j { 1.5 * (i + 1) as f64 } else { 0.0 };
        }
        made(x, shape)
    }

    /// A lower triangular matrix.
    pub fn lower(&mut self, n: usize) -> Input {
        self.matrix(n, |i, j, b| if j <= i { b } else { 0.0 })
    }

    /// A symmetric positive definite matrix.
    pub fn spd(&mut self, n: usize) -> Input {
        let b = super::values(&self.tensor(-1.0, 1.0, &[n, n]));
        let product = |i: usize, j: usize| (0..n).map(|k| b[i * n + k] * b[j * n + k]).sum::<f64>();
        square(n, |i, j| product(i, j) + if i == j { n as f64 } else { 0.0 })
    }

    fn matrix(&mut self, n: usize, part: impl Fn(usize, usize, f64) -> f64) -> Input {
        let b = super::values(&self.tensor(-1.0, 1.0, &[n, n]));
        square(n, |i, j| part(i, j, b[i * n + j]) + if i == j { n as f64 } else { 0.0 })
    }
}

fn made(data: Vec<f64>, shape: &[usize]) -> Input {
    Input::Float(Tensor::from_vec(data, shape).expect("as many elements as the shape says"))
}

fn square(n: usize, element: impl Fn(usize, usize) -> f64) -> Input {
    made((0..n * n).map(|at| element(at / n, at % n)).collect(), &[n, n])
}
