//! A program with control flow, run over names: the straight-line program that computes the same.

use super::flow::{Act, Amount, At, Block, Count, Effect, Flow, Func, Gather, Node, Over, Test, layer_dims};
use super::{Program, Reuse, Stmt};

/// The lengths that loops run over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instance {
    pub n: usize,
    pub layers: usize,
}

impl Instance {
    /// None of a test has more rounds.
    pub(crate) const LONGEST: Self = Self { n: 4, layers: 3 };
}

impl Flow {
    /// The statements that this instance runs, one after the other.
    pub(crate) fn unrolled(&self, instance: Instance) -> Program {
        let mut run = Run { flow: self, out: self.inputs(instance.layers), instance };
        let mut frame = Frame::new(&self.main, (0..self.main.params).collect(), instance.n);
        run.out.loss = run.results(&mut frame).0;
        run.out
    }
}

/// Variables of the straight-line program by variables of a function.
struct Frame<'a> {
    func: &'a Func,
    now: Vec<Option<usize>>,
    n: usize,
    rounds: Vec<usize>,
    lists: Vec<Vec<usize>>,
    /// The variant, and what it may hold.
    acts: Vec<(usize, usize)>,
    numbers: Vec<f64>,
    tallies: Vec<Vec<f64>>,
    options: Vec<Option<usize>>,
}

impl<'a> Frame<'a> {
    fn new(func: &'a Func, args: Vec<usize>, n: usize) -> Self {
        let mut now = vec![None; func.vars.len()];
        args.into_iter().enumerate().for_each(|(p, a)| now[p] = Some(a));
        Self {
            func,
            now,
            n,
            rounds: Vec::new(),
            lists: vec![Vec::new(); func.lists],
            acts: vec![(0, 0); func.acts],
            numbers: vec![f64::NAN; func.numbers.len()],
            tallies: vec![Vec::new(); func.tallies],
            options: vec![None; func.options],
        }
    }
    fn get(&self, v: usize) -> usize {
        self.now[v].expect("what is in scope has been made")
    }
    fn count(&self, count: Count) -> usize {
        match count {
            Count::N => self.n,
            Count::Less => self.n - 1,
            Count::Round(depth) => self.rounds[depth],
            Count::Literal(k) => k,
        }
    }
    fn amount(&self, amount: Amount) -> f64 {
        match amount {
            Amount::Literal(x) => x,
            Amount::Count(count) => self.count(count) as f64 * 0.1,
            Amount::Number(number) => self.numbers[number],
        }
    }
    fn change(&mut self, effect: Effect) {
        match effect {
            Effect::Add(number, amount) => self.numbers[number] += self.amount(amount),
            Effect::Times(number, by) => self.numbers[number] *= by,
            Effect::Push(tally, amount) => {
                let amount = self.amount(amount);
                self.tallies[tally].push(amount);
            }
        }
    }
    /// A text with the numbers that are read in it, the other way round than they are made: `@12` before `@1`.
    fn read(&self, text: &str) -> String {
        let numbers = self.numbers.iter().enumerate().rev();
        let text = numbers.fold(text.to_owned(), |t, (k, x)| t.replace(&format!("@{k}"), &format!("{x:?}")));
        let tallies = self.tallies.iter().enumerate().rev();
        tallies.fold(text, |t, (k, xs)| t.replace(&format!("#{k}"), &format!("{:?}", xs.iter().sum::<f64>())))
    }
}

struct Run<'a> {
    flow: &'a Flow,
    out: Program,
    instance: Instance,
}

enum Goes {
    On,
    /// Out of the loop with this label, or the innermost.
    Break(Option<usize>),
    Continue(Option<usize>),
    /// A return with these results.
    Return(Vec<usize>),
}

