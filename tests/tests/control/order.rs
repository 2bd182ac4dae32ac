//! What stands before a jump is computed before it, and a jump goes where Rust's goes.

use cotangent::prelude::*;

#[differentiable]
fn read(x: &Tensor<f64, N>, n: usize) -> Scalar<f64> {
    let mut i = n;
    let y = i + {
        i += 1;
        if i > 4 {
            return x.sin().sum();
        }
        i
    };
    (x.sin() * (y as f64)).sum()
}

fn read_plain(x: f64, n: usize) -> f64 {
    if n + 1 > 4 { x.sin() } else { x.sin() * (2 * n + 1) as f64 }
}

#[differentiable]
fn kept(x: &Tensor<f64, N>, n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    let mut k = 1;
    for i in 0..4_usize {
        let z = [
            k,
            {
                k += i;
                if k > n {
                    break;
                }
                k
            },
            k,
        ];
        h = &h * (z[0] as f64 * 0.5) + x * (z[1] + z[2]);
    }
    h.sum() * (k as f64)
}

fn kept_plain(x: f64, n: usize) -> f64 {
    let (mut h, mut k) = (x, 1);
    for i in 0..4_usize {
        let before = k;
        k += i;
        if k > n {
            break;
        }
        h = h * (before as f64 * 0.5) + x * (2 * k) as f64;
    }
    h * k as f64
}

/// The value of a tensor, which the block gives anew.
#[differentiable]
fn moved(x: &Tensor<f64, N>, n: usize) -> Scalar<f64> {
    let mut h = x.sin();
    for i in 0..3_usize {
        h = (h.clone() * 0.5, h, {
            h = x.cos();
            if i == n {
                continue;
            }
            &h * 2.0
        })
            .1
            + &h;
    }
    h.sum()
}

fn moved_plain(x: f64, n: usize) -> f64 {
    let mut h = x.sin();
    for i in 0..3 {
        h = if i == n { x.cos() } else { h + x.cos() };
    }
    h
}

/// An inner loop hides the label of the one around it.
#[allow(unused_labels)]
#[differentiable]
fn labels(x: &Tensor<f64, N>, n: usize) -> Scalar<f64> {
    let mut h = x.sin();
    'a: for i in 0..3_usize {
        let mut k = 2;
        'b: {
            if i == n {
                break 'b;
            }
            'b: for j in 0..3_usize {
                if i + j == n {
                    return (&h * 2.0).sum();
                }
                if i * j == n + 1 {
                    continue 'b;
                }
                h = h.cos();
            }
            k = 1;
        }
        'a: for j in 0..3_usize {
            if i + j == n + 2 {
                return (&h * 3.0).sum();
            }
            if j == n {
                break 'a;
            }
            h = h.sin();
        }
        if i > 4 {
            break 'a;
        }
        h = &h + x * k;
    }
    h.sum()
}

fn labels_plain(x: f64, n: usize) -> f64 {
    let mut h = x.sin();
    for i in 0..3 {
        let mut k = 2.0;
        if i != n {
            for j in 0..3 {
                if i + j == n {
                    return h * 2.0;
                }
                if i * j != n + 1 {
                    h = h.cos();
                }
            }
            k = 1.0;
        }
        for j in 0..3 {
            if i + j == n + 2 {
                return h * 3.0;
            }
            if j == n {
                break;
            }
            h = h.sin();
        }
        h += x * k;
    }
    h
}

fn half(n: usize) -> f64 {
    n as f64 * 0.5
}

#[differentiable]
fn step(x: &Tensor<f64>) -> Tensor<f64> {
    x.sin()
}

/// What a pattern binds is called like functions behind it.
#[differentiable]
fn hidden(x: &Tensor<f64, N>, n: usize) -> Scalar<f64> {
    let h = x.cos();
    if let Some(half) = (n > 1).then_some(n) {
        let step = half + 1;
        if half > 3 {
            return (&h * step).sum();
        }
    }
    (step(&h) * half(3)).sum()
}

fn hidden_plain(x: f64, n: usize) -> f64 {
    if n > 3 { x.cos() * (n + 1) as f64 } else { x.cos().sin() * half(3) }
}

#[test]
fn what_is_read_and_where_jumps_go() -> Result<()> {
    let x = tensor![0.5, -1.25, 2.0];
    macro_rules! each {
        ($($f:ident $plain:ident)*) => {$(
            for n in 0..6 {
                let want: f64 = x.to_vec()?.into_iter().map(|x| $plain(x, n)).sum();
                let got = $f::value_and_grad(&x, n)?.0.item()?;
                assert!((want - got).abs() < 1e-12, "{} of {n}: {got} for {want}", stringify!($f));
                assert_eq!($f(&x, n).item()?, got);
                cotangent::check::gradients::<$f>((&x, n))?;
            }
        )*};
    }
    each!(read read_plain kept kept_plain moved moved_plain labels labels_plain hidden hidden_plain);
    Ok(())
}
