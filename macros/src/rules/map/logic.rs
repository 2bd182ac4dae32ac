//! Comparisons, truth values, selection and conversion. `{T}` in a template is the element type of the result.

macro_rules! logic {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `a == b`.
    Eq = eq(a: any, b: any) -> y: bool {
        vjp { a: zero, b: zero }
        cpu "eq({a}, {b})" cuda "{a} == {b}" wgsl "{a} == {b}";
        cost 1;
        sample { a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// `a != b`.
    Ne = ne(a: any, b: any) -> y: bool {
        vjp { a: zero, b: zero }
        cpu "ne({a}, {b})" cuda "{a} != {b}" wgsl "{a} != {b}";
        cost 1;
        sample { a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// `a < b`.
    Lt = lt(a: ord, b: ord) -> y: bool {
        vjp { a: zero, b: zero }
        cpu "lt({a}, {b})" cuda "{a} < {b}" wgsl "{a} < {b}";
        cost 1;
        sample { a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// `a <= b`.
    Le = le(a: ord, b: ord) -> y: bool {
        vjp { a: zero, b: zero }
        cpu "le({a}, {b})" cuda "{a} <= {b}" wgsl "{a} <= {b}";
        cost 1;
        sample { a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// `a > b`.
    Gt = gt(a: ord, b: ord) -> y: bool {
        vjp { a: zero, b: zero }
        cpu "gt({a}, {b})" cuda "{a} > {b}" wgsl "{a} > {b}";
        cost 1;
        sample { a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// `a >= b`.
    Ge = ge(a: ord, b: ord) -> y: bool {
        vjp { a: zero, b: zero }
        cpu "ge({a}, {b})" cuda "{a} >= {b}" wgsl "{a} >= {b}";
        cost 1;
        sample { a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// Both.
    And = and(a: bool, b: bool) -> y: bool {
        vjp { a: none, b: none }
        cpu "and({a}, {b})" cuda "{a} && {b}" wgsl "{a} && {b}";
        cost 1;
        sample { a: bits([2, 3]), b: bits([2, 3]) }
    }
    /// One or both.
    Or = or(a: bool, b: bool) -> y: bool {
        vjp { a: none, b: none }
        cpu "or({a}, {b})" cuda "{a} || {b}" wgsl "{a} || {b}";
        cost 1;
        sample { a: bits([2, 3]), b: bits([2, 3]) }
    }
    /// The contrary.
    Not = not(a: bool) -> y: bool {
        vjp { a: none }
        cpu "not({a})" cuda "!{a}" wgsl "!{a}";
        cost 1;
        sample { a: bits([2, 3]) }
    }
    /// Whether `x` is NaN.
    IsNan = is_nan(x) -> y: bool {
        vjp { x: zero }
        cpu "is_nan({x})" cuda "isnan({x})" wgsl "ct_is_nan({x})";
        cost 2;
        sample { x: -2.0..2.0 }
    }
    /// Whether `x` is neither infinite nor NaN.
    IsFinite = is_finite(x) -> y: bool {
        vjp { x: zero }
        cpu "is_finite({x})" cuda "isfinite({x})" wgsl "ct_is_finite({x})";
        cost 2;
        sample { x: -2.0..2.0 }
    }
    /// `a` where `c`, else `b`; an operand that is not taken has no influence, whatever its value, nor has what it was computed from
    /// elementwise.
    Select = select(c: bool, a: any, b: any) -> y: any {
        linear;
        vjp { c: none, a: select(c, g, 0.0), b: select(c, 0.0, g) }
        jvp { select(c, da, db) }
        cpu "select({c}, {a}, {b})" cuda "{c} ? {a} : {b}" wgsl "select({b}, {a}, {c})";
        cost 1;
        note "elementwise ops of an untaken branch give no NaN: operands of singular ops are masked first, and cotangents that leave the branch; where `c` is one number, reductions, views and products of matrices give none either; else 0 * inf behind these is NaN";
        sample { c: bits([2, 3]), a: -2.0..2.0, b: -2.0..2.0 }
    }
    /// Conversion of the element type, as Rust's `as`: floats round or, to integers and bytes, truncate and saturate, and NaN is 0; of an
    /// `i32` a byte keeps the low 8 bits; to `bool` it is `x != 0`, from `bool` 0 or 1.
    Cast = cast(x: any) -> y: target {
        vjp { x: cast(g) }
        jvp { cast(dx) }
        cpu "cast({x})" cuda "ct_as<{T}>({x})" wgsl "{T}({x})";
        cost 1;
        note "no derivative through integers, bytes and truth values";
        sample { x: -2.0..2.0 }
    }
    /// `x` as a constant.
    StopGradient = stop_gradient(x: any) -> y: any {
        linear;
        vjp { x: zero }
        cpu "{x}" cuda "{x}" wgsl "{x}";
        cost 1;
        sample { x: -2.0..2.0 }
    }
    } };
}
pub(super) use logic;
