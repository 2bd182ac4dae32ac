//! Whole functions: what `main` has in any case, and the functions and methods that it calls.

use super::super::{Dim, Random};
use super::place::Place;
use super::{Amount, Count, Effect, Flow, Func, Node, Of, Test, bound};

/// The kind of a helper: a method or not, of what, whether it gives a state, whether it calls itself.
#[derive(Clone, Copy)]
struct Kind {
    of: Option<Of>,
    method: bool,
    state: bool,
    recursive: bool,
}

const fn kind(of: Option<Of>, method: bool, state: bool, recursive: bool) -> Kind {
    Kind { of, method, state, recursive }
}

const KINDS: [Kind; 10] = [
    kind(Some(Of::Layer), true, false, false),
    kind(Some(Of::State), false, true, false),
    kind(None, false, false, true),
    kind(Some(Of::Model), true, false, false),
    kind(Some(Of::State), true, true, false),
    kind(Some(Of::Layer), true, false, true),
    kind(None, false, false, false),
    kind(None, false, true, false),
    kind(Some(Of::Layer), false, false, false),
    kind(Some(Of::State), true, false, false),
];

pub(super) fn program(random: &mut Random, number: usize) -> Flow {
    let checkpoints = number % 2 == 1;
    let mut helpers: Vec<Func> = Vec::new();
    // Eight programs have each kind.
    for at in [number, number + KINDS.len() / 2] {
        let helper = helper(random, &helpers, KINDS[at % KINDS.len()]);
        helpers.push(helper);
    }
    let main = main(random, &helpers, number, checkpoints);
    Flow { number, main, helpers, scale: random.within(-1.5, 1.5), checkpoints }
}

fn main(random: &mut Random, helpers: &[Func], number: usize, checkpoints: bool) -> Func {
    let (b, i) = (Dim::new(3, "B"), Dim::new(4, "I"));
    let shapes = [vec![b.clone(), i.clone()], vec![i.clone()], vec![i.clone(), i], vec![b]];
    let mut func = Func { tensors: 2 + random.below(2), ..Func::default() };
    for k in 0..func.tensors {
        let dims = if k == 0 { shapes[0].clone() } else { random.pick(&shapes).clone() };
        func.add(bound(dims), &format!("x{k}"));
    }
    func.owner = Some(func.owner(Of::Model, "m", false));
    func.params = func.vars.len();
    let a = func.tensors;
    let mut place = Place::start(random, &mut func, helpers, 22);
    (place.is_main, place.checkpoints) = (true, checkpoints);
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let like = place.visible[place.random.below(2)];
        let start = place.bounded(like, &mut nodes);
        place.func.mutable[start] = true;
    }
    // Every helper is called: what takes a layer, where there is one.
    let of_layer = |h: &usize| helpers[*h].owner.as_ref().is_some_and(|o| o.of == Of::Layer);
    let (inner, others): (Vec<usize>, Vec<usize>) = (0..helpers.len()).partition(of_layer);
    place.number(&mut nodes);
    let reached = place.every_layer(a, &mut nodes, |place, body| {
        for &helper in &inner {
            place.call_to(helper, body);
        }
    });
    place.gives = vec![reached];
    let items = number % 3;
    place.items(items, &mut nodes);
    // A list or an early return in any case.
    let list = if number.is_multiple_of(2) {
        Some(place.list(&mut nodes))
    } else {
        place.early(&mut nodes);
        None
    };
    let states = helpers.iter().any(|h| h.owner.as_ref().is_some_and(|o| o.of == Of::State));
    let state = if states { place.new_state(&mut nodes) } else { None };
    let option = (number % 2 == 1).then(|| place.option(&mut nodes));
    // One loop at least.
    place.rounds_with(&mut nodes, |place, body| {
        if let Some(option) = option {
            place.carried(option, body);
        }
        if let Some(t) = state {
            body.push(Node::Effect(Effect::Add(t, Amount::Literal(0.125))));
        }
        if number.is_multiple_of(4) {
            place.hiding(body);
        }
        for &helper in &others {
            place.call_to(helper, body);
        }
        if let Some(list) = list {
            place.push_to(list, body);
            place.put_in(list, body);
        }
    });
    if let Some(list) = list {
        place.gather(list, &mut nodes);
    }
    if let Some(option) = option {
        place.held_of(option, &mut nodes);
    }
    place.hiding(&mut nodes);
    let results = place.results();
    (func.nodes, func.results) = (nodes, results);
    func
}

/// A function of some tensors, perhaps a struct, and a number `k`.
fn helper(random: &mut Random, helpers: &[Func], kind: Kind) -> Func {
    let shapes = Of::State.dims();
    let mut func = Func { method: kind.method, makes_state: kind.state, ..Func::default() };
    // A state is made of one, or of tensors like its fields.
    let both = kind.state && kind.of != Some(Of::State);
    let tensors = if both { 2 } else { random.below(2) + usize::from(kind.of.is_none() || kind.recursive) };
    for k in 0..tensors {
        let dims = if both { shapes[k].clone() } else { random.pick(&shapes).clone() };
        func.add(bound(dims), &format!("p{k}"));
    }
    func.tensors = tensors;
    func.owner = kind.of.map(|of| {
        let text = if kind.method { "self" } else { ["m", "l", "st"][of as usize] };
        func.owner(of, text, false)
    });
    func.params = func.vars.len();
    let like = |dims| (0..func.params).find(|&v| func.vars[v].dims == dims);
    let gives: Vec<usize> = if kind.state {
        shapes.into_iter().filter_map(like).collect()
    } else {
        (0..=random.below(2)).map(|_| random.below(func.params)).collect()
    };
    let own = helpers.len();
    let mut place = Place::start(random, &mut func, helpers, if kind.recursive { 6 } else { 12 });
    place.gives.clone_from(&gives);
    let mut nodes = Vec::new();
    if kind.state {
        let own = place.func.owner.as_ref().and_then(|o| o.t);
        let number = own.unwrap_or_else(|| place.number(&mut nodes));
        place.func.t = Some(Amount::Number(number));
    }
    if kind.recursive {
        let end = place.returned(Test::Is(Count::N, 0));
        nodes.push(end);
    }
    let h = place.bounded(0, &mut nodes);
    place.func.mutable[h] = true;
    let items = 1 + place.random.below(2);
    place.items(items, &mut nodes);
    let again = if kind.recursive { place.again(own, &gives, &mut nodes) } else { Vec::new() };
    let mut results = Vec::new();
    for like in gives {
        let mut last = place.bounded(like, &mut nodes);
        for p in (0..place.func.params).chain(again.iter().copied()) {
            last = place.mixed(last, p, &mut nodes);
        }
        results.push(last);
    }
    (func.nodes, func.results) = (nodes, results);
    func
}

impl Place<'_> {
    /// The function that is being written calls itself, one less deep.
    fn again(&mut self, own: usize, gives: &[usize], nodes: &mut Vec<Node>) -> Vec<usize> {
        let args = (0..self.func.tensors).map(|p| self.bounded(p, nodes)).collect();
        let owner = self.func.owner.clone();
        let defs = self.defs(gives);
        nodes.push(Node::Call {
            helper: own,
            args,
            owner,
            count: Count::Less,
            defs: defs.clone(),
            state: None,
            assigned: false,
            checkpoint: false,
        });
        defs
    }
}
