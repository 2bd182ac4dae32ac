//! Names of ops: the three spellings of reductions, aliases, other systems' words and the closest name.

mod foreign;

use std::cell::RefCell;
use std::collections::BTreeSet;

use foreign::{FOREIGN, LIKE};

use crate::ir::Op;
use crate::rules::{COMPOSITES, Composite, List, Map, Opaque, Reduce, View, texts};

#[derive(Clone)]
pub(super) enum Callee {
    Row(Op),
    Composite(&'static Composite),
}

impl Callee {
    /// As the table calls it.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Row(op) => op.name(),
            Self::Composite(c) => c.name,
        }
    }
}

/// `sum`, `sum_axis`, `sum_keep`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spelling {
    Plain,
    Axis,
    Keep,
}

/// A reduction's name as it is spelled.
pub(super) fn spelled(name: &'static str, spelling: Spelling) -> &'static str {
    thread_local! {
        // Nodes hold names of the table, which are for ever: these are few.
        static NAMES: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
    }
    let suffix = match spelling {
        Spelling::Plain => return name,
        Spelling::Axis => "_axis",
        Spelling::Keep => "_keep",
    };
    let whole = format!("{name}{suffix}");
    NAMES.with_borrow_mut(|names| {
        if let Some(known) = names.get(&*whole) {
            return *known;
        }
        let whole: &'static str = whole.leak();
        names.insert(whole);
        whole
    })
}

/// Names of one op that the design settles as equal; whichever the table has is found.
const ALIASES: &[&[&str]] = &[&["transpose", "swap_axes"], &["tile", "repeat"]];

/// Words of other libraries, and what they are here: so common that a call of one is taken for a slip at once.
const ELSEWHERE: &[(&str, &str)] = &[
    ("amax", "max_axis"),
    ("amin", "min_axis"),
    ("astype", "cast::<f32>()"),
    ("bmm", "matmul"),
    ("cat", "concat"),
    ("concatenate", "concat"),
    ("detach", "stop_gradient"),
    ("exp_m1", "expm1"),
    ("expand", "broadcast_to"),
    ("inv", "inverse"),
    ("ln_1p", "log1p"),
    ("log", "ln"),
    ("max_dim", "max_axis"),
    ("mean_dim", "mean_axis"),
    ("min_dim", "min_axis"),
    ("mm", "matmul"),
    ("moveaxis", "movedim"),
    ("reciprocal", "recip"),
    ("signum", "sign"),
    ("sum_all", "sum"),
    ("sum_dim", "sum_axis"),
    ("sum_keepdim", "sum_keep"),
    ("swapaxes", "swap_axes"),
    ("to_dtype", "cast::<f32>()"),
    ("view", "reshape"),
    ("where", "select"),
    ("where_cond", "select"),
];

/// Ops that the front end itself knows.
const BUILT_IN: &[&str] = &[
    "cast",
    "chunk",
    "clone",
    "dim",
    "item",
    "meshgrid",
    "meshgrid_xy",
    "numel",
    "rank",
    "shape",
    "split",
    "unbind",
];

/// Functions over lists that the front end itself knows.
pub(super) const OF_LISTS: &[&str] = &["meshgrid", "meshgrid_xy"];

pub(super) fn elsewhere(name: &str) -> Option<&'static str> {
    ELSEWHERE.iter().find(|(n, _)| *n == name).map(|(_, here)| *here)
}

/// [`elsewhere`], and what to write for all other names that are known of other libraries.
pub(super) fn foreign(name: &str) -> Option<&'static str> {
    let at = FOREIGN.binary_search_by_key(&name, |(n, _)| n).ok();
    elsewhere(name).or_else(|| at.map(|at| FOREIGN[at].1))
}

/// [`elsewhere`] for a function alone, which may be the user's.
pub(super) fn foreign_function(name: &str) -> Option<&'static str> {
    elsewhere(name).or_else(|| LIKE.contains(&name).then(|| foreign(name))?)
}

