//! Bodies of branches and loops: graphs of their own, whose inputs are what their text names.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use rustc_hash::FxHashMap as HashMap;

use super::state::{Binding, Either, Form, Lowerer, Variable};
use crate::ir::{Fact, Known, Node, Op, Region, Size, Ty, Value, shapeless};

/// Variables that the text of regions names.
pub(super) struct Captured {
    variables: Vec<(Ident, Variable)>,
    /// The leaves of the variables, in order: the arguments.
    pub args: Vec<Value>,
    /// Whether a leaf is another value in each round of a loop, and whether its shape is.
    pub carried: Vec<bool>,
    pub loose: Vec<bool>,
    /// Whether one value outside is one inside: two variables, and what is read of it.
    pub shared: bool,
}

/// A region as lowered, and what its text left in the variables that it names.
pub(super) struct Lowered {
    pub region: Region,
    /// The bindings of each captured variable, before and after.
    variables: Vec<(Binding, Binding)>,
    pub value: Binding,
    /// The number of the region.
    number: u32,
}

impl Lowerer<'_> {
    /// The variables that `text` names.
    pub(super) fn captured(&mut self, text: &TokenStream) -> Captured {
        let mut variables = Vec::new();
        for name in self.names_in(text) {
            let Some(mut variable) = self.found(&name).cloned() else { continue };
            if !variable.mutable
                && let Binding::Other(v) = variable.binding
                && let Some(paths) = super::fields::named(text, &name)
            {
                variable.binding = self.fields_of(v, paths, name.span());
            }
            variables.push((name, variable));
        }
        Captured::new(variables)
    }

    /// Lowers a region over `captured`: `body` with a graph of its own.
    pub(super) fn region(&mut self, captured: &Captured, body: impl FnOnce(&mut Self) -> Binding) -> Lowered {
        let roots =
            if captured.shared { captured.args.iter().map(|&v| self.root(v)).collect() } else { vec![] };
        let outer = std::mem::take(self.graph);
        let number = self.roots.fresh();
        let number = std::mem::replace(&mut self.roots.region, number);
        let types: Vec<(Ty, Option<String>, Span)> = captured
            .args
            .iter()
            .zip(&captured.loose)
            .map(|(&v, loose)| (outer.node(v), loose))
            .map(|(node, &loose)| {
                (if loose { shapeless(&node.ty) } else { node.ty.clone() }, node.name.clone(), node.span)
            })
            .collect();
        let fixed = || captured.args.iter().zip(&captured.carried);
        let known: Vec<Option<Known>> =
            fixed().map(|(&v, carried)| outer.known(v).filter(|_| !carried)).collect();
        let said: Vec<Option<&'static str>> =
            fixed().map(|(&v, carried)| outer.host_type(v).filter(|_| !carried)).collect();
        // What was made outside is not there inside.
        let caches = (
            std::mem::take(&mut self.dim_values),
            std::mem::take(&mut self.shapes_of),
            std::mem::take(&mut self.items),
            std::mem::take(&mut self.as_tensors),
            std::mem::take(&mut self.fields),
        );
        let dims: HashMap<_, _> = self.dims.keys().map(|name| (name.clone(), None)).collect();
        let dims = std::mem::replace(&mut self.dims, dims);
        let mut inputs: Vec<Value> = Vec::new();
        for (n, (ty, name, span)) in types.into_iter().enumerate() {
            inputs.push(self.graph.push(Node { name, ..Node::new(Op::Input(n as u32), vec![], ty, span) }));
        }
        self.same_roots(&inputs, roots);
        // What expansion knows of a host value, it knows of the copy.
        for ((input, known), ty) in inputs.iter_mut().zip(known).zip(said) {
            if known.is_some() || ty.is_some() {
                let span = self.graph.node(*input).span;
                *input = self.size_node(Size::Arg(0, Fact { known, ty }), vec![*input], span);
            }
        }
        if captured.shared {
            for n in 0..inputs.len() {
                let first = captured.args.iter().position(|v| *v == captured.args[n]);
                inputs[n] = inputs[first.unwrap_or(n)];
            }
        }
        let mut inputs = inputs.into_iter();
        self.scopes.push(HashMap::default());
        let mut before = Vec::new();
        for (name, variable) in &captured.variables {
            let binding = rebound(&variable.binding, &mut inputs);
            before.push(binding.clone());
            self.insert(self.key(name), Variable { binding, ..variable.clone() });
        }
        self.depth += 1;
        let value = self.scoped(body);
        self.depth -= 1;
        let scope = self.scopes.pop().unwrap_or_default();
        let after = captured.variables.iter().map(|(name, v)| match scope.get(&self.key(name)) {
            Some(variable) => variable.binding.clone(),
            None => v.binding.clone(),
        });
        let variables: Vec<_> = before.into_iter().zip(after).collect();
        (self.dim_values, self.shapes_of, self.items, self.as_tensors, self.fields) = caches;
        self.dims = dims;
        let graph = std::mem::replace(self.graph, outer);
        let number = std::mem::replace(&mut self.roots.region, number);
        Lowered { region: Region { graph, diverges: false }, variables, value, number }
    }

    /// Runs `f` in the graph of a region that is lowered already.
    pub(super) fn within<R>(&mut self, region: &mut Lowered, f: impl FnOnce(&mut Self) -> R) -> R {
        std::mem::swap(self.graph, &mut region.region.graph);
        std::mem::swap(&mut self.roots.region, &mut region.number);
        let caches = (
            std::mem::take(&mut self.shapes_of),
            std::mem::take(&mut self.as_tensors),
            std::mem::take(&mut self.fields),
        );
        let r = f(self);
        (self.shapes_of, self.as_tensors, self.fields) = caches;
        std::mem::swap(&mut self.roots.region, &mut region.number);
        std::mem::swap(self.graph, &mut region.region.graph);
        r
    }
}

