//! Random programs, compiled: what is compared, and how.

use cotangent::{DType, Device, Result, Tensor};

use crate::there;

/// One for each parameter or result.
pub type Tensors = Vec<Tensor<f64>>;
/// Results, and cotangents or tangents.
pub type Pair = Result<(Tensors, Tensors)>;
/// Parameters and the host number.
pub type Plain = fn(&[Tensor<f64>], f64) -> Result<Tensors>;
/// As [`Plain`].
pub type Gradient = fn(&[Tensor<f64>], f64) -> Pair;
/// With cotangents or tangents.
pub type Along = fn(&[Tensor<f64>], f64, &[Tensor<f64>]) -> Pair;
type Flat<'a> = &'a dyn Fn(&[Tensor<f64>]) -> Result<Vec<f64>>;

/// A program, callable on slices: the parameters, the host number `s`, cotangents or tangents.
#[derive(Clone)]
pub struct Case {
    pub number: usize,
    pub text: &'static str,
    pub shapes: &'static [&'static [usize]],
    pub active: &'static [usize],
    pub scale: f64,
    pub eager: Plain,
    pub call: Plain,
    pub vjp: Along,
    pub jvp: Along,
    pub value_and_grad: Option<Gradient>,
    pub hvp: Option<Along>,
}

/// What was compared, and what was not: at kinks.
#[derive(Default, Debug)]
pub struct Counts {
    pub values: usize,
    pub compared: usize,
    pub skipped: usize,
}

struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    fn tensor(&mut self, shape: &[usize], most: f64) -> Result<Tensor<f64>> {
        let data = (0..shape.iter().product()).map(|_| (2.0 * self.unit() - 1.0) * most).collect();
        Tensor::from_vec(data, shape)
    }
}

fn numbers(tensors: &[Tensor<f64>]) -> Vec<f64> {
    tensors.iter().flat_map(|t| t.to_vec().expect("on the CPU")).collect()
}

fn dot(a: &[Tensor<f64>], b: &[Tensor<f64>]) -> f64 {
    numbers(a).iter().zip(numbers(b)).map(|(a, b)| a * b).sum()
}

/// `x + t v` for the active parameters.
fn moved(case: &Case, x: &[Tensor<f64>], t: f64, v: &[Tensor<f64>]) -> Tensors {
    let mut x = x.to_vec();
    for (&i, v) in case.active.iter().zip(v) {
        let data =
            numbers(&x[i..=i]).iter().zip(numbers(std::slice::from_ref(v))).map(|(x, v)| x + t * v).collect();
        x[i] = Tensor::from_vec(data, v.shape()).expect("as many as before");
    }
    x
}

/// The derivative of `f` along `v` by two steps; `None` where they disagree, at a kink.
fn differences(case: &Case, x: &[Tensor<f64>], v: &[Tensor<f64>], f: Flat<'_>) -> Result<Vec<Option<f64>>> {
    let central = |h: f64| -> Result<Vec<f64>> {
        let at = |t: f64| f(&moved(case, x, t, v));
        let (p, m, p2, m2) = (at(h)?, at(-h)?, at(2.0 * h)?, at(-2.0 * h)?);
        Ok((0..p.len()).map(|i| (8.0 * (p[i] - m[i]) - (p2[i] - m2[i])) / (12.0 * h)).collect())
    };
    let (wide, narrow) = (central(1e-3)?, central(1.7e-4)?);
    let agree = |(a, b): (&f64, &f64)| ((a - b).abs() <= 1e-6 * (1.0 + a.abs().max(b.abs()))).then_some(*b);
    Ok(wide.iter().zip(&narrow).map(agree).collect())
}

fn near(got: f64, want: f64, within: f64) -> bool {
    (got - want).abs() <= within * (1.0 + want.abs())
}

