//! The body of a kernel as the texts that it carries, and its host numbers in their order.

use std::fmt::Write as _;

use super::{Head, texts};
use crate::emit::wgsl;
use crate::fuse::Group;
use crate::ir::{Elem, Graph};

/// Nothing where no text is wanted.
pub(super) fn source(group: &Group, graph: &Graph, head: &Head<'_>, hosts: &[String]) -> String {
    if !head.sources {
        return String::new();
    }
    let text = wgsl(group, graph, head);
    let mut source = format!("const SOURCE: rt::Source = rt::Source::NONE.with_wgsl({text}); ");
    if !hosts.is_empty() {
        let pushed = texts(hosts, |host| format!("into.push({host}); "));
        let _ = write!(source, "#[inline] fn numbers(&self, into: &mut rt::Vec<f64>) {{ {pushed}}} ");
    }
    source
}

/// What type parameters may be. Floats of all types compute alike, so that a bound on floats has one choice. With another bound a type
/// parameter may be `i32` or `bool` as well.
fn choices<'e>(head: &Head<'_>) -> Vec<Vec<&'e Elem>> {
    let others: &[Elem] = match head.bound {
        "Float" => &[],
        "Num" => &[Elem::I32],
        _ => &[Elem::I32, Elem::Bool],
    };
    let mut choices: Vec<Vec<&Elem>> = vec![Vec::new()];
    for _ in head.generics {
        let with = |chosen: Vec<_>| {
            others.iter().chain([&Elem::F32]).map(move |elem| [&chosen[..], &[elem]].concat())
        };
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

/// The text in WGSL as an expression. Where types have texts of their own, the type chooses.
fn wgsl(group: &Group, graph: &Graph, head: &Head<'_>) -> String {
    let choices = choices(head);
    let text = |chosen: &Vec<&Elem>| {
        format!("{:?}", wgsl::text(group, graph, head.rules, &|elem| of(elem, head, chosen)))
    };
    let mut all: Vec<String> = choices.iter().map(text).collect();
    if all.windows(2).all(|two| two[0] == two[1]) {
        return all.pop().unwrap_or_default();
    }
    let types = texts(0..head.generics.len(), |i| format!("<T{i} as rt::Element>::DTYPE, "));
    let arms = texts(choices.iter().zip(&all), |(chosen, text)| {
        let pattern = texts(chosen, |elem| match elem {
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

    use super::{Graph, Group, Head, choices, of};
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
            texts.extend(choices(head).iter().map(headed));
        });
    }
}
