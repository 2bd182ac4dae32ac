//! One value without a checkpoint is two with it: inside of the block and around it. Expansion says the type of what is
//! read of such a value once. So neither inference nor an order of sums goes by the block.

use super::state::{Index, Lowerer, Read, Root};
use crate::ir::{Known, Op, Part, Ty, Value};

impl Lowerer<'_> {
    pub(super) fn root(&mut self, v: Value) -> Root {
        let at = (self.roots.region, v);
        if let Some(&root) = self.roots.of.get(&at) {
            return root;
        }
        let node = self.graph.node(v).clone();
        let root = match &node.op {
            Op::Part(part @ Part::Field(_)) => {
                let whole = self.root(node.args[0]);
                let new = self.roots.fresh();
                *self.roots.parts.entry((whole, part.clone())).or_insert(new)
            }
            Op::Part(Part::Item) => {
                let (list, at) = (self.root(node.args[0]), node.args[1]);
                let read = match self.graph.known(at) {
                    Some(Known::Int(n)) if n.as_int().is_some() => {
                        Read::Number(n.as_int().unwrap_or_default())
                    }
                    _ => Read::Item(self.root(at)),
                };
                let new = self.roots.fresh();
                *self.roots.items.entry((list, read)).or_insert(new)
            }
            // What expansion knows of an input is at a copy.
            Op::Size(size) if size.is_copy() => self.root(node.args[0]),
            _ => self.roots.fresh(),
        };
        if let Op::Make(make) = &node.op {
            for (&arg, (_, part)) in node.args.iter().zip(&make.parts) {
                let arg = self.root(arg);
                self.roots.parts.insert((root, part.clone()), arg);
            }
        }
        if let Ty::Tensor(_) = node.ty {
            self.roots.types.insert((root, Read::Tensor), node.ty);
        }
        self.roots.of.insert(at, root);
        root
    }

    /// Values of this region that are others elsewhere.
    pub(super) fn same_roots(&mut self, values: &[Value], roots: Vec<Root>) {
        let region = self.roots.region;
        self.roots.of.extend(values.iter().map(|&v| (region, v)).zip(roots));
    }

    /// The type of what is read of `v`: `ty`, if it was read nowhere yet.
    pub(super) fn read_type(&mut self, v: Value, read: Read, ty: impl FnOnce(&mut Self) -> Ty) -> Ty {
        let root = self.root(v);
        if let Some(ty) = self.roots.types.get(&(root, read.clone())) {
            return ty.clone();
        }
        let ty = ty(self);
        self.roots.types.insert((root, read), ty.clone());
        ty
    }

    pub(super) fn read_of(&mut self, index: Index) -> Read {
        match index {
            Index::Number(n) => Read::Number(n),
            Index::Host(v) => Read::Item(self.root(v)),
        }
    }
}
