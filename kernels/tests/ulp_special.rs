//! Zeros, infinities, NaN, exact points and domain ends, bit for bit, in f32 and f64 on each instruction set.

mod ulp;

use cotangent_kernels::isa::{Baseline, Level};
use cotangent_kernels::math as m;
use ulp::{eval, sets};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

fn same(got: f64, want: f64) -> bool {
    got.to_bits() == want.to_bits() || (got.is_nan() && want.is_nan())
}

fn check(name: &str, a: f64, b: f64, want: f64) {
    for set in sets() {
        // More than one vector, so that loop bodies and remainders are both run.
        let got = eval(set, name, &[a; 19], &[b; 19]);
        assert!(
            got.iter().all(|&y| same(y, want)),
            "{name}({a}, {b}) in f64 on {set:?}: {}, not {want}",
            got[0]
        );
        let got = eval(set, name, &[a as f32; 35], &[b as f32; 35]);
        let narrow = f64::from(want as f32);
        assert!(
            got.iter().all(|&y| same(f64::from(y), narrow)),
            "{name}({a}, {b}) in f32 on {set:?}: {}, not {narrow}",
            got[0]
        );
    }
}

/// Points of functions of one operand, all of which keep NaN.
fn unary(table: &[(&str, &[(f64, f64)])]) {
    for (name, points) in table {
        check(name, NAN, NAN, NAN);
        for &(x, y) in *points {
            check(name, x, x, y);
        }
    }
}

#[test]
fn activations() {
    unary(&[
        ("relu", &[(0.0, 0.0), (-0.0, 0.0), (-1.0, 0.0), (1.5, 1.5), (INF, INF), (-INF, 0.0)]),
        (
            "gelu_tanh",
            &[(0.0, 0.0), (-0.0, -0.0), (64.0, 64.0), (1e9, 1e9), (-1e9, -0.0), (INF, INF), (-INF, NAN)],
        ),
        (
            "gelu_tanh_slope",
            &[(0.0, 0.5), (-0.0, 0.5), (64.0, 1.0), (1e9, 1.0), (-1e9, 0.0), (INF, 1.0), (-INF, 0.0)],
        ),
    ]);
}

