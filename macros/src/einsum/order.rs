//! The order of the products of several operands, where no length is known: by the numbers of axes that they run over.

/// The most operands whose orders are all compared.
const MOST: usize = 10;

/// The most axes of a tensor.
const AXES: usize = 8;

/// Products of two.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    Operand(usize),
    Product(Box<[Tree; 2]>),
}

impl Tree {
    fn product(a: Self, b: Self) -> Self {
        Self::Product(Box::new([a, b]))
    }

    /// One operand after the other.
    fn from_left(count: usize) -> Self {
        (1..count).fold(Self::Operand(0), |all, next| Self::product(all, Self::Operand(next)))
    }

    /// The operands in it.
    pub(super) fn operands(&self) -> Vec<usize> {
        match self {
            Self::Operand(i) => vec![*i],
            Self::Product(both) => both.iter().flat_map(Self::operands).collect(),
        }
    }
}

/// How many products are of too many axes, then how many run over the most axes, and so on down.
type Cost = [u16; DEGREES];

const DEGREES: usize = Set::BITS as usize + 2;

/// Labels, a bit for each.
type Set = u128;

/// A subset of the operands.
#[derive(Clone)]
struct Part {
    tree: Tree,
    cost: Cost,
    /// The axes of its product.
    axes: Set,
}

/// The order of least work: the fewest products over the most axes. Of equal ones the first in the order of the text. Labels are
/// small numbers, but for that of an ellipsis, which counts as one axis.
pub(super) fn order(ins: &[Vec<usize>], out: &[usize]) -> Tree {
    if ins.len() > MOST {
        return Tree::from_left(ins.len());
    }
    let set =
        |labels: &[usize]| labels.iter().fold(0, |set: Set, &l| set | 1 << l.min(Set::BITS as usize - 1));
    let (ins, out): (Vec<Set>, Set) = (ins.iter().map(|labels| set(labels)).collect(), set(out));
    let all = (1usize << ins.len()) - 1;
    let within = |part: usize| (0..ins.len()).filter(move |i| part >> i & 1 == 1);
    let union = |part: usize| within(part).fold(0, |set: Set, i| set | ins[i]);
    let mut parts: Vec<Option<Part>> = vec![None];
    for part in 1..=all {
        let axes = union(part) & (union(all & !part) | out);
        let last = usize::BITS as usize - 1 - part.leading_zeros() as usize;
        let rest = part & !(1 << last);
        if rest == 0 {
            parts.push(Some(Part { tree: Tree::Operand(last), cost: [0; DEGREES], axes }));
            continue;
        }
        let (mut best, mut left) = (None::<Part>, rest);
        while left != 0 {
            if let (Some(a), Some(b)) = (&parts[left], &parts[part & !left]) {
                let over = (a.axes | b.axes).count_ones() as usize;
                let mut cost: Cost = std::array::from_fn(|i| a.cost[i] + b.cost[i]);
                cost[DEGREES - 1 - over] += 1;
                cost[0] += u16::from(part != all && axes.count_ones() as usize > AXES);
                if best.as_ref().is_none_or(|best| cost < best.cost) {
                    best = Some(Part { tree: Tree::product(a.tree.clone(), b.tree.clone()), cost, axes });
                }
            }
            left = (left - 1) & rest;
        }
        parts.push(best);
    }
    parts.pop().flatten().map_or_else(|| Tree::from_left(ins.len()), |whole| whole.tree)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(tree: &Tree) -> String {
        match tree {
            Tree::Operand(i) => i.to_string(),
            Tree::Product(both) => format!("({} {})", written(&both[0]), written(&both[1])),
        }
    }

    /// `ij,jk->ik`, and the order as it is written with parentheses.
    #[track_caller]
    fn check(text: &str, want: &str) {
        let (ins, out) = text.split_once("->").unwrap();
        let labels = |term: &str| term.bytes().map(|b| usize::from(b - b'a')).collect::<Vec<_>>();
        let ins: Vec<_> = ins.split(',').map(labels).collect();
        assert_eq!(written(&order(&ins, &labels(out))), want, "{text}");
    }

    #[test]
    fn the_fewest_products_over_the_most_axes() {
        check("ij->ij", "0");
        check("ij,jk->ik", "(0 1)");
        check("ij,jk,kl->il", "((0 1) 2)");
        // The vector last: from the right two products are over two axes, from the left one is over three.
        check("ij,jk,k->i", "(0 (1 2))");
        check("i,j,jk->ik", "(0 (1 2))");
        check("bi,oij,bj->bo", "((0 1) 2)");
        check("ij,jk,kl,l->i", "(0 (1 (2 3)))");
    }

    #[test]
    fn products_of_too_many_axes_come_last() {
        check("abcd,abcdefgz,efgij->zij", "((0 1) 2)");
        check("abcde,fghij,abcdefghij->", "(1 (0 2))");
    }

    #[test]
    fn many_operands_go_from_the_left() {
        let ins = vec![vec![0]; 11];
        assert_eq!(order(&ins, &[0]), Tree::from_left(11));
        assert_eq!(order(&ins[..3], &[0]).operands(), [0, 1, 2]);
    }
}
