//! Random programs with control flow: branches, loops, calls, fields of structs and checkpoints around the statements of
//! straight-line programs. Their host values are known when they are drawn, so that each has a straight-line program that
//! computes the same (`trace.rs`).

use super::{Dim, Form, Input, Program, Random, Stmt, Var, ops};

/// What every variable that a round may change stays within.
const BOUND: f64 = 1.5;
/// What is added to, round after round, stays within this.
const TOTAL: f64 = 12.0;

#[derive(Clone, Debug)]
pub(crate) struct Flow {
    pub main: Func,
    pub helpers: Vec<Func>,
    /// How many parameters of `main` are tensors; the next are the fields of the struct.
    pub tensors: usize,
    pub scale: f64,
    /// With checkpoints somewhere.
    pub checkpoints: bool,
}

/// Dims of the fields of a layer: a vector and a matrix.
pub(crate) fn layer_fields() -> [Vec<Dim>; 2] {
    let i = Dim::new(4, "I");
    [vec![i.clone()], vec![i.clone(), i]]
}

/// A function, whose variables are those that its text defines, once for all rounds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Func {
    pub vars: Vec<Var>,
    pub names: Vec<String>,
    pub mutable: Vec<bool>,
    /// The first variables.
    pub params: usize,
    pub nodes: Vec<Node>,
    pub results: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum Node {
    Let(Stmt),
    /// `h = ..`, where the one definition is new at every round but has the name and place of `to`.
    Set {
        to: usize,
        stmt: Stmt,
        compound: Option<&'static str>,
    },
    If {
        tests: Vec<Test>,
        arms: Vec<Block>,
        defs: Vec<usize>,
    },
    Match {
        on: On,
        arms: Vec<Block>,
        defs: Vec<usize>,
    },
    For {
        depth: usize,
        over: Over,
        body: Vec<Node>,
        checkpoint: Option<&'static str>,
    },
    Exit {
        test: Test,
        before: Vec<Node>,
        how: &'static str,
    },
    Call {
        helper: usize,
        args: Vec<usize>,
        count: Count,
        /// New variables, or those that take the results.
        defs: Vec<usize>,
        assigned: bool,
        checkpoint: bool,
    },
    Checkpoint {
        block: Block,
        def: usize,
    },
}

/// Statements and the values behind them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    pub nodes: Vec<Node>,
    pub tail: Vec<usize>,
}

/// A host number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Count {
    /// The parameter `n` of `main`, `k` of a helper.
    N,
    /// The number of the round of a loop.
    Round(usize),
    Literal(usize),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Test {
    Even(Count),
    Is(Count, usize),
    More(Count, usize),
    Positive,
}

/// What a `match` looks at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct On(pub Count);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Over {
    Up,
    UpFromOne,
    Down,
    While,
    Fixed(usize),
    /// The layers of the struct, with the variables that stand for the fields of one.
    Layers([usize; 2]),
    Numbered([usize; 2]),
}

/// What may be written at a place.
struct Place<'a> {
    random: &'a mut Random,
    func: &'a mut Func,
    helpers: &'a [Func],
    /// Variables in scope, the latest last.
    visible: Vec<usize>,
    /// Loops around it, and those of them that number their rounds.
    nested: usize,
    loops: usize,
    /// Branches around it.
    arms: usize,
    /// How many statements the function may still get.
    left: usize,
    /// Whether `main`: with the struct, named dims, and calls.
    is_main: bool,
    checkpoints: bool,
}

impl Flow {
    /// A program of the run with this seed; every other one has checkpoints.
    pub(crate) fn numbered(seed: u64, number: usize) -> Self {
        let mut random = Random::new(seed.wrapping_mul(0x4000_0005).wrapping_add(number as u64));
        Self::random(&mut random, 2 + number % 4, number % 2 == 1)
    }

