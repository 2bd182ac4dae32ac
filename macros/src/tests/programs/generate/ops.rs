//! The statements that are possible: each op with the operands, sizes and ranges that it takes.

use super::{Dim, Program, Random, Reuse, Stmt, Var};

/// Derivative zero: what is behind it is no dependence.
const FLAT: [&str; 3] = [".floor()", ".sign()", ".round()"];

pub(super) fn is_flat(stmt: &Stmt) -> bool {
    FLAT.iter().any(|f| stmt.dsl.contains(&format!("{{0}}{f}")))
}

/// One op, applied; its results, or `None` where the operands that were drawn do not fit.
pub(super) fn add(p: &mut Program, r: &mut Random) {
    let made = match r.below(20) {
        0..=3 => unary(p, r),
        4 => domain(p, r),
        5..=8 => binary(p, r),
        9 => numbers(p, r),
        10 => guard(p, r),
        11..=12 => reduce(p, r),
        13..=14 => view(p, r),
        15 => layout(p, r),
        16..=17 => product(p, r),
        18 => join(p, r),
        _ => several(p, r),
    };
    let Some(made) = made else { return };
    if made.vars.iter().any(|v| v.numel() > 120 || v.dims.len() > 3 || v.numel() == 0) {
        return;
    }
    let first = p.vars.len();
    let mut made = made;
    // Large numbers drown the differences of small ones.
    if let ([var], "{}") = (&mut made.vars[..], made.pattern)
        && var.most() > 6.0
    {
        if r.chance(0.5) {
            made.dsl = format!("({}).tanh()", made.dsl);
            made.eager = format!("{}.tanh()?", made.eager);
            (var.lo, var.hi) = (-1.0, 1.0);
        } else {
            let factor = 2.0 / var.most();
            let factor = (factor * 1e4).round().max(1.0) / 1e4;
            made.dsl = format!("({}) * {factor:?}", made.dsl);
            made.eager = format!("{}.mul({factor:?})?", made.eager);
            (var.lo, var.hi) = (var.lo * factor, var.hi * factor);
        }
    }
    let reuse = *r.pick(&[Reuse::Never, Reuse::Never, Reuse::Shadow, Reuse::Assign]);
    p.stmts.push(Stmt {
        defs: (first..first + made.vars.len()).collect(),
        pattern: made.pattern,
        args: made.args,
        dsl: made.dsl,
        eager: made.eager,
        reuse,
    });
    p.vars.extend(made.vars);
}

struct Made {
    pattern: &'static str,
    args: Vec<usize>,
    dsl: String,
    eager: String,
    vars: Vec<Var>,
}

/// `Some`, as every drawing function returns.
#[allow(clippy::unnecessary_wraps)]
fn made(args: &[usize], dsl: String, eager: String, dims: Vec<Dim>, (lo, hi): (f64, f64)) -> Option<Made> {
    Some(Made { pattern: "{}", args: args.to_vec(), dsl, eager, vars: vec![Var { dims, lo, hi }] })
}

/// A method that is spelled the same on both sides.
fn method(p: &Program, x: usize, call: &str, dims: Vec<Dim>, range: (f64, f64)) -> Option<Made> {
    debug_assert!(x < p.vars.len());
    made(&[x], format!("{{0}}.{call}"), format!("{{0}}.{call}?"), dims, range)
}

/// Rather a late variable than an early one: long chains.
fn any(p: &Program, r: &mut Random) -> usize {
    let n = p.vars.len();
    if r.chance(0.5) { n - 1 - r.below(n.min(4)) } else { r.below(n) }
}

fn find(p: &Program, r: &mut Random, fits: impl Fn(&Var) -> bool) -> Option<usize> {
    let all: Vec<usize> = (0..p.vars.len()).filter(|&v| fits(&p.vars[v])).collect();
    if all.is_empty() { None } else { Some(all[all.len() - 1 - r.below(all.len())]) }
}

