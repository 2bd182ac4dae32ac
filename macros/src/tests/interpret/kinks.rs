//! The conventions at kinks, ties and singular points: exact values of the rule texts.

use super::array::Array;
use super::*;

/// An expression of named tensors, summed; its value and gradients.
struct At {
    value: f64,
    gradients: Vec<Vec<f64>>,
    seconds: Vec<Vec<f64>>,
}

fn vector(x: &[f64]) -> Array {
    Array::new(&[x.len()], x.to_vec())
}

fn matrix(n: usize, x: &[f64]) -> Array {
    Array::new(&[n, x.len() / n], x.to_vec())
}

thread_local! {
    static TABLE: Machine = Machine::new();
}

/// `seconds` are the gradients of the sum of all gradients.
fn at(text: &str, inputs: &[(&str, Array)]) -> At {
    let mut machine = TABLE.with(Machine::fresh);
    let tensors: Vec<usize> = inputs.iter().map(|(_, a)| machine.tensor(a.clone())).collect();
    let env: Env =
        inputs.iter().zip(&tensors).map(|((n, _), t)| ((*n).to_owned(), Value::Tensor(*t))).collect();
    let expr: Expr = syn::parse_str(text).expect("an expression");
    let y = match machine.expr(&expr, &env) {
        Value::Many(ys) => ys[0].tensor(),
        y => y.tensor(),
    };
    let total = |m: &mut Machine, y: usize| {
        m.op("sum", &[Value::Tensor(y), Value::Host(Host::All), Value::Host(Host::Bool(false))])
    };
    let one = machine.tensor(Array::scalar(1.0));
    let sum = total(&mut machine, y);
    let bars = machine.pull(sum, one, &tensors);
    let mut seconds: Vec<Array> = inputs.iter().map(|(_, a)| a.step(-1.0, a)).collect();
    for bar in &bars {
        let sum = total(&mut machine, *bar);
        for (second, more) in seconds.iter_mut().zip(machine.pull(sum, one, &tensors)) {
            *second = second.step(1.0, &machine.arrays[more]);
        }
    }
    At {
        value: machine.arrays[sum].data[0],
        gradients: bars.iter().map(|b| machine.arrays[*b].data.clone()).collect(),
        seconds: seconds.into_iter().map(|s| s.data).collect(),
    }
}

#[track_caller]
fn gradient(text: &str, x: &[f64], expected: &[f64]) -> At {
    let at = at(text, &[("x", vector(x))]);
    assert_eq!(at.gradients[0], expected, "{text} at {x:?}");
    at
}

#[track_caller]
fn near(have: &[f64], want: &[f64]) {
    assert_eq!(have.len(), want.len());
    for (h, w) in have.iter().zip(want) {
        assert!((h - w).abs() <= 1e-12 * w.abs().max(1.0), "{have:?} instead of {want:?}");
    }
}

