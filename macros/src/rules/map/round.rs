//! Rounding, and what else is flat almost everywhere.

macro_rules! round {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// Towards -inf.
    Floor = floor(x) -> y {
        vjp { x: zero }
        cpu "floor({x})" cuda "floor({x})" wgsl "floor({x})";
        cost 2;
        note "derivative 0 everywhere";
        sample { x: 0.1..0.9 }
    }
    /// Towards inf.
    Ceil = ceil(x) -> y {
        vjp { x: zero }
        cpu "ceil({x})" cuda "ceil({x})" wgsl "ceil({x})";
        cost 2;
        note "derivative 0 everywhere";
        sample { x: 0.1..0.9 }
    }
    /// To the nearest integer; halves to the even one.
    Round = round(x) -> y {
        vjp { x: zero }
        cpu "round({x})" cuda "rint({x})" wgsl "round({x})";
        cost 2;
        note "derivative 0 everywhere";
        sample { x: 0.6..1.4 }
    }
    /// Towards 0.
    Trunc = trunc(x) -> y {
        vjp { x: zero }
        cpu "trunc({x})" cuda "trunc({x})" wgsl "trunc({x})";
        cost 2;
        note "derivative 0 everywhere";
        sample { x: 0.1..0.9 }
    }
    /// `x - trunc(x)`, with the sign of `x`.
    Frac = frac(x) -> y {
        vjp { x: g }
        cpu "frac({x})" cuda "{x} - trunc({x})" wgsl "{x} - trunc({x})";
        cost 2;
        note "derivative 1 everywhere";
        sample { x: 0.1..0.9 }
    }
    /// NaN becomes 0, infinities the largest finite numbers (of f32 for half types: see `nan_to_num_with`).
    NanToNum = nan_to_num(x) -> y {
        vjp { x: select(is_finite(x), g, 0.0) }
        cpu "nan_to_num({x})" cuda "ct_nan_to_num({x})" wgsl "ct_nan_to_num({x})";
        cost 2;
        note "derivative 0 where `x` is not finite";
        sample { x: -2.0..2.0 }
    }
    } };
}
pub(super) use round;
