//! A place in a program, with the variables that may be used there, and the statements without control flow.

use super::super::{Form, Program, Random, ops};
use super::{BOUND, Func, Node, Of, Owner, bound, stmt};

pub(super) struct Place<'a> {
    pub random: &'a mut Random,
    pub func: &'a mut Func,
    pub helpers: &'a [Func],
    /// Variables in scope, the latest last.
    pub visible: Vec<usize>,
    /// Structs in scope.
    pub owners: Vec<Owner>,
    /// Lists in scope: their number, and a variable like their entries.
    pub lists: Vec<(usize, usize)>,
    /// Lists that a loop around runs over.
    pub busy: Vec<usize>,
    /// Enums of the body in scope.
    pub acts: Vec<usize>,
    /// Host numbers in scope, and those of them that may change; lists of numbers.
    pub numbers: Vec<usize>,
    pub changing: Vec<usize>,
    pub tallies: Vec<usize>,
    /// Locals that may hold a tensor like this variable.
    pub options: Vec<(usize, usize)>,
    /// Loops around it, and those of them that number their rounds.
    pub nested: usize,
    pub loops: usize,
    /// The loops around it that a jump from here may be of: their labels, and whether one names them.
    pub around: Vec<(usize, bool)>,
    /// Branches around it.
    pub arms: usize,
    /// How many statements the function may still get.
    pub left: usize,
    /// Whether `main`, with named dims.
    pub is_main: bool,
    /// Variables like the results of a function; in `main`, what every result needs.
    pub gives: Vec<usize>,
    pub checkpoints: bool,
}

impl<'a> Place<'a> {
    /// The beginning of a function, which knows its parameters.
    pub(super) fn start(
        random: &'a mut Random,
        func: &'a mut Func,
        helpers: &'a [Func],
        left: usize,
    ) -> Self {
        let (visible, owners) = ((0..func.params).collect(), func.owner.iter().cloned().collect());
        let numbers = func.owner.iter().filter_map(|o| o.t).collect();
        Self {
            random,
            func,
            helpers,
            visible,
            owners,
            lists: Vec::new(),
            busy: Vec::new(),
            acts: Vec::new(),
            numbers,
            changing: Vec::new(),
            tallies: Vec::new(),
            options: Vec::new(),
            nested: 0,
            loops: 0,
            around: Vec::new(),
            arms: 0,
            left,
            is_main: false,
            gives: Vec::new(),
            checkpoints: false,
        }
    }

    /// A place inside of this one: what it defines is gone behind it.
    pub(super) fn inside<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> R {
        let seen = [self.owners.len(), self.lists.len(), self.acts.len()];
        let hosts = [self.numbers.len(), self.changing.len(), self.tallies.len(), self.options.len()];
        // What is hidden inside is there again behind it.
        let visible = self.visible.clone();
        let made = make(self);
        self.visible = visible;
        self.owners.truncate(seen[0]);
        self.lists.truncate(seen[1]);
        self.acts.truncate(seen[2]);
        self.numbers.truncate(hosts[0]);
        self.changing.truncate(hosts[1]);
        self.tallies.truncate(hosts[2]);
        self.options.truncate(hosts[3]);
        made
    }

    pub(super) fn items(&mut self, count: usize, nodes: &mut Vec<Node>) {
        for _ in 0..count {
            if self.left == 0 {
                return;
            }
            match self.random.below(23) {
                0..=3 => self.statements(2, nodes),
                4 | 5 if self.arms < 2 => self.branch(nodes),
                6 if self.arms < 2 => self.matched(nodes),
                7 if self.nested < 2 => self.rounds(nodes),
                8 if self.nested < 2 => self.entries(nodes),
                9 | 10 => self.call(nodes),
                11 => self.block(nodes),
                12 if self.arms < 2 => self.variants(nodes),
                13 => self.early(nodes),
                14 => self.state(nodes),
                15 | 16 => self.push(nodes),
                17 | 18 => self.numbered(nodes),
                19 if self.arms < 2 => self.held_or_not(nodes),
                20 | 21 if !self.around.is_empty() => self.exit(nodes),
                _ => self.assign(nodes),
            }
        }
    }

    /// Statements of straight-line programs.
    pub(super) fn statements(&mut self, count: usize, nodes: &mut Vec<Node>) {
        let gain = self.func.owner.as_ref().filter(|o| o.of == Of::Model).map(|o| format!("{}.gain", o.text));
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
            if let ("{0} / 3.0", Some(gain)) = (stmt.dsl.as_str(), &gain) {
                (stmt.dsl, stmt.eager) = (format!("{{0}} * {gain}"), "{0}.mul(0.5)?".to_owned());
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
    pub(super) fn fixed(&mut self, args: &[usize], dsl: &str, eager: &str, nodes: &mut Vec<Node>) -> usize {
        let dims = self.func.vars[args[0]].dims.clone();
        let def = self.func.new_var(bound(dims));
        nodes.push(Node::Let(stmt(args, dsl, eager, def)));
        self.visible.push(def);
        self.left = self.left.saturating_sub(1);
        def
    }

    /// `x`, and something of `y` for each of its elements.
    pub(super) fn mixed(&mut self, x: usize, y: usize, nodes: &mut Vec<Node>) -> usize {
        let (dsl, eager) = ("({0} + {1}.mean() * 0.25).sin()", "{0}.add({1}.mean()?.mul(0.25)?)?.sin()?");
        self.fixed(&[x, y], dsl, eager, nodes)
    }

    /// Something new of the dims of `like`, made of the latest such variable and of the latest of all.
    pub(super) fn bounded(&mut self, like: usize, nodes: &mut Vec<Node>) -> usize {
        let x = self.latest(like);
        if let Some((dsl, eager)) = self.of_numbers() {
            return self.fixed(&[x], &dsl, &eager, nodes);
        }
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

    pub(super) fn latest(&mut self, like: usize) -> usize {
        let dims = &self.func.vars[like].dims;
        let same: Vec<usize> =
            self.visible.iter().copied().filter(|&v| self.func.vars[v].dims == *dims).collect();
        same[same.len() - 1 - self.random.below(same.len().min(2))]
    }

    /// `h = ..` for a variable that may change.
    pub(super) fn assign(&mut self, nodes: &mut Vec<Node>) {
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

    pub(super) fn is_part(&self, v: usize) -> bool {
        self.func.names[v].contains('.')
    }

    /// Variables in scope that stay within [`BOUND`].
    pub(super) fn small(&self) -> Vec<usize> {
        self.visible.iter().copied().filter(|&v| self.func.vars[v].most() <= BOUND).collect()
    }
}