#[test]
fn kinks_of_one_operand() {
    gradient("x.abs()", &[-2.0, 0.0, -0.0, 3.0], &[-1.0, 0.0, 0.0, 1.0]);
    gradient("x.sign() + x.floor() + x.ceil() + x.round() + x.trunc()", &[-2.0, 0.0, 0.5], &[0.0; 3]);
    gradient("x.frac()", &[1.0, 1.5, -0.5], &[1.0; 3]);
    gradient("x.relu()", &[-1.0, 0.0, 1.0], &[0.0, 0.0, 1.0]);
    gradient("(x + x).relu()", &[-1.0, 0.0, f64::NAN, 1.0], &[0.0, 0.0, 2.0, 2.0]);
    gradient("x.leaky_relu(0.25)", &[-1.0, 0.0, 1.0], &[0.25, 0.25, 1.0]);
    gradient("x.elu(2.0)", &[0.0, 1e300], &[2.0, 1.0]);
    gradient("x.celu(2.0)", &[0.0, 1e300], &[1.0, 1.0]);
    gradient("x.selu()", &[1e300], &[1.0507009873554805]);
    gradient("x.clamp(-1.0, 1.0)", &[-1.5, -1.0, 0.0, 1.0, 1.5], &[0.0, 1.0, 1.0, 1.0, 0.0]);
    gradient("x.clamp_min(0.0)", &[-1.0, 0.0, 1.0], &[0.0, 1.0, 1.0]);
    gradient("x.clamp_max(0.0)", &[-1.0, 0.0, 1.0], &[1.0, 1.0, 0.0]);
    gradient("x.hardtanh()", &[-1.0, 0.0, 1.0], &[0.0, 1.0, 0.0]);
    gradient("x.relu6()", &[0.0, 3.0, 6.0], &[0.0, 1.0, 0.0]);
    gradient("x.hardsigmoid()", &[-3.0, 3.0], &[0.0, 0.0]);
    gradient("x.hardswish()", &[-3.0, 3.0, 1e300], &[0.0, 1.0, 1.0]);
    gradient("x.hardshrink(0.5)", &[-0.5, 0.5, 0.75], &[0.0, 0.0, 1.0]);
    gradient("x.softshrink(0.5)", &[-0.5, 0.0, 0.5, 0.75], &[0.0, 0.0, 0.0, 1.0]);
    gradient("x.softsign()", &[0.0], &[1.0]);
    gradient("x.nan_to_num()", &[f64::NAN, f64::INFINITY, 1.0], &[0.0, 0.0, 1.0]);
    gradient("x.stop_gradient() * x", &[3.0], &[3.0]);
    gradient("x.sqrt()", &[0.0], &[f64::INFINITY]);
    gradient("x.safe_sqrt()", &[-1.0, 0.0, 0.25], &[0.0, 0.0, 1.0]);
    gradient("x.powi(0)", &[0.0, 2.0], &[0.0, 0.0]);
    gradient("x.powi(1)", &[0.0, 2.0], &[1.0, 1.0]);
    gradient("x.powi(2)", &[0.0, -2.0], &[0.0, -4.0]);
}

#[test]
fn saturation_gives_no_nan() {
    for f in [
        "tanh",
        "sigmoid",
        "softplus",
        "log_sigmoid",
        "gelu",
        "gelu_tanh",
        "silu",
        "mish",
        "erf",
        "erfc",
        "atan",
        "asinh",
        "ndtr",
        "i0e",
        "i1e",
    ] {
        for x in [0.0, 1000.0, -1000.0, 1e200, -1e200, 1e-310] {
            let at = at(&format!("x.{f}()"), &[("x", vector(&[x]))]);
            let all = [at.value, at.gradients[0][0], at.seconds[0][0]];
            assert!(all.iter().all(|v| v.is_finite()), "{f} at {x}: {all:?}");
        }
    }
}

#[test]
fn gelu_keeps_its_lower_tail() {
    // Mill's ratio: x Φ(x) = -φ(x) (1 - 1/x² + 3/x⁴ - ..) far below 0.
    let at = at("x.gelu()", &[("x", vector(&[-30.0]))]);
    let phi = (-450.0f64).exp() / (2.0 * std::f64::consts::PI).sqrt();
    assert!((at.value / -phi - (1.0 - 1.0 / 900.0 + 3.0 / 810_000.0)).abs() < 1e-7, "{}", at.value / -phi);
}

#[test]
fn pow_at_base_zero_and_below() {
    let pow = |a: f64, b: f64| at("pow(a, b)", &[("a", vector(&[a])), ("b", vector(&[b]))]);
    let of = |a, b| {
        let p = pow(a, b);
        (p.value, p.gradients[0][0], p.gradients[1][0])
    };
    assert_eq!(of(0.0, 2.0), (0.0, 0.0, 0.0));
    assert_eq!(of(0.0, 1.0), (0.0, 1.0, 0.0));
    assert_eq!(of(0.0, 0.0), (1.0, 0.0, 0.0));
    assert_eq!(of(0.0, 0.5), (0.0, f64::INFINITY, 0.0));
    assert_eq!(of(3.0, 0.0).1, 0.0);
    let (y, a, b) = of(-2.0, 3.0);
    assert_eq!((y, a), (-8.0, 12.0));
    assert!(b.is_nan());
    let square = at("pow(a, 2.0)", &[("a", vector(&[0.0, -3.0]))]);
    assert_eq!(
        (square.gradients[0].as_slice(), square.seconds[0].as_slice()),
        (&[0.0, -6.0][..], &[2.0, 2.0][..])
    );
    // d²/da db of aᵇ at b = 0 is 1/a, which a mask at b = 0 would lose.
    near(&[pow(2.0, 0.0).seconds[0][0]], &[0.5]);
}

