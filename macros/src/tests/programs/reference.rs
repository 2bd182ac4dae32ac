//! The source text, run statement by statement: nothing of lowering, of the graph or of the passes.

use rustc_hash::FxHashMap as HashMap;
use syn::{BinOp, Block, Expr, ItemFn, Lit, Member, Pat, Stmt, UnOp};

use crate::tests::interpret::Machine;
use crate::tests::interpret::array::Array;
use crate::tests::interpret::value::{Host, Value};

type Env = HashMap<String, Value>;

/// Runs a function over arrays; `dims` are its named dims.
pub(super) struct Reference<'a> {
    pub item: &'a ItemFn,
    pub dims: &'a [(&'a str, usize)],
    pub machine: &'a Machine,
}

impl Reference<'_> {
    pub(super) fn run(&self, inputs: &[Array], scale: f64) -> Vec<Array> {
        let mut run = Run { machine: self.machine.fresh() };
        let mut env: Env =
            self.dims.iter().map(|(n, d)| ((*n).to_owned(), Value::Host(Host::Int(*d as i64)))).collect();
        for (param, array) in self.item.sig.inputs.iter().zip(inputs) {
            let syn::FnArg::Typed(param) = param else { unreachable!("programs are free functions") };
            let Pat::Ident(name) = &*param.pat else { unreachable!("parameters are names") };
            let x = run.machine.tensor(array.clone());
            env.insert(name.ident.to_string(), Value::Tensor(x));
        }
        env.insert("s".to_owned(), Value::Host(Host::Float(scale)));
        let result = run.block(&self.item.block, &mut env);
        match result {
            Value::Many(parts) => parts.iter().map(|v| run.machine.arrays[v.tensor()].clone()).collect(),
            one => vec![run.machine.arrays[one.tensor()].clone()],
        }
    }
}

struct Run {
    machine: Machine,
}

impl Run {
    fn block(&mut self, block: &Block, env: &mut Env) -> Value {
        let mut last = None;
        for stmt in &block.stmts {
            match stmt {
                Stmt::Local(local) => {
                    let value = self.expr(&local.init.as_ref().expect("a value").expr, env);
                    bind(&local.pat, value, env);
                }
                Stmt::Expr(Expr::Assign(a), _) => {
                    let value = self.expr(&a.right, env);
                    env.insert(path(&a.left), value);
                }
                Stmt::Expr(Expr::Binary(b), Some(_)) => {
                    let (l, r) = (self.expr(&b.left, env), self.expr(&b.right, env));
                    let value = self.binary(&b.op, l, r);
                    env.insert(path(&b.left), value);
                }
                Stmt::Expr(e, None) => last = Some(self.expr(e, env)),
                _ => panic!("a statement that the generator does not write"),
            }
        }
        last.expect("a tail")
    }

    fn expr(&mut self, e: &Expr, env: &Env) -> Value {
        match e {
            Expr::Paren(e) => self.expr(&e.expr, env),
            Expr::Reference(e) => self.expr(&e.expr, env),
            Expr::Block(b) => self.block(&b.block, &mut env.clone()),
            Expr::Path(_) => env[&path(e)].clone(),
            Expr::Lit(l) => Value::Host(match &l.lit {
                Lit::Int(i) => Host::Int(i.base10_parse().expect("an integer")),
                Lit::Float(f) => Host::Float(f.base10_parse().expect("a float")),
                _ => panic!("a literal that the generator does not write"),
            }),
            Expr::Array(a) => self.list(a.elems.iter(), env),
            Expr::Tuple(t) => self.list(t.elems.iter(), env),
            Expr::Cast(c) => Value::Host(Host::Float(self.expr(&c.expr, env).host().float())),
            Expr::Unary(u) => match (&u.op, self.expr(&u.expr, env)) {
                (UnOp::Neg(_), Value::Host(Host::Int(i))) => Value::Host(Host::Int(-i)),
                (UnOp::Neg(_), Value::Host(h)) => Value::Host(Host::Float(-h.float())),
                (UnOp::Neg(_), x) => self.machine.call("neg", vec![x]),
                _ => panic!("an operator that the generator does not write"),
            },
            Expr::Binary(b) => {
                let (l, r) = (self.expr(&b.left, env), self.expr(&b.right, env));
                self.binary(&b.op, l, r)
            }
            Expr::Call(c) => {
                let args = c.args.iter().map(|a| self.expr(a, env)).collect();
                self.machine.call(&path(&c.func), args)
            }
            Expr::MethodCall(c) => {
                let receiver = self.expr(&c.receiver, env);
                let args: Vec<Value> = c.args.iter().map(|a| self.expr(a, env)).collect();
                self.method(receiver, &c.method.to_string(), args)
            }
            Expr::Field(f) => match (self.expr(&f.base, env), &f.member) {
                (Value::Many(parts), Member::Unnamed(i)) => parts[i.index as usize].clone(),
                _ => panic!("a field that the generator does not write"),
            },
            _ => panic!("an expression that the generator does not write"),
        }
    }