#[test]
fn unary_functions() {
    let half_pi = std::f64::consts::FRAC_PI_2;
    let table: &[(&str, &[(f64, f64)])] = &[
        ("exp", &[(0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, 0.0), (1e9, INF), (-1e9, 0.0)]),
        (
            "exp2",
            &[(0.0, 1.0), (INF, INF), (-INF, 0.0), (10.0, 1024.0), (-3.0, 0.125), (1e9, INF), (-1e9, 0.0)],
        ),
        (
            "expm1",
            &[(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -1.0), (-1e9, -1.0), (1e9, INF), (1e-30, 1e-30)],
        ),
        ("ln", &[(1.0, 0.0), (0.0, -INF), (-0.0, -INF), (-1.0, NAN), (INF, INF), (-INF, NAN)]),
        ("log2", &[(1.0, 0.0), (0.0, -INF), (-1.0, NAN), (INF, INF), (8.0, 3.0), (0.25, -2.0)]),
        ("log10", &[(1.0, 0.0), (0.0, -INF), (-1.0, NAN), (INF, INF), (1000.0, 3.0), (1e10, 10.0)]),
        (
            "log1p",
            &[(0.0, 0.0), (-0.0, -0.0), (-1.0, -INF), (-2.0, NAN), (INF, INF), (-INF, NAN), (1e-30, 1e-30)],
        ),
        ("sin", &[(0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN), (1e-30, 1e-30)]),
        ("cos", &[(0.0, 1.0), (-0.0, 1.0), (INF, NAN), (-INF, NAN)]),
        ("tan", &[(0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN), (1e-30, 1e-30)]),
        ("sinc", &[(0.0, 1.0), (-0.0, 1.0), (2.0, 0.0), (3.0, -0.0), (INF, 0.0), (-INF, 0.0)]),
        ("asin", &[(0.0, 0.0), (-0.0, -0.0), (1.0, half_pi), (-1.0, -half_pi), (1.5, NAN), (-INF, NAN)]),
        (
            "acos",
            &[(1.0, 0.0), (0.0, half_pi), (-0.0, half_pi), (-1.0, 2.0 * half_pi), (1.5, NAN), (INF, NAN)],
        ),
        ("atan", &[(0.0, 0.0), (-0.0, -0.0), (INF, half_pi), (-INF, -half_pi)]),
        ("sinh", &[(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF), (1e9, INF), (-1e9, -INF)]),
        ("cosh", &[(0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, INF), (1e9, INF)]),
        ("tanh", &[(0.0, 0.0), (-0.0, -0.0), (INF, 1.0), (-INF, -1.0), (1000.0, 1.0), (-1000.0, -1.0)]),
        ("asinh", &[(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF)]),
        ("acosh", &[(1.0, 0.0), (0.5, NAN), (-1.0, NAN), (INF, INF), (-INF, NAN)]),
        ("atanh", &[(0.0, 0.0), (-0.0, -0.0), (1.0, INF), (-1.0, -INF), (2.0, NAN), (-INF, NAN)]),
        ("erf", &[(0.0, 0.0), (-0.0, -0.0), (INF, 1.0), (-INF, -1.0), (30.0, 1.0), (-30.0, -1.0)]),
        ("erfc", &[(0.0, 1.0), (-0.0, 1.0), (INF, 0.0), (-INF, 2.0), (40.0, 0.0), (-40.0, 2.0)]),
        ("sigmoid", &[(0.0, 0.5), (INF, 1.0), (-INF, 0.0), (1e9, 1.0), (-1e9, 0.0)]),
        ("softplus", &[(INF, INF), (-INF, 0.0), (1e9, 1e9), (-1e9, 0.0), (0.0, std::f64::consts::LN_2)]),
        ("log_sigmoid", &[(INF, 0.0), (-INF, -INF), (-1e9, -1e9), (0.0, -std::f64::consts::LN_2)]),
        (
            "lgamma",
            &[
                (0.0, INF),
                (-0.0, INF),
                (-1.0, INF),
                (-3e9, INF),
                (1.0, 0.0),
                (2.0, 0.0),
                (INF, INF),
                (-INF, INF),
            ],
        ),
        ("digamma", &[(0.0, -INF), (-0.0, INF), (-1.0, NAN), (-3e9, NAN), (INF, INF), (-INF, NAN)]),
        ("erfinv", &[(0.0, 0.0), (-0.0, -0.0), (1.0, INF), (-1.0, -INF), (1.5, NAN), (-INF, NAN)]),
        ("ndtr", &[(0.0, 0.5), (-0.0, 0.5), (INF, 1.0), (-INF, 0.0), (40.0, 1.0), (-40.0, 0.0)]),
        ("log_ndtr", &[(0.0, -std::f64::consts::LN_2), (INF, -0.0), (-INF, -INF), (1e30, -0.0)]),
        ("ndtr_ratio", &[(INF, 0.0), (-INF, INF), (-1e30, 1e30), (1e30, 0.0)]),
        ("ndtr_excess", &[(INF, INF), (-INF, 0.0), (1e30, 1e30)]),
        ("entr", &[(0.0, 0.0), (-0.0, 0.0), (1.0, -0.0), (INF, -INF), (-1.0, -INF), (-INF, -INF)]),
        ("i0", &[(0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, INF), (1e9, INF)]),
        ("i0e", &[(0.0, 1.0), (-0.0, 1.0), (INF, 0.0), (-INF, 0.0)]),
        ("i1", &[(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF), (-1e9, -INF)]),
        ("i1e", &[(0.0, 0.0), (-0.0, -0.0), (INF, 0.0), (-INF, -0.0)]),
        ("sqrt", &[(0.0, 0.0), (-0.0, -0.0), (-1.0, NAN), (INF, INF), (9.0, 3.0)]),
        ("rsqrt", &[(0.0, INF), (-0.0, -INF), (-1.0, NAN), (INF, 0.0), (4.0, 0.5)]),
        ("cbrt", &[(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF), (27.0, 3.0), (-8.0, -2.0)]),
        ("recip", &[(0.0, INF), (-0.0, -INF), (INF, 0.0), (-INF, -0.0)]),
        ("square", &[(-0.0, 0.0), (-INF, INF), (-3.0, 9.0)]),
        ("neg", &[(0.0, -0.0), (-0.0, 0.0), (INF, -INF)]),
        ("abs", &[(-0.0, 0.0), (-INF, INF), (-2.5, 2.5)]),
        ("sign", &[(0.0, 0.0), (-0.0, -0.0), (INF, 1.0), (-INF, -1.0), (-1e-30, -1.0)]),
        ("floor", &[(-0.0, -0.0), (-0.5, -1.0), (0.5, 0.0), (2.5, 2.0), (-INF, -INF), (1e30, 1e30)]),
        ("ceil", &[(-0.0, -0.0), (-0.5, -0.0), (0.5, 1.0), (2.5, 3.0), (INF, INF), (-1e30, -1e30)]),
        (
            "round",
            &[
                (-0.0, -0.0),
                (0.5, 0.0),
                (1.5, 2.0),
                (2.5, 2.0),
                (-0.5, -0.0),
                (-1.5, -2.0),
                (INF, INF),
                (1e30, 1e30),
            ],
        ),
        ("trunc", &[(-0.0, -0.0), (-0.5, -0.0), (0.5, 0.0), (-2.5, -2.0), (INF, INF), (1e30, 1e30)]),
        ("frac", &[(2.5, 0.5), (-2.5, -0.5), (3.0, 0.0), (INF, NAN)]),
    ];
    unary(table);
    check("nan_to_num", NAN, 0.0, 0.0);
    for set in sets() {
        assert_eq!(eval(set, "nan_to_num", &[INF, -INF, 1.5], &[0.0; 3]), [f64::MAX, f64::MIN, 1.5]);
        assert_eq!(eval(set, "nan_to_num", &[f32::INFINITY, -2.0], &[0.0; 2]), [f32::MAX, -2.0]);
    }
}