fn unary(p: &Program, r: &mut Random) -> Option<Made> {
    let x = any(p, r);
    let v = &p.vars[x];
    let (lo, hi, m) = (v.lo, v.hi, v.most());
    let smooth = [
        ("tanh()", (-1.0, 1.0)),
        ("sin()", (-1.0, 1.0)),
        ("cos()", (-1.0, 1.0)),
        ("sigmoid()", (0.0, 1.0)),
        ("erf()", (-1.0, 1.0)),
        ("atan()", (-1.6, 1.6)),
        ("softplus()", (0.0, hi.max(0.0) + 0.7)),
        ("log_sigmoid()", (lo.min(0.0) - 0.7, 0.0)),
        ("sinc()", (-0.3, 1.0)),
        ("asinh()", (-m, m)),
        ("square()", (0.0, m * m)),
        ("powi(3)", (-m * m * m, m * m * m)),
        ("gelu()", (-0.2, m)),
        ("gelu_tanh()", (-0.2, m)),
        ("silu()", (-0.3, m)),
        ("mish()", (-0.4, m)),
        ("softsign()", (-1.0, 1.0)),
        ("tanhshrink()", (-m, m)),
        ("exp()", (lo.exp(), hi.exp())),
        ("expm1()", (lo.exp_m1(), hi.exp_m1())),
        ("exp2()", (lo.exp2(), hi.exp2())),
        ("sinh()", (-m.sinh(), m.sinh())),
        ("cosh()", (1.0, m.cosh())),
        ("neg()", (-hi, -lo)),
        ("abs()", (0.0, m)),
        ("relu()", (0.0, hi.max(0.0))),
        ("leaky_relu(0.1)", (-m, m)),
        ("elu(1.0)", (-1.0, m)),
        ("selu()", (-1.8, 1.1 * m)),
        ("hardtanh()", (-1.0, 1.0)),
        ("hardsigmoid()", (0.0, 1.0)),
        ("hardswish()", (-0.4, m)),
        ("relu6()", (0.0, 6.0)),
        ("clamp(-0.5, 0.7)", (-0.5, 0.7)),
        ("softshrink(0.2)", (-m, m)),
        ("hardshrink(0.2)", (-m, m)),
        ("floor()", (lo - 1.0, hi)),
        ("sign()", (-1.0, 1.0)),
        ("round()", (lo - 0.5, hi + 0.5)),
    ];
    let (call, range) = r.pick(&smooth);
    // Products of a steep function and a long chain are beyond finite differences.
    if range.0.abs().max(range.1.abs()) > 60.0 {
        return None;
    }
    method(p, x, call, v.dims.clone(), *range)
}

/// Ops with a domain, on operands that are known to be in it or are brought there.
fn domain(p: &Program, r: &mut Random) -> Option<Made> {
    let x = any(p, r);
    let v = &p.vars[x];
    let ops = [
        "ln()",
        "log1p()",
        "sqrt()",
        "rsqrt()",
        "recip()",
        "cbrt()",
        "log2()",
        "log10()",
        "pow(1.5)",
        "powf(-0.5)",
        "powi(-2)",
    ];
    let call = *r.pick(&ops);
    let (inside, eager, lo, hi) = if v.lo > 0.2 {
        ("{0}".to_owned(), "{0}".to_owned(), v.lo, v.hi)
    } else if r.chance(0.5) {
        ("({0} * {0} + 0.5)".to_owned(), "{0}.mul(&{0})?.add(0.5)?".to_owned(), 0.5, v.most().powi(2) + 0.5)
    } else {
        ("(0.3 + {0}.exp())".to_owned(), "{0}.exp()?.add(0.3)?".to_owned(), 0.3, 0.3 + v.hi.exp())
    };
    let range = match call {
        "recip()" | "powi(-2)" | "rsqrt()" | "powf(-0.5)" => (0.0, 1.0 / (lo * lo)),
        "pow(1.5)" => (0.0, hi.powf(1.5)),
        "sqrt()" | "cbrt()" => (lo.min(lo.sqrt()), 1.0 + hi.sqrt()),
        _ => (3.4 * lo.min(1.0).ln(), 1.5 * (1.0 + hi).ln()),
    };
    made(&[x], format!("{inside}.{call}"), format!("{eager}.{call}?"), v.dims.clone(), range)
}

