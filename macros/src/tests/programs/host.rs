//! The host code that lowering leaves in a graph, for programs of the generator.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use rustc_hash::FxHashMap as HashMap;
use syn::{BinOp, Expr, Lit, Stmt, UnOp};

use crate::dims::Dim;
use crate::tests::interpret::array::broadcast;
use crate::tests::interpret::value::Host;

type Env = HashMap<String, Host>;

/// The value of a symbolic dim, where all of its names are known.
pub(super) fn size(dim: &Dim, dims: &[(&str, usize)]) -> Option<usize> {
    let expr: Expr = syn::parse_str(&dim.to_string()).ok()?;
    let known = names(&expr, dims)?;
    known.then(|| run(&expr, &mut env(dims)).int() as usize)
}

fn names(e: &Expr, dims: &[(&str, usize)]) -> Option<bool> {
    match e {
        Expr::Path(p) => Some(dims.iter().any(|(n, _)| p.path.is_ident(n))),
        Expr::Lit(_) => Some(true),
        Expr::Paren(e) => names(&e.expr, dims),
        Expr::Unary(u) => names(&u.expr, dims),
        Expr::Binary(b) => Some(names(&b.left, dims)? && names(&b.right, dims)?),
        _ => None,
    }
}

fn env(dims: &[(&str, usize)]) -> Env {
    dims.iter().map(|(n, d)| ((*n).to_owned(), Host::Int(*d as i64))).collect()
}

/// `{ assert!(..); }`
pub(super) fn leaves_nothing(tokens: &TokenStream) -> bool {
    let mut trees = tokens.clone().into_iter();
    let (Some(TokenTree::Group(block)), None) = (trees.next(), trees.next()) else { return false };
    let last = block.stream().into_iter().last();
    block.delimiter() == Delimiter::Brace && matches!(last, Some(TokenTree::Punct(p)) if p.as_char() == ';')
}