/// C's `pow`, `atan2`, `hypot` and `fmod`, as the standard library of the platform has them.
#[test]
fn binary_functions_agree_with_the_standard_library() {
    let grid =
        [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 2.5, 1e30, -1e30, 1e-30, INF, -INF, NAN];
    for a in grid {
        for b in grid {
            check("hypot", a, b, if a.is_nan() && b.is_infinite() { INF } else { special(a.hypot(b), a, b) });
            check("copysign", a, if b.is_nan() { NAN } else { b }, a.copysign(b));
            check("fmax", a, b, if a > b || b.is_nan() { a } else { b });
            check("fmin", a, b, if a < b || b.is_nan() { a } else { b });
            check("maximum", a, b, if a > b || a.is_nan() { a } else { b });
            check("minimum", a, b, if a < b || a.is_nan() { a } else { b });
        }
    }
    let exact = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 1e30, -1e30, INF, -INF, NAN];
    for a in exact {
        for b in exact {
            let want = a.powf(b);
            if want == 0.0 || !want.is_finite() || want.log2().fract() == 0.0 {
                check("pow", a, b, want);
            }
            if a.abs() < 1e30 || a.is_infinite() {
                check("rem", a, b, a % b);
            }
        }
    }
    for a in [0.0, -0.0, INF, -INF, NAN] {
        for b in [0.0, -0.0, 2.0, -2.0, INF, -INF, NAN] {
            // The diagonals are not multiples of π/2 and as good as other angles: 2 ulp.
            if !(a.is_infinite() && b.is_infinite()) {
                check("atan2", a, b, a.atan2(b));
            }
        }
        check("atan2", 2.0, a, 2.0_f64.atan2(a));
        check("atan2", -2.0, a, (-2.0_f64).atan2(a));
        for b in [INF, -INF] {
            for set in sets() {
                let (wide, narrow) =
                    (eval(set, "atan2", &[b], &[a])[0], eval(set, "atan2", &[b as f32], &[a as f32])[0]);
                let want = b.atan2(a);
                assert!(
                    same(wide, want) || (wide - want).abs() < 5e-16,
                    "atan2({b}, {a}): {wide}, not {want}"
                );
                assert!(
                    narrow.is_nan() == want.is_nan()
                        && (narrow.is_nan() || (f64::from(narrow) - want).abs() < 3e-7),
                    "atan2({b}, {a}): {narrow}"
                );
            }
        }
    }
    for (a, b, y) in [
        (5.0, 3.0, 2.0),
        (-5.0, 3.0, 1.0),
        (5.0, -3.0, -1.0),
        (-5.0, -3.0, -2.0),
        (-6.0, 3.0, 0.0),
        (1.0, 0.0, NAN),
    ] {
        check("floor_mod", a, b, y);
    }
}

/// Results of finite operands that are not exact are the business of the other tests.
fn special(y: f64, a: f64, b: f64) -> f64 {
    let exact = a == 0.0 || b == 0.0 || !y.is_finite();
    if exact { y } else { eval(Level::Baseline, "hypot", &[a], &[b])[0] }
}

