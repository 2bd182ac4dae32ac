//! Which launches are epilogues of cuBLASLt: a bias, a function behind it, and what that function was given; or the function's derivative
//! at what it was given, and the sums of that for a bias.

use cotangent_kernels::DType;
use cotangent_kernels::kernel::{Combine, Source, Term};

use super::blas::{At, Epilogue, Form, Function, alignment};
use super::precision;
use crate::device::backend::{Launch, Operand};
use crate::device::texts::epilogue::{Operands, is_dense};
use crate::device::texts::launch::Kernel;

/// Bytes that the addresses of a bias and of what a function was given are multiples of.
const ALIGNED: usize = 16;
/// Elements that columns of what a function was given are multiples of.
const COLUMN: usize = 8;

/// A body that is one, by the numbers of its inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    product: usize,
    /// A bias, or what a derivative is at. Which of the two summands is the bias layouts say.
    other: Option<usize>,
    function: Function,
    /// Of each output whether it is what the function was given. Those of a derivative are all the same.
    given: Vec<bool>,
}

/// What cuBLASLt does behind a product, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Behind {
    pub(super) function: Function,
    /// Of a derivative the sums of its rows.
    pub(super) bias: Option<Operand>,
    /// The result, and what the function was given: where that is kept, or is read for a derivative. For `relu`'s that is its result.
    pub(super) result: Operand,
    pub(super) given: Option<Operand>,
}

/// The launch as an epilogue of a product that waits.
pub(super) fn behind(operands: &Operands, form: &Form, kernel: &Kernel<'_>) -> Option<Behind> {
    let (launch, pass) = (kernel.launch, kernel.pass);
    let known = &known(launch.source)?;
    if !allows(known.function, form) {
        return None;
    }
    if !pass.reduced.is_empty() {
        return summed(operands, form, kernel, known);
    }
    if !operands.takes(kernel) {
        return None;
    }
    if known.function.is_slope() {
        return derivative(operands, kernel, known);
    }
    let is_product = |i: usize| launch.ins[i].block == operands.out.block;
    let (product, bias) = match known.other {
        Some(other) if is_product(other) => (other, Some(known.product)),
        other => (known.product, other),
    };
    let of_type = |x: &Operand| x.dtype == operands.out.dtype;
    if !is_product(product) || bias.is_some_and(|k| !of_type(&launch.ins[k]) || !is_bias(kernel, form, k)) {
        return None;
    }
    let bias = bias.map(|k| launch.ins[k]);
    let (mut result, mut given) = (None, None);
    for (k, &out) in pass.stored.iter().enumerate() {
        let y = launch.outs[out].at;
        if !of_type(&y) || !is_dense(pass, launch.ins.len() + k) || bias.is_some_and(|x| x.block == y.block) {
            return None;
        }
        *(if known.given[out] { &mut given } else { &mut result }) = Some(y);
    }
    let result = result?;
    if given.is_some() && known.function != Function::Gelu {
        return None;
    }
    // The product itself is nowhere: its place has to become something else. Without a bias it is what the function is given.
    let is_over = [Some(result), given].into_iter().flatten().any(|x| x.block == operands.out.block);
    if !is_over {
        if bias.is_some() || given.is_some() || known.function != Function::Gelu {
            return None;
        }
        given = Some(launch.ins[product]);
    }
    Some(Behind { function: known.function, bias, result, given })
}

/// A product times the derivative of a function, in the product's place. What the function was given lies as the product does.
fn derivative(operands: &Operands, kernel: &Kernel<'_>, known: &Known) -> Option<Behind> {
    let (launch, pass) = (kernel.launch, kernel.pass);
    let (product, at) = (launch.ins[known.product], known.other?);
    let (given, &[out]) = (launch.ins[at], &pass.stored[..]) else { return None };
    let result = launch.outs[out].at;
    let is_fit = product.block == operands.out.block
        && result.block == operands.out.block
        && given.block != operands.out.block
        && [given, result].iter().all(|x| x.dtype == operands.out.dtype)
        && is_dense(pass, at)
        && is_dense(pass, launch.ins.len());
    is_fit.then_some(Behind { function: known.function, bias: None, result, given: Some(given) })
}

/// A derivative and the sums of its rows, which are those over the leading axes of a result in row-major order.
fn summed(operands: &Operands, form: &Form, kernel: &Kernel<'_>, known: &Known) -> Option<Behind> {
    if !known.function.is_slope() || !precision::epilogues()?.bgrad {
        return None;
    }
    let (launch, pass) = (kernel.launch, kernel.pass);
    let (&[out], &[sum]) = (&pass.stored[..], &pass.reduced[..]) else { return None };
    let sums = &launch.outs[sum];
    let is_sum =
        matches!(sums.combine, Combine::Sum) && sums.scale == 1.0 && sums.at.dtype == operands.out.dtype;
    let (mut step, walk) = (1, pass.walks.last()?);
    let is_vector = walk.outer.iter().zip(&pass.outer).rev().all(|(stride, len)| {
        let is_next = *stride == step;
        step *= *len as isize;
        is_next
    });
    let is_apart = !operands.uses(sums.at.block) && launch.ins.iter().all(|x| x.block != sums.at.block);
    let is_of_rows = form.count == 1 && pass.outer_points() == form.rows;
    if !(is_sum && is_vector && is_apart && is_of_rows) {
        return None;
    }
    let (pass, outs) = (pass.of_stored()?, [launch.outs[out]]);
    let launch = Launch { outs: &outs, ..*launch };
    let needs = kernel.needs.clone();
    let stores = Kernel::bare(kernel.dialect, &launch, kernel.body, needs, &pass);
    if !operands.takes(&stores) {
        return None;
    }
    let derivative = derivative(operands, &stores, known)?;
    Some(Behind { bias: Some(sums.at), ..derivative })
}

