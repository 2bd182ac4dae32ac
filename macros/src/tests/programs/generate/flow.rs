//! Random programs with control flow: branches, loops, early returns, calls of functions and methods, recursion, structs,
//! enums, lists and checkpoints around the statements of straight-line programs. Their host values are known when they are
//! drawn, so that each has a straight-line program that computes the same (`trace.rs`).

mod calls;
mod control;
mod functions;
mod hidden;
mod lists;
mod numbers;
mod place;
mod structs;

use super::{Dim, Form, Input, Instance, Program, Random, Stmt, Var};

/// The bound of every variable that a round may change.
const BOUND: f64 = 1.5;
/// The bound of a variable that is added to, round after round.
const TOTAL: f64 = 12.0;
/// Statements that the longest run of a program may have: all of them are compiled too.
const LONGEST: usize = 150;

#[derive(Clone, Debug)]
pub(crate) struct Flow {
    pub number: usize,
    pub main: Func,
    pub helpers: Vec<Func>,
    pub scale: f64,
    /// Whether there are checkpoints somewhere.
    pub checkpoints: bool,
}

/// A function, whose variables are those that its text defines, once for all rounds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Func {
    pub vars: Vec<Var>,
    pub names: Vec<String>,
    pub mutable: Vec<bool>,
    /// How many parameters are tensors, the first variables; the next are the fields of the owner.
    pub tensors: usize,
    pub params: usize,
    /// The struct that it is given: its receiver, if it is a method.
    pub owner: Option<Owner>,
    pub method: bool,
    /// It gives a `State`, otherwise a tensor or two.
    pub makes_state: bool,
    /// Lists and enums that it makes.
    pub lists: usize,
    pub acts: usize,
    /// Host numbers by what they are called: locals, and those of structs.
    pub numbers: Vec<String>,
    /// Lists of host numbers, and locals that may hold a tensor.
    pub tallies: usize,
    pub options: usize,
    /// The number of the `State` that it gives.
    pub t: Option<Amount>,
    pub nodes: Vec<Node>,
    pub results: Vec<usize>,
}

/// A struct in scope, and the variables that stand for its fields.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    pub of: Of,
    pub text: String,
    pub fields: [usize; 2],
    /// Its host number.
    pub t: Option<usize>,
    /// Made in the body.
    pub local: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Of {
    Model,
    Layer,
    State,
}

impl Of {
    pub(crate) fn name(self) -> &'static str {
        ["Model", "Layer", "State"][self as usize]
    }
    fn fields(self) -> [&'static str; 2] {
        [["a", "b"], ["w", "u"], ["h", "c"]][self as usize]
    }
    fn dims(self) -> [Vec<Dim>; 2] {
        let (b, i) = (Dim::new(3, "B"), Dim::new(4, "I"));
        [vec![i.clone()], vec![if self == Self::State { b } else { i.clone() }, i]]
    }
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
    /// `match` over an enum; the first arms bind a tensor.
    Variants {
        on: Act,
        bound: [usize; 2],
        arms: Vec<Block>,
        defs: Vec<usize>,
        /// `if let` of the first variant, with two arms.
        short: bool,
        /// A guard of the first variant: where it holds there is one arm more in front.
        guard: Option<Test>,
    },
    /// `if let Some(x) = &last` with two arms, or a `match` whose first one has a guard.
    Held {
        option: usize,
        bound: usize,
        guard: Option<Test>,
        arms: Vec<Block>,
        defs: Vec<usize>,
    },
    /// A local that may hold a tensor, and does not yet.
    Option {
        option: usize,
    },
    /// It holds this from here on.
    Hold {
        option: usize,
        from: usize,
    },
    For {
        depth: usize,
        over: Over,
        body: Vec<Node>,
        checkpoint: Option<&'static str>,
        label: Option<usize>,
    },
    Exit {
        test: Test,
        before: Vec<Node>,
        how: &'static str,
        /// The label of the loop, if it is not the innermost.
        to: Option<usize>,
    },
    Return {
        test: Test,
        before: Vec<Node>,
        results: Vec<usize>,
    },
    Call {
        helper: usize,
        args: Vec<usize>,
        owner: Option<Owner>,
        count: Count,
        /// New variables, or those that take the results.
        defs: Vec<usize>,
        /// The struct that they are the fields of, and its number.
        state: Option<(String, usize)>,
        assigned: bool,
        checkpoint: bool,
    },
    /// A plain block, with a value or without.
    Block {
        block: Block,
        def: Option<usize>,
        checkpoint: bool,
    },
    /// A host number, and one of those of a list of them.
    Number {
        number: usize,
        first: f64,
    },
    Tally {
        tally: usize,
    },
    Effect(Effect),
    /// `State { h, c }` of these.
    State {
        text: String,
        fields: [usize; 2],
        from: [usize; 2],
        assigned: bool,
        /// The struct that the second field and the number are left to.
        rest: Option<String>,
        /// The number, and what it is.
        t: (usize, Amount),
    },
    /// An enum, of one variant or the other: 0 is `Scale`, 1 is `Shift`, 2 is `Plain`.
    Act {
        id: usize,
        test: Test,
        arms: [(usize, usize); 2],
    },
    /// A list, which begins with a tensor.
    List {
        list: usize,
        first: usize,
        literal: bool,
    },
    /// The one definition of the statement is pushed.
    Push {
        list: usize,
        stmt: Stmt,
    },
    /// An entry is assigned or changed.
    Put {
        list: usize,
        at: At,
        from: usize,
        how: Gather,
        def: usize,
    },
    /// Something of all entries, `hs` in the text; `{0}` is an argument.
    Gather {
        list: usize,
        how: Gather,
        arg: usize,
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
    /// The parameter, less one.
    Less,
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
    /// A number is more than this.
    Above(usize, f64),
}