impl Run<'_> {
    fn test(&self, test: Test, frame: &Frame<'_>) -> bool {
        match test {
            Test::Even(count) => frame.count(count).is_multiple_of(2),
            Test::Is(count, k) => frame.count(count) == k,
            Test::More(count, k) => frame.count(count) > k,
            Test::Positive => self.flow.scale > 0.0,
            Test::Above(number, than) => frame.numbers[number] > than,
        }
    }

    /// A statement, whose results have the dims that the function says.
    fn stmt(&mut self, stmt: &Stmt, frame: &Frame<'_>) -> Vec<usize> {
        let args = stmt.args.iter().map(|&a| frame.get(a)).collect();
        let first = self.out.vars.len();
        self.out.vars.extend(stmt.defs.iter().map(|&d| frame.func.vars[d].clone()));
        let defs: Vec<usize> = (first..self.out.vars.len()).collect();
        let dsl = stmt.dsl.replace("m.gain", "0.5").replace("self.gain", "0.5").replace("slope", "0.25");
        let (dsl, eager) = (frame.read(&dsl), frame.read(&stmt.eager));
        self.out.stmts.push(Stmt { args, defs: defs.clone(), dsl, eager, ..stmt.clone() });
        defs
    }

    /// The values behind a block.
    fn block(&mut self, block: &Block, frame: &mut Frame<'_>) -> (Goes, Vec<usize>) {
        let goes = self.nodes(&block.nodes, frame);
        let tail = match goes {
            Goes::On => block.tail.iter().map(|&v| frame.get(v)).collect(),
            _ => Vec::new(),
        };
        (goes, tail)
    }

    /// The results of a function, and the number of the struct if it gives one.
    fn results(&mut self, frame: &mut Frame<'_>) -> (Vec<usize>, f64) {
        let func = frame.func;
        let results = match self.nodes(&func.nodes, frame) {
            Goes::Return(results) => results,
            _ => func.results.iter().map(|&r| frame.get(r)).collect(),
        };
        (results, func.t.map_or(f64::NAN, |t| frame.amount(t)))
    }

    fn nodes(&mut self, nodes: &[Node], frame: &mut Frame<'_>) -> Goes {
        for node in nodes {
            let goes = self.node(node, frame);
            if !matches!(goes, Goes::On) {
                return goes;
            }
        }
        Goes::On
    }

    fn node(&mut self, node: &Node, frame: &mut Frame<'_>) -> Goes {
        match node {
            Node::Let(stmt) => {
                let defs = self.stmt(stmt, frame);
                stmt.defs.iter().zip(defs).for_each(|(&d, now)| frame.now[d] = Some(now));
            }
            Node::Set { to, stmt, compound } => {
                // What is written is `to op= value`, what it means is in the eager text; for straight lines both are one.
                let mut stmt = stmt.clone();
                if let Some(op) = compound {
                    stmt.dsl = format!("{{0}} {} {}", &op[..1], stmt.dsl);
                }
                frame.now[*to] = Some(self.stmt(&stmt, frame)[0]);
            }
            Node::If { tests, arms, defs } => {
                let taken = tests.iter().position(|&t| self.test(t, frame)).unwrap_or(tests.len());
                return arms.get(taken).map_or(Goes::On, |arm| self.arm(arm, defs, frame));
            }
            Node::Match { on, arms, defs } => {
                let taken = frame.count(on.0).min(arms.len() - 1);
                return self.arm(&arms[taken], defs, frame);
            }
            Node::Variants { on, bound, arms, defs, short, guard } => {
                let (variant, held) = self.variant(on, frame);
                for &b in bound {
                    frame.now[b] = Some(held);
                }
                let arm = match *guard {
                    _ if *short => variant.min(1),
                    Some(guard) if variant == 0 => usize::from(!self.test(guard, frame)),
                    Some(_) => variant + 1,
                    None => variant,
                };
                return self.arm(&arms[arm], defs, frame);
            }
            Node::For { over, body, label, .. } => return self.rounds(*over, body, *label, frame),
            Node::Exit { test, before, how, to } => {
                if self.test(*test, frame) {
                    self.nodes(before, frame);
                    return if *how == "break" { Goes::Break(*to) } else { Goes::Continue(*to) };
                }
            }
            Node::Return { test, before, results } => {
                if self.test(*test, frame) {
                    self.nodes(before, frame);
                    return Goes::Return(results.iter().map(|&r| frame.get(r)).collect());
                }
            }
            Node::Held { option, bound, guard, arms, defs } => {
                let held = frame.options[*option];
                frame.now[*bound] = held.or(frame.now[*bound]);
                let taken = held.is_some() && guard.is_none_or(|guard| self.test(guard, frame));
                return self.arm(&arms[usize::from(!taken)], defs, frame);
            }
            Node::Option { option } => frame.options[*option] = None,
            Node::Hold { option, from } => frame.options[*option] = Some(frame.get(*from)),
            Node::Number { number, first } => frame.numbers[*number] = *first,
            Node::Tally { tally } => frame.tallies[*tally].clear(),
            Node::Effect(effect) => frame.change(*effect),
            Node::Call { helper, args, owner, count, defs, state, .. } => {
                let func = &self.flow.helpers[*helper];
                let fields = owner.iter().flat_map(|o| o.fields);
                let given = args.iter().copied().chain(fields).map(|a| frame.get(a)).collect();
                let mut inner = Frame::new(func, given, frame.count(*count));
                if let (Some(to), Some(from)) =
                    (func.owner.as_ref().and_then(|o| o.t), owner.as_ref().and_then(|o| o.t))
                {
                    inner.numbers[to] = frame.numbers[from];
                }
                let (results, t) = self.results(&mut inner);
                if let Some((_, number)) = state {
                    frame.numbers[*number] = t;
                }
                defs.iter().zip(results).for_each(|(&d, r)| frame.now[d] = Some(r));
            }
            Node::Block { block, def, .. } => return self.arm(block, def.as_slice(), frame),
            Node::State { fields, from, t: (t, amount), .. } => {
                frame.numbers[*t] = frame.amount(*amount);
                let from = from.map(|f| frame.get(f));
                fields.iter().zip(from).for_each(|(&f, now)| frame.now[f] = Some(now));
            }
            Node::Act { id, test, arms } => {
                let (variant, held) = arms[usize::from(!self.test(*test, frame))];
                frame.acts[*id] = (variant, frame.get(held));
            }
            Node::List { .. } | Node::Push { .. } | Node::Put { .. } | Node::Gather { .. } => {
                self.list(node, frame);
            }
        }
        Goes::On
    }

    /// A statement about a list.
    fn list(&mut self, node: &Node, frame: &mut Frame<'_>) {
        match node {
            Node::List { list, first, .. } => frame.lists[*list] = vec![frame.get(*first)],
            Node::Push { list, stmt } => {
                let entry = self.stmt(stmt, frame)[0];
                frame.lists[*list].push(entry);
            }
            Node::Put { list, at, from, how, def } => {
                let entries = &frame.lists[*list];
                let at = match at {
                    At::First => 0,
                    At::Last => entries.len() - 1,
                    At::Count(count) => frame.count(*count) % entries.len(),
                };
                let made = put(entries[at], how, frame.get(*from));
                frame.lists[*list][at] = self.made(made, *def, frame);
            }
            Node::Gather { list, how, arg, def } => {
                let made = gathered(&frame.lists[*list], how, frame.get(*arg));
                frame.now[*def] = Some(self.made(made, *def, frame));
            }
            _ => unreachable!("it is of no list"),
        }
    }

    /// A new variable, made of entries by `stmt`.
    fn made(&mut self, stmt: Stmt, def: usize, frame: &Frame<'_>) -> usize {
        let new = self.out.vars.len();
        self.out.vars.push(frame.func.vars[def].clone());
        self.out.stmts.push(Stmt { defs: vec![new], ..stmt });
        new
    }

    fn arm(&mut self, arm: &Block, defs: &[usize], frame: &mut Frame<'_>) -> Goes {
        let (goes, tail) = self.block(arm, frame);
        defs.iter().zip(tail).for_each(|(&d, now)| frame.now[d] = Some(now));
        goes
    }

    /// The number of the variant, and the variable in it, if the variant holds any.
    fn variant(&self, on: &Act, frame: &Frame<'_>) -> (usize, usize) {
        match on {
            Act::Local(id) => frame.acts[*id],
            Act::Layer(_, w) => {
                let layers = 0..self.instance.layers;
                let at = layers.clone().find(|&at| self.layer(at) == frame.get(*w));
                let at = at.expect("the fields of layers are parameters");
                (at % 3, self.layer(at) + 2)
            }
        }
    }

    /// The first variable of a layer.
    fn layer(&self, at: usize) -> usize {
        self.flow.main.params + (0..at).map(|l| layer_dims(l).len()).sum::<usize>()
    }

    fn rounds(&mut self, over: Over, body: &[Node], label: Option<usize>, frame: &mut Frame<'_>) -> Goes {
        let n = frame.n;
        let entries = |list: usize| frame.lists[list].clone();
        // The numbers of the rounds, or what stands for an entry.
        let mut rounds: Vec<usize> = match over {
            Over::Up | Over::Down => (0..n).collect(),
            Over::UpFromOne | Over::While => (1..=n).collect(),
            Over::Fixed(k) => (0..k).collect(),
            Over::Layers(_) | Over::Numbered(_) => (0..self.instance.layers).collect(),
            Over::Entries(list, _) | Over::Backwards(list, _) | Over::Counted(list, _) => entries(list),
        };
        if matches!(over, Over::Down | Over::Backwards(..)) {
            rounds.reverse();
        }
        for (number, round) in rounds.into_iter().enumerate() {
            match over {
                Over::Layers([w, u]) | Over::Numbered([w, u]) => {
                    let first = self.layer(round);
                    (frame.now[w], frame.now[u]) = (Some(first), Some(first + 1));
                }
                Over::Entries(_, item) | Over::Backwards(_, item) | Over::Counted(_, item) => {
                    frame.now[item] = Some(round);
                }
                _ => {}
            }
            if over.numbered() {
                frame.rounds.push(if matches!(over, Over::Counted(..)) { number } else { round });
            }
            let goes = self.nodes(body, frame);
            if over.numbered() {
                frame.rounds.pop();
            }
            match goes {
                Goes::Break(to) if to.is_none() || to == label => break,
                Goes::Continue(to) if to.is_none() || to == label => {}
                Goes::On => {}
                further => return further,
            }
        }
        Goes::On
    }
}

