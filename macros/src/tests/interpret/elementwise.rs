//! Map rows: the row's own CPU template, read as an expression over functions of numbers.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap as HashMap;
use syn::{BinOp, Expr, Stmt, UnOp};

use super::array::{Array, Kind, broadcast, volume};
use super::primal::Arg;
use super::scalar::function;
use crate::rules::{ElemClass, Map, Param, ParamKind, Row};

/// A Map row with its template parsed.
struct Formula {
    params: Vec<Param>,
    result: ElemClass,
    expr: Expr,
}

impl Formula {
    fn of(map: Map) -> Self {
        let Row { params, results, spell, .. } = map.text().parse().expect("rows parse");
        let [cpu, ..] = spell.expect("every elementwise row is spelled");
        // `{x}` is a block with one expression.
        let expr = syn::parse_str(&cpu).unwrap_or_else(|e| panic!("`{cpu}` is no expression: {e}"));
        Self { result: class(&results[0]).expect("a tensor"), params, expr }
    }

    /// The kind of the result: that of the first operand of the same class, unless the class says it.
    fn kind(&self, args: &[Arg]) -> Kind {
        let same = self.params.iter().position(|p| class(p) == Some(self.result));
        match self.result {
            ElemClass::Bool => Kind::Bool,
            ElemClass::I32 => Kind::Int,
            ElemClass::Target => Kind::Float,
            _ => same.map_or(Kind::Float, |i| args[i].array().kind),
        }
    }
}

fn class(param: &Param) -> Option<ElemClass> {
    match param.kind {
        ParamKind::Tensor { elem, .. } => Some(elem),
        _ => None,
    }
}

thread_local! {
    static FORMULAS: RefCell<HashMap<Map, Rc<Formula>>> = RefCell::default();
}

/// The result of an elementwise op; `None` for the other rows.
pub(super) fn elementwise(name: &str, args: &[Arg]) -> Option<Array> {
    let map = Map::from_name(name)?;
    let formula = FORMULAS
        .with_borrow_mut(|known| known.entry(map).or_insert_with(|| Rc::new(Formula::of(map))).clone());
    let arrays: Vec<Array> = args
        .iter()
        .map(|a| match a {
            Arg::Host(host) => Array::scalar(host.float()),
            _ => a.array().clone(),
        })
        .collect();
    let shape = arrays.iter().fold(Vec::new(), |s, a| broadcast(&s, &a.shape));
    let columns: Vec<Vec<f64>> = arrays.iter().map(|a| a.widened(&shape).data).collect();
    let y = Array::new(&shape, column(&formula.expr, &formula.params, &columns, volume(&shape)));
    Some(y.of(formula.kind(args)))
}

/// A formula at `n` points: the text is walked once, not once a point.
fn column(expr: &Expr, params: &[Param], args: &[Vec<f64>], n: usize) -> Vec<f64> {
    match expr {
        Expr::Block(e) => match &e.block.stmts[..] {
            [Stmt::Expr(inner, None)] => column(inner, params, args, n),
            _ => panic!("a hole of a template holds a name"),
        },
        Expr::Path(p) => {
            let param = params.iter().position(|x| p.path.is_ident(&x.name));
            args[param.expect("templates name parameters")].clone()
        }
        Expr::Call(call) => {
            let Expr::Path(name) = &*call.func else { panic!("templates call functions by name") };
            let name = name.path.require_ident().expect("one word").to_string();
            each(&name, &call.args.iter().map(|a| column(a, params, args, n)).collect::<Vec<_>>(), n)
        }
        Expr::Unary(e) if matches!(e.op, UnOp::Neg(_)) => each("neg", &[column(&e.expr, params, args, n)], n),
        Expr::Binary(e) => {
            let name = match e.op {
                BinOp::Add(_) => "add",
                BinOp::Sub(_) => "sub",
                BinOp::Mul(_) => "mul",
                BinOp::Div(_) => "div",
                _ => panic!("templates have the operators of numbers"),
            };
            each(name, &[column(&e.left, params, args, n), column(&e.right, params, args, n)], n)
        }
        _ => panic!("templates have calls, operators and operands"),
    }
}

/// A function of numbers at `n` points.
fn each(name: &str, inner: &[Vec<f64>], n: usize) -> Vec<f64> {
    let mut at = vec![0.0; inner.len()];
    let mut value = |i: usize| {
        at.iter_mut().zip(inner).for_each(|(x, xs)| *x = xs[i]);
        function(name, &at)
    };
    (0..n).map(&mut value).collect()
}