    fn random(random: &mut Random, items: usize, checkpoints: bool) -> Self {
        let mut helpers: Vec<Func> = Vec::new();
        for _ in 0..=random.below(2) {
            let helper = helper(random, &helpers);
            helpers.push(helper);
        }
        let (b, i) = (Dim::new(3, "B"), Dim::new(4, "I"));
        let shapes =
            [vec![i.clone()], vec![b.clone(), i.clone()], vec![i.clone(), i.clone()], vec![b.clone()]];
        let tensors = 2 + random.below(2);
        let mut func = Func::default();
        for k in 0..tensors {
            let dims = if k == 0 { shapes[1].clone() } else { random.pick(&shapes).clone() };
            func.add(Var { dims, lo: -BOUND, hi: BOUND }, &format!("x{k}"));
        }
        func.add(Var { dims: shapes[0].clone(), lo: -BOUND, hi: BOUND }, "m.a");
        func.add(Var { dims: shapes[2].clone(), lo: -BOUND, hi: BOUND }, "m.b");
        func.params = func.vars.len();
        let visible = (0..func.params).collect();
        let mut place = Place {
            random,
            func: &mut func,
            helpers: &helpers,
            visible,
            nested: 0,
            loops: 0,
            arms: 0,
            left: 30,
            is_main: true,
            checkpoints,
        };
        let mut nodes = Vec::new();
        for _ in 0..2 {
            let like = place.visible[place.random.below(2)];
            let start = place.bounded(like, &mut nodes);
            place.func.mutable[start] = true;
        }
        place.items(items, &mut nodes);
        // One loop at least.
        place.rounds(&mut nodes);
        place.every_layer(&mut nodes);
        let visible = place.visible;
        func.nodes = nodes;
        func.results = visible.into_iter().rev().take(4).collect();
        for v in 0..func.params {
            if !func.results.contains(&v) {
                func.results.push(v);
            }
        }
        let scale = random.within(-1.5, 1.5);
        Self { main: func, helpers, tensors, scale, checkpoints }
    }

    /// The parameters of the straight-line program, for a struct of so many layers.
    pub(crate) fn inputs(&self, layers: usize) -> Program {
        let mut vars: Vec<Var> = self.main.vars[..self.main.params].to_vec();
        for dims in (0..layers).flat_map(|_| layer_fields()) {
            vars.push(Var { dims, lo: -BOUND, hi: BOUND });
        }
        let input = |k| Input { declared: k < self.tensors, by_ref: true, constant: false };
        Program {
            inputs: (0..vars.len()).map(input).collect(),
            vars,
            stmts: Vec::new(),
            form: Form::Loss,
            loss: Vec::new(),
            results: Vec::new(),
            scale: self.scale,
        }
    }
}

/// A function of one or two tensors and a number `k`.
fn helper(random: &mut Random, helpers: &[Func]) -> Func {
    let (b, i) = (Dim::new(3, "B"), Dim::new(4, "I"));
    let shapes = [vec![b, i.clone()], vec![i]];
    let mut func = Func::default();
    for k in 0..=random.below(2) {
        func.add(Var { dims: random.pick(&shapes).clone(), lo: -BOUND, hi: BOUND }, &format!("p{k}"));
    }
    func.params = func.vars.len();
    let visible = (0..func.params).collect();
    let mut place = Place {
        random,
        func: &mut func,
        helpers,
        visible,
        nested: 0,
        loops: 0,
        arms: 0,
        left: 12,
        is_main: false,
        checkpoints: false,
    };
    let mut nodes = Vec::new();
    let h = place.bounded(0, &mut nodes);
    place.func.mutable[h] = true;
    let items = 1 + place.random.below(2);
    place.items(items, &mut nodes);
    let mut results = Vec::new();
    for _ in 0..=place.random.below(2) {
        let like = place.visible[place.random.below(place.visible.len())];
        let mut last = place.bounded(like, &mut nodes);
        for p in 0..place.func.params {
            last = place.fixed(
                &[last, p],
                "({0} + {1}.mean() * 0.25).sin()",
                "{0}.add({1}.mean()?.mul(0.25)?)?.sin()?",
                &mut nodes,
            );
        }
        results.push(last);
    }
    func.nodes = nodes;
    func.results = results;
    func
}