fn broadcast(a: &[Dim], b: &[Dim]) -> Option<Vec<Dim>> {
    let rank = a.len().max(b.len());
    (0..rank)
        .map(|i| {
            let at = |s: &[Dim]| (i + s.len()).checked_sub(rank).map(|i| s[i].clone());
            match (at(a), at(b)) {
                (Some(d), None) | (None, Some(d)) => Some(d),
                (Some(d), Some(e)) if d == e || e.name == "1" => Some(d),
                (Some(d), Some(e)) if d.name == "1" => Some(e),
                _ => None,
            }
        })
        .collect()
}

fn pair(p: &Program, r: &mut Random) -> Option<(usize, usize, Vec<Dim>)> {
    let a = any(p, r);
    let b = find(p, r, |v| broadcast(&p.vars[a].dims, &v.dims).is_some())?;
    let (a, b) = if r.chance(0.5) { (a, b) } else { (b, a) };
    Some((a, b, broadcast(&p.vars[a].dims, &p.vars[b].dims)?))
}

fn binary(p: &Program, r: &mut Random) -> Option<Made> {
    let (a, b, dims) = pair(p, r)?;
    let (u, v) = (&p.vars[a], &p.vars[b]);
    let (m, n) = (u.most(), v.most());
    let args = [a, b];
    let (dsl, eager, range) = match r.below(14) {
        0 => ("{0} + {1}", "{0}.add(&{1})?", (u.lo + v.lo, u.hi + v.hi)),
        1 => ("&{0} + {1}.clone()", "{0}.add(&{1})?", (u.lo + v.lo, u.hi + v.hi)),
        2 => ("{0} - &{1}", "{0}.sub(&{1})?", (u.lo - v.hi, u.hi - v.lo)),
        3 | 4 => ("&{0} * &{1}", "{0}.mul(&{1})?", (-m * n, m * n)),
        5 if v.lo > 0.3 => ("{0} / {1}", "{0}.div(&{1})?", (-m / v.lo, m / v.lo)),
        5 => ("{0} / ({1} * {1} + 1.0)", "{0}.div(&{1}.mul(&{1})?.add(1.0)?)?", (-m, m)),
        6 => ("{0}.maximum(&{1})", "{0}.maximum(&{1})?", (u.lo.max(v.lo), u.hi.max(v.hi))),
        7 => ("minimum({0}, {1})", "{0}.minimum(&{1})?", (u.lo.min(v.lo), u.hi.min(v.hi))),
        8 => ("{0}.lerp({1}, 0.3)", "{0}.mul(0.7)?.add({1}.mul(0.3)?)?", (u.lo.min(v.lo), u.hi.max(v.hi))),
        9 => ("{0}.hypot(&{1} + 2.5)", "{0}.hypot({1}.add(2.5)?)?", (0.0, m + n + 2.5)),
        10 => ("atan2({0}, {1}.exp())", "{0}.atan2({1}.exp()?)?", (-1.6, 1.6)),
        11 => ("({0} * {1} + {0}).sin()", "{0}.mul(&{1})?.add(&{0})?.sin()?", (-1.0, 1.0)),
        12 if u.lo > 0.3 && n < 3.0 => {
            let top = u.hi.max(1.0 / u.lo).powf(n);
            ("{0}.pow(&{1})", "{0}.pow(&{1})?", (0.0, top))
        }
        12 => ("fma({0}, {1}, {0})", "{0}.mul(&{1})?.add(&{0})?", (-m * n - m, m * n + m)),
        _ => ("-{0} * ({1} - 1.0)", "{0}.neg()?.mul({1}.sub(1.0)?)?", (-m * (n + 1.0), m * (n + 1.0))),
    };
    if range.0.abs().max(range.1.abs()) > 200.0 {
        return None;
    }
    made(&args, dsl.to_owned(), eager.to_owned(), dims, range)
}