/// Values up to the rounding of another order of the same operations.
fn same(what: &str, got: &[Tensor<f64>], want: &[Tensor<f64>], counts: &mut Counts) -> Result<(), String> {
    if got.len() != want.len() {
        return Err(format!("{what}: {} results, not {}", got.len(), want.len()));
    }
    for (i, (got, want)) in got.iter().zip(want).enumerate() {
        counts.values += 1;
        if got.shape() != want.shape() {
            return Err(format!("{what}: result {i} has shape {:?}, not {:?}", got.shape(), want.shape()));
        }
        let (got, want) = (numbers(std::slice::from_ref(got)), numbers(std::slice::from_ref(want)));
        if let Some((a, b)) = got.iter().zip(&want).find(|(a, b)| !near(**a, **b, 1e-9)) {
            return Err(format!("{what}: result {i} holds {a}, not {b}"));
        }
    }
    Ok(())
}

fn close(what: &str, got: &[f64], want: &[Option<f64>], counts: &mut Counts) -> Result<(), String> {
    for (i, (got, want)) in got.iter().zip(want).enumerate() {
        match want {
            Some(want) if near(*got, *want, 2e-5) => counts.compared += 1,
            Some(want) => return Err(format!("{what}: element {i} is {got}, by differences {want}")),
            None if got.is_finite() => counts.skipped += 1,
            None => return Err(format!("{what}: element {i} is {got}")),
        }
    }
    Ok(())
}

/// Value, vjp, jvp, gradient and hvp of a program against its eager text and difference quotients of it.
///
/// # Errors
/// What differs.
pub fn check(case: &Case, counts: &mut Counts) -> Result<(), String> {
    if let Some(device) = there::named() {
        return on(device, case, counts);
    }
    let mut random = Random(case.number as u64 + 11);
    let failed = |e: cotangent::Error| e.to_string();
    let drawn = |random: &mut Random, shapes: &[&[usize]], most| {
        shapes.iter().map(|s| random.tensor(s, most)).collect::<Result<Tensors>>().map_err(failed)
    };
    let (x, s) = (drawn(&mut random, case.shapes, 1.5)?, case.scale);
    let active: Vec<&[usize]> = case.active.iter().map(|&i| case.shapes[i]).collect();
    let v = drawn(&mut random, &active, 1.0)?;
    let want = (case.eager)(&x, s).map_err(failed)?;
    same("value", &(case.call)(&x, s).map_err(failed)?, &want, counts)?;

    let shapes: Vec<&[usize]> = want.iter().map(Tensor::shape).collect();
    let u = drawn(&mut random, &shapes, 1.0)?;
    let (y, g) = (case.vjp)(&x, s, &u).map_err(failed)?;
    same("vjp", &y, &want, counts)?;
    let weighted = |x: &[Tensor<f64>]| Ok(vec![dot(&(case.eager)(x, s)?, &u)]);
    slopes("vjp", case, &x, &v, &g, &weighted, counts)?;

    let (y, tangent) = (case.jvp)(&x, s, &v).map_err(failed)?;
    same("jvp", &y, &want, counts)?;
    let flat = |x: &[Tensor<f64>]| Ok(numbers(&(case.eager)(x, s)?));
    close("jvp", &numbers(&tangent), &differences(case, &x, &v, &flat).map_err(failed)?, counts)?;
    let (forward, reverse) = (dot(&u, &tangent), dot(&g, &v));
    if !near(forward, reverse, 1e-9) {
        return Err(format!("<u, J v> is {forward}, <v, vjp u> {reverse}"));
    }

    let Some(value_and_grad) = case.value_and_grad else { return Ok(()) };
    let (y, gradient) = value_and_grad(&x, s).map_err(failed)?;
    same("value_and_grad", &y, &want, counts)?;
    let loss = |x: &[Tensor<f64>]| Ok(numbers(&(case.eager)(x, s)?[..1]));
    slopes("value_and_grad", case, &x, &v, &gradient, &loss, counts)?;

    let Some(hvp) = case.hvp else { return Ok(()) };
    let (again, product) = hvp(&x, s, &v).map_err(failed)?;
    same("hvp: gradient", &again, &gradient, counts)?;
    let flat = |x: &[Tensor<f64>]| Ok(numbers(&value_and_grad(x, s)?.1));
    close("hvp", &numbers(&product), &differences(case, &x, &v, &flat).map_err(failed)?, counts)
}