impl Func {
    fn add(&mut self, var: Var, name: &str) -> usize {
        self.vars.push(var);
        self.names.push(name.to_owned());
        self.mutable.push(false);
        self.vars.len() - 1
    }
    fn new_var(&mut self, var: Var) -> usize {
        let name = format!("v{}", self.vars.len());
        self.add(var, &name)
    }
}

impl Place<'_> {
    /// A place inside of this one: what it defines is gone behind it.
    fn inside<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> R {
        let seen = self.visible.len();
        let made = make(self);
        self.visible.truncate(seen);
        made
    }

    fn items(&mut self, count: usize, nodes: &mut Vec<Node>) {
        for _ in 0..count {
            if self.left == 0 {
                return;
            }
            match self.random.below(12) {
                0..=3 => self.statements(2, nodes),
                4 | 5 if self.arms < 2 => self.branch(nodes),
                6 if self.arms < 2 => self.matched(nodes),
                7 | 8 if self.nested < 2 => self.rounds(nodes),
                9 | 10 => self.call(nodes),
                11 if self.checkpoints => self.checkpoint(nodes),
                _ => self.assign(nodes),
            }
        }
    }

    /// Statements of straight-line programs.
    fn statements(&mut self, count: usize, nodes: &mut Vec<Node>) {
        let mut made = 0;
        for _ in 0..20 * count {
            if made == count || self.left == 0 {
                break;
            }
            let mut p = Program {
                vars: self.visible.iter().map(|&v| self.func.vars[v].clone()).collect(),
                inputs: Vec::new(),
                stmts: Vec::new(),
                form: Form::Loss,
                loss: Vec::new(),
                results: Vec::new(),
                scale: 0.0,
            };
            let before = p.vars.len();
            ops::add(&mut p, self.random);
            let Some(mut stmt) = p.stmts.pop() else { continue };
            // Helpers do not bind the dims of `main`.
            if !self.is_main && stmt.dsl.contains("(B ") {
                continue;
            }
            if self.is_main && stmt.dsl == "{0} / 3.0" {
                (stmt.dsl, stmt.eager) = ("{0} * m.gain".to_owned(), "{0}.mul(0.5)?".to_owned());
            }
            stmt.args.iter_mut().for_each(|a| *a = self.visible[*a]);
            stmt.defs = p.vars.drain(before..).map(|v| self.func.new_var(v)).collect();
            self.visible.extend(&stmt.defs);
            nodes.push(Node::Let(stmt));
            made += 1;
            self.left -= 1;
        }
    }

    /// A statement that is given, its result of the dims of the first argument and within [`BOUND`].
    fn fixed(&mut self, args: &[usize], dsl: &str, eager: &str, nodes: &mut Vec<Node>) -> usize {
        let dims = self.func.vars[args[0]].dims.clone();
        let def = self.func.new_var(Var { dims, lo: -BOUND, hi: BOUND });
        nodes.push(Node::Let(stmt(args, dsl, eager, def)));
        self.visible.push(def);
        self.left = self.left.saturating_sub(1);
        def
    }

    /// Something new of the dims of `like`, made of the latest such variable and of the latest of all.
    fn bounded(&mut self, like: usize, nodes: &mut Vec<Node>) -> usize {
        let x = self.latest(like);
        let (dsl, eager) = *self.random.pick(&[
            ("{0}.tanh()", "{0}.tanh()?"),
            ("({0} * 0.5 + s).sin()", "{0}.mul(0.5)?.add(s)?.sin()?"),
            ("{0}.sin() * 0.75", "{0}.sin()?.mul(0.75)?"),
            ("(&{0} * &{0}).sigmoid()", "{0}.mul(&{0})?.sigmoid()?"),
            ("({0} + {1}.mean()).sin()", "{0}.add({1}.mean()?)?.sin()?"),
            ("({0} * {1}.sin().mean()).tanh()", "{0}.mul({1}.sin()?.mean()?)?.tanh()?"),
        ]);
        let last = self.visible[self.visible.len() - 1];
        let args = if dsl.contains("{1}") { vec![x, last] } else { vec![x] };
        self.fixed(&args, dsl, eager, nodes)
    }

    fn latest(&mut self, like: usize) -> usize {
        let dims = &self.func.vars[like].dims;
        let same: Vec<usize> =
            self.visible.iter().copied().filter(|&v| self.func.vars[v].dims == *dims).collect();
        same[same.len() - 1 - self.random.below(same.len().min(2))]
    }

    /// `h = ..` for a variable that may change.
    fn assign(&mut self, nodes: &mut Vec<Node>) {
        let mutable: Vec<usize> = self.visible.iter().copied().filter(|&v| self.func.mutable[v]).collect();
        if mutable.is_empty() {
            return;
        }
        let to = *self.random.pick(&mutable);
        self.statements(1, nodes);
        let from = self.latest(to);
        let forms = [
            ("({0} * 0.6 + {1}).tanh()", "{0}.mul(0.6)?.add(&{1})?.tanh()?"),
            ("{1}.sin() + {0} * 0.25", "{1}.sin()?.add({0}.mul(0.25)?)?"),
            ("{1}.tanh()", "{1}.tanh()?"),
            ("(&{0} * &{1}).cos()", "{0}.mul(&{1})?.cos()?"),
            ("({0} + {1} * {2}.mean()).sin()", "{0}.add({1}.mul({2}.mean()?)?)?.sin()?"),
            ("({0} * 0.5 + {2}.sin().mean()).tanh()", "{0}.mul(0.5)?.add({2}.sin()?.mean()?)?.tanh()?"),
        ];
        let last = self.visible[self.visible.len() - 1];
        let (dsl, eager) = *self.random.pick(&forms);
        let compound = self.random.chance(0.25).then_some("*=");
        let (dsl, eager) =
            if compound.is_some() { ("{1}.sigmoid()", "{0}.mul({1}.sigmoid()?)?") } else { (dsl, eager) };
        let var = self.func.vars[to].clone();
        let def = self.func.new_var(var);
        nodes.push(Node::Set { to, stmt: stmt(&[to, from, last], dsl, eager, def), compound });
        self.left = self.left.saturating_sub(1);
    }

    fn count(&mut self) -> Count {
        match self.random.below(3) {
            0 if self.loops == 0 => Count::N,
            0 => Count::N,
            _ if self.loops > 0 => Count::Round(self.random.below(self.loops)),
            _ => Count::N,
        }
    }

    fn test(&mut self) -> Test {
        let (count, k) = (self.count(), self.random.below(4));
        match self.random.below(7) {
            0 | 1 => Test::Even(count),
            2 | 3 => Test::Is(count, k),
            4 | 5 => Test::More(count, k),
            _ => Test::Positive,
        }
    }

    /// An arm: statements, and a value of the dims of each of `likes`.
    fn arm(&mut self, likes: &[usize]) -> Block {
        self.inside(|place| {
            place.arms += 1;
            let mut nodes = Vec::new();
            let items = 1 + place.random.below(2);
            place.items(items, &mut nodes);
            let mut tail = Vec::new();
            for &like in likes {
                // Sometimes what was there before.
                let value = place.random.chance(0.8);
                tail.push(if value { place.bounded(like, &mut nodes) } else { like });
            }
            if likes.is_empty() {
                place.assign(&mut nodes);
            }
            place.arms -= 1;
            Block { nodes, tail }
        })
    }

    /// What arms give: one or two values like variables in scope, or nothing.
    fn likes(&mut self) -> Vec<usize> {
        let within: Vec<usize> =
            self.visible.iter().copied().filter(|&v| self.func.vars[v].most() <= BOUND).collect();
        (0..self.random.below(3)).map(|_| within[self.random.below(within.len())]).collect()
    }

    fn defs(&mut self, likes: &[usize]) -> Vec<usize> {
        let dims: Vec<_> = likes.iter().map(|&l| self.func.vars[l].dims.clone()).collect();
        let made = dims.into_iter().map(|dims| self.func.new_var(Var { dims, lo: -BOUND, hi: BOUND }));
        let defs: Vec<usize> = made.collect();
        self.visible.extend(&defs);
        defs
    }

    fn branch(&mut self, nodes: &mut Vec<Node>) {
        let likes = self.likes();
        let tests: Vec<Test> = (0..=self.random.below(2)).map(|_| self.test()).collect();
        let arms = (0..=tests.len()).map(|_| self.arm(&likes)).collect();
        let defs = self.defs(&likes);
        nodes.push(Node::If { tests, arms, defs });
    }

    fn matched(&mut self, nodes: &mut Vec<Node>) {
        let (likes, on) = (self.likes(), On(self.count()));
        let arms = (0..3).map(|_| self.arm(&likes)).collect();
        let defs = self.defs(&likes);
        nodes.push(Node::Match { on, arms, defs });
    }

    fn rounds(&mut self, nodes: &mut Vec<Node>) {
        let depth = self.loops;
        // A sum beside the variables that change.
        let like = self.visible[self.random.below(self.visible.len())];
        let dims = self.func.vars[like].dims.clone();
        let total = self.func.new_var(Var { dims, lo: -TOTAL, hi: TOTAL });
        self.func.mutable[total] = true;
        nodes.push(Node::Let(stmt(&[like], "{0} * 0.5", "{0}.mul(0.5)?", total)));
        self.visible.push(total);
        let over = match self.random.below(8) {
            0 => Over::UpFromOne,
            1 => Over::Down,
            2 => Over::While,
            3 => Over::Fixed(2),
            4 | 5 if self.is_main => {
                let fields = self.fields();
                if self.random.chance(0.5) { Over::Layers(fields) } else { Over::Numbered(fields) }
            }
            _ => Over::Up,
        };
        let numbered = !matches!(over, Over::Layers(_));
        let body = self.inside(|place| {
            place.nested += 1;
            place.loops += usize::from(numbered);
            if let Over::Layers(fields) | Over::Numbered(fields) = over {
                place.visible.extend(fields);
            }
            let mut body = Vec::new();
            let items = 1 + place.random.below(3);
            place.items(items, &mut body);
            if numbered && place.random.chance(0.4) {
                place.exit(&mut body);
            }
            place.assign(&mut body);
            let step = place.bounded(total, &mut body);
            let sum = place.func.new_var(place.func.vars[total].clone());
            body.push(Node::Set {
                to: total,
                stmt: stmt(&[total, step], "{1}", "{0}.add(&{1})?", sum),
                compound: Some("+="),
            });
            place.loops -= usize::from(numbered);
            place.nested -= 1;
            body
        });
        let kinds = ["", "(every = 2)", "(sqrt)", "(slots = 2)", "(slots = n + 1)", "(every = 3)"];
        let checkpoint = *self.random.pick(&kinds);
        let checkpoint = (self.checkpoints && self.random.chance(0.7)).then_some(checkpoint);
        nodes.push(Node::For { depth, over, body, checkpoint });
    }

    /// The fields of a layer of their own name.
    fn fields(&mut self) -> [usize; 2] {
        let layer = self.func.vars.len();
        let vars = layer_fields().map(|dims| Var { dims, lo: -BOUND, hi: BOUND });
        let [w, u] = vars.map(|var| self.func.new_var(var));
        self.func.names[w] = format!("layer{layer}.w");
        self.func.names[u] = format!("layer{layer}.u");
        [w, u]
    }

    /// A loop that every program has: each layer matters.
    fn every_layer(&mut self, nodes: &mut Vec<Node>) {
        let like = self.func.params - 2;
        let total = self.fixed(&[like], "{0}.sin()", "{0}.sin()?", nodes);
        self.func.vars[total].hi = TOTAL;
        self.func.vars[total].lo = -TOTAL;
        self.func.mutable[total] = true;
        let [w, u] = self.fields();
        let body = self.inside(|place| {
            place.nested += 1;
            place.visible.extend([w, u]);
            let mut body = Vec::new();
            place.items(1, &mut body);
            let step = place.fixed(
                &[w, u],
                "({0} * {1}.mean() + 0.5).sin()",
                "{0}.mul({1}.mean()?)?.add(0.5)?.sin()?",
                &mut body,
            );
            let sum = place.func.new_var(place.func.vars[total].clone());
            let add = stmt(&[total, step], "{1}", "{0}.add(&{1})?", sum);
            body.push(Node::Set { to: total, stmt: add, compound: Some("+=") });
            place.nested -= 1;
            body
        });
        nodes.push(Node::For { depth: self.loops, over: Over::Layers([w, u]), body, checkpoint: None });
    }

    fn exit(&mut self, nodes: &mut Vec<Node>) {
        let test = match self.random.below(3) {
            0 => Test::Is(Count::Round(self.loops - 1), self.random.below(3)),
            1 => Test::More(Count::Round(self.loops - 1), self.random.below(3)),
            _ => self.test(),
        };
        let before = self.inside(|place| {
            let mut before = Vec::new();
            if place.random.chance(0.5) {
                place.assign(&mut before);
            }
            before
        });
        let how = if self.random.chance(0.5) { "break" } else { "continue" };
        nodes.push(Node::Exit { test, before, how });
    }

    fn call(&mut self, nodes: &mut Vec<Node>) {
        if self.helpers.is_empty() {
            return self.assign(nodes);
        }
        let helper = self.random.below(self.helpers.len());
        let func = &self.helpers[helper];
        let mut args = Vec::new();
        for p in &func.vars[..func.params] {
            let fits = |v: &usize| self.func.vars[*v].dims == p.dims && self.func.vars[*v].most() <= BOUND;
            let fit: Vec<usize> = self.visible.iter().copied().filter(fits).collect();
            if fit.is_empty() {
                return self.assign(nodes);
            }
            args.push(fit[fit.len() - 1 - self.random.below(fit.len().min(3))]);
        }
        let results: Vec<Var> = func.results.iter().map(|&r| func.vars[r].clone()).collect();
        let count = if self.random.chance(0.4) { Count::Literal(self.random.below(3)) } else { self.count() };
        // Into variables that are there, where they fit.
        let mut places = Vec::new();
        for var in &results {
            let fits = |v: &usize| {
                self.func.mutable[*v] && self.func.vars[*v].dims == var.dims && !places.contains(v)
            };
            if let Some(v) = self.visible.iter().copied().find(fits) {
                places.push(v);
            }
        }
        let assigned = places.len() == results.len() && self.random.chance(0.4);
        let defs = if assigned {
            places
        } else {
            let defs: Vec<usize> = results.into_iter().map(|v| self.func.new_var(v)).collect();
            self.visible.extend(&defs);
            defs
        };
        let checkpoint = self.checkpoints && !assigned && self.random.chance(0.3);
        self.left = self.left.saturating_sub(2);
        nodes.push(Node::Call { helper, args, count, defs, assigned, checkpoint });
    }

    fn checkpoint(&mut self, nodes: &mut Vec<Node>) {
        let like = self.visible[self.random.below(self.visible.len())];
        let block = self.inside(|place| {
            let mut nodes = Vec::new();
            place.statements(3, &mut nodes);
            let tail = vec![place.bounded(like, &mut nodes)];
            Block { nodes, tail }
        });
        let def = self.defs(&[like])[0];
        nodes.push(Node::Checkpoint { block, def });
    }
}

fn stmt(args: &[usize], dsl: &str, eager: &str, def: usize) -> Stmt {
    Stmt {
        defs: vec![def],
        pattern: "{}",
        args: args.to_vec(),
        dsl: dsl.to_owned(),
        eager: eager.to_owned(),
        reuse: super::Reuse::Never,
    }
}
