//! `Display` and `Debug`, in `NumPy`'s format: aligned columns, shortest digits, `...` in the middle of what is long.
//!
//! `{:.3}` limits the digits after the point, as `precision` does in `NumPy`. `{:8.3}` gives each number 8 columns at least.

use std::fmt;

use cotangent_kernels::{DType, Element, bf16, f16};

use crate::tensor::Tensor;
use crate::tensor::shape::MAX_RANK;

/// Digits after the point at most, elements before `...`, elements shown at each end, columns.
const PRECISION: usize = 8;
const THRESHOLD: usize = 1000;
const EDGE: usize = 3;
const WIDTH: usize = 75;

impl<T: Element> fmt::Display for Tensor<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text(self, f, " ", 0))
    }
}

impl<T: Element> fmt::Debug for Tensor<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tensor(")?;
        f.write_str(&text(self, f, ", ", "tensor(".len()))?;
        if self.numel() == 0 && self.shape() != [0] {
            write!(f, ", shape={:?}", self.shape())?;
        }
        match T::DTYPE {
            DType::F32 | DType::I32 | DType::Bool => {}
            other => write!(f, ", dtype={other}")?,
        }
        f.write_str(")")
    }
}

fn text<T: Element>(x: &Tensor<T>, f: &fmt::Formatter<'_>, separator: &'static str, indent: usize) -> String {
    if x.numel() == 0 {
        return "[]".to_owned();
    }
    let (precision, columns) = (f.precision().unwrap_or(PRECISION), f.width().unwrap_or(0));
    let padded = |word: String| match f.align() {
        Some(fmt::Alignment::Left) => format!("{word:<columns$}"),
        Some(fmt::Alignment::Center) => format!("{word:^columns$}"),
        Some(fmt::Alignment::Right) | None => format!("{word:>columns$}"),
    };
    let summary = x.numel() > THRESHOLD;
    let mut shown = Vec::new();
    each_shown(x, summary, 0, &mut [0; MAX_RANK], &mut |v| shown.push(v.to_f64()));
    let words = Words::new(T::DTYPE, shown, precision, x.rank() == 0).map(padded).collect::<Vec<_>>();
    let mut writer = Writer { shape: x.shape(), summary, separator, words: words.into_iter() };
    writer.axis(0, &" ".repeat(indent + 1), WIDTH)
}

/// Indices along an axis of length `n` that are shown; the gap comes after the first [`EDGE`].
fn shown(n: usize, summary: bool) -> impl Iterator<Item = usize> {
    let cut = summary && n > 2 * EDGE;
    (0..n).filter(move |&i| !cut || i < EDGE || i >= n - EDGE)
}

fn each_shown<T: Element>(
    x: &Tensor<T>,
    summary: bool,
    axis: usize,
    index: &mut [usize; MAX_RANK],
    visit: &mut dyn FnMut(T),
) {
    if axis == x.rank() {
        if let Ok(v) = x.get(&index[..axis]) {
            visit(v);
        }
        return;
    }
    for i in shown(x.shape()[axis], summary) {
        index[axis] = i;
        each_shown(x, summary, axis + 1, index, visit);
    }
}

struct Writer<'x> {
    shape: &'x [usize],
    summary: bool,
    separator: &'static str,
    words: std::vec::IntoIter<String>,
}

impl Writer<'_> {
    fn axis(&mut self, axis: usize, indent: &str, width: usize) -> String {
        let left = self.shape.len() - axis;
        if left == 0 {
            return self.words.next().unwrap_or_default();
        }
        let n = self.shape[axis];
        let gap = self.summary && n > 2 * EDGE;
        let mut out = String::new();
        if left == 1 {
            let room = width - self.separator.trim_end().len().max(1);
            let mut line = indent.to_owned();
            let mut extend = |line: &mut String, word: &str| {
                if line.chars().count() + word.chars().count() > room && line.len() > indent.len() {
                    out.push_str(line.trim_end());
                    out.push('\n');
                    indent.clone_into(line);
                }
                line.push_str(word);
            };
            for (k, i) in shown(n, self.summary).enumerate() {
                if gap && k == EDGE {
                    extend(&mut line, "...");
                    line.push_str(self.separator);
                }
                extend(&mut line, &self.words.next().unwrap_or_default());
                if i + 1 < n {
                    line.push_str(self.separator);
                }
            }
            out.push_str(&line);
        } else {
            let newline = format!("{}{}", self.separator.trim_end(), "\n".repeat(left - 1));
            for (k, i) in shown(n, self.summary).enumerate() {
                if gap && k == EDGE {
                    out.extend([indent, "...", &newline]);
                }
                let inner = self.axis(axis + 1, &format!("{indent} "), width - 1);
                out.push_str(indent);
                out.push_str(&inner);
                if i + 1 < n {
                    out.push_str(&newline);
                }
            }
        }
        format!("[{}]", &out[indent.len()..])
    }
}