/// The statement that changes an entry.
fn put(old: usize, how: &Gather, from: usize) -> Stmt {
    let dsl = match how.0.strip_prefix("= ") {
        Some(value) => value.to_owned(),
        None => format!("{{0}} {}", how.0.replacen("= ", " ", 1)),
    };
    let eager = how.1.to_owned();
    Stmt { defs: Vec::new(), pattern: "{}", dsl, eager, args: vec![old, from], reuse: Reuse::Never }
}

/// A list with its entries in its place.
fn gathered(list: &[usize], how: &Gather, arg: usize) -> Stmt {
    let args: Vec<usize> = [arg].into_iter().chain(list.iter().copied()).collect();
    let all: Vec<String> = (1..args.len()).map(|k| format!("&{{{k}}}")).collect();
    let all = all.join(", ");
    let of = |text: &str| {
        let text = text.replace("hs[hs.len() - 1]", &format!("{{{}}}", list.len()));
        let text = text.replace("hs[hs.len() / 2]", &format!("{{{}}}", 1 + list.len() / 2));
        let text = text.replace("hs[0]", "{1}").replace("hs.len()", &format!("{}.0", list.len()));
        text.replace("&hs", &format!("&[{all}]")).replace("&[hs]", &format!("&[{all}]"))
    };
    let eager = of(how.1).replace("ops::", "cotangent::ops::");
    Stmt { defs: Vec::new(), pattern: "{}", dsl: of(how.0), eager, args, reuse: Reuse::Never }
}
