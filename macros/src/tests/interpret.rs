//! An interpreter of the rule texts over small arrays, for tests: independent of lowering and of emitted code.
//!
//! Every op that runs is recorded; the reverse sweep runs the `vjp` texts through the same machine, so that what it does
//! is recorded too and a second sweep gives second derivatives.

mod algebra;
pub(crate) mod array;
mod attention;
mod copied;
mod elementwise;
mod factors;
mod fourier;
mod indexed;
mod kinks;
mod laws;
mod lists;
mod matrix;
pub(crate) mod primal;
pub(crate) mod sample;
mod scalar;
mod sweeps;
pub(crate) mod value;
mod windows;

use std::rc::Rc;

use rustc_hash::FxHashMap as HashMap;
use syn::{BinOp, Expr, ItemFn, Lit, Pat, Stmt, UnOp};

use self::array::{Array, Kind};
use self::primal::{Arg, primal};
use self::value::{Host, Value};
use crate::rules::{COMPOSITES, Class, Composite, Cotangent, ParamKind, Row, RowText, Vjp, texts};

type Env = HashMap<String, Value>;

struct Record {
    name: &'static str,
    args: Vec<Value>,
    results: Vec<usize>,
}

type Rows = Rc<HashMap<&'static str, (Class, Row)>>;
type Composites = Rc<HashMap<&'static str, ItemFn>>;

thread_local! {
    /// The table, parsed once for each test.
    static TABLE: (Rows, Composites) = {
        let rows = texts().map(|t| (t.name, (t.class, t.parse().expect("rows parse"))));
        let composites = COMPOSITES.iter().filter(|c| is_real(c)).map(|c| (c.name, c.parse().expect("composites parse")));
        (Rc::new(rows.collect()), Rc::new(composites.collect()))
    };
}

/// The table and what has run.
pub(crate) struct Machine {
    rows: Rows,
    composites: Composites,
    pub(crate) arrays: Vec<Array>,
    records: Vec<Record>,
    /// A hatch, and the item of its list whose cotangent gets the wrong sign.
    wrong_item: Option<(&'static str, usize)>,
}

/// Whether no complex number occurs: there are none here.
fn is_real(c: &Composite) -> bool {
    let mut words = c.text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let complex = |word: &str| COMPOSITES.iter().find(|other| other.name == word && other.name != c.name);
    !c.is_complex() && words.all(|word| complex(word).is_none_or(is_real))
}

impl Machine {
    pub(crate) fn new() -> Self {
        let (rows, composites) = TABLE.with(Clone::clone);
        Self { rows, composites, arrays: Vec::new(), records: Vec::new(), wrong_item: None }
    }

    /// A machine with the same table and nothing run.
    pub(crate) fn fresh(&self) -> Self {
        Self {
            rows: self.rows.clone(),
            composites: self.composites.clone(),
            arrays: Vec::new(),
            records: Vec::new(),
            wrong_item: self.wrong_item,
        }
    }

    pub(crate) fn tensor(&mut self, array: Array) -> usize {
        self.arrays.push(array);
        self.arrays.len() - 1
    }

    /// A row or a composite by its name.
    pub(crate) fn call(&mut self, name: &str, mut args: Vec<Value>) -> Value {
        if let Some(item) = self.composites.clone().get(name) {
            let params = Composite::params(item);
            spell_reduction(&params, &mut args);
            assert_eq!(args.len(), params.len(), "{name}");
            for (param, arg) in item.sig.inputs.iter().zip(&mut args) {
                if let (syn::FnArg::Typed(p), Value::Host(h)) = (param, &*arg)
                    && matches!(&*p.ty, syn::Type::Path(t) if t.path.is_ident("Tensor"))
                {
                    let number = Array::scalar(h.float());
                    *arg = Value::Tensor(self.tensor(number));
                }
            }
            let env = params.into_iter().zip(args).collect();
            return self.block(&item.block.stmts, env);
        }
        let rows = self.rows.clone();
        let Some((name, (_, row))) = rows.get_key_value(name) else {
            panic!("`{name}` is neither a row nor a composite")
        };
        spell_reduction(&row.params.iter().map(|p| p.name.to_string()).collect::<Vec<_>>(), &mut args);
        assert_eq!(args.len(), row.params.len(), "{name}");
        for (param, arg) in row.params.iter().zip(&mut args) {
            if let (ParamKind::Tensor { .. }, Value::Host(h)) = (&param.kind, &*arg) {
                let number = Array::scalar(h.float());
                *arg = Value::Tensor(self.tensor(number));
            }
        }
        let inputs: Vec<Arg> = args.iter().map(|a| self.arg(a)).collect();
        let results: Vec<usize> = primal(name, &inputs).into_iter().map(|y| self.tensor(y)).collect();
        self.records.push(Record { name, args, results: results.clone() });
        match results[..] {
            [y] if !row.results[0].list => Value::Tensor(y),
            _ => Value::Many(results.into_iter().map(Value::Tensor).collect()),
        }
    }