/// What is said of a program: by which transform, and the numbers.
type Said = Vec<(&'static str, Vec<f64>)>;

fn said(case: &Case, [x, v, u]: &[Tensors; 3]) -> Result<Said> {
    let s = case.scale;
    let mut said = vec![("value", numbers(&(case.call)(x, s)?))];
    let mut pair = |value: &'static str, derivative: &'static str, both: (Tensors, Tensors)| {
        said.push((value, numbers(&both.0)));
        said.push((derivative, numbers(&both.1)));
    };
    pair("vjp: value", "vjp", (case.vjp)(x, s, u)?);
    pair("jvp: value", "jvp", (case.jvp)(x, s, v)?);
    if let Some(value_and_grad) = case.value_and_grad {
        pair("value_and_grad: value", "value_and_grad", value_and_grad(x, s)?);
    }
    if let Some(hvp) = case.hvp {
        pair("hvp: gradient", "hvp", hvp(x, s, v)?);
    }
    Ok(said)
}

fn moved_to(device: Device, tensors: &[Tensor<f64>]) -> Result<Tensors> {
    tensors.iter().map(|x| x.to(device)).collect()
}

/// All transforms on a device against the processor, at numbers of f32. What changes there with the last bits of the parameters may
/// change as much on the device; where that is more than a few digits, at a kink say, nothing is compared.
fn on(device: Device, case: &Case, counts: &mut Counts) -> Result<(), String> {
    let mut random = Random(case.number as u64 + 11);
    let failed = |e: cotangent::Error| e.to_string();
    let mut drawn = |shapes: &[&[usize]], most| {
        let drawn = shapes.iter().map(|s| random.tensor(s, most)?.to(device)).collect::<Result<Tensors>>();
        drawn.map_err(failed)
    };
    let x = drawn(case.shapes, 1.5)?;
    let active: Vec<&[usize]> = case.active.iter().map(|&i| case.shapes[i]).collect();
    let v = drawn(&active, 1.0)?;
    let value = (case.call)(&x, case.scale).map_err(failed)?;
    let u = drawn(&value.iter().map(Tensor::shape).collect::<Vec<_>>(), 1.0)?;
    let there = [x, v, u];
    let [x, v, u] = there.each_ref().map(|all| moved_to(Device::CPU, all).map_err(failed));
    let here = [x?, v?, u?];
    let want = said(case, &here).map_err(failed)?;
    let mut bounds: Vec<f64> = want.iter().map(|_| 0.0).collect();
    for sign in [-1.0, 1.0] {
        let shaken = here[0].iter().map(|x| {
            let step = |(i, x): (usize, f64)| x * (1.0 + sign * 2.0 * EPSILON * [1.0, -1.0][i % 2]);
            Tensor::from_vec(x.to_vec()?.into_iter().enumerate().map(step).collect(), x.shape())
        });
        let shaken = shaken.collect::<Result<Tensors>>().map_err(failed)?;
        let other = said(case, &[shaken, here[1].clone(), here[2].clone()]).map_err(failed)?;
        for (bound, ((_, a), (_, b))) in bounds.iter_mut().zip(other.iter().zip(&want)) {
            *bound = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(*bound, f64::max);
        }
    }
    let have = said(case, &there).map_err(failed)?;
    for (((what, have), (_, want)), moves) in have.iter().zip(&want).zip(bounds) {
        counts.values += 1;
        if have.len() != want.len() {
            return Err(format!("{what}: {} numbers, not {}", have.len(), want.len()));
        }
        let size = want.iter().fold(1.0, |size: f64, x| size.max(x.abs()));
        if !(moves <= SHAKEN * size) {
            counts.skipped += want.len();
            continue;
        }
        let bound = there::close(DType::F32) * size + 64.0 * moves;
        if let Some(i) = have.iter().zip(want).position(|(a, b)| !((a - b).abs() <= bound)) {
            return Err(format!(
                "{what} on {device}: number {i} is {}, not {}; the bound is {bound:e}",
                have[i], want[i]
            ));
        }
        counts.compared += want.len();
    }
    Ok(())
}

/// Of f32, in which a device computes.
const EPSILON: f64 = f32::EPSILON as f64;
/// What the last bits of the parameters may move, of the largest number.
const SHAKEN: f64 = 1e-4;

/// Each gradient alone along its own direction.
fn slopes(
    what: &str,
    case: &Case,
    x: &[Tensor<f64>],
    v: &[Tensor<f64>],
    g: &[Tensor<f64>],
    f: Flat<'_>,
    counts: &mut Counts,
) -> Result<(), String> {
    for (k, &i) in case.active.iter().enumerate() {
        if g[k].shape() != case.shapes[i] {
            return Err(format!("{what}: the gradient of x{i} has shape {:?}", g[k].shape()));
        }
        let failed = |e: cotangent::Error| e.to_string();
        let alone: Tensors = (v.iter().enumerate())
            .map(|(j, v)| if j == k { Ok(v.clone()) } else { Tensor::zeros(v.shape()) })
            .collect::<Result<_>>()
            .map_err(failed)?;
        let want = differences(case, x, &alone, f).map_err(failed)?;
        close(&format!("{what}: slope along x{i}"), &[dot(&g[k..=k], &v[k..=k])], &want, counts)?;
    }
    Ok(())
}

/// Two programs that compute the same on the same parameters: by all transforms, within `tolerance`, where 0 means in bits.
///
/// # Errors
/// What differs.
pub fn alike(a: &Case, b: &Case, tolerance: f64, counts: &mut Counts) -> Result<(), String> {
    let mut random = Random(a.number as u64 + 29);
    let failed = |e: cotangent::Error| e.to_string();
    let drawn = |random: &mut Random, most| {
        let at = there::named().unwrap_or(Device::CPU);
        a.shapes.iter().map(|s| random.tensor(s, most)?.to(at)).collect::<Result<Tensors>>().map_err(failed)
    };
    let (x, v, s) = (drawn(&mut random, 1.5)?, drawn(&mut random, 1.0)?, a.scale);
    let mut compare = |what: &str, a: Pair, b: Pair| {
        let ((a, da), (b, db)) = (a.map_err(failed)?, b.map_err(failed)?);
        let (a, b) = (numbers(&[a, da].concat()), numbers(&[b, db].concat()));
        counts.values += a.len();
        if a.len() != b.len() {
            return Err(format!("{what}: {} numbers, not {}", a.len(), b.len()));
        }
        let same = |a: f64, b: f64| {
            if tolerance == 0.0 { a.to_bits() == b.to_bits() } else { near(a, b, there::within(tolerance)) }
        };
        match a.iter().zip(&b).position(|(a, b)| !same(*a, *b)) {
            Some(i) => {
                Err(format!("{what}: number {i} is {}, and {} in the same program otherwise", a[i], b[i]))
            }
            None => Ok(()),
        }
    };
    let u = [there::at(Tensor::scalar(0.75))];
    let plain = |c: &Case| (c.call)(&x, s).map(|y| (y, Vec::new()));
    compare("value", plain(a), plain(b))?;
    compare("vjp", (a.vjp)(&x, s, &u), (b.vjp)(&x, s, &u))?;
    compare("jvp", (a.jvp)(&x, s, &v), (b.jvp)(&x, s, &v))?;
    if let (Some(a), Some(b)) = (a.value_and_grad, b.value_and_grad) {
        compare("value_and_grad", a(&x, s), b(&x, s))?;
    }
    if let (Some(a), Some(b)) = (a.hvp, b.hvp) {
        compare("hvp", a(&x, s, &v), b(&x, s, &v))?;
    }
    Ok(())
}
