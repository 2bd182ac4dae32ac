//! A program with control flow, run over names: the straight-line program that computes the same.

use super::flow::{Block, Count, Flow, Func, Node, Over, Test};
use super::{Program, Stmt};

/// What loops run over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instance {
    pub n: usize,
    pub layers: usize,
}

impl Flow {
    /// The statements that this instance runs, one after the other.
    pub(crate) fn unrolled(&self, instance: Instance) -> Program {
        let mut run = Run { flow: self, out: self.inputs(instance.layers), instance };
        let mut frame = Frame::new(&self.main, (0..self.main.params).collect(), instance.n);
        run.nodes(&self.main.nodes, &mut frame);
        run.out.loss = self.main.results.iter().map(|&v| frame.get(v)).collect();
        run.out
    }
}

/// Variables of the straight-line program by variables of a function.
struct Frame<'a> {
    func: &'a Func,
    now: Vec<Option<usize>>,
    n: usize,
    rounds: Vec<usize>,
}

impl<'a> Frame<'a> {
    fn new(func: &'a Func, args: Vec<usize>, n: usize) -> Self {
        let mut now = vec![None; func.vars.len()];
        args.into_iter().enumerate().for_each(|(p, a)| now[p] = Some(a));
        Self { func, now, n, rounds: Vec::new() }
    }
    fn get(&self, v: usize) -> usize {
        self.now[v].expect("what is in scope has been made")
    }
    fn count(&self, count: Count) -> usize {
        match count {
            Count::N => self.n,
            Count::Round(depth) => self.rounds[depth],
            Count::Literal(k) => k,
        }
    }
}

struct Run<'a> {
    flow: &'a Flow,
    out: Program,
    instance: Instance,
}

#[derive(PartialEq)]
enum Goes {
    On,
    Break,
    Continue,
}

impl Run<'_> {
    fn test(&self, test: Test, frame: &Frame<'_>) -> bool {
        match test {
            Test::Even(count) => frame.count(count).is_multiple_of(2),
            Test::Is(count, k) => frame.count(count) == k,
            Test::More(count, k) => frame.count(count) > k,
            Test::Positive => self.flow.scale > 0.0,
        }
    }

    /// A statement, whose results have the dims that the function says.
    fn stmt(&mut self, stmt: &Stmt, frame: &Frame<'_>) -> Vec<usize> {
        let args = stmt.args.iter().map(|&a| frame.get(a)).collect();
        let first = self.out.vars.len();
        self.out.vars.extend(stmt.defs.iter().map(|&d| frame.func.vars[d].clone()));
        let defs: Vec<usize> = (first..self.out.vars.len()).collect();
        let dsl = stmt.dsl.replace("m.gain", "0.5");
        self.out.stmts.push(Stmt { args, defs: defs.clone(), dsl, ..stmt.clone() });
        defs
    }

    /// The values behind a block.
    fn block(&mut self, block: &Block, frame: &mut Frame<'_>) -> (Goes, Vec<usize>) {
        let goes = self.nodes(&block.nodes, frame);
        let tail =
            if goes == Goes::On { block.tail.iter().map(|&v| frame.get(v)).collect() } else { Vec::new() };
        (goes, tail)
    }

    fn nodes(&mut self, nodes: &[Node], frame: &mut Frame<'_>) -> Goes {
        for node in nodes {
            let goes = self.node(node, frame);
            if goes != Goes::On {
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
                return self.arm(&arms[taken], defs, frame);
            }
            Node::Match { on, arms, defs } => {
                let taken = frame.count(on.0).min(arms.len() - 1);
                return self.arm(&arms[taken], defs, frame);
            }
            Node::For { over, body, .. } => self.rounds(*over, body, frame),
            Node::Exit { test, before, how } => {
                if self.test(*test, frame) {
                    self.nodes(before, frame);
                    return if *how == "break" { Goes::Break } else { Goes::Continue };
                }
            }
            Node::Call { helper, args, count, defs, .. } => {
                let func = &self.flow.helpers[*helper];
                let given = args.iter().map(|&a| frame.get(a)).collect();
                let mut inner = Frame::new(func, given, frame.count(*count));
                self.nodes(&func.nodes, &mut inner);
                for (&d, &r) in defs.iter().zip(&func.results) {
                    frame.now[d] = Some(inner.get(r));
                }
            }
            Node::Checkpoint { block, def } => return self.arm(block, &[*def], frame),
        }
        Goes::On
    }

    fn arm(&mut self, arm: &Block, defs: &[usize], frame: &mut Frame<'_>) -> Goes {
        let (goes, tail) = self.block(arm, frame);
        defs.iter().zip(tail).for_each(|(&d, now)| frame.now[d] = Some(now));
        goes
    }

    fn rounds(&mut self, over: Over, body: &[Node], frame: &mut Frame<'_>) {
        let n = frame.n;
        let rounds: Vec<usize> = match over {
            Over::Up => (0..n).collect(),
            Over::UpFromOne | Over::While => (1..=n).collect(),
            Over::Down => (0..n).rev().collect(),
            Over::Fixed(k) => (0..k).collect(),
            Over::Layers(_) | Over::Numbered(_) => (0..self.instance.layers).collect(),
        };
        let numbered = !matches!(over, Over::Layers(_));
        for round in rounds {
            if let Over::Layers(fields) | Over::Numbered(fields) = over {
                let first = self.flow.main.params + fields.len() * round;
                fields.iter().enumerate().for_each(|(k, &f)| frame.now[f] = Some(first + k));
            }
            if numbered {
                frame.rounds.push(round);
            }
            let goes = self.nodes(body, frame);
            if numbered {
                frame.rounds.pop();
            }
            if goes == Goes::Break {
                break;
            }
        }
    }
}