/// Two operands and the result.
type Point = (f64, f64, f64);

#[test]
fn special_functions_of_two() {
    let table: &[(&str, &[Point])] = &[
        (
            "logaddexp",
            &[
                (INF, -INF, INF),
                (-INF, -INF, -INF),
                (-INF, 2.0, 2.0),
                (INF, INF, INF),
                (NAN, INF, NAN),
                (-INF, NAN, NAN),
            ],
        ),
        (
            "betaln",
            &[
                (0.0, 2.0, INF),
                (2.0, 0.0, INF),
                (-1.0, 2.0, NAN),
                (INF, 2.0, -INF),
                (INF, 0.0, NAN),
                (NAN, 1.0, NAN),
            ],
        ),
        (
            "zeta",
            &[
                (2.0, 1.0, INF),
                (2.0, 0.5, NAN),
                (0.0, 2.0, INF),
                (-1.0, 2.0, INF),
                (-1.0, 3.0, NAN),
                (-0.5, 2.5, NAN),
                (INF, 2.0, 0.0),
                (NAN, 2.0, NAN),
            ],
        ),
        (
            "gammainc",
            &[
                (1.0, 0.0, 0.0),
                (2.0, INF, 1.0),
                (0.0, 1.0, 1.0),
                (0.0, 0.0, NAN),
                (-1.0, 1.0, NAN),
                (1.0, -1.0, NAN),
                (INF, 2.0, 0.0),
                (NAN, 1.0, NAN),
            ],
        ),
        (
            "gammaincc",
            &[
                (1.0, 0.0, 1.0),
                (2.0, INF, 0.0),
                (0.0, 1.0, 0.0),
                (0.0, 0.0, NAN),
                (-1.0, 1.0, NAN),
                (INF, 2.0, 1.0),
            ],
        ),
    ];
    for (name, points) in table {
        for &(a, b, y) in *points {
            check(name, a, b, y);
        }
    }
    let s = Baseline;
    for (a, n, y) in
        [(1.0, 0, 1.0), (2.0, 0, 0.0), (0.5, 0, INF), (1.0, 1, -INF), (2.0, 1, 0.0), (0.5, 2, INF)]
    {
        assert_eq!(m::gamma_density(s, a, 0.0, n), y, "{a} {n}");
    }
    for (a, n, y) in [
        (1.5, 3, 0.0),
        (1.0, 0, 1.0),
        (1.0, 1, -INF),
        (0.5, 0, INF),
        (0.5, 1, -INF),
        (0.0, 0, 0.0),
        (0.0, 1, INF),
        (0.0, 2, -INF),
        (-0.5, 0, -INF),
        (-1.0, 1, -INF),
        (-1.5, 0, INF),
    ] {
        assert_eq!(m::gamma_limit(s, a, 0.0, n), y, "{a} {n}");
    }
    assert_eq!((m::gammainc_slope(s, 2.0, 0.0, 1), m::gammainc_slope(s, 2.0, INF, 2)), (0.0, 0.0));
    assert!(
        m::gammainc_slope(s, 2.0_f64, 1.0, 16).is_finite() && m::gammainc_slope(s, 2.0_f64, 1.0, 17).is_nan()
    );
    assert_eq!((m::polygamma(s, 0.0, 1), m::polygamma(s, -3.0, 3)), (INF, INF));
    assert_eq!((m::polygamma(s, 0.0, 2), m::polygamma(s, -0.0, 2)), (-INF, INF));
    assert!(m::polygamma(s, -3.0_f64, 2).is_nan() && m::polygamma(s, 1.0_f64, -1).is_nan());
    assert!(m::polygamma(s, 1.0_f64, 170).is_finite() && m::polygamma(s, 1.0_f64, 171).is_nan());
}