impl Captured {
    fn new(variables: Vec<(Ident, Variable)>) -> Self {
        let mut args = Vec::new();
        for (_, variable) in &variables {
            leaves(&variable.binding, &mut args);
        }
        let no = vec![false; args.len()];
        Self { variables, args, carried: no.clone(), loose: no, shared: false }
    }

    pub(super) fn without(mut self, hidden: impl Fn(&Ident) -> bool) -> Self {
        self.variables.retain(|(name, _)| !hidden(name));
        Self::new(self.variables)
    }

    /// These variables, the `first` ones in front.
    pub(super) fn ordered(&self, first: &[usize]) -> Self {
        let others = (0..self.variables.len()).filter(|i| !first.contains(i));
        Self::new(first.iter().copied().chain(others).map(|i| self.variables[i].clone()).collect())
    }

    /// One more, under a name that no text has.
    pub(super) fn push(&mut self, name: Ident, binding: Binding, ty: Option<Rc<syn::Type>>) {
        self.variables.push((name, Variable { ty, ..Variable::new(binding, false) }));
        *self = Self::new(std::mem::take(&mut self.variables));
    }

    pub(super) fn len(&self) -> usize {
        self.variables.len()
    }

    pub(super) fn variable(&self, i: usize) -> (&Ident, &Binding) {
        (&self.variables[i].0, &self.variables[i].1.binding)
    }

    /// The names of the variables that some of the regions change.
    pub(super) fn changed<'a>(
        &'a self,
        regions: &'a [Lowered],
    ) -> impl Iterator<Item = (usize, &'a Ident)> + 'a {
        let differs = |i: usize| {
            regions.iter().any(|r| {
                let (before, after) = &r.variables[i];
                !same(before, after)
            })
        };
        self.variables.iter().enumerate().filter(move |(i, _)| differs(*i)).map(|(i, (name, _))| (i, name))
    }
}

impl Lowered {
    /// The binding of captured variable `i` at the start.
    pub(super) fn before(&self, i: usize) -> Binding {
        self.variables[i].0.clone()
    }

    /// The type of input `k` at the start of a round.
    pub(super) fn ty_before(&self, k: usize) -> Ty {
        self.region.input(k).map_or(Ty::Host, |v| self.region.graph.node(v).ty.clone())
    }

    pub(super) fn set_after(&mut self, i: usize, binding: Binding) {
        self.variables[i].1 = binding;
    }

    /// The binding of captured variable `i` at the end.
    pub(super) fn after(&self, i: usize) -> Binding {
        self.variables[i].1.clone()
    }
}

/// The values in a binding, in order.
pub(super) fn leaves(binding: &Binding, out: &mut Vec<Value>) {
    fn form(f: &Form, out: &mut Vec<Value>) {
        match f {
            Form::Tensor(v) => out.push(*v),
            Form::Group(_, parts) => parts.iter().for_each(|p| form(p, out)),
        }
    }
    match binding {
        Binding::Tensor(v) | Binding::Host(v) | Binding::Other(v) => out.push(*v),
        Binding::Group(_, parts) => parts.iter().for_each(|p| leaves(p, out)),
        Binding::Slice(f) => form(f, out),
        Binding::Fields(fields) => out.extend(fields.iter().map(|(_, v)| *v)),
        Binding::Either(either) => either.names.iter().for_each(|(_, b)| leaves(b, out)),
        Binding::Dim(_) | Binding::Unset | Binding::Unit | Binding::Poison => {}
    }
}

/// The binding with other values.
pub(super) fn rebound(binding: &Binding, values: &mut impl Iterator<Item = Value>) -> Binding {
    fn form(f: &Form, values: &mut dyn Iterator<Item = Value>) -> Form {
        match f {
            Form::Tensor(_) => Form::Tensor(values.next().expect("one value a leaf")),
            Form::Group(pack, parts) => Form::Group(*pack, parts.iter().map(|p| form(p, values)).collect()),
        }
    }
    fn each(binding: &Binding, values: &mut dyn Iterator<Item = Value>) -> Binding {
        let mut next = || values.next().expect("one value a leaf");
        match binding {
            Binding::Tensor(_) => Binding::Tensor(next()),
            Binding::Host(_) => Binding::Host(next()),
            Binding::Other(_) => Binding::Other(next()),
            Binding::Group(pack, parts) => {
                Binding::Group(*pack, parts.iter().map(|p| each(p, values)).collect())
            }
            Binding::Slice(f) => Binding::Slice(form(f, values)),
            Binding::Fields(fields) => {
                let each = fields.iter().map(|(path, _)| (path.clone(), next()));
                Binding::Fields(each.collect())
            }
            Binding::Either(either) => {
                let names = either.names.iter().map(|(n, b)| (n.clone(), each(b, values))).collect();
                Binding::Either(Rc::new(Either { names, ..(**either).clone() }))
            }
            other => other.clone(),
        }
    }
    each(binding, values)
}

/// Whether two bindings are the same values.
fn same(a: &Binding, b: &Binding) -> bool {
    let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
    leaves(a, &mut of_a);
    leaves(b, &mut of_b);
    of_a == of_b && super::branch::alike(a, b)
}
