//! Kernels as text. `tests/tests/wgsl` checks the files: naga reads every WGSL text.

use expect_test::expect_file;
use proc_macro2::Span;
use quote::ToTokens as _;

use super::device::Language;
use super::wgsl::Wgsl;
use super::{cuda, wgsl};
use crate::dims::Dim;
use crate::fuse::{Group, Program};
use crate::ir::{Elem, Graph, HostExpr, Map, Node, Op, Reduce, Runs, Shape, TensorTy, Ty, Value};
use crate::rules::{ElemClass, ParamKind, RuleCache};

mod written;

/// A graph by hand.
#[derive(Default)]
struct Build {
    graph: Graph,
    inputs: u32,
}

fn dims(names: &[&str]) -> Shape {
    Shape::Dims(names.iter().map(|n| n.parse().map_or_else(|_| Dim::name(n), Dim::int)).collect())
}

impl Build {
    fn push(&mut self, op: Op, args: &[Value], ty: Ty) -> Value {
        self.graph.push(Node::new(op, args.to_vec(), ty, Span::call_site()))
    }

    fn tensor(&mut self, op: Op, args: &[Value], elem: Elem, shape: Shape) -> Value {
        self.push(op, args, Ty::Tensor(TensorTy { elem, shape }))
    }

    fn input(&mut self, elem: Elem, shape: &[&str]) -> Value {
        self.inputs += 1;
        self.tensor(Op::Input(self.inputs - 1), &[], elem, dims(shape))
    }

    fn host(&mut self, expr: &str) -> Value {
        let expr = expr.parse().expect("tokens");
        self.push(
            Op::Host(HostExpr { expr, binds: Vec::new(), known: None, ty: None, runs: Runs::Freely }),
            &[],
            Ty::Host,
        )
    }

    fn number(&mut self, value: f64, elem: Elem) -> Value {
        self.tensor(Op::Const(value), &[], elem, Shape::scalar())
    }

    fn scalar(&mut self, expr: &str, elem: Elem) -> Value {
        let host = self.host(expr);
        self.tensor(Op::Scalar, &[host], elem, Shape::scalar())
    }

    fn map(&mut self, op: Map, args: &[Value], elem: Elem) -> Value {
        let shapes = args.iter().map(|a| self.graph.shape(*a));
        let shape =
            shapes.fold(Shape::scalar(), |all, s| crate::shapes::broadcast(&all, s).expect("no clash"));
        self.tensor(Op::Map(op), args, elem, shape)
    }

    fn reduce(&mut self, op: Reduce, x: Value, axes: &str, shape: &[&str]) -> Value {
        let elem = self.graph.elem(x).clone();
        let (axes, keep) = (self.host(axes), self.host("false"));
        self.tensor(Op::Reduce(op), &[x, axes, keep], elem, dims(shape))
    }

    /// All kernels of the program: CUDA, WGSL.
    fn print(mut self, kernels: usize, outputs: &[Value], param: Option<&str>) -> (String, String) {
        self.graph.outputs = outputs.to_vec();
        let program = Program::new(self.graph);
        let rules = RuleCache::default();
        let (mut c, mut w) = (String::new(), String::new());
        if let Some(param) = param {
            c += &cuda::instance(param, &Elem::F32);
        }
        assert_eq!(program.groups.len(), kernels);
        for (i, group) in program.groups.iter().enumerate() {
            let name = format!("kernel{i}");
            c += &cuda::kernel(&name, group, &program.graph, &rules);
            w += &headed(&name, group, &program.graph, &rules, &Clone::clone);
        }
        (c, w)
    }
}

/// The text in WGSL below a line with the types of inputs and outputs.
pub(crate) fn headed(
    name: &str,
    group: &Group,
    graph: &Graph,
    rules: &RuleCache,
    of: &dyn Fn(&Elem) -> Elem,
) -> String {
    let list = |types: Vec<String>| types.join(", ");
    let ins = list(group.inputs.iter().map(|&v| Wgsl::compute(&of(graph.elem(v)))).collect());
    let outs = list(group.outputs.iter().map(|o| Wgsl::compute(&of(&o.elem))).collect());
    let text = wgsl::text(group, graph, rules, of);
    format!("// {name}: ({ins}) -> ({outs})\n{text}\n")
}

/// How many kernels these texts are. They stay in the folder that `COTANGENT_MACRO_TEXTS` names, for `tests/tests/wgsl`.
pub(crate) fn kept(name: &str, texts: &str) -> usize {
    if let Some(folder) = std::env::var_os("COTANGENT_MACRO_TEXTS") {
        let path = std::path::Path::new(&folder).join(name.replace('/', "-")).with_extension("wgsl");
        std::fs::write(path, texts).expect("a folder for texts");
    }
    texts.lines().filter(|line| line.starts_with("// ")).count()
}