    fn arg(&self, value: &Value) -> Arg {
        match value {
            Value::Tensor(t) => Arg::Array(self.arrays[*t].clone()),
            Value::Host(h) => Arg::Host(h.clone()),
            Value::Many(xs) => Arg::List(xs.iter().map(|x| self.arrays[x.tensor()].clone()).collect()),
        }
    }

    fn op(&mut self, name: &str, args: &[Value]) -> usize {
        self.call(name, args.to_vec()).tensor()
    }

    fn block(&mut self, stmts: &[Stmt], mut env: Env) -> Value {
        let (last, lets) = stmts.split_last().expect("a block ends in an expression");
        for s in lets {
            self.bind(s, &mut env);
        }
        let Stmt::Expr(tail, None) = last else { panic!("a block ends in an expression") };
        self.expr(tail, &env)
    }

    fn bind(&mut self, stmt: &Stmt, env: &mut Env) {
        let Stmt::Local(local) = stmt else { panic!("rule texts have `let`s and one expression") };
        let value = self.expr(&local.init.as_ref().expect("a let has a value").expr, env);
        match (&local.pat, value) {
            (Pat::Ident(p), value) => {
                env.insert(p.ident.to_string(), value);
            }
            (Pat::Tuple(t), Value::Many(values)) => {
                for (pat, value) in t.elems.iter().zip(values) {
                    match pat {
                        Pat::Ident(p) => drop(env.insert(p.ident.to_string(), value)),
                        Pat::Wild(_) => {}
                        _ => panic!("names in a tuple pattern"),
                    }
                }
            }
            _ => panic!("a pattern that rule texts may not use"),
        }
    }

    fn expr(&mut self, expr: &Expr, env: &Env) -> Value {
        match expr {
            Expr::Paren(e) => self.expr(&e.expr, env),
            Expr::Group(e) => self.expr(&e.expr, env),
            Expr::Reference(e) => self.expr(&e.expr, env),
            Expr::Path(p) => match p.path.get_ident().map(ToString::to_string) {
                Some(name) => env.get(&name).unwrap_or_else(|| panic!("`{name}` is not bound")).clone(),
                None if p.path.segments.last().is_some_and(|s| s.ident == "NEG_INFINITY") => {
                    Value::Host(Host::Float(f64::NEG_INFINITY))
                }
                None => panic!("a path that rule texts may not use"),
            },
            Expr::Lit(l) => Value::Host(match &l.lit {
                Lit::Int(i) => Host::Int(i.base10_parse().expect("an integer")),
                Lit::Float(f) => Host::Float(f.base10_parse().expect("a float")),
                Lit::Bool(b) => Host::Bool(b.value),
                _ => panic!("a literal that rule texts may not use"),
            }),
            Expr::Array(syn::ExprArray { elems, .. }) | Expr::Tuple(syn::ExprTuple { elems, .. }) => {
                let items: Vec<Value> = elems.iter().map(|e| self.expr(e, env)).collect();
                if items.iter().all(|v| matches!(v, Value::Host(_))) {
                    Value::Host(Host::List(items.iter().map(|v| v.host().clone()).collect()))
                } else {
                    Value::Many(items)
                }
            }
            Expr::Cast(c) => {
                let value = self.expr(&c.expr, env);
                let float = matches!(&*c.ty, syn::Type::Path(p) if p.path.is_ident("f64"));
                Value::Host(if float {
                    Host::Float(value.host().float())
                } else {
                    Host::Int(value.host().int())
                })
            }
            Expr::Unary(u) => match (&u.op, self.expr(&u.expr, env)) {
                (UnOp::Neg(_), Value::Host(Host::Int(i))) => Value::Host(Host::Int(-i)),
                (UnOp::Neg(_), Value::Host(h)) => Value::Host(Host::Float(-h.float())),
                (UnOp::Not(_), Value::Host(h)) => Value::Host(Host::Bool(!h.bool())),
                (UnOp::Neg(_), Value::Many(xs)) => {
                    Value::Many(xs.into_iter().map(|x| self.call("neg", vec![x])).collect())
                }
                (UnOp::Neg(_), x) => self.call("neg", vec![x]),
                _ => panic!("an operator that rule texts may not use"),
            },
            Expr::Binary(b) => {
                let (l, r) = (self.expr(&b.left, env), self.expr(&b.right, env));
                self.binary(&b.op, l, r)
            }
            // A check of a host argument, which samples pass.
            Expr::Try(check) => match &*check.expr {
                Expr::Call(c) if c.args.len() == 1 => self.expr(&c.args[0], env),
                _ => panic!("a check that rule texts may not use"),
            },
            Expr::Call(c) => {
                let Expr::Path(p) = &*c.func else { panic!("only names are called") };
                let args = c.args.iter().map(|a| self.expr(a, env)).collect();
                self.call(&p.path.require_ident().expect("a row or composite").to_string(), args)
            }
            Expr::MethodCall(c) => {
                let receiver = self.expr(&c.receiver, env);
                let args: Vec<Value> = c.args.iter().map(|a| self.expr(a, env)).collect();
                self.method(receiver, c, args)
            }
            _ => panic!("an expression that rule texts may not use"),
        }
    }