#[test]
fn ties_of_two_operands() {
    let at =
        at("maximum(a, b) + 3.0 * minimum(a, b)", &[("a", vector(&[1.0, 2.0])), ("b", vector(&[1.0, 5.0]))]);
    assert_eq!(at.gradients, [vec![2.0, 3.0], vec![2.0, 1.0]]);
    gradient("maximum(x, x)", &[1.0], &[1.0]);
    let bounds = self::at(
        "clamp(x, lo, hi)",
        &[("x", vector(&[0.0])), ("lo", vector(&[2.0])), ("hi", vector(&[1.0]))],
    );
    assert_eq!((bounds.value, bounds.gradients), (1.0, vec![vec![0.0], vec![0.0], vec![1.0]]));
}

#[test]
fn origins() {
    for f in ["hypot", "atan2"] {
        let at = at(&format!("{f}(a, b)"), &[("a", vector(&[0.0])), ("b", vector(&[0.0]))]);
        assert_eq!(at.gradients, [vec![0.0], vec![0.0]], "{f}");
        assert!(at.seconds.concat().iter().all(|s| s.is_finite()), "{f}: {:?}", at.seconds);
    }
    // Neither overflows nor underflows on the way.
    let tiny = at("atan2(a, b)", &[("a", vector(&[3e-200])), ("b", vector(&[4e-200]))]);
    near(&[tiny.gradients[0][0] * 1e-200], &[4.0 / 25.0]);
    let copysign = at("copysign(a, b)", &[("a", vector(&[0.0, 2.0])), ("b", vector(&[-1.0, -1.0]))]);
    assert_eq!(copysign.gradients, [vec![0.0, -1.0], vec![0.0, 0.0]]);
}

#[test]
fn sinc_is_smooth_at_zero() {
    let pi2 = std::f64::consts::PI.powi(2);
    let x = [0.0, 1e-8, -1e-4, 0.3, 0.499, 0.501];
    let at = at("x.sinc()", &[("x", vector(&x))]);
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for x in x {
        // The series of sin(πx) / (πx), with enough terms for x < 1.
        let (mut f, mut s, mut term) = (0.0, 0.0, 1.0);
        for k in 1..20 {
            let k2 = f64::from(2 * k);
            term *= -pi2 / (k2 * (k2 + 1.0));
            f += term * k2 * x.powi(2 * k - 1);
            s += term * k2 * (k2 - 1.0) * x.powi(2 * k - 2);
        }
        first.push(f);
        second.push(s);
    }
    near(&at.gradients[0], &first);
    near(&at.seconds[0], &second);
}

#[test]
fn reductions_split_ties_and_take_zeros() {
    gradient("x.max()", &[1.0, 3.0, 3.0], &[0.0, 0.5, 0.5]);
    gradient("x.min()", &[1.0, 1.0, 1.0, 3.0], &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0]);
    gradient("x.max()", &[f64::INFINITY, 1.0], &[1.0, 0.0]);
    assert_eq!(gradient("x.prod()", &[2.0, 0.0, 3.0], &[0.0, 6.0, 0.0]).seconds[0], [3.0, 5.0, 2.0]);
    assert_eq!(gradient("x.prod()", &[0.0, 0.0, 3.0], &[0.0, 0.0, 0.0]).seconds[0], [3.0, 3.0, 0.0]);
    assert_eq!(gradient("x.cumprod(0)", &[2.0, 0.0, 3.0], &[1.0, 8.0, 0.0]).seconds[0], [4.0, 6.0, 2.0]);
    gradient("x.std()", &[2.0, 2.0, 2.0], &[0.0; 3]);
    gradient("x.norm()", &[0.0, 0.0], &[0.0; 2]);
    near(&at("x.norm()", &[("x", vector(&[3.0, 4.0]))]).gradients[0], &[0.6, 0.8]);
    gradient("norm_p(x, 1.0)", &[-2.0, 0.0, 3.0], &[-1.0, 0.0, 1.0]);
    gradient("norm_p(x, 0.5)", &[0.0, 0.0], &[0.0, 0.0]);
    for f in ["norm", "std", "root"] {
        let at = at(&format!("x.{f}()"), &[("x", vector(&[0.0, 0.0]))]);
        assert!(at.seconds[0].iter().all(|s| *s == 0.0), "{f}: {:?}", at.seconds);
    }
}