/// Host values: literals, the parameter `s`, sizes.
fn numbers(p: &Program, r: &mut Random) -> Option<Made> {
    let x = any(p, r);
    let v = &p.vars[x];
    let m = v.most();
    let rank = v.dims.len();
    let (dsl, eager, range) = match r.below(9) {
        0 => ("2.0 * {0} - 0.5".to_owned(), "{0}.mul(2.0)?.sub(0.5)?".to_owned(), 2.0 * m + 0.5),
        1 => ("1.0 - {0}".to_owned(), "{0}.neg()?.add(1.0)?".to_owned(), m + 1.0),
        2 => ("{0} / 3.0".to_owned(), "{0}.div(3.0)?".to_owned(), m / 3.0),
        3 => ("{0} * s".to_owned(), "{0}.mul(s)?".to_owned(), 1.5 * m),
        4 => (
            "s - {0} * (s * 0.5 + 1.0)".to_owned(),
            "{0}.mul(s * 0.5 + 1.0)?.neg()?.add(s)?".to_owned(),
            1.5 + 1.75 * m,
        ),
        5 => ("{0} * (1.0 / (B as f64).sqrt())".to_owned(), "{0}.mul(1.0 / 3f64.sqrt())?".to_owned(), m),
        6 if rank > 0 => {
            let axis = r.below(rank);
            let dsl = format!("{{0}} * (1.0 / ({{0}}.dim({axis}) as f64))");
            (dsl, format!("{{0}}.mul(1.0 / {}.0)?", v.dims[axis].size), m)
        }
        7 => (
            "{ let c = 0.25 * s; {0} + c * &{0} }".to_owned(),
            "{0}.add({0}.mul(0.25 * s)?)?".to_owned(),
            1.5 * m,
        ),
        _ => ("({0} + 0.0) * 1.0 - (0.0 - {0})".to_owned(), "{0}.mul(2.0)?".to_owned(), 2.0 * m),
    };
    made(&[x], dsl, eager, v.dims.clone(), (-range, range))
}

/// Selections, among them those whose other branch is outside the domain of its op.
fn guard(p: &Program, r: &mut Random) -> Option<Made> {
    let (a, b, dims) = pair(p, r)?;
    let (u, v) = (&p.vars[a], &p.vars[b]);
    let m = u.most().max(v.most()).max(0.5);
    let same = u.dims.clone();
    let one =
        |dsl: &str, eager: &str, range| made(&[a], dsl.to_owned(), eager.to_owned(), same.clone(), range);
    match r.below(6) {
        0 => one(
            "select({0}.gt(0.1), {0}.ln(), 0.0)",
            "{0}.gt(0.1)?.select({0}.clamp_min(0.1)?.ln()?, 0.0)?",
            (-2.4, 2.4 + m),
        ),
        1 => one(
            "{0}.lt(0.2).select(0.5, {0}.sqrt())",
            "{0}.lt(0.2)?.select(0.5, {0}.clamp_min(0.2)?.sqrt()?)?",
            (0.0, 1.0 + m),
        ),
        2 => one(
            "select({0}.abs().ge(0.5), 1.0 / {0}, {0} * 4.0)",
            "{0}.abs()?.ge(0.5)?.select({0}.abs()?.clamp_min(0.5)?.mul({0}.sign()?)?.recip()?, {0}.mul(4.0)?)?",
            (-2.0, 2.0),
        ),
        3 => {
            let dsl = "select({0}.gt(&{1}), &{0} * 2.0, {1}.tanh())".to_owned();
            let eager = "{0}.gt(&{1})?.select({0}.mul(2.0)?, {1}.tanh()?)?".to_owned();
            made(&[a, b], dsl, eager, dims, (-2.0 * m, 2.0 * m))
        }
        4 => {
            let dsl = "{0}.le(0.0).and({1}.gt(-0.5)).select({0}, {1})".to_owned();
            let eager = "{0}.le(0.0)?.and({1}.gt(-0.5)?)?.select(&{0}, &{1})?".to_owned();
            made(&[a, b], dsl, eager, dims, (-m, m))
        }
        _ => one("{0}.masked_fill({0}.gt(0.4).not(), 0.1)", "{0}.gt(0.4)?.select(&{0}, 0.1)?", (0.1, m)),
    }
}