/// Derivatives of higher order of the incomplete gamma function and its density by `a`, by difference quotients of mpmath.
#[test]
fn slopes_of_higher_order() {
    let table: &[(f64, f64, i32, f64, f64)] = &[
        (0.001, 0.5, 2, -0.5848512398697082, -0.28719416405498244),
        (0.001, 0.5, 3, 1.9078634572533417, -5.922871735911279),
        (0.001, 0.5, 5, -6.95261031254195, 2.1707232983882716),
        (0.3, 0.5, 2, -0.08124995512296745, -1.4336395477866184),
        (0.3, 0.5, 3, 1.403184475303315, -1.897036359773521),
        (0.3, 0.5, 5, -1.3209415871395966, -17.470429207662512),
        (0.3, 5.0, 2, -0.010111517753331838, 0.010137981761846394),
        (0.3, 5.0, 3, -0.01839788395686386, 0.015378843351675199),
        (0.3, 5.0, 5, 0.005781937479165989, -0.020012505789809783),
        (3.0, 2.0, 2, 0.09884154888754006, -0.09262369632115827),
        (3.0, 2.0, 3, 0.034945812824076515, 0.1120789718141318),
        (3.0, 2.0, 5, 0.06112493332408947, -0.2015466496435884),
        (50.0, 60.0, 2, -0.0038864838466261134, 0.00032577873053463684),
        (50.0, 60.0, 3, -0.00028313164646247063, -8.01341200447395e-05),
        (50.0, 60.0, 5, 3.011240805824644e-05, 1.100491455814482e-06),
        (1.9, 1.6, 2, 0.06494791980038465, -0.2163128403707919),
        (1.9, 1.6, 3, 0.15386393337699425, 0.07206190479362606),
        (1.9, 1.6, 5, -0.05880703497909855, -0.48247462608614583),
        (0.001, 4.0, 2, -0.016224585093291888, 0.018011837074004687),
        (0.001, 4.0, 3, -0.03368080453624128, 0.030369364717785806),
        (0.001, 4.0, 5, 0.028809649646113423, -0.06143186104196578),
    ];
    for &(a, x, n, slope, density) in table {
        for (got, want) in
            [(m::gammainc_slope(Baseline, a, x, n), slope), (m::gamma_density(Baseline, a, x, n), density)]
        {
            assert!((got / want - 1.0).abs() < 1e-11, "{a} {x} {n}: {got:e}, not {want:e}");
        }
    }
}

#[test]
fn integer_powers() {
    for n in [-7, -3, -2, -1, 0, 1, 2, 3, 4, 11, 60] {
        for x in [0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, INF, -INF] {
            let (want, s) = (f64::powi(x, n), Baseline);
            assert!(same(m::powi(s, x, n), want), "powi({x}, {n}): {}, not {want}", m::powi(s, x, n));
            let narrow = m::powi(s, x as f32, n);
            assert!(
                same(f64::from(narrow), f64::from(want as f32)),
                "powi({x}, {n}) in f32: {narrow}, not {want}"
            );
        }
        let (x, want) = (-1.37, f64::powi(-1.37, n));
        assert!((m::powi(Baseline, x, n) / want - 1.0).abs() < 1e-14, "powi({x}, {n})");
    }
    // Exponents that f32 does not hold.
    assert_eq!(m::powi(Baseline, -1.0_f32, 16_777_217), -1.0);
    assert_eq!(m::powi(Baseline, -1.0_f32, 16_777_216), 1.0);
    let want = (1.0 + f64::from(f32::EPSILON)).powf(2_147_483_647.0);
    let got = f64::from(m::powi(Baseline, 1.0 + f32::EPSILON, i32::MAX));
    assert!(want > f64::from(f32::MAX) && got.is_infinite());
    let want = (1.0 - f64::from(f32::EPSILON)).powf(50_000_001.0);
    let got = f64::from(m::powi(Baseline, 1.0 - f32::EPSILON, 50_000_001));
    assert!((got / want - 1.0).abs() < 2e-7, "{got:e}, not {want:e}");
}