/// The elements as words of one width.
struct Words;

impl Words {
    #[allow(clippy::new_ret_no_self)]
    fn new(
        dtype: DType,
        values: Vec<f64>,
        precision: usize,
        alone: bool,
    ) -> Box<dyn Iterator<Item = String>> {
        match dtype {
            DType::Bool => Box::new(values.into_iter().map(move |v| match (v != 0.0, alone) {
                (true, true) => "True".to_owned(),
                (true, false) => " True".to_owned(),
                (false, _) => "False".to_owned(),
            })),
            _ if dtype.on_devices() == DType::I32 => {
                let width = values.iter().map(|v| format!("{v}").len()).max().unwrap_or(0);
                Box::new(values.into_iter().map(move |v| format!("{v:>width$}")))
            }
            _ => Box::new(floats(dtype, &values, precision).into_iter()),
        }
    }
}

fn floats(dtype: DType, values: &[f64], precision: usize) -> Vec<String> {
    let magnitudes = || values.iter().map(|v| v.abs()).filter(|v| v.is_finite() && *v != 0.0);
    let (low, high) = (magnitudes().fold(f64::INFINITY, f64::min), magnitudes().fold(0.0, f64::max));
    let scientific = high > 0.0 && (high >= 1e8 || low < 1e-4 || high / low > 1000.0);
    let parts: Vec<Option<Parts>> = values
        .iter()
        .map(|&v| {
            v.is_finite().then(|| {
                if scientific { exponent(dtype, v, precision) } else { positional(dtype, v, precision) }
            })
        })
        .collect();
    let widest = |f: fn(&Parts) -> usize| parts.iter().flatten().map(f).max().unwrap_or(0);
    let (int, fraction, power) =
        (widest(|p| p.int.len()), widest(|p| p.fraction.len()), widest(|p| p.power.len()));
    let right = fraction + power + 1;
    let special = |v: f64| {
        if v.is_nan() {
            "nan"
        } else if v > 0.0 {
            "inf"
        } else {
            "-inf"
        }
    };
    let others = values.iter().filter(|v| !v.is_finite()).map(|&v| special(v).len()).max().unwrap_or(0);
    let width = if parts.iter().flatten().next().is_some() { (int + right).max(others) } else { others };
    values
        .iter()
        .zip(&parts)
        .map(|(&v, part)| match part {
            None => format!("{:>width$}", special(v)),
            Some(p) if scientific => {
                let left = width - right;
                format!("{:>left$}.{:0<fraction$}{:>power$}", p.int, p.fraction, p.power)
            }
            Some(p) => {
                let left = width - right;
                format!("{:>left$}.{:fraction$}", p.int, p.fraction)
            }
        })
        .collect()
}

/// `int.fraction`, and `e+07` behind it in scientific format.
struct Parts {
    int: String,
    fraction: String,
    power: String,
}

fn positional(dtype: DType, v: f64, precision: usize) -> Parts {
    let (_, digits, power) = shortest(dtype, v);
    // Digits behind the point of the shortest number that reads back as `v`.
    let needed = (digits.len() as i32 - 1 - power).max(0) as usize;
    let text = format!("{v:.*}", needed.min(precision));
    let (int, fraction) = text.split_once('.').unwrap_or((&text, ""));
    // Beyond its shortest form a large number has digits that mean nothing.
    let int = if power >= digits.len() as i32 {
        let zeros = "0".repeat((power + 1) as usize - digits.len());
        format!("{}{digits}{zeros}", if v.is_sign_negative() { "-" } else { "" })
    } else {
        int.to_owned()
    };
    Parts { int, fraction: fraction.trim_end_matches('0').to_owned(), power: String::new() }
}

fn exponent(dtype: DType, v: f64, precision: usize) -> Parts {
    let (sign, digits, power) = if shortest(dtype, v).1.len() > precision + 1 {
        split(&format!("{v:.precision$e}"))
    } else {
        shortest(dtype, v)
    };
    let (int, fraction) = digits.split_at(1);
    let sign_of_power = if power < 0 { '-' } else { '+' };
    Parts {
        int: format!("{sign}{int}"),
        fraction: fraction.trim_end_matches('0').to_owned(),
        power: format!("e{sign_of_power}{:02}", power.abs()),
    }
}

/// Sign, digits and power of ten of the shortest decimal that reads back as `v` in its own type.
fn shortest(dtype: DType, v: f64) -> (&'static str, String, i32) {
    let reads_back = |text: &str| {
        text.parse::<f64>().is_ok_and(|r| match dtype {
            DType::F16 => f16::from_f64(r).to_f64() == v,
            _ => bf16::from_f64(r).to_f64() == v,
        })
    };
    let text = match dtype {
        DType::F32 => format!("{:e}", v as f32),
        DType::F16 | DType::Bf16 => {
            let mut tries = (0..9).map(|p| format!("{v:.p$e}"));
            tries.find(|t| reads_back(t)).unwrap_or_else(|| format!("{v:e}"))
        }
        _ => format!("{v:e}"),
    };
    split(&text)
}