#[test]
fn empty_reductions() {
    let empty = |text: &str| at(text, &[("x", vector(&[]))]).value;
    assert_eq!(empty("x.sum()"), 0.0);
    assert_eq!(empty("x.prod()"), 1.0);
    assert_eq!(empty("x.max()"), f64::NEG_INFINITY);
    assert_eq!(empty("x.min()"), f64::INFINITY);
    assert_eq!(empty("x.logsumexp()"), f64::NEG_INFINITY);
    assert_eq!(empty("x.norm()"), 0.0);
    assert_eq!(empty("x.gt(0.0).any()"), 0.0);
    assert_eq!(empty("x.gt(0.0).all()"), 1.0);
    assert!(empty("x.mean()").is_nan() && empty("x.var()").is_nan());
}

#[test]
fn softmax_and_its_kin_are_stable() {
    let x = [1000.0, 0.0, -1000.0];
    assert_eq!(at("x.logsumexp()", &[("x", vector(&x))]).value, 1000.0);
    gradient("x.logsumexp()", &x, &[1.0, 0.0, 0.0]);
    near(&at("softmax(x, 0) * softmax(x, 0)", &[("x", vector(&x))]).gradients[0], &[0.0; 3]);
    assert_eq!(at("log_softmax(x, 0)", &[("x", vector(&x))]).value, -3000.0);
    gradient("logsumexp(x, 0, false)", &[f64::NEG_INFINITY, 2.0], &[0.0, 1.0]);
}

#[test]
fn repeated_indices_add_up() {
    let idx = |i: &[f64]| vector(i).of(Kind::Int);
    let of = |text: &str, x: Array, i: Array| at(text, &[("x", x), ("i", i)]).gradients[0].clone();
    assert_eq!(of("gather(x, 0, i)", vector(&[5.0, 1.0]), idx(&[0.0, 0.0, 0.0])), [3.0, 0.0]);
    assert_eq!(of("index_select(x, 0, i)", vector(&[5.0, 1.0]), idx(&[1.0, 1.0])), [0.0, 2.0]);
    assert_eq!(
        of("embedding(x, i)", matrix(2, &[1.0, 2.0, 3.0, 4.0]), idx(&[1.0, 1.0])),
        [0.0, 0.0, 2.0, 2.0]
    );
    gradient("x.cummax(0)", &[1.0, 3.0, 3.0, 2.0], &[1.0, 1.0, 2.0, 0.0]);
    gradient("x.sort(0)", &[2.0, 1.0], &[1.0, 1.0]);
}

#[test]
fn determinants_of_singular_matrices() {
    let rank_one = matrix(2, &[1.0, 2.0, 2.0, 4.0]);
    let at = at("det(a)", &[("a", rank_one)]);
    assert_eq!((at.value, at.gradients[0].as_slice()), (0.0, &[4.0, -2.0, -2.0, 1.0][..]));
    // ad - bc: each second derivative is 1 or -1, whatever the matrix.
    assert_eq!(at.seconds[0], [1.0, -1.0, -1.0, 1.0]);
    let zero = self::at("det(a)", &[("a", matrix(3, &[0.0; 9]))]);
    assert_eq!(
        (zero.value, zero.gradients[0].as_slice(), zero.seconds[0].as_slice()),
        (0.0, &[0.0; 9][..], &[0.0; 9][..])
    );
    assert_eq!(self::at("det(a)", &[("a", matrix(1, &[0.0]))]).gradients[0], [1.0]);
}