#[test]
fn integers_wrap_and_casts_are_those_of_rust() {
    let s = Baseline;
    assert_eq!(m::add(s, i32::MAX, 1), i32::MIN);
    assert_eq!(m::neg(s, i32::MIN), i32::MIN);
    assert_eq!(m::abs(s, -3), 3);
    assert_eq!(m::mul(s, 1 << 20, 1 << 20), 0);
    assert_eq!((m::sign(s, -7), m::sign(s, 0), m::sign(s, 9)), (-1, 0, 1));
    assert_eq!((m::maximum(s, 3, -4), m::minimum(s, 3, -4), m::clamp(s, 9, 0, 5)), (3, -4, 5));
    for v in [0.0, -0.0, 1.5, -1.5, 3e9, -3e9, INF, -INF, NAN, 1e40] {
        assert_eq!(m::cast::<_, f64, i32>(s, v), v as i32);
        assert_eq!(m::cast::<_, f32, i32>(s, v as f32), v as f32 as i32);
        assert_eq!(m::cast::<_, f64, bool>(s, v), v != 0.0);
        assert!(same(f64::from(m::cast::<_, f64, f32>(s, v)), f64::from(v as f32)));
    }
    assert_eq!(m::cast::<_, i32, f32>(s, 16_777_217), 16_777_216.0);
    assert_eq!((m::cast::<_, bool, f32>(s, true), m::cast::<_, bool, i32>(s, false)), (1.0, 0));
    assert!(m::cast::<_, i32, bool>(s, -1) && !m::cast::<_, i32, bool>(s, 0));
    assert_eq!((m::num::<_, i32>(s, 3.0), m::num::<_, f32>(s, 0.1)), (3, 0.1));
    assert_eq!(m::clamp(s, 2.0, 1.0, 0.5), 0.5);
    assert!(m::clamp(s, f32::NAN, 0.0, 1.0).is_nan());
    assert!(
        m::is_nan(s, f32::NAN)
            && !m::is_finite(s, f32::NAN)
            && !m::is_finite(s, INF)
            && m::is_finite(s, f64::MAX)
    );
}

/// Pairs of a float type whose remainders are hard: random bits, every ratio, subnormals, near multiples, the ends.
macro_rules! remainders {
    ($name:ident: $T:ident, $bits:ident) => {
        #[test]
        fn $name() {
            let seed = 5;
            println!("seed {seed}");
            let mut bits = ulp::Bits(seed);
            let mut pairs = vec![];
            let (mantissa, exponents) = ($T::MANTISSA_DIGITS - 1, 2 * $T::MAX_EXP as $bits);
            for _ in 0..40_000 {
                let mut draw = || bits.draw() as $bits;
                let (x, y) = ($T::from_bits(draw()), $T::from_bits(draw()));
                let below = |x: $T, octaves: $bits| {
                    let exponent = (x.to_bits() >> mantissa) % exponents;
                    $T::from_bits(
                        x.to_bits() % (1 << mantissa) | exponent.saturating_sub(octaves) << mantissa,
                    )
                };
                let subnormal = $T::from_bits(draw() % (1 << mantissa));
                let small = $T::from_bits(draw() % 64);
                let n = (draw() % 10_000) as $T;
                let whole = (draw() >> ($bits::BITS - mantissa - 1)) as $T;
                pairs.extend([(x, y), (x, small), (x, subnormal), (subnormal, small), (small, subnormal)]);
                // Quotients of every size, those at which the ways part among them.
                pairs.extend([(x, below(y, draw() % exponents)), (x, below(x, draw() % 64))]);
                pairs.extend([(n * 0.7, 0.7), (n, 0.1), (n * y, y), (whole * n, n), (whole, whole - 1.0)]);
                for near in [whole * y, n * y] {
                    pairs.extend([($T::from_bits(near.to_bits().wrapping_add(1)), y)]);
                    pairs.extend([($T::from_bits(near.to_bits().wrapping_sub(1)), y)]);
                }
            }
            let ends = [
                $T::MAX,
                $T::MAX / 2.0,
                $T::MIN_POSITIVE,
                $T::from_bits(1),
                1.0,
                3.0,
                0.0,
                $T::INFINITY,
                $T::NAN,
            ];
            let limit = 1.0 / $T::EPSILON;
            let ends =
                [&ends[..], &[limit, limit - 1.0, 2.0 * limit - 1.0, $T::MAX / 1.5, $T::MAX.sqrt()]].concat();
            for (&x, &y) in ends.iter().flat_map(|x| ends.iter().map(move |y| (x, y))) {
                pairs.extend([(x, y), (-x, y), (x, -y), (-x, -y)]);
            }
            let (a, b): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
            for set in sets() {
                for (i, y) in eval(set, "rem", &a, &b).into_iter().enumerate() {
                    let want = a[i] % b[i];
                    assert!(
                        y.to_bits() == want.to_bits() || (y.is_nan() && want.is_nan()),
                        "{:e} % {:e} on {set:?}: {y:e}, not {want:e}",
                        a[i],
                        b[i]
                    );
                }
            }
        }
    };
}
remainders!(remainders_are_exact_in_f32: f32, u32);
remainders!(remainders_are_exact_in_f64: f64, u64);
