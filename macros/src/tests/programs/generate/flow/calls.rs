//! Calls of functions and methods.

use super::place::Place;
use super::{BOUND, Count, Node, Of, Owner, bound};

impl Place<'_> {
    pub(super) fn call(&mut self, nodes: &mut Vec<Node>) {
        let helper = self.random.below(self.helpers.len().max(1));
        if self.helpers.is_empty() || !self.call_to(helper, nodes) {
            self.assign(nodes);
        }
    }

    /// The variables that a call may be handed. Parts of a state go no further, wherever it was made: a call that gets
    /// them would borrow what the caller changes.
    fn handed(&self, fits: impl Fn(usize) -> bool) -> Vec<usize> {
        let of_state = |v: &usize| self.owners.iter().any(|o| o.of == Of::State && o.fields.contains(v));
        self.visible.iter().copied().filter(|v| fits(*v) && !of_state(v)).collect()
    }

    fn owner_for(&mut self, of: Of, nodes: &mut Vec<Node>) -> Option<Owner> {
        let fit = |o: &&Owner| o.of == of && (of != Of::State || o.local);
        if of == Of::State && !self.owners.iter().any(|o| fit(&o)) {
            self.new_state(nodes)?;
        }
        let fit: Vec<Owner> = self.owners.iter().filter(fit).cloned().collect();
        let from_end = self.random.below(fit.len().clamp(1, 2));
        fit.len().checked_sub(1 + from_end).map(|at| fit[at].clone())
    }

    /// A call of this one, where there is what it takes.
    pub(super) fn call_to(&mut self, helper: usize, nodes: &mut Vec<Node>) -> bool {
        let helpers = self.helpers;
        let func = &helpers[helper];
        let mut args = Vec::new();
        for p in &func.vars[..func.tensors] {
            let fit = self.handed(|v| self.func.vars[v].dims == p.dims && self.func.vars[v].most() <= BOUND);
            if fit.is_empty() {
                return false;
            }
            args.push(fit[fit.len() - 1 - self.random.below(fit.len().min(3))]);
        }
        let owner = match &func.owner {
            None => None,
            Some(owner) => match self.owner_for(owner.of, nodes) {
                None => return false,
                found => found,
            },
        };
        let count = if self.random.chance(0.4) { Count::Literal(self.random.below(3)) } else { self.count() };
        let checkpoint = self.checkpoints && self.random.chance(0.3);
        self.left = self.left.saturating_sub(2);
        let (defs, state, assigned) =
            if func.makes_state { self.state_for(owner.as_ref()) } else { self.targets(helper) };
        nodes.push(Node::Call { helper, args, owner, count, defs, state, assigned, checkpoint });
        true
    }

    /// Where the state goes that a call gives: rather to the one that it was made of.
    fn state_for(&mut self, owner: Option<&Owner>) -> (Vec<usize>, Option<(String, usize)>, bool) {
        let there = match owner {
            Some(Owner { of: Of::State, text, fields, t: Some(t), local: true }) => {
                Some((text.clone(), *fields, *t))
            }
            _ => self.states().pop(),
        };
        let there = there.filter(|_| self.random.chance(0.7));
        let assigned = there.is_some();
        let (text, fields, t) = there.unwrap_or_else(|| self.place_of_state());
        (fields.to_vec(), Some((text, t)), assigned)
    }

    /// Variables for the results: such as are there, where they fit, or new ones.
    fn targets(&mut self, helper: usize) -> (Vec<usize>, Option<(String, usize)>, bool) {
        let func = &self.helpers[helper];
        let results: Vec<_> = func.results.iter().map(|&r| func.vars[r].dims.clone()).collect();
        let mut places = Vec::new();
        for dims in &results {
            // Parts of a tuple go to whole variables only.
            let whole = |v: &usize| results.len() == 1 || !self.is_part(*v);
            let fits = |v: &usize| {
                self.func.mutable[*v] && self.func.vars[*v].dims == *dims && !places.contains(v) && whole(v)
            };
            if let Some(v) = self.visible.iter().copied().find(fits) {
                places.push(v);
            }
        }
        if places.len() == results.len() && self.random.chance(0.4) {
            return (places, None, true);
        }
        let defs: Vec<usize> = results.into_iter().map(|dims| self.func.new_var(bound(dims))).collect();
        self.visible.extend(&defs);
        (defs, None, false)
    }
}
