//! Sums of products over axes that have labels.

use super::call::Call;
use crate::dims::Dim;
use crate::ir::Shape;

/// One axis for each label of the result; a label of both operands stands for one length.
pub(super) fn contract(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    let labels = |name: &str| call.ints(&[name])?.iter().map(Dim::as_int).collect::<Option<Vec<_>>>();
    let (Some(xs), Some(ys), Some(out)) = (labels("xs"), labels("ys"), labels("out")) else {
        return Ok(call.unknown());
    };
    for (what, labels) in [("xs", &xs), ("ys", &ys), ("out", &out)] {
        if let Some(twice) = (1..labels.len()).find(|&i| labels[..i].contains(&labels[i])) {
            return call.error(format_args!("label {} stands twice in `{what}`", labels[twice]));
        }
    }
    let lone = |label: &&i64| xs.contains(label) != ys.contains(label) && !out.contains(label);
    if let Some(label) = xs.iter().chain(&ys).find(lone) {
        return call.error(format_args!("label {label} is of one operand and not in `out`; sum it before"));
    }
    let dims = |name: &str, labels: &[i64]| -> Result<Option<Vec<Dim>>, String> {
        let Some((at, Shape::Dims(dims))) = call.tensor(&[name]) else { return Ok(None) };
        if dims.len() != labels.len() {
            let (who, have, want) = (call.called(at), dims.len(), labels.len());
            let (apart, too) = (have.abs_diff(want), if have > want { "many" } else { "few" });
            let axes = if apart == 1 { "axis" } else { "axes" };
            return call.error(format_args!("{who} has {apart} {axes} too {too}: {have}, not {want}"));
        }
        Ok(Some(dims.clone()))
    };
    let (of_x, of_y) = (dims("x", &xs)?, dims("y", &ys)?);
    let find = |labels: &[i64], dims: &Option<Vec<Dim>>, label: i64| {
        let at = labels.iter().position(|l| *l == label)?;
        dims.as_ref().map(|dims| dims[at].clone())
    };
    for &label in xs.iter().filter(|label| ys.contains(label)) {
        if let (Some(n), Some(m)) = (find(&xs, &of_x, label), find(&ys, &of_y, label))
            && n.same(&m) == Some(false)
        {
            let called = |name| call.tensor(&[name]).map_or_else(String::new, |(at, _)| call.called(at));
            let (x, y) = (called("x"), called("y"));
            return call.error(format_args!("an axis of {x} is `{n}` and of {y} is `{m}`; make them one"));
        }
    }
    let dim = |&label: &i64| -> Result<Dim, String> {
        if !xs.contains(&label) && !ys.contains(&label) {
            return call.error(format_args!("label {label} of `out` is of no operand"));
        }
        Ok(find(&xs, &of_x, label).or_else(|| find(&ys, &of_y, label)).unwrap_or_else(Dim::unknown))
    };
    Ok(call.all(&Shape::Dims(out.iter().map(dim).collect::<Result<_, _>>()?)))
}

/// The axes of `a` that are not summed, then those of `b`; summed axes have one length.
pub(super) fn tensordot(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    let (Some((i, Shape::Dims(a))), Some((j, Shape::Dims(b)))) = (call.tensor(&["a"]), call.tensor(&["b"]))
    else {
        return Ok(call.unknown());
    };
    let (Some(axes), Some(with)) = (call.ordered(&["axes"], a.len())?, call.ordered(&["with"], b.len())?)
    else {
        return Ok(call.unknown());
    };
    if axes.len() != with.len() {
        return call.error(format_args!("{} axes with {}; name as many", axes.len(), with.len()));
    }
    if let Some((m, n)) = axes.iter().zip(&with).find(|(m, n)| a[**m].same(&b[**n]) == Some(false)) {
        let (x, y) = (call.called(i), call.called(j));
        return call.error(format_args!(
            "axis {m} of {x} is `{}` but axis {n} of {y} is `{}`; make them one",
            a[*m], b[*n]
        ));
    }
    let left = |dims: &[Dim], summed: &[usize]| -> Vec<Dim> {
        (0..dims.len()).filter(|axis| !summed.contains(axis)).map(|axis| dims[axis].clone()).collect()
    };
    Ok(call.all(&Shape::Dims([left(a, &axes), left(b, &with)].concat())))
}
