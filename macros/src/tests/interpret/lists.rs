//! Lists of run-time length: what their rows compute, and a list as one array for the checks.

use super::array::{Array, volume};
use super::primal::{Arg, join};
use super::{Host, Machine, Value};

/// The results of a row of lists: of one that gives a list, its items.
pub(super) fn lists(name: &str, args: &[Arg]) -> Option<Vec<Array>> {
    let list = |i: usize| match &args[i] {
        Arg::List(xs) => xs.clone(),
        _ => panic!("`{name}`: argument {i} is no list"),
    };
    Some(match name {
        "list_item" => vec![list(0)[args[1].size()].clone()],
        "list_put" => {
            let mut out: Vec<Array> = shapes(&args[1]).iter().map(|s| Array::build(s, |_| 0.0)).collect();
            out[args[2].size()] = args[0].array().clone();
            out
        }
        "list_add_to" => {
            let (mut out, i) = (list(0), args[2].size());
            out[i] = out[i].step(1.0, args[1].array());
            out
        }
        "list_add" => list(0).iter().zip(list(1)).map(|(a, b)| a.step(1.0, &b)).collect(),
        "list_push" => [list(0), vec![args[1].array().clone()]].concat(),
        "list_set" => {
            let mut out = list(0);
            out[args[2].size()] = args[1].array().clone();
            out
        }
        "list_cleared" => {
            let (mut out, i) = (list(0), args[2].size());
            out[i] = Array::build(&shapes(&args[1])[i], |_| 0.0);
            out
        }
        "list_pop" => list(0).split_last().map(|(_, rest)| rest.to_vec()).unwrap_or_default(),
        "list_last" => vec![list(0).last().expect("a tensor").clone()],
        "list_grown" => {
            let mut out = list(0);
            out.extend(shapes(&args[1]).last().map(|s| Array::build(s, |_| 0.0)));
            out
        }
        "list_ended" => {
            let mut out: Vec<Array> = shapes(&args[1]).iter().map(|s| Array::build(s, |_| 0.0)).collect();
            *out.last_mut().expect("a shape") = args[0].array().clone();
            out
        }
        "list_concat" => vec![join("concat", &list(0), args[1].int())],
        "list_stack" => vec![join("stack", &list(0), args[1].int())],
        "list_split" => {
            let x = args[0].array();
            let (axis, mut start) = (x.axis(args[2].int()), 0);
            let piece = |shape: &Vec<usize>| {
                let from = start;
                start += shape[axis];
                Array::build(shape, |at| {
                    let mut at = at.to_vec();
                    at[axis] += from;
                    x.at(&at)
                })
            };
            shapes(&args[1]).iter().map(piece).collect()
        }
        "list_unstack" => {
            let x = args[0].array();
            let axis = x.axis(args[1].int());
            let item = |i: usize| {
                let mut shape = x.shape.clone();
                shape.remove(axis);
                Array::build(&shape, |at| {
                    let mut at = at.to_vec();
                    at.insert(axis, i);
                    x.at(&at)
                })
            };
            (0..x.shape[axis]).map(item).collect()
        }
        _ => return None,
    })
}

fn shapes(arg: &Arg) -> Vec<Vec<usize>> {
    let Host::List(shapes) = arg.host() else { panic!("a list of shapes") };
    shapes.iter().map(|s| s.ints().iter().map(|d| *d as usize).collect()).collect()
}

impl Machine {
    /// Whether a row gives a list.
    pub(super) fn gives_list(&self, name: &str) -> bool {
        self.rows.get(name).is_some_and(|(_, row)| row.results[0].list)
    }

    /// All elements of a list in a row: a cotangent of it is one of each of its items.
    pub(super) fn flat(&mut self, items: &[Value]) -> usize {
        let row = |m: &mut Self, x: &Value| {
            let n = Host::Int(volume(&m.arrays[x.tensor()].shape) as i64);
            m.call("reshape", vec![x.clone(), Value::Host(Host::List(vec![n]))])
        };
        let rows = items.iter().map(|x| row(self, x)).collect();
        self.call("concat", vec![Value::Many(rows), Value::Host(Host::Int(0))]).tensor()
    }
}