fn reduce(p: &Program, r: &mut Random) -> Option<Made> {
    let x = any(p, r);
    let v = &p.vars[x];
    let (rank, m) = (v.dims.len(), v.most());
    let axis = if rank > 0 { r.below(rank) } else { return None };
    let number = (0..p.inputs.len()).find(|&k| p.vars[k].dims.is_empty());
    if let Some(number) = number.filter(|_| r.chance(0.3)) {
        // Of a shape that is known, by one that may not be.
        let most = m * p.vars[number].most();
        return made(
            &[x, number],
            "{0}.mean() * {1}".to_owned(),
            "{0}.mean()?.mul(&{1})?".to_owned(),
            vec![],
            (-most, most),
        );
    }
    let written = if r.chance(0.5) { axis as isize } else { axis as isize - rank as isize };
    let keep = r.chance(0.4);
    let whole = r.chance(0.15);
    let two = rank == 3 && r.chance(0.3);
    let over: Vec<usize> = if whole {
        (0..rank).collect()
    } else if two {
        vec![0, 2]
    } else {
        vec![axis]
    };
    let count: usize = over.iter().map(|&a| v.dims[a].size).product();
    let c = count as f64;
    let (op, range) = match r.below(12) {
        0..=2 => ("sum", (-m * c, m * c)),
        3 | 4 => ("mean", (v.lo, v.hi)),
        5 | 6 => ("max", (v.lo, v.hi)),
        7 => ("min", (v.lo, v.hi)),
        8 if m < 1.7 && count < 6 => ("prod", (-m.powi(count as i32).max(m), m.powi(count as i32).max(m))),
        8 | 9 => ("logsumexp", (v.lo, v.hi + c.ln())),
        10 => ("var", (0.0, m * m)),
        _ => {
            let (op, range) =
                *r.pick(&[("softmax", (0.0, 1.0)), ("log_softmax", (v.lo - v.hi - c.ln(), 0.0))]);
            return method(p, x, &format!("{op}({written})"), v.dims.clone(), range);
        }
    };
    let dims = v.dims.iter().enumerate();
    if whole {
        return method(p, x, &format!("{op}()"), vec![], range);
    }
    let axes = if two { "[0, -1]".to_owned() } else { written.to_string() };
    let dims = if keep {
        dims.map(|(i, d)| if over.contains(&i) { Dim::literal(1) } else { d.clone() }).collect()
    } else {
        dims.filter(|(i, _)| !over.contains(i)).map(|(_, d)| d.clone()).collect()
    };
    let spelling = if keep { "keep" } else { "axis" };
    method(p, x, &format!("{op}_{spelling}({axes})"), dims, range)
}

