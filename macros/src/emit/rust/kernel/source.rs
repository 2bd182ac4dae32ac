//! The body of a kernel for devices: each value by its op, its type and what it reads, and the host numbers in their order.

use std::fmt::Write as _;

use super::{Head, Types, texts};
use crate::fuse::{Group, Operand};
use crate::ir::{Elem, Graph, Op};

/// Nothing where no device is asked for.
pub(super) fn source(
    group: &Group,
    graph: &Graph,
    head: &Head<'_>,
    types: &Types,
    hosts: &[String],
) -> String {
    if !head.sources {
        return String::new();
    }
    let dtype = |elem: &Elem| match elem {
        Elem::Param(_) => format!("<{} as rt::Element>::DTYPE", types.of(elem)),
        elem => format!("rt::DType::{elem:?}"),
    };
    let dtypes = |elems: &[&Elem]| texts(elems, |elem| format!("{}, ", dtype(elem)));
    let term = |operand: Operand, elem: &Elem| match operand {
        Operand::Input(i) => format!("rt::Term::Input({i}), "),
        Operand::Scalar(i) => format!("rt::Term::Number({i}), "),
        Operand::Local(i) => format!("rt::Term::Value({i}), "),
        Operand::Const(c) => {
            let number = match c {
                c if c.is_nan() => "f64::NAN".to_owned(),
                f64::INFINITY => "f64::INFINITY".to_owned(),
                f64::NEG_INFINITY => "f64::NEG_INFINITY".to_owned(),
                c => format!("{c:?}f64"),
            };
            format!("rt::Term::Const({number}, {}), ", dtype(elem))
        }
    };
    let ins = dtypes(&group.inputs.iter().map(|&v| graph.elem(v)).collect::<Vec<_>>());
    let numbers = dtypes(&group.scalars.iter().map(|s| &s.elem).collect::<Vec<_>>());
    let statements = texts(&group.body, |s| {
        let reads = texts(s.args.iter().zip(&s.arg_elems), |(arg, elem)| term(*arg, elem));
        let (op, dtype) = (Op::Map(s.op).name().to_uppercase(), dtype(&s.elem));
        format!("rt::Statement {{ op: &rt::spelled::{op}, dtype: {dtype}, reads: &[{reads}] }}, ")
    });
    let outs = texts(&group.outputs, |o| term(o.operand, &o.elem));
    let mut source = format!(
        "const SOURCE: &'static rt::Source = &rt::Source {{ ins: &[{ins}], numbers: &[{numbers}], statements: &[{statements}], \
         outs: &[{outs}] }}; "
    );
    if !hosts.is_empty() {
        let pushed = texts(hosts, |host| format!("into.push({host}); "));
        let _ = write!(source, "#[inline] fn numbers(&self, into: &mut rt::Vec<f64>) {{ {pushed}}} ");
    }
    source
}
