//! Which launches are epilogues of cuBLASLt: a bias, a function behind it, and what that function was given.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use cotangent_kernels::DType;

use super::blas::{At, Epilogue, Form, Function, alignment};
use super::precision;
use crate::device::backend::Operand;
use crate::device::texts::body::Body;
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
    bias: Option<usize>,
    function: Function,
    /// Of each output whether it is what the function was given.
    given: Vec<bool>,
}

/// What cuBLASLt does behind a product, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Behind {
    pub(super) function: Function,
    pub(super) bias: Option<Operand>,
    /// The result, and what the function was given where that is kept.
    pub(super) result: Operand,
    pub(super) given: Option<Operand>,
}

/// The launch as an epilogue of a product that waits.
pub(super) fn behind(operands: &Operands, form: &Form, kernel: &Kernel<'_>) -> Option<Behind> {
    let (launch, pass) = (kernel.launch, kernel.pass);
    let known = known(kernel.source, kernel.body)?;
    if !allows(known.function, form) || !operands.takes(kernel) {
        return None;
    }
    let is_product = |i: usize| launch.ins[i].block == operands.out.block;
    let (product, bias) = match known.bias {
        Some(bias) if is_product(bias) => (bias, Some(known.product)),
        bias => (known.product, bias),
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

/// Whether products of a form may have this behind them.
fn allows(function: Function, form: &Form) -> bool {
    let [ins, out] = form.dtypes;
    if precision::epilogues() == precision::Epilogues::None || ins == DType::F64 {
        return false;
    }
    match function {
        Function::None => true,
        // It makes 0 of NaN.
        Function::Relu => precision::epilogues() == precision::Epilogues::Relu,
        // How near its tanh is nobody says: near enough for what is rounded to 11 bits or fewer.
        Function::Gelu => form.rounds || out != DType::F32,
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
        let ld = form.matrices[2].ld;
        let fits = self.given.is_none()
            || ld.is_multiple_of(COLUMN) && (form.count == 1 || form.matrices[2].step.is_multiple_of(COLUMN));
        (aligned(bias) && aligned(given) && fits).then(|| Epilogue {
            function: self.function,
            bias: bias.map(alignment),
            given: given.map(alignment),
        })
    }
}

/// A body as an epilogue. Bodies are told apart by their addresses, as each is made once.
fn known(source: &'static str, body: &Body<'_>) -> Option<&'static Known> {
    static KNOWN: OnceLock<Mutex<HashMap<[usize; 2], Option<&'static Known>>>> = OnceLock::new();
    let known = KNOWN.get_or_init(Mutex::default);
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    let key = [source.as_ptr().addr(), source.len()];
    *known.entry(key).or_insert_with(|| read(body).map(|known| &*Box::leak(Box::new(known))))
}

/// Reads the statements of a body, which are those that `relu` and `gelu_tanh` of the table become behind a sum.
fn read(body: &Body<'_>) -> Option<Known> {
    let value = |at: usize, ty: &str| {
        let statement = body.statements.get(at)?.strip_prefix("const ")?.strip_suffix(';')?;
        statement.strip_prefix(ty)?.strip_prefix(&format!(" t{at} = "))
    };
    let input = |name: &str| name.strip_prefix('x')?.parse::<usize>().ok();
    // A sum of two inputs comes first, or the function reads one. Which of the two is the bias layouts say.
    let sum = value(0, "float").and_then(|value| value.split_once(" + "));
    let sum = sum.and_then(|(a, b)| Some((input(a)?, input(b)?)));
    let (first, reads) = if sum.is_some() {
        (1, "t0".to_owned())
    } else {
        let used = (0..2).find(|i| body.needs(&[0], 2).1[*i])?;
        (0, format!("x{used}"))
    };
    let x = &reads;
    let t = |k: usize| format!("t{}", first + k);
    let relu = [("bool", format!("{x} <= 0.0f")), ("float", format!("{} ? 0.0f : {x}", t(0)))];
    let gelu = [
        ("float", format!("ct_clamp({x}, (-64.0f), 64.0f)")),
        ("float", format!("{0} * {0}", t(0))),
        ("float", format!("0.071354814f * {}", t(1))),
        ("float", format!("1.5957692f + {}", t(2))),
        ("float", format!("{} * {}", t(0), t(3))),
        ("float", format!("ct_sigmoid({})", t(4))),
        ("float", format!("{x} * {}", t(5))),
    ];
    let is = |lines: &[(&str, String)]| {
        body.statements.len() == first + lines.len()
            && lines.iter().enumerate().all(|(k, (ty, line))| value(first + k, ty) == Some(line))
    };
    let function = match () {
        () if is(&[]) => Function::None,
        () if is(&relu) => Function::Relu,
        () if is(&gelu) => Function::Gelu,
        () => return None,
    };
    if !body.numbers.is_empty() || (function == Function::None && sum.is_none()) {
        return None;
    }
    let last = format!("t{}", body.statements.len() - 1);
    let given = body.outs.iter().map(|&out| match out {
        out if out == last => Some(false),
        out if out == x => Some(true),
        _ => None,
    });
    let given = given.collect::<Option<Vec<_>>>()?;
    let results = given.iter().filter(|is_given| !**is_given).count();
    let (product, bias) = sum.map_or_else(|| (input(x), None), |(a, b)| (Some(a), Some(b)));
    let product = product?;
    (results == 1 && given.len() <= 2 && bias != Some(product)).then_some(Known {
        product,
        bias,
        function,
        given,
    })
}