/// A host value of `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Amount {
    Literal(f64),
    /// A tenth of it.
    Count(Count),
    Number(usize),
}

/// A change of host values alone. The last of a block without a value is written without a semicolon.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Effect {
    Add(usize, Amount),
    Times(usize, f64),
    Push(usize, Amount),
}

/// An entry of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum At {
    First,
    Last,
    /// As many from the front, and around.
    Count(Count),
}

/// The value that a `match` looks at.
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
    /// The entries of a list, from the front, from the back, or with their numbers, and the variable that stands for one.
    Entries(usize, usize),
    Backwards(usize, usize),
    Counted(usize, usize),
}

impl Over {
    /// Whether a number counts its rounds.
    pub(crate) fn numbered(self) -> bool {
        !matches!(self, Self::Layers(_) | Self::Entries(..) | Self::Backwards(..))
    }
}

/// Where an enum is.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// The layer of this text, whose first field is this variable.
    Layer(String, usize),
    Local(usize),
}

/// A value made of all entries of a list: in the language, and in eager methods.
pub(crate) type Gather = (&'static str, &'static str);

/// Dims of the tensors of the layer at this place: its fields, and what its enum holds.
pub(crate) fn layer_dims(at: usize) -> Vec<Vec<Dim>> {
    let [w, u] = Of::Layer.dims();
    // The third kind holds none.
    let held = (at % 3 < 2).then(|| w.clone());
    [w, u].into_iter().chain(held).collect()
}

impl Flow {
    /// A program of the run with this seed; every other one has checkpoints. Each kind of function and each form has its turn.
    pub(crate) fn numbered(seed: u64, number: usize) -> Self {
        let mut random = Random::new(seed.wrapping_mul(0x4000_0005).wrapping_add(number as u64));
        loop {
            let flow = functions::program(&mut random, number);
            if flow.unrolled(Instance::LONGEST).stmts.len() <= LONGEST {
                return flow;
            }
        }
    }

    /// The name of a helper, which no other program has: they have their structs in common, so methods too.
    pub(crate) fn name_of(&self, helper: usize) -> String {
        format!("helper{}_{helper}", self.number)
    }

    /// How many parameters of `main` are tensors; the next are the fields of the struct.
    pub(crate) fn tensors(&self) -> usize {
        self.main.tensors
    }

    /// The parameters of the straight-line program, for a struct of so many layers.
    pub(crate) fn inputs(&self, layers: usize) -> Program {
        let mut vars: Vec<Var> = self.main.vars[..self.main.params].to_vec();
        vars.extend((0..layers).flat_map(layer_dims).map(bound));
        let input = |k| Input { declared: k < self.main.tensors, by_ref: true, constant: false };
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

    fn number(&mut self, name: &str) -> usize {
        self.numbers.push(name.to_owned());
        self.numbers.len() - 1
    }

    /// The fields of a struct of this name.
    fn owner(&mut self, of: Of, text: &str, local: bool) -> Owner {
        let named = of.fields().into_iter().zip(of.dims());
        let fields: Vec<usize> =
            named.map(|(f, dims)| self.add(bound(dims), &format!("{text}.{f}"))).collect();
        let t = (of == Of::State).then(|| self.number(&format!("{text}.t")));
        Owner { of, text: text.to_owned(), fields: [fields[0], fields[1]], t, local }
    }
}

fn bound(dims: Vec<Dim>) -> Var {
    Var { dims, lo: -BOUND, hi: BOUND }
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
