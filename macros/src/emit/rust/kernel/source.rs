//! The body of a kernel as the texts that it carries, and its host numbers in their order.

use std::fmt::Write as _;

use super::{Head, texts};
use crate::emit::{cuda, wgsl};
use crate::fuse::Group;
use crate::ir::{Elem, Graph};

/// The languages in which kernels carry their bodies.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sources {
    pub wgsl: bool,
    pub cuda: bool,
}

/// Nothing where no text is wanted.
pub(super) fn source(group: &Group, graph: &Graph, head: &Head<'_>, hosts: &[String]) -> String {
    let mut all = String::new();
    if head.sources.wgsl {
        let print = |of: Placed<'_>| wgsl::text(group, graph, head.rules, of);
        let _ = write!(all, ".with_wgsl({})", text(head, &choices(head, &[Elem::F32]), &print));
    }
    if head.sources.cuda {
        let print = |of: Placed<'_>| cuda::text(group, head.rules, of);
        let _ = write!(all, ".with_cuda({})", text(head, &choices(head, &[Elem::F64, Elem::F32]), &print));
    }
    if all.is_empty() {
        return all;
    }
    let mut source = format!("const SOURCE: rt::Source = rt::Source::NONE{all}; ");
    if !hosts.is_empty() {
        let pushed = texts(hosts, |host| format!("into.push({host}); "));
        let _ = write!(source, "#[inline] fn numbers(&self, into: &mut rt::Vec<f64>) {{ {pushed}}} ");
    }
    source
}

/// What type parameters may be: floats, of which `floats` compute each in their own way, and with another bound `i32` or `bool` as
/// well. The last float stands for those that are not named.
fn choices<'e>(head: &Head<'_>, floats: &'e [Elem]) -> Vec<Vec<&'e Elem>> {
    let others: &[Elem] = match head.bound {
        "Float" => &[],
        "Num" => &[Elem::I32],
        _ => &[Elem::I32, Elem::Bool],
    };
    let mut choices: Vec<Vec<&Elem>> = vec![Vec::new()];
    for _ in head.generics {
        let with =
            |chosen: Vec<_>| others.iter().chain(floats).map(move |elem| [&chosen[..], &[elem]].concat());
        choices = choices.into_iter().flat_map(with).collect();
    }
    choices
}

/// An element type with that of a choice in the place of a type parameter.
fn of(elem: &Elem, head: &Head<'_>, chosen: &[&Elem]) -> Elem {
    match elem {
        Elem::Param(name) => {
            let at = head.generics.iter().position(|g| g == name);
            chosen[at.expect("the function has its type parameters")].clone()
        }
        elem => elem.clone(),
    }
}

/// The type in the place of another.
type Placed<'p> = &'p dyn Fn(&Elem) -> Elem;

/// The text as an expression. Where types have texts of their own, the type chooses.
fn text(head: &Head<'_>, choices: &[Vec<&Elem>], print: &dyn Fn(Placed<'_>) -> String) -> String {
    let text = |chosen: &Vec<&Elem>| format!("{:?}", print(&|elem| of(elem, head, chosen)));
    let mut all: Vec<String> = choices.iter().map(text).collect();
    if all.windows(2).all(|two| two[0] == two[1]) {
        return all.pop().unwrap_or_default();
    }
    let types = texts(0..head.generics.len(), |i| format!("<T{i} as rt::Element>::DTYPE, "));
    let arms = texts(choices.iter().zip(&all), |(chosen, text)| {
        let pattern = texts(chosen, |elem| match elem {
            Elem::F64 => "rt::DType::F64, ".to_owned(),
            Elem::I32 => "rt::DType::I32, ".to_owned(),
            Elem::Bool => "rt::DType::Bool, ".to_owned(),
            _ => "_, ".to_owned(),
        });
        format!("({pattern}) => {text}, ")
    });
    format!("match ({types}) {{ {arms}}}")
}

#[cfg(test)]
pub(crate) mod printed {
    //! The texts of kernels while a test prints some.

    use std::cell::RefCell;

    use super::{Elem, Graph, Group, Head, choices, of};
    use crate::emit::tests::headed;

    thread_local! {
        static TEXTS: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
    }

    /// The texts of all kernels that `print` prints, each with a line of its types.
    pub(crate) fn while_printing(print: impl FnOnce()) -> Vec<String> {
        TEXTS.set(Some(Vec::new()));
        print();
        TEXTS.take().unwrap_or_default()
    }

    pub(in super::super) fn note(group: &Group, graph: &Graph, head: &Head<'_>) {
        TEXTS.with_borrow_mut(|texts| {
            let Some(texts) = texts else { return };
            let headed =
                |chosen: &Vec<_>| headed(head.name, group, graph, head.rules, &|elem| of(elem, head, chosen));
            texts.extend(choices(head, &[Elem::F32]).iter().map(headed));
        });
    }
}