/// Whether products of a form may have this behind them.
fn allows(function: Function, form: &Form) -> bool {
    let [ins, out] = form.dtypes;
    let Some(asked) = precision::epilogues().filter(|_| ins != DType::F64) else { return false };
    let rounds = form.rounds || out != DType::F32;
    match function {
        Function::None => true,
        // It makes 0 of NaN.
        Function::Relu => asked.relu,
        // How near its tanh is nobody says: near enough for what is rounded to 11 bits or fewer.
        Function::Gelu | Function::GeluSlope => rounds,
        // Beside a product in f32 a further pass is little.
        Function::ReluSlope => rounds && asked.drelu,
    }
}

/// Whether an operand has an element for each row of the result, for all columns the same.
fn is_bias(kernel: &Kernel<'_>, form: &Form, k: usize) -> bool {
    let (pass, mut step, mut is_whole) = (kernel.pass, 1, false);
    let repeats = pass.walks[k].inner.iter().zip(&pass.inner).rev().all(|(&stride, &len)| {
        let wanted = if step < form.rows { step as isize } else { 0 };
        step *= len;
        is_whole |= step == form.rows;
        stride == wanted
    });
    repeats && is_whole && form.rows > 1
}

impl Behind {
    /// The epilogue of a form whose operands are at these addresses. `None` where cuBLASLt would refuse them.
    pub(super) fn epilogue(&self, form: &Form, At { bias, given, .. }: At) -> Option<Epilogue> {
        let aligned = |at: Option<u64>| at.is_none_or(|at| at.is_multiple_of(ALIGNED as u64));
        let [ld, step] = form.given(self.function);
        let fits = self.given.is_none()
            || ld.is_multiple_of(COLUMN) && (form.count == 1 || step.is_multiple_of(COLUMN));
        (aligned(bias) && aligned(given) && fits).then(|| Epilogue {
            function: self.function,
            bias: bias.map(alignment),
            given: given.map(alignment),
        })
    }
}

/// A body as an epilogue: a sum and a function of the table behind it, or a function's derivative times an input.
fn known(source: &Source) -> Option<Known> {
    use Term::{Const, Input, Value};
    if !source.numbers.is_empty() {
        return None;
    }
    let last = source.statements.len().checked_sub(1)?;
    let is_result = |out: &Term| *out == Value(last);
    let slope = |product: usize, at: usize, function: Function| {
        let is_all = last == 1 && source.outs.iter().all(is_result) && product != at;
        is_all.then(|| Known { product, other: Some(at), function, given: vec![false; source.outs.len()] })
    };
    if let Some([Input(at)]) = reads(source, 0, "gelu_tanh_slope") {
        return match reads(source, 1, "mul")? {
            [Value(0), Input(product)] | [Input(product), Value(0)] => {
                slope(product, at, Function::GeluSlope)
            }
            _ => None,
        };
    }
    if let Some([Input(at), Const(0.0, _)]) = reads(source, 0, "le") {
        return match reads(source, 1, "select")? {
            [Value(0), Const(0.0, _), Input(product)] => slope(product, at, Function::ReluSlope),
            _ => None,
        };
    }
    // A sum of two inputs comes first, or the function reads one.
    let sum = match reads(source, 0, "add") {
        Some([Input(a), Input(b)]) => Some((a, b)),
        _ => None,
    };
    let first = usize::from(sum.is_some());
    let known = [("relu", Function::Relu), ("gelu_tanh", Function::Gelu)];
    let function =
        known.into_iter().find_map(|(name, function)| Some((reads(source, first, name)?, function)));
    let (x, function) = match (sum, function) {
        (Some(_), None) => (Value(0), Function::None),
        (Some(_), Some(([x], _))) if x != Value(0) => return None,
        (_, function) => function.map(|([x], function)| (x, function))?,
    };
    if last + 1 != first + usize::from(function != Function::None) {
        return None;
    }
    let given = source.outs.iter().map(|out| match *out {
        _ if is_result(out) => Some(false),
        out if out == x => Some(true),
        _ => None,
    });
    let given = given.collect::<Option<Vec<_>>>()?;
    let results = given.iter().filter(|is_given| !**is_given).count();
    let (product, other) = match (sum, x) {
        (Some((a, b)), _) => (a, Some(b)),
        (None, Input(x)) => (x, None),
        _ => return None,
    };
    let is_one = results == 1 && given.len() <= 2 && other != Some(product);
    is_one.then_some(Known { product, other, function, given })
}

/// What statement `at` reads, if it is this op in f32.
fn reads<const N: usize>(source: &Source, at: usize, name: &str) -> Option<[Term; N]> {
    let statement = source.statements.get(at).filter(|s| s.op.name == name)?;
    let reads = statement.reads.iter().map(|read| (source.dtype(*read) != DType::F64).then_some(*read));
    reads.collect::<Option<Vec<_>>>()?.try_into().ok()
}