/// `mean((x * b + 0.5).tanh())` and the elementwise value, of a type parameter, with a broadcast operand.
#[test]
fn a_mean_and_a_map() {
    let t = || Elem::Param("T".to_owned());
    let mut g = Build::default();
    let (x, b) = (g.input(t(), &["B", "H"]), g.input(t(), &["H"]));
    let half = g.number(-0.5, t());
    let product = g.map(Map::Mul, &[x, b], t());
    let shifted = g.map(Map::Add, &[product, half], t());
    let y = g.map(Map::Tanh, &[shifted], t());
    let sum = g.reduce(Reduce::Sum, y, "Axes::All", &[]);
    let factor = g.scalar("1.0 / (B * H) as f64", t());
    let mean = g.map(Map::Mul, &[sum, factor], t());
    let (cuda, wgsl) = g.print(1, &[mean, y], Some("T"));
    expect_file!["../../../tests/golden/kernels/mean.cu"].assert_eq(&cuda);
    expect_file!["../../../tests/golden/kernels/mean.wgsl"].assert_eq(&wgsl);
}

/// Element types side by side: a mask, indices, a host number, every fold, `f16` and `bf16` in memory.
#[test]
fn folds_of_every_type() {
    let mut g = Build::default();
    let shape = ["B", "H"];
    let x = g.input(Elem::F16, &shape);
    let z = g.input(Elem::Bf16, &shape);
    let mask = g.input(Elem::Bool, &shape);
    let ids = g.input(Elem::I32, &shape);
    let limit = g.scalar("limit", Elem::I32);
    let least = g.number(f64::from(i32::MIN), Elem::I32);
    let low = g.number(f64::NEG_INFINITY, Elem::F16);
    let small = g.map(Map::Lt, &[ids, limit], Elem::Bool);
    let taken = g.map(Map::And, &[mask, small], Elem::Bool);
    let kept = g.map(Map::Select, &[taken, x, low], Elem::F16);
    let chosen = g.map(Map::Select, &[mask, ids, least], Elem::I32);
    let top = g.reduce(Reduce::Max, kept, "1", &["B"]);
    let bottom = g.reduce(Reduce::Min, z, "1", &["B"]);
    let last = g.reduce(Reduce::Max, chosen, "1", &["B"]);
    let any = g.reduce(Reduce::Any, taken, "1", &["B"]);
    let all = g.reduce(Reduce::All, taken, "1", &["B"]);
    let product = g.reduce(Reduce::Prod, z, "1", &["B"]);
    let (cuda, wgsl) = g.print(1, &[top, bottom, last, any, all, product, kept, taken], None);
    expect_file!["../../../tests/golden/kernels/folds.cu"].assert_eq(&cuda);
    expect_file!["../../../tests/golden/kernels/folds.wgsl"].assert_eq(&wgsl);
}

/// Every elementwise row, with every element type that it admits, in as few kernels as
/// hold the operands.
#[test]
fn every_elementwise_row() {
    let mut g = Build::default();
    let floats = [0; 3].map(|_| g.input(Elem::F32, &["N"]));
    let ints = [0; 3].map(|_| g.input(Elem::I32, &["N"]));
    let truths = [0; 3].map(|_| g.input(Elem::Bool, &["N"]));
    let power = g.scalar("n", Elem::I32);
    let exponent = g.scalar("s", Elem::F32);
    let rules = RuleCache::default();
    let mut outputs = Vec::new();
    for &op in Map::ALL {
        let row = rules.of(&Op::Map(op));
        let classes: Vec<_> = row.params.iter().chain(&row.results).map(class).collect();
        let has = |c| classes.contains(&Some(c));
        let mut worlds = vec![(Elem::F32, &floats)];
        if has(ElemClass::Num) || has(ElemClass::Any) {
            worlds.push((Elem::I32, &ints));
        }
        if has(ElemClass::Any) || !has(ElemClass::Num) && !has(ElemClass::Float) {
            worlds.push((Elem::Bool, &truths));
        }
        for (elem, values) in worlds {
            let arg = |(i, p): (usize, &crate::rules::Param)| match class(p) {
                Some(ElemClass::Bool) => truths[i],
                Some(ElemClass::I32) => ints[i],
                Some(_) => values[i],
                None if matches!(&p.kind, ParamKind::Host(ty) if ty.to_token_stream().to_string() == "f64") => {
                    exponent
                }
                None => power,
            };
            let args: Vec<_> = row.params.iter().enumerate().map(arg).collect();
            let targets = match class(&row.results[0]) {
                Some(ElemClass::Bool) => vec![Elem::Bool],
                Some(ElemClass::I32) => vec![Elem::I32],
                Some(ElemClass::Target) => vec![Elem::F32, Elem::I32, Elem::Bool],
                _ => vec![elem],
            };
            outputs.extend(targets.into_iter().map(|target| g.map(op, &args, target)));
        }
    }
    let (cuda, wgsl) = g.print(4, &outputs, None);
    expect_file!["../../../tests/golden/kernels/rows.cu"].assert_eq(&cuda);
    expect_file!["../../../tests/golden/kernels/rows.wgsl"].assert_eq(&wgsl);
}