    fn list<'e>(&mut self, items: impl Iterator<Item = &'e Expr>, env: &Env) -> Value {
        let items: Vec<Value> = items.map(|e| self.expr(e, env)).collect();
        if items.iter().all(|v| matches!(v, Value::Host(_))) {
            return Value::Host(Host::List(items.iter().map(|v| v.host().clone()).collect()));
        }
        Value::Many(items)
    }

    fn binary(&mut self, op: &BinOp, l: Value, r: Value) -> Value {
        let (name, host): (_, fn(f64, f64) -> f64) = match op {
            BinOp::Add(_) | BinOp::AddAssign(_) => ("add", |a, b| a + b),
            BinOp::Sub(_) | BinOp::SubAssign(_) => ("sub", |a, b| a - b),
            BinOp::Mul(_) | BinOp::MulAssign(_) => ("mul", |a, b| a * b),
            BinOp::Div(_) | BinOp::DivAssign(_) => ("div", |a, b| a / b),
            _ => panic!("an operator that the generator does not write"),
        };
        match (&l, &r) {
            (Value::Host(Host::Int(l)), Value::Host(Host::Int(r))) => {
                Value::Host(Host::Int(host(*l as f64, *r as f64) as i64))
            }
            (Value::Host(l), Value::Host(r)) => Value::Host(Host::Float(host(l.float(), r.float()))),
            _ => self.machine.call(name, vec![l, r]),
        }
    }

    fn method(&mut self, receiver: Value, name: &str, args: Vec<Value>) -> Value {
        let x = match &receiver {
            Value::Host(h) => return Value::Host(h.method(name, &[])),
            Value::Tensor(x) => *x,
            Value::Many(_) => panic!("a method of several values"),
        };
        let shape = &self.machine.arrays[x].shape;
        match name {
            "clone" => return receiver,
            "dim" => return Value::Host(Host::Int(shape[args[0].host().int() as usize] as i64)),
            "split" => {
                let (sizes, axis) = (args[0].host().ints(), args[1].clone());
                let parts = 0..sizes.len() as i64;
                let part =
                    |i| vec![receiver.clone(), args[0].clone(), axis.clone(), Value::Host(Host::Int(i))];
                return Value::Many(parts.map(|i| self.machine.call("split_part", part(i))).collect());
            }
            _ => {}
        }
        let whole = [receiver, Value::Host(Host::All), Value::Host(Host::Bool(false))];
        if let Some(row) = name.strip_suffix("_axis").or_else(|| name.strip_suffix("_keep")) {
            let keep = Value::Host(Host::Bool(name.ends_with("_keep")));
            return self.machine.call(row, vec![whole[0].clone(), args[0].clone(), keep]);
        }
        let reduction = ["sum", "mean", "max", "min", "prod", "var", "logsumexp"].contains(&name);
        if reduction && args.is_empty() {
            return self.machine.call(name, whole.to_vec());
        }
        self.machine.call(name, [whole[..1].to_vec(), args].concat())
    }
}

fn bind(pattern: &Pat, value: Value, env: &mut Env) {
    match (pattern, value) {
        (Pat::Ident(p), value) => {
            env.insert(p.ident.to_string(), value);
        }
        (
            Pat::Tuple(syn::PatTuple { elems, .. }) | Pat::Slice(syn::PatSlice { elems, .. }),
            Value::Many(parts),
        ) => {
            elems.iter().zip(parts).for_each(|(p, v)| bind(p, v, env));
        }
        (Pat::Wild(_), _) => {}
        _ => panic!("a pattern that the generator does not write"),
    }
}

fn path(e: &Expr) -> String {
    let Expr::Path(p) = e else { panic!("a name is expected") };
    p.path.require_ident().expect("one name").to_string()
}
