//! Methods and types by their names, where these say enough.

/// Methods that read a tensor's sizes; a receiver of one is not used as a tensor.
pub(super) const SIZES: &[&str] = &["dim", "shape", "rank", "numel"];

/// Sizes in texts of composites, which must be something: an axis that `n` divides, one of `n` elements, one of some,
/// `n` axes.
const CHECKED: &[&str] = &["dim_by", "dim_of", "dim_some", "rank_of"];

/// Whether a method asks for a size; `in_text`: of the table, not of a user's.
pub(super) fn is_size(method: &str, in_text: bool) -> bool {
    SIZES.contains(&method) || in_text && CHECKED.contains(&method)
}

/// Types of the standard library whose functions would have no transforms.
pub(super) const CONTAINERS: &[&str] =
    &["Box", "Arc", "Rc", "RefCell", "Mutex", "Vec", "VecDeque", "HashMap", "BTreeMap", "Option"];

/// Methods that give what they are called on, whatever its form: all is looked at by reference, boxes are looked through.
pub(super) const SAME: &[&str] = &["clone", "as_ref", "as_deref", "deref"];

pub(super) const ITERATORS: &[&str] = &[
    "iter",
    "into_iter",
    "iter_mut",
    "map",
    "zip",
    "fold",
    "for_each",
    "filter",
    "enumerate",
    "reduce",
    "chunks",
    "windows",
    "chain",
    "cycle",
    "rev",
    "skip",
    "step_by",
    "filter_map",
    "flat_map",
    "inspect",
    "peekable",
    "skip_while",
    "take_while",
];