fn split(text: &str) -> (&'static str, String, i32) {
    let (mantissa, power) = text.split_once('e').unwrap_or((text, "0"));
    let sign = if mantissa.starts_with('-') { "-" } else { "" };
    let digits = mantissa.chars().filter(char::is_ascii_digit).collect();
    (sign, digits, power.parse().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor;

    /// Every expected text below is what `NumPy` 2 prints for the same array (`np.float32` where nothing is said).
    #[test]
    fn prints_like_numpy() {
        let x: Tensor = tensor![[1.0, 2.5], [-3.25, 4.0]];
        assert_eq!(x.to_string(), "[[ 1.    2.5 ]\n [-3.25  4.  ]]");
        assert_eq!(format!("{x:?}"), "tensor([[ 1.  ,  2.5 ],\n        [-3.25,  4.  ]])");
        let third: Tensor = tensor![1.0 / 3.0, 0.1];
        assert_eq!(third.to_string(), "[0.33333334 0.1       ]");
        assert_eq!(format!("{third:.3}"), "[0.333 0.1  ]");
        assert_eq!(format!("{third:7.3}"), "[  0.333   0.1  ]");
        let loss: Tensor = Tensor::scalar(0.25);
        assert_eq!(format!("{loss:8.3}|{loss:<8.3}|{loss:^8}"), "    0.25|0.25    |  0.25  ");
        let third: Tensor<f64> = tensor![1.0 / 3.0, 0.1];
        assert_eq!(format!("{third:?}"), "tensor([0.33333333, 0.1       ], dtype=f64)");
        let wide: Tensor = tensor![1e-5, 2.25];
        assert_eq!(wide.to_string(), "[1.00e-05 2.25e+00]");
        let large: Tensor = tensor![1.0, 123456.0, -1e10];
        assert_eq!(large.to_string(), "[ 1.00000e+00  1.23456e+05 -1.00000e+10]");
        let special: Tensor = tensor![f32::NAN, f32::NEG_INFINITY, 1.0];
        assert_eq!(special.to_string(), "[ nan -inf   1.]");
        let special: Tensor = tensor![f32::NAN, f32::INFINITY];
        assert_eq!(special.to_string(), "[nan inf]");
        let zeros: Tensor = tensor![0.0, -0.0];
        assert_eq!(zeros.to_string(), "[ 0. -0.]");
        let f32s: Tensor = tensor![16777216.0, 99999999.0];
        assert_eq!(f32s.to_string(), "[1.6777216e+07 1.0000000e+08]");
    }

    #[test]
    fn other_types_and_ranks() {
        assert_eq!(tensor![[1, -20], [300, 4]].to_string(), "[[  1 -20]\n [300   4]]");
        assert_eq!(tensor![true, false].to_string(), "[ True False]");
        assert_eq!(Tensor::scalar(2.5f32).to_string(), "2.5");
        assert_eq!(Tensor::scalar(true).to_string(), "True");
        assert_eq!(Tensor::scalar(2.0f32).to_string(), "2.");
        let half = tensor![f16::from_f32(0.1), f16::from_f32(2.0)];
        assert_eq!(format!("{half:?}"), "tensor([0.1, 2. ], dtype=f16)");
        let brain = tensor![bf16::from_f32(0.1)];
        assert_eq!(brain.to_string(), "[0.1]");
        assert_eq!(Tensor::<f32>::zeros([0, 3]).unwrap().to_string(), "[]");
        assert_eq!(format!("{:?}", Tensor::<f32>::zeros([0, 3]).unwrap()), "tensor([], shape=[0, 3])");
        let cube = Tensor::from_vec((0..8).collect(), [2, 2, 2]).unwrap();
        assert_eq!(cube.to_string(), "[[[0 1]\n  [2 3]]\n\n [[4 5]\n  [6 7]]]");
    }

    #[test]
    fn long_tensors_are_cut_and_wrapped() {
        let long = Tensor::from_vec((0..2000).collect(), 2000).unwrap();
        assert_eq!(long.to_string(), "[   0    1    2 ... 1997 1998 1999]");
        let square = Tensor::from_vec((0..10_000).collect(), [100, 100]).unwrap();
        let text = square.to_string();
        assert_eq!(text.lines().count(), 7);
        assert_eq!(text.lines().next(), Some("[[   0    1    2 ...   97   98   99]"));
        assert_eq!(text.lines().nth(3), Some(" ..."));
        let row = Tensor::from_vec((0..30).collect(), 30).unwrap();
        let first = "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23";
        assert_eq!(row.to_string(), format!("{first}\n 24 25 26 27 28 29]"));
        // A word that is wider than the line still gets printed.
        assert!(format!("{:?}", Tensor::<f64>::full([2; 8], 1e300).unwrap()).contains("1.e+300"));
    }
}
