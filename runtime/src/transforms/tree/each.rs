//! The same part of several trees.
//!
//! Walks are compiled for each walker and each type, so what they call should not be: a part is a plain function pointer,
//! and these are compiled once for each pair of types. `[T; N]::map` with a closure of the walk is a dozen
//! functions for each field of each walk; it was a sixth of the code of a program with gradients.

/// One part of each.
#[inline]
pub fn each<'t, A: ?Sized, P: Copy, const N: usize>(trees: [&'t A; N], part: fn(&'t A) -> P) -> [P; N] {
    if const { N == 0 } {
        return none();
    }
    let (mut parts, mut i) = ([part(trees[0]); N], 1);
    while i < N {
        parts[i] = part(trees[i]);
        i += 1;
    }
    parts
}

/// Entry `i` of each.
#[inline]
pub fn items<C, const N: usize>(lists: [&[C]; N], i: usize) -> [&C; N] {
    if const { N == 0 } {
        return none();
    }
    let (mut items, mut at) = ([&lists[0][i]; N], 1);
    while at < N {
        items[at] = &lists[at][i];
        at += 1;
    }
    items
}

/// Parts of each, if all have them.
#[inline]
pub fn each_if<'t, A: ?Sized, P: Copy, const N: usize>(
    trees: [&'t A; N],
    parts: fn(&'t A) -> Option<P>,
) -> Option<[P; N]> {
    if const { N == 0 } {
        return Some(none());
    }
    let (mut all, mut i) = ([parts(trees[0])?; N], 1);
    while i < N {
        all[i] = parts(trees[i])?;
        i += 1;
    }
    Some(all)
}

/// An array of nothing; `N` is 0.
fn none<P: Copy, const N: usize>() -> [P; N] {
    <[P; N]>::try_from(&[][..]).expect("there are no trees")
}

/// One part of each, to change.
#[inline]
pub fn each_mut<'t, A: ?Sized, B: ?Sized, const N: usize>(
    trees: &'t mut [&mut A; N],
    part: fn(&'t mut A) -> &'t mut B,
) -> [&'t mut B; N] {
    let mut trees = trees.iter_mut();
    std::array::from_fn(|_| part(trees.next().unwrap_or_else(|| unreachable!("one tree for each part"))))
}

/// Entry `i` of each, to change.
#[inline]
pub fn items_mut<'t, L: AsMut<[C]>, C: 't, const N: usize>(
    lists: &'t mut [&mut L; N],
    i: usize,
) -> [&'t mut C; N] {
    let mut lists = lists.iter_mut();
    std::array::from_fn(|_| {
        let list = lists.next().unwrap_or_else(|| unreachable!("one list for each item"));
        &mut list.as_mut()[i]
    })
}

/// Parts of each to change, if all have them.
#[inline]
pub fn each_mut_if<'t, A: ?Sized, P, const N: usize>(
    trees: &'t mut [&mut A; N],
    parts: fn(&'t mut A) -> Option<P>,
) -> Option<[P; N]> {
    let mut all = Vec::with_capacity(N);
    for tree in trees {
        all.push(parts(tree)?);
    }
    all.try_into().ok()
}

/// One of the parts of each.
#[inline]
pub fn pick<P: Copy, B: Copy, const N: usize>(all: [P; N], one: fn(P) -> B) -> [B; N] {
    if const { N == 0 } {
        return none();
    }
    let (mut parts, mut i) = ([one(all[0]); N], 1);
    while i < N {
        parts[i] = one(all[i]);
        i += 1;
    }
    parts
}

/// One of the parts of each, to change.
#[inline]
pub fn pick_mut<'t, P, B: ?Sized, const N: usize>(
    all: &'t mut [P; N],
    one: fn(&'t mut P) -> &'t mut B,
) -> [&'t mut B; N] {
    let mut all = all.iter_mut();
    std::array::from_fn(|_| one(all.next().unwrap_or_else(|| unreachable!("one for each part"))))
}