fn view(p: &Program, r: &mut Random) -> Option<Made> {
    let x = any(p, r);
    let v = &p.vars[x];
    let (rank, range) = (v.dims.len(), (v.lo, v.hi));
    let mut dims = v.dims.clone();
    let axis = if rank > 0 { r.below(rank) } else { return None };
    let call = match r.below(11) {
        0 if rank == 2 => {
            dims.reverse();
            (*r.pick(&["t()", "mt()", "transpose(0, 1)", "permute([1, 0])"])).to_owned()
        }
        0 | 1 if rank == 3 => {
            dims = vec![dims[2].clone(), dims[0].clone(), dims[1].clone()];
            "permute([2, 0, 1])".to_owned()
        }
        1 => {
            dims.insert(axis, Dim::literal(1));
            format!("unsqueeze({axis})")
        }
        2 => {
            let ones = dims.iter().position(|d| d.name == "1")?;
            dims.remove(ones);
            format!("squeeze({ones})")
        }
        3 => format!("flip({axis})"),
        4 if dims[axis].size > 2 => {
            let start = r.below(dims[axis].size - 1);
            dims[axis] = Dim::literal(2);
            format!("narrow({axis}, {start}, 2)")
        }
        5 if dims[axis].size > 2 => {
            // 0 and 2 of 3 or 4; the third of 5 makes three.
            let size = dims[axis].size.min(4);
            dims[axis] = Dim::literal(size.div_ceil(2));
            format!("slice({axis}, 0, {size}, 2)")
        }
        6 if rank == 2 => {
            let name = format!("{}*{}", dims[0].name, dims[1].name);
            dims = vec![Dim::new(v.numel(), &name)];
            (*r.pick(&["reshape([-1])", "flatten()"])).to_owned()
        }
        7 => format!("roll({}, {axis})", 1 + r.below(2)),
        8 if rank < 3 => {
            dims.insert(0, Dim::literal(2));
            let sizes: Vec<String> = dims.iter().map(|d| d.size.to_string()).collect();
            let dsl: Vec<String> = (0..rank).map(|i| format!("{{0}}.dim({i})")).collect();
            let dsl = format!("{{0}}.broadcast_to([2, {}])", dsl.join(", "));
            let eager = format!("{{0}}.broadcast_to([{}])?", sizes.join(", "));
            return made(&[x], dsl, eager, dims, range);
        }
        9 if rank >= 2 && dims[rank - 2] == dims[rank - 1] => {
            dims.remove(rank - 2);
            "diagonal(0)".to_owned()
        }
        9 if rank >= 2 => (*r.pick(&["tril(0)", "triu(1)"])).to_owned(),
        _ => return None,
    };
    method(p, x, &call, dims, (range.0.min(0.0), range.1.max(0.0)))
}

fn layout(p: &Program, r: &mut Random) -> Option<Made> {
    let x = any(p, r);
    let v = &p.vars[x];
    let (rank, m) = (v.dims.len(), v.most().max(0.5));
    let mut dims = v.dims.clone();
    let axis = if rank > 0 { r.below(rank) } else { return None };
    let call = match r.below(5) {
        0 => {
            let d = &dims[axis];
            let name =
                d.name.parse::<usize>().map_or_else(|_| format!("{}+3", d.name), |n| (n + 3).to_string());
            dims[axis] = Dim::new(d.size + 3, &name);
            let widths: Vec<_> = (0..rank).map(|i| if i == axis { "(1, 2)" } else { "(0, 0)" }).collect();
            format!("pad([{}], 0.5)", widths.join(", "))
        }
        1 => {
            let d = &dims[axis];
            let name =
                d.name.parse::<usize>().map_or_else(|_| format!("2*{}", d.name), |n| (2 * n).to_string());
            dims[axis] = Dim::new(2 * d.size, &name);
            format!("repeat_interleave(2, {axis})")
        }
        2 => {
            let c = dims[axis].size as f64;
            return method(p, x, &format!("cumsum({axis})"), dims, (-m * c, m * c));
        }
        3 if v.most() < 1.2 => return method(p, x, &format!("cumprod({axis})"), dims, (-2.5, 2.5)),
        4 if rank == 1 => {
            dims.push(dims[0].clone());
            "diag_embed(0)".to_owned()
        }
        _ => return None,
    };
    method(p, x, &call, dims, (-m, m))
}

fn product(p: &Program, r: &mut Random) -> Option<Made> {
    let a = find(p, r, |v| !v.dims.is_empty())?;
    let u = &p.vars[a];
    let inner = u.dims.last()?.clone();
    let rows = &u.dims[..u.dims.len() - 1];
    let range = |n: f64| {
        let most = u.most() * n * inner.size as f64;
        (-most, most)
    };
    if r.chance(0.2) && u.dims.len() >= 2 {
        let dims = [rows, &rows[rows.len() - 1..]].concat();
        return made(
            &[a],
            "{0}.matmul({0}.mt())".into(),
            "{0}.matmul(&{0}.mt()?)?".into(),
            dims,
            range(u.most()),
        );
    }
    if r.chance(0.15) && u.dims.len() == 1 {
        let b = find(p, r, |v| v.dims.len() == 1)?;
        let dims = [&u.dims[..], &p.vars[b].dims].concat();
        let most = u.most() * p.vars[b].most();
        return made(&[a, b], "outer(&{0}, &{1})".into(), "{0}.outer(&{1})?".into(), dims, (-most, most));
    }
    let fits = |v: &Var| match v.dims.len() {
        0 => false,
        1 => v.dims[0] == inner,
        n => v.dims[n - 2] == inner,
    };
    let b = find(p, r, fits)?;
    let v = &p.vars[b];
    let range = range(v.most());
    let n = v.dims.len();
    let batches = broadcast(&rows[..rows.len().saturating_sub(1)], &v.dims[..n.saturating_sub(2)])?;
    let dims =
        [&batches[..], &rows[rows.len().saturating_sub(1)..], if n == 1 { &[] } else { &v.dims[n - 1..] }]
            .concat();
    let dsl = *r.pick(&["{0}.matmul(&{1})", "matmul({0}, {1})"]);
    made(&[a, b], dsl.to_owned(), "{0}.matmul(&{1})?".to_owned(), dims, range)
}