fn exact(name: &str) -> Option<Callee> {
    let row = Map::from_name(name).map(Op::Map);
    let row = row.or_else(|| Reduce::from_name(name).map(Op::Reduce));
    let row = row.or_else(|| View::from_name(name).map(Op::View));
    row.or_else(|| Opaque::from_name(name).map(Op::Opaque))
        .or_else(|| List::from_name(name).map(Op::List))
        .map(Callee::Row)
        .or_else(|| COMPOSITES.iter().find(|c| c.name == name).map(Callee::Composite))
}

pub(crate) fn knows_op(name: &proc_macro2::Ident) -> bool {
    find(&name.to_string()).is_some() || OF_LISTS.iter().any(|known| name == known)
}

/// The op of this name and how a reduction was spelled; whether it is a reduction the caller checks.
pub(super) fn find(name: &str) -> Option<(Callee, Spelling)> {
    let name = name.strip_prefix("r#").unwrap_or(name);
    if let Some(callee) = exact(name) {
        return Some((callee, Spelling::Plain));
    }
    for names in ALIASES.iter().filter(|names| names.contains(&name)) {
        if let Some(callee) = names.iter().find_map(|n| exact(n)) {
            return Some((callee, Spelling::Plain));
        }
    }
    for (suffix, spelling) in [("_axis", Spelling::Axis), ("_keep", Spelling::Keep)] {
        if let Some(callee) = name.strip_suffix(suffix).and_then(exact) {
            return Some((callee, spelling));
        }
    }
    None
}

/// How far `name` is from another, if that is close.
fn near(name: &str, candidate: &str) -> Option<(usize, usize, String)> {
    let longer = candidate.len().abs_diff(name.len());
    let limit = (name.len() / 3).clamp(1, 3);
    let d = if longer > limit { longer } else { distance(name, candidate) };
    (d <= limit).then(|| (d, longer, candidate.to_owned()))
}

/// The closest of some names, if it is close.
pub(super) fn nearest<'n>(name: &str, all: impl Iterator<Item = &'n str>) -> Option<String> {
    all.filter_map(|candidate| near(name, candidate)).min().map(|(.., n)| n)
}

/// The op whose name is closest, if it is close.
pub(crate) fn closest(name: &str) -> Option<String> {
    let near = |candidate: &str| near(name, candidate);
    // Rows are read last, which takes longest.
    let rows = texts().filter_map(|t| Some((near(t.name)?, t)));
    let rows = rows.filter(|(_, t)| t.parse().is_ok_and(|row| !row.internal)).map(|(near, _)| near);
    let composites = COMPOSITES.iter().filter(|c| !c.internal).map(|c| c.name);
    let others = composites.chain(BUILT_IN.iter().copied());
    let others = others.chain(ALIASES.iter().copied().flatten().copied());
    let suffixed =
        Reduce::ALL.iter().flat_map(|r| [format!("{}_axis", r.name()), format!("{}_keep", r.name())]);
    let all = rows.chain(others.filter_map(near)).chain(suffixed.filter_map(|s| near(&s)));
    all.min().map(|(.., n)| n)
}

/// Edits between two words; exchanging neighbours is one.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i.max(j)
            } else {
                let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut best = replace.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_in_order_and_name_what_there_is() {
        assert!(FOREIGN.is_sorted_by(|a, b| a.0 < b.0), "they are searched by halves");
        for (name, here) in FOREIGN {
            assert!(find(name).is_none() && elsewhere(name).is_none(), "`{name}` is known otherwise");
            let calls = here.match_indices('.').filter_map(|(at, _)| {
                let word: String =
                    here[at + 1..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                here[at + 1 + word.len()..].starts_with(['(', ':']).then_some(word)
            });
            for call in calls.filter(|_| !here.starts_with("key.")) {
                let known = find(&call).is_some() || BUILT_IN.contains(&&*call);
                assert!(known, "`{name}`: there is no `{call}` in `{here}`");
            }
        }
        assert!(LIKE.iter().all(|name| foreign(name).is_some()));
    }

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        assert_eq!(closest("tahn").as_deref(), Some("tanh"));
        assert_eq!(closest("matmull").as_deref(), Some("matmul"));
        assert_eq!(closest("sum_axs").as_deref(), Some("sum_axis"));
        assert_eq!(closest("frobnicate"), None);
        assert_eq!(closest("unpadd"), None, "what is there for rules alone is not suggested");
    }
}