/// The text of a type parameter is that of the type which it is.
#[test]
fn type_parameters_have_the_texts_of_their_types() {
    let rules = RuleCache::default();
    let text = |op: Map, own: &Elem, of: &dyn Fn(&Elem) -> Elem| {
        let (row, mut g) = (rules.of(&Op::Map(op)), Build::default());
        let elem = |class| match class {
            ElemClass::Bool => Elem::Bool,
            ElemClass::I32 => Elem::I32,
            _ => own.clone(),
        };
        let arg = |p: &crate::rules::Param| match class(p) {
            Some(class) => g.input(elem(class), &["N"]),
            None => g.scalar("n", Elem::I32),
        };
        let args: Vec<_> = row.params.iter().map(arg).collect();
        let result = elem(class(&row.results[0]).expect("a tensor"));
        let y = g.map(op, &args, result);
        g.graph.outputs = vec![y];
        let program = Program::new(g.graph);
        wgsl::text(&program.groups[0], &program.graph, &rules, of)
    };
    let param = Elem::Param("T".to_owned());
    for &op in Map::ALL {
        for elem in [Elem::F32, Elem::I32, Elem::Bool] {
            let of = |e: &Elem| if *e == param { elem.clone() } else { e.clone() };
            assert_eq!(text(op, &param, &of), text(op, &elem, &Clone::clone), "{} of {elem}", op.name());
        }
    }
}

fn class(param: &crate::rules::Param) -> Option<ElemClass> {
    match &param.kind {
        ParamKind::Tensor { elem, .. } => Some(*elem),
        _ => None,
    }
}

#[test]
fn f64_is_said_where_there_is_none() {
    let mut g = Build::default();
    let x = g.input(Elem::F64, &["N"]);
    let y = g.map(Map::Tanh, &[x], Elem::F64);
    g.graph.outputs = vec![y];
    let program = Program::new(g.graph);
    let text = wgsl::text(&program.groups[0], &program.graph, &RuleCache::default(), &Clone::clone);
    assert_eq!(text, "f64\nlet t0: f32 = ct_tanh(x0);\nt0");
    assert!(
        cuda::kernel("kernel0", &program.groups[0], &program.graph, &RuleCache::default())
            .contains("const double t0 = tanh(x0);")
    );
}

#[test]
fn numbers_are_spelled_exactly() {
    use super::cuda::Cuda;
    let t = Elem::Param("T".to_owned());
    let all: Vec<_> = [0.1, -2.0, 1e300, 1e-3, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]
        .iter()
        .map(|&v| {
            let (a, b, c) = (Cuda::number(v, &Elem::F32), Cuda::number(v, &Elem::F64), Cuda::number(v, &t));
            format!("{a} {b} {c} {}", Wgsl::number(v, &t))
        })
        .collect();
    expect_test::expect![[r"
        0.1f 0.1 ct<T>(0.1) 0.1f
        (-2.0f) (-2.0) ct<T>(-2.0) (-2.0f)
        ct_inf<float>() 1e300 ct<T>(1e300) ct_inf()
        0.001f 0.001 ct<T>(0.001) 0.001f
        ct_inf<float>() ct_inf<double>() ct_inf<ct<T>>() ct_inf()
        (-ct_inf<float>()) (-ct_inf<double>()) (-ct_inf<ct<T>>()) (-ct_inf())
        ct_nan<float>() ct_nan<double>() ct_nan<ct<T>>() ct_nan()"]]
    .assert_eq(&all.join("\n"));
    assert_eq!(Wgsl::number(-7.0, &Elem::I32), "(-7i)");
    assert_eq!(Wgsl::number(f64::from(f32::MIN), &Elem::F32), "(-0x1.fffffep+127f)");
    assert_eq!(Cuda::number(1.0, &Elem::Bool), "true");
}