fn join(p: &Program, r: &mut Random) -> Option<Made> {
    let a = find(p, r, |v| !v.dims.is_empty())?;
    let u = &p.vars[a];
    let b = find(p, r, |v| v.dims == u.dims)?;
    let (lo, hi) = (u.lo.min(p.vars[b].lo), u.hi.max(p.vars[b].hi));
    let axis = r.below(u.dims.len());
    let mut dims = u.dims.clone();
    let name = if r.chance(0.5) {
        dims.insert(axis, Dim::literal(2));
        "stack"
    } else {
        let d = &dims[axis];
        let name = d.name.parse::<usize>().map_or_else(|_| format!("2*{}", d.name), |n| (2 * n).to_string());
        dims[axis] = Dim::new(2 * d.size, &name);
        "concat"
    };
    let dsl = format!("{name}(&[&{{0}}, &{{1}}], {axis})");
    let eager = format!("cotangent::ops::{name}(&[&{{0}}, &{{1}}], {axis})?");
    made(&[a, b], dsl, eager, dims, (lo, hi))
}

/// Statements of several results.
fn several(p: &Program, r: &mut Random) -> Option<Made> {
    let x = any(p, r);
    let v = &p.vars[x];
    let (rank, m) = (v.dims.len(), v.most());
    let var = |dims: &[Dim], lo: f64, hi: f64| Var { dims: dims.to_vec(), lo, hi };
    if r.chance(0.4) || rank == 0 {
        let (_, b, dims) = pair(p, r).filter(|(a, _, _)| *a == x)?;
        let n = p.vars[b].most();
        return Some(Made {
            pattern: "({}, {})",
            args: vec![x, b],
            dsl: "({0}.sin() * {1}, 0.5 * &{0})".to_owned(),
            eager: "({0}.sin()?.mul(&{1})?, {0}.mul(0.5)?)".to_owned(),
            vars: vec![var(&dims, -n, n), var(&v.dims, -0.5 * m, 0.5 * m)],
        });
    }
    let axis = r.below(rank);
    if r.chance(0.5) {
        return Some(Made {
            pattern: "({}, _)",
            args: vec![x],
            dsl: format!("{{0}}.sort({axis})"),
            eager: format!("{{0}}.sort({axis})?"),
            vars: vec![var(&v.dims, v.lo, v.hi)],
        });
    }
    let size = v.dims[axis].size;
    if size < 3 {
        return None;
    }
    let name = &v.dims[axis].name;
    let rest = name.parse::<usize>().map_or_else(|_| format!("{name} - 2"), |n| (n - 2).to_string());
    let part = |n: usize, name: &str| {
        let mut dims = v.dims.clone();
        dims[axis] = Dim::new(n, name);
        var(&dims, v.lo, v.hi)
    };
    Some(Made {
        pattern: "[{}, {}]",
        args: vec![x],
        dsl: format!("{{0}}.split([2, {{0}}.dim({axis}) - 2], {axis})"),
        eager: format!("[{{0}}.narrow({axis}, 0, 2)?, {{0}}.narrow({axis}, 2, {})?]", size - 2),
        vars: vec![part(2, "2"), part(size - 2, &rest)],
    })
}
