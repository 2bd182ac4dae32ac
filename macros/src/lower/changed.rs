//! Which variables host code may change.

use syn::visit::Visit;
use syn::{BinOp, Expr, Ident, Pat};

use crate::lower::host::Shadow;
use crate::names::same;

/// Methods of the standard library that change what they are called on, and give something.
const GIVE: &[&str] = &[
    "by_ref",
    "drain",
    "entry",
    "first_mut",
    "get_mut",
    "get_or_insert",
    "get_or_insert_with",
    "insert",
    "iter_mut",
    "last_mut",
    "next",
    "next_back",
    "next_if",
    "next_if_eq",
    "nth",
    "peek",
    "peek_mut",
    "pop",
    "pop_back",
    "pop_first",
    "pop_front",
    "pop_last",
    "remove",
    "remove_entry",
    "replace",
    "split_off",
    "swap",
    "swap_remove",
    "take",
];

/// Those that give nothing.
const GIVE_NOTHING: &[&str] = &[
    "append",
    "clear",
    "dedup",
    "extend",
    "fill",
    "push",
    "push_back",
    "push_front",
    "push_str",
    "resize",
    "retain",
    "reverse",
    "sort",
    "sort_by",
    "sort_by_key",
    "sort_unstable",
    "truncate",
];

/// Methods of standard types that leave what they are called on as it is.
const STILL: &str = "\
    abs abs_diff acos acosh add all and_then any as_bytes as_deref as_millis as_ref as_secs as_secs_f64 \
    as_slice as_str asin asinh atan atan2 atanh back binary_search borrow bytes capacity cbrt ceil \
    char_indices chars checked_add checked_div checked_mul checked_pow checked_sub chunk_by chunks \
    chunks_exact clamp clone cloned cmp concat contains contains_key copied copysign cos cosh count \
    count_ones deref difference dim div div_ceil div_euclid elapsed end ends_with enumerate eq exp exp2 \
    exp_m1 expect filter filter_map find find_map first first_key_value flat_map flatten floor fold fract \
    front ge get get_key_value gt hypot ilog2 intersection into into_iter is_ascii is_empty is_err is_finite \
    is_infinite is_multiple_of is_nan is_negative is_none is_none_or is_ok is_positive is_power_of_two \
    is_sign_negative is_sign_positive is_some is_some_and is_sorted is_subset isqrt item iter join keys last \
    last_key_value le leading_zeros len lines ln ln_1p lock log log10 log2 lt map map_or map_or_else max \
    max_by max_by_key min min_by min_by_key mul mul_add ne neg next_power_of_two numel ok ok_or ok_or_else \
    parse partial_cmp partition_point position pow powf powi product range rank read recip rem rem_euclid \
    repeat rev round rsplit rsplit_once saturating_add saturating_mul saturating_sub scan shape signum sin \
    sin_cos sinh skip skip_while split split_at split_first split_last split_once split_whitespace splitn \
    sqrt start starts_with step_by strip_prefix strip_suffix sub sum symmetric_difference take_while tan \
    tanh then then_some to_ascii_lowercase to_bits to_degrees to_f64 to_lowercase to_owned to_radians \
    to_string to_uppercase to_vec total_cmp trailing_zeros trim trim_end trim_start trunc union unwrap \
    unwrap_or unwrap_or_default unwrap_or_else upgrade values windows wrapping_add wrapping_mul wrapping_neg \
    wrapping_sub zip";

/// The names from outside that `e` may change, each once: it assigns them, borrows them mutably, or calls them or a method of them
/// that is not known to leave them as they are, which in a block may be any.
pub(crate) fn by(e: &Expr) -> Vec<Ident> {
    let block = matches!(
        e,
        Expr::Block(_) | Expr::If(_) | Expr::Match(_) | Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_)
    );
    let mut changed = Changed { names: Vec::new(), shadow: Shadow::default(), block };
    changed.visit_expr(e);
    changed.names
}

struct Changed {
    names: Vec<Ident>,
    shadow: Shadow,
    block: bool,
}