    fn binary(&mut self, op: &BinOp, l: Value, r: Value) -> Value {
        if let (Value::Host(l), Value::Host(r)) = (&l, &r) {
            let ints = matches!((l, r), (Host::Int(_), Host::Int(_)));
            return Value::Host(match op {
                BinOp::Add(_) if ints => Host::Int(l.int() + r.int()),
                BinOp::Mul(_) if ints => Host::Int(l.int() * r.int()),
                BinOp::Sub(_) if ints => Host::Int(l.int() - r.int()),
                BinOp::Add(_) => Host::Float(l.float() + r.float()),
                BinOp::Mul(_) => Host::Float(l.float() * r.float()),
                BinOp::Sub(_) => Host::Float(l.float() - r.float()),
                BinOp::Div(_) if ints => Host::Int(l.int() / r.int()),
                BinOp::Div(_) => Host::Float(l.float() / r.float()),
                BinOp::Eq(_) => Host::Bool(l == r),
                BinOp::Ne(_) => Host::Bool(l != r),
                BinOp::Gt(_) => Host::Bool(l.float() > r.float()),
                _ => panic!("a host operator that rule texts may not use"),
            });
        }
        let name = match op {
            BinOp::Add(_) => "add",
            BinOp::Sub(_) => "sub",
            BinOp::Mul(_) => "mul",
            BinOp::Div(_) => "div",
            BinOp::Rem(_) => "rem",
            _ => panic!("an operator that rule texts may not use"),
        };
        self.call(name, vec![l, r])
    }

    fn method(&mut self, receiver: Value, call: &syn::ExprMethodCall, args: Vec<Value>) -> Value {
        let name = call.method.to_string();
        let hosts = || args.iter().map(|a| a.host().clone()).collect::<Vec<_>>();
        let tensor = match receiver {
            Value::Host(h) => return Value::Host(h.method(&name, &hosts())),
            Value::Tensor(t) => t,
            Value::Many(xs) if name == "shapes" => {
                let shapes = xs.iter().map(|x| Host::list(&self.arrays[x.tensor()].shape));
                return Value::Host(Host::List(shapes.collect()));
            }
            Value::Many(_) => panic!("a method of several values"),
        };
        let shape = &self.arrays[tensor].shape;
        match name.as_str() {
            "shape" => return Value::Host(Host::list(shape)),
            "rank" | "rank_of" => return Value::Host(Host::Int(shape.len() as i64)),
            "numel" => return Value::Host(Host::Int(array::volume(shape) as i64)),
            "dim" | "dim_some" => {
                return Value::Host(Host::Int(shape[hosts()[0].axes(shape.len())[0]] as i64));
            }
            "dim_by" | "dim_of" => {
                let given = hosts();
                let (dim, n) = (shape[given[0].axes(shape.len())[0]] as i64, given[1].int());
                return Value::Host(Host::Int(if name == "dim_by" { dim / n } else { dim }));
            }
            _ => {}
        }
        let y = self.call(&name, [vec![Value::Tensor(tensor)], args].concat());
        if let (Value::Tensor(y), Some(_)) = (&y, &call.turbofish) {
            self.arrays[*y].kind = Kind::Int;
        }
        y
    }
}

/// `x.sum()`: the axes and `keep` of a reduction may be left out.
fn spell_reduction(params: &[String], args: &mut Vec<Value>) {
    if args.len() + 2 == params.len() && params[args.len()..] == ["axes", "keep"] {
        args.extend([Value::Host(Host::All), Value::Host(Host::Bool(false))]);
    }
}
