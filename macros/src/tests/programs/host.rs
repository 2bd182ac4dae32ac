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
                "INFINITY" => Host::Float(f64::INFINITY),
                "NEG_INFINITY" => Host::Float(f64::NEG_INFINITY),
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
            // The name of an argument, for messages.
            Lit::Str(_) => Host::All,
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
        Expr::Call(c) => call(c, env),
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
                "behind" | "order_behind" => behind(&receiver, &args, c.method == "order_behind"),
                name => receiver.method(name, &args),
            }
        }
        _ => panic!("host code that no program has: {}", quote::quote!(#e)),
    }
}

/// A function of the runtime.
fn call(c: &syn::ExprCall, env: &mut Env) -> Host {
    let name = quote::quote!(#c).to_string();
    if name.starts_with("__rt :: placed") || name.starts_with("__rt :: sized") {
        return run(&c.args[0], env);
    }
    let args: Vec<Host> = c.args.iter().map(|a| run(a, env)).collect();
    if name.contains("no_shapes") {
        return Host::List(Vec::new());
    }
    match (&args[..], name.contains("broadcast_shapes")) {
        ([a, b], true) => {
            let [a, b] = [a, b].map(|s| s.ints().iter().map(|d| *d as usize).collect::<Vec<_>>());
            Host::list(&broadcast(&a, &b))
        }
        ([shape], _) if name.starts_with("__rt :: item") => each_shape(shape, &|sizes| sizes[1..].to_vec()),
        ([n, shape, rank], _) if name.starts_with("__rt :: in_front") => each_shape(shape, &|sizes| {
            let ones = (rank.int() as usize).saturating_sub(sizes.len());
            let ones = std::iter::repeat_n(Host::Int(1), ones);
            std::iter::once(n.clone()).chain(ones).chain(sizes.iter().cloned()).collect()
        }),
        ([shape, _, _], _) if name.starts_with("__rt :: rank_of") => Host::Int(list(shape).len() as i64),
        ([shape, _, axis, ..], _) if name.starts_with("__rt :: dim") => {
            let shape = shape.ints();
            let size = shape[axis.axes(shape.len())[0]];
            Host::Int(if name.starts_with("__rt :: dim_by") { size / args[3].int() } else { size })
        }
        ([one], _) => one.clone(),
        ([shape, axis], _) if name.starts_with("__rt :: dim") => {
            let shape = shape.ints();
            Host::Int(shape[axis.axes(shape.len())[0]])
        }
        _ => panic!("host call `{name}`"),
    }
}

/// Of a shape, or of each of several.
fn each_shape(h: &Host, f: &dyn Fn(&[Host]) -> Vec<Host>) -> Host {
    let sizes = list(h);
    if sizes.iter().any(|size| matches!(size, Host::List(_))) {
        return Host::List(sizes.iter().map(|shape| Host::List(f(&list(shape)))).collect());
    }
    Host::List(f(&sizes))
}

fn list(h: &Host) -> Vec<Host> {
    match h {
        Host::List(list) => list.clone(),
        one => vec![one.clone()],
    }
}

/// Axes, sizes or pairs of an item behind the axis of a batch.
fn behind(of: &Host, lead: &[Host], ordered: bool) -> Host {
    let shifted = |axis: &Host| Host::Int(axis.int() + i64::from(axis.int() >= 0));
    match (of, lead) {
        (Host::All, _) => Host::Rest,
        (of, [n]) => Host::List([std::slice::from_ref(n), &list(of)[..]].concat()),
        (Host::List(pairs), _) if matches!(pairs.first(), Some(Host::List(_))) => {
            Host::List([&[Host::list(&[0, 0])], &pairs[..]].concat())
        }
        (axes, _) => {
            let first = ordered.then_some(Host::Int(0));
            Host::List(first.into_iter().chain(list(axes).iter().map(shifted)).collect())
        }
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
        BinOp::Ge(_) => Host::Bool(l.int() >= r.int()),
        BinOp::Gt(_) => Host::Bool(l.int() > r.int()),
        BinOp::Eq(_) => Host::Bool(l == r),
        BinOp::Ne(_) => Host::Bool(l != r),
        _ => panic!("a host operator that no program has"),
    }
}