impl Changed {
    /// Walks what stands behind these patterns.
    fn within<'p>(&mut self, pats: impl IntoIterator<Item = &'p Pat>, walk: impl FnOnce(&mut Self)) {
        self.shadow.enter();
        pats.into_iter().for_each(|p| self.shadow.bind(p));
        walk(self);
        self.shadow.leave();
    }

    /// A method of the user's, or a closure: nothing but its name is known.
    fn called(&mut self, e: &Expr) {
        match e {
            Expr::MethodCall(c) if !is_still(c) => self.place(&c.receiver),
            Expr::Call(c) if matches!(&*c.func, Expr::Path(p) if p.path.get_ident().is_some()) => {
                self.place(&c.func);
            }
            _ => {}
        }
    }

    /// `x`, `x.0`, `x[i]`, `(x, y)`
    fn place(&mut self, e: &Expr) {
        match e {
            Expr::Path(p) => {
                if let Some(name) = p.path.get_ident()
                    && !self.shadow.hides(name)
                    && !self.names.iter().any(|n| same(n, name))
                {
                    self.names.push(name.clone());
                }
            }
            Expr::Field(f) => self.place(&f.base),
            Expr::Index(i) => self.place(&i.expr),
            Expr::Paren(p) => self.place(&p.expr),
            Expr::Unary(u) => self.place(&u.expr),
            Expr::Tuple(t) => t.elems.iter().for_each(|e| self.place(e)),
            Expr::Array(a) => a.elems.iter().for_each(|e| self.place(e)),
            _ => {}
        }
    }
}

/// Whether a method is called like one of the standard library that only looks.
pub(crate) fn is_still(c: &syn::ExprMethodCall) -> bool {
    STILL.split(' ').any(|name| c.method == name)
}

/// Whether a method of the standard library changes what it is called on, and gives nothing.
pub(crate) fn gives_nothing(c: &syn::ExprMethodCall) -> bool {
    GIVE_NOTHING.iter().any(|name| c.method == name)
}

/// Whether a method of the standard library changes what it is called on, and gives something.
pub(crate) fn gives(c: &syn::ExprMethodCall) -> bool {
    GIVE.iter().any(|name| c.method == name)
}

/// `+=` and its like.
pub(crate) fn assigns(op: &BinOp) -> bool {
    use BinOp::{
        AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign, ShlAssign,
        ShrAssign, SubAssign,
    };
    matches!(op, AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) | RemAssign(_))
        || matches!(op, BitAndAssign(_) | BitOrAssign(_) | BitXorAssign(_) | ShlAssign(_) | ShrAssign(_))
}

impl Visit<'_> for Changed {
    fn visit_expr(&mut self, e: &Expr) {
        match e {
            Expr::Assign(a) => self.place(&a.left),
            Expr::Binary(b) if assigns(&b.op) => self.place(&b.left),
            Expr::Reference(r) if r.mutability.is_some() => self.place(&r.expr),
            Expr::MethodCall(c) if self.block || gives_nothing(c) || gives(c) => {
                self.place(&c.receiver);
            }
            e => self.called(e),
        }
        match e {
            Expr::Closure(c) => self.within(&c.inputs, |this| this.visit_expr(&c.body)),
            Expr::ForLoop(l) => {
                self.visit_expr(&l.expr);
                self.within([&*l.pat], |this| this.visit_block(&l.body));
            }
            Expr::If(i) => {
                self.within([], |this| {
                    this.visit_expr(&i.cond);
                    this.visit_block(&i.then_branch);
                });
                i.else_branch.iter().for_each(|(_, other)| self.visit_expr(other));
            }
            Expr::While(l) => self.within([], |this| syn::visit::visit_expr_while(this, l)),
            Expr::Let(l) => {
                self.visit_expr(&l.expr);
                self.shadow.bind(&l.pat);
            }
            e => syn::visit::visit_expr(self, e),
        }
    }

    fn visit_block(&mut self, b: &syn::Block) {
        self.within([], |this| syn::visit::visit_block(this, b));
    }

    fn visit_local(&mut self, l: &syn::Local) {
        syn::visit::visit_local(self, l);
        self.shadow.bind(&l.pat);
    }

    fn visit_arm(&mut self, a: &syn::Arm) {
        self.within([&a.pat], |this| syn::visit::visit_arm(this, a));
    }
}