#[test]
fn masked_rows_and_ignored_targets_are_silent() {
    let x = matrix(2, &[1.0, 2.0, 3.0, 4.0]);
    let none = matrix(2, &[0.0, 0.0, 1.0, 1.0]).of(Kind::Bool);
    let at = at("masked_softmax(x, mask) * x", &[("x", x.clone()), ("mask", none)]);
    assert_eq!(at.gradients[0][..2], [0.0, 0.0]);
    assert!(at.gradients[0].iter().chain(&at.seconds[0]).all(|g| g.is_finite()));
    let targets = vector(&[-100.0, -100.0]).of(Kind::Int);
    let ignored = self::at("cross_entropy_with(x, t, -100, 0.1)", &[("x", x), ("t", targets)]);
    assert_eq!((ignored.value, ignored.gradients[0].as_slice()), (0.0, &[0.0; 4][..]));
    let certain = self::at("bce(p, t)", &[("p", vector(&[0.0, 1.0])), ("t", vector(&[0.0, 1.0]))]);
    assert_eq!(certain.value, 0.0);
    assert!(certain.gradients.concat().iter().all(|g| g.is_finite()));
    let kl = self::at("kl_div(q, p)", &[("q", matrix(1, &[-0.5, -1.0])), ("p", matrix(1, &[0.0, 1.0]))]);
    assert!(kl.value.is_finite() && kl.gradients.concat().iter().all(|g| g.is_finite()));
}

#[test]
fn select_ignores_what_it_does_not_take() {
    // What the double-where rewrite makes of `select(x.gt(0.0), x.ln(), 0.0)`.
    let at =
        at("select(x.gt(0.0), select(x.gt(0.0), x, 1.0).ln(), 0.0)", &[("x", vector(&[-1.0, 0.0, 2.0]))]);
    assert_eq!(at.gradients[0], [0.0, 0.0, 0.5]);
    gradient("lerp(x, 2.0 * x, x)", &[1.0], &[3.0]);
}

/// Derivatives are finite where `safe` promises it. Those of a Map row without it are finite at every finite operand.
#[test]
fn singular_rows_say_where_they_are_safe() {
    let extremes = [-1e300, -2.0, -1.0, -0.5, -0.0, 0.0, 0.5, 1.0, 2.0, 1e300];
    for text in texts().filter(|t| t.class == Class::Map) {
        let row = text.parse().expect("rows parse");
        let names: Vec<String> = row.params.iter().map(|p| p.name.to_string()).collect();
        let safe = |name: &str| row.safe.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
        let is_tensor = |p: &&crate::rules::Param| matches!(p.kind, ParamKind::Tensor { .. });
        let tensors: Vec<String> = row.params.iter().filter(is_tensor).map(|p| p.name.to_string()).collect();
        // Numbers of the host as in the sample, but a power that has a pole.
        let host = |n: &String| match row.sample.iter().find(|(s, _)| s == n) {
            Some((_, value)) if !tensors.contains(n) && text.name != "powi" => value.to_string(),
            _ => n.clone(),
        };
        let args: Vec<String> = names.iter().map(host).collect();
        let call = format!("{}({})", text.name, args.join(", ")).replace(", n)", ", -2)");
        let mut points = vec![Vec::new()];
        for name in &tensors {
            let values = safe(name).map_or(extremes.to_vec(), |v| vec![v]);
            points = points
                .iter()
                .flat_map(|p: &Vec<f64>| values.iter().map(|v| [&p[..], &[*v]].concat()))
                .collect();
        }
        for point in points {
            let inputs: Vec<(&str, Array)> =
                tensors.iter().zip(&point).map(|(n, v)| (n.as_str(), vector(&[*v]))).collect();
            let at = at(&call, &inputs);
            let finite = at.gradients.iter().flatten().all(|v| v.is_finite());
            // A product of large operands overflows, and no mask would help; NaN is what a mask is for.
            let no_nan = at.gradients.iter().chain(&at.seconds).flatten().all(|v| !v.is_nan());
            assert!(
                no_nan && (finite || safe(&tensors[0]).is_none()),
                "{call} at {point:?}: {:?} {:?}",
                at.gradients,
                at.seconds
            );
        }
    }
}
