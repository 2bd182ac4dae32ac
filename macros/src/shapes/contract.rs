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
            let called = call.called(at);
            return call.error(format_args!(
                "{} labels for {called}, which has {} axes",
                labels.len(),
                dims.len()
            ));
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
            return call
                .error(format_args!("label {label} is an axis `{n}` and an axis `{m}`; make them one"));
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