pub(super) fn eval(tokens: &TokenStream, binds: Env, dims: &[(&str, usize)]) -> Host {
    let block: syn::Block =
        syn::parse2(quote::quote!({ #tokens })).unwrap_or_else(|e| panic!("{e}: {tokens}"));
    let mut env = env(dims);
    env.extend(binds);
    stmts(&block.stmts, &mut env)
}

fn stmts(list: &[Stmt], env: &mut Env) -> Host {
    let mut last = None;
    for stmt in list {
        match stmt {
            Stmt::Local(l) => {
                let syn::Pat::Ident(p) = &l.pat else { panic!("a host pattern that no program has") };
                let value = run(&l.init.as_ref().expect("a value").expr, env);
                env.insert(p.ident.to_string(), value);
            }
            Stmt::Expr(e, _) => last = Some(run(e, env)),
            _ => panic!("a host statement that no program has: {}", quote::quote!(#stmt)),
        }
    }
    last.expect("a value")
}

fn run(e: &Expr, env: &mut Env) -> Host {
    match e {
        Expr::Paren(e) => run(&e.expr, env),
        Expr::Group(e) => run(&e.expr, env),
        Expr::Reference(e) => run(&e.expr, env),
        Expr::Try(e) => run(&e.expr, env),
        Expr::Block(b) => stmts(&b.block.stmts, &mut env.clone()),
        Expr::Path(p) => {
            let name = p.path.segments.last().expect("a name").ident.to_string();
            match name.as_str() {
                "ALL" => Host::All,
                "SAME" => Host::Same,
                // Dims are bound under names of the macro's own.
                _ => env
                    .get(&name)
                    .or_else(|| env.get(name.trim_start_matches("__dim_").trim_start_matches("__")))
                    .unwrap_or_else(|| panic!("`{name}` is not bound"))
                    .clone(),
            }
        }
        Expr::Lit(l) => match &l.lit {
            Lit::Int(i) => Host::Int(i.base10_parse().expect("an integer")),
            Lit::Float(f) => Host::Float(f.base10_parse().expect("a float")),
            Lit::Bool(b) => Host::Bool(b.value),
            _ => panic!("a host literal that no program has"),
        },
        Expr::Array(a) => Host::List(a.elems.iter().map(|e| run(e, env)).collect()),
        Expr::Tuple(t) => Host::List(t.elems.iter().map(|e| run(e, env)).collect()),
        Expr::Cast(c) => {
            let value = run(&c.expr, env);
            let float = quote::quote!(#c).to_string().ends_with("f64");
            match value {
                list @ Host::List(_) => list,
                number if float => Host::Float(number.float()),
                number => Host::Int(number.int()),
            }
        }
        Expr::Unary(u) => match (&u.op, run(&u.expr, env)) {
            (UnOp::Neg(_), Host::Int(i)) => Host::Int(-i),
            (UnOp::Neg(_), h) => Host::Float(-h.float()),
            (UnOp::Not(_), h) => Host::Bool(!h.bool()),
            (_, h) => h,
        },
        Expr::Binary(b) => binary(&b.op, &run(&b.left, env), &run(&b.right, env)),
        Expr::Call(c) => {
            let name = quote::quote!(#c).to_string();
            if name.starts_with("__rt :: placed") || name.starts_with("__rt :: sized") {
                return run(&c.args[0], env);
            }
            let args: Vec<Host> = c.args.iter().map(|a| run(a, env)).collect();
            match (&args[..], name.contains("broadcast_shapes")) {
                ([a, b], true) => {
                    let [a, b] = [a, b].map(|s| s.ints().iter().map(|d| *d as usize).collect::<Vec<_>>());
                    Host::list(&broadcast(&a, &b))
                }
                ([one], _) => one.clone(),
                ([shape, axis], _) if name.starts_with("__rt :: dim") => {
                    let shape = shape.ints();
                    Host::Int(shape[axis.axes(shape.len())[0]])
                }
                _ => panic!("host call `{name}`"),
            }
        }
        Expr::Index(i) => {
            let (list, at) = (run(&i.expr, env).ints(), run(&i.index, env).int());
            Host::Int(list[at as usize])
        }
        Expr::MethodCall(c) => {
            let receiver = run(&c.receiver, env);
            let args: Vec<Host> = c.args.iter().map(|a| run(a, env)).collect();
            match c.method.to_string().as_str() {
                "clone" | "shape" | "into" | "unwrap_or" => receiver,
                "dim" => {
                    let shape = receiver.ints();
                    Host::Int(shape[args[0].axes(shape.len())[0]])
                }
                "saturating_add" => Host::Int(receiver.int() + args[0].int()),
                "saturating_mul" => Host::Int(receiver.int() * args[0].int()),
                "checked_div" => Host::Int(receiver.int() / args[0].int()),
                "max" if matches!(receiver, Host::Int(_)) => Host::Int(receiver.int().max(args[0].int())),
                "rank" | "len" => Host::Int(receiver.ints().len() as i64),
                "numel" => Host::Int(receiver.ints().iter().product()),
                name => receiver.method(name, &args),
            }
        }
        _ => panic!("host code that no program has: {}", quote::quote!(#e)),
    }
}

fn binary(op: &BinOp, l: &Host, r: &Host) -> Host {
    let ints = matches!((l, r), (Host::Int(_), Host::Int(_)));
    match op {
        BinOp::Add(_) if ints => Host::Int(l.int() + r.int()),
        BinOp::Sub(_) if ints => Host::Int(l.int() - r.int()),
        BinOp::Mul(_) if ints => Host::Int(l.int() * r.int()),
        BinOp::Div(_) if ints => Host::Int(l.int() / r.int()),
        BinOp::Add(_) => Host::Float(l.float() + r.float()),
        BinOp::Sub(_) => Host::Float(l.float() - r.float()),
        BinOp::Mul(_) => Host::Float(l.float() * r.float()),
        BinOp::Div(_) => Host::Float(l.float() / r.float()),
        BinOp::Eq(_) => Host::Bool(l == r),
        BinOp::Ne(_) => Host::Bool(l != r),
        _ => panic!("a host operator that no program has"),
    }
}
