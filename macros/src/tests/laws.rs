//! Laws over the table. A failure names the row.

use std::collections::{BTreeMap, BTreeSet};

use super::uses::{OF_SHAPES, Uses};
use crate::ir::Elem;
use crate::rules::*;

fn rows() -> Vec<(RowText, Row)> {
    texts()
        .map(|t| (t, t.parse().unwrap_or_else(|e| panic!("row `{}` does not parse: {e}", t.name))))
        .collect()
}

fn composites() -> Vec<(&'static Composite, syn::ItemFn)> {
    let parse = |c: &'static Composite| {
        (c, c.written().unwrap_or_else(|e| panic!("`{}` does not parse: {e}", c.name)))
    };
    COMPOSITES.iter().map(parse).collect()
}

fn elem(param: &Param) -> Option<ElemClass> {
    match param.kind {
        ParamKind::Tensor { elem, .. } => Some(elem),
        ParamKind::List => Some(ElemClass::Any),
        ParamKind::Host(_) => None,
    }
}

fn names<'a>(params: impl IntoIterator<Item = &'a Param>) -> BTreeSet<String> {
    params.into_iter().map(|p| p.name.to_string()).collect()
}

/// Functions that rule texts may call on host values.
const HOST_FUNCTIONS: &[&str] = &[
    "count",
    "start",
    "chunk_start",
    "saturating_add",
    "saturating_mul",
    "saturating_sub",
    "wrapping_neg",
    "sqrt",
    "max",
    "min",
];

#[test]
fn every_row_parses_and_has_a_doc() {
    for (text, _) in rows() {
        assert!(!text.docs[0].trim().is_empty(), "row `{}` has no doc", text.name);
    }
    for (composite, item) in composites() {
        assert!(!composite.docs[0].trim().is_empty(), "`{}` has no doc", composite.name);
        assert_eq!(item.sig.ident, composite.name);
    }
}

#[test]
fn a_name_is_used_once() {
    let all = rows().into_iter().map(|(t, _)| t.name).chain(COMPOSITES.iter().map(|c| c.name));
    let mut seen = BTreeSet::new();
    for name in all {
        assert!(seen.insert(name), "two rows or composites are called `{name}`");
    }
}

#[test]
fn a_row_has_the_columns_of_its_class() {
    for (text, row) in rows() {
        let name = text.name;
        let is_map = text.class == Class::Map;
        assert_eq!(row.spell.is_some(), is_map, "row `{name}`: templates belong to Map rows, all of them");
        assert_eq!(
            row.combine.is_some(),
            text.class == Class::Reduce,
            "row `{name}`: `combine` belongs to Reduce rows"
        );
        assert!(
            !(row.linear || row.bilinear) || !is_map || is_of_degree(&row),
            "row `{name}` is of no such degree"
        );
        assert!(
            is_map || !(row.linear && row.jvp.is_some()),
            "row `{name}`: linear, so that a jvp says nothing new"
        );
        assert!(row.safe.is_empty() || is_map, "row `{name}`: `safe` is for Map rows");
        let differentiable = row.results.iter().take(1).any(|r| {
            !matches!(elem(r), Some(ElemClass::Bool | ElemClass::I32))
                && row.params.iter().any(|p| elem(p).is_some_and(is_float))
        });
        assert!(
            is_map || row.linear || row.jvp.is_some() || !differentiable,
            "row `{name}` is not linear and has no jvp"
        );
    }
}

/// Whether the derivatives of an elementwise row read what those of a linear or bilinear one may.
fn is_of_degree(row: &Row) -> bool {
    let Vjp::Text { cotangents, .. } = &row.vjp else { return false };
    cotangents.iter().all(|(of, cotangent)| {
        let Cotangent::Expr(e) = cotangent else { return true };
        let text = quote::ToTokens::to_token_stream(e);
        let reads = |p: &Param| {
            elem(p) != Some(ElemClass::Bool) && crate::names::mentions(&text, &p.name.to_string())
        };
        let others = row.params.iter().chain(&row.results).filter(|p| row.linear || p.name == *of);
        !others.into_iter().any(reads)
    })
}

/// The kernels have a table of their own: emitted code names its rows.
#[test]
fn the_table_of_elements_is_that_of_the_kernels() {
    let here = Elem::ALL.iter().map(|elem| (format!("{elem:?} {elem}"), elem.bytes() as usize));
    let there = cotangent_kernels::DType::ALL.iter().map(|d| (format!("{d:?} {d}"), d.size()));
    assert_eq!(here.collect::<Vec<_>>(), there.collect::<Vec<_>>());
}

fn is_float(elem: ElemClass) -> bool {
    !matches!(elem, ElemClass::Bool | ElemClass::I32)
}

#[test]
fn one_cotangent_per_tensor_in_order() {
    for (text, row) in rows() {
        let name = text.name;
        let Vjp::Text { cotangents, .. } = &row.vjp else { continue };
        let tensors: Vec<&Param> = row.params.iter().filter(|p| elem(p).is_some()).collect();
        let given: Vec<String> = cotangents.iter().map(|(p, _)| p.to_string()).collect();
        assert_eq!(
            given,
            tensors.iter().map(|p| p.name.to_string()).collect::<Vec<_>>(),
            "row `{name}`: cotangents"
        );
        for (param, (_, cotangent)) in tensors.iter().zip(cotangents) {
            let has_none = matches!(cotangent, Cotangent::None);
            let is_float = elem(param).is_some_and(is_float);
            assert_eq!(
                has_none, !is_float,
                "row `{name}`: `none` is for integers and truth values (`{}`)",
                param.name
            );
        }
    }
}

#[test]
fn hatches_are_counted() {
    let hatched = rows().into_iter().filter(|(_, r)| matches!(r.vjp, Vjp::Hatch(_))).map(|(t, _)| t.name);
    assert_eq!(hatched.collect::<Vec<_>>(), ["concat", "stack"]);
}

#[test]
fn rules_read_what_they_may() {
    for (text, row) in rows() {
        let own: BTreeSet<String> = names(row.params.iter().chain(&row.results));
        let check = |uses: Uses, column: &str, more: &BTreeSet<String>| {
            for read in uses.reads.iter().chain(&uses.shapes) {
                let known = own.contains(read) || uses.lets.contains(read) || more.contains(read);
                assert!(known, "row `{}`: its {column} reads `{read}`", text.name);
            }
        };
        check(Uses::of_vjp(&row), "vjp", &BTreeSet::from(["g".to_owned()]));
        if let Some(jvp) = &row.jvp {
            let tensors = row.params.iter().filter(|p| elem(p).is_some());
            check(Uses::of_stmts(jvp), "jvp", &tensors.map(|p| format!("d{}", p.name)).collect());
        }
        assert!(!own.contains("g"), "row `{}`: `g` is the cotangent", text.name);
    }
}

/// Every op that a rule or a composite uses is a row or a composite: differentiation never leaves the table.
#[test]
fn the_table_is_closed() {
    let known: BTreeSet<&str> =
        rows().iter().map(|(t, _)| t.name).chain(COMPOSITES.iter().map(|c| c.name)).collect();
    let check = |name: &str, uses: &Uses| {
        for call in &uses.calls {
            let call = call.as_str();
            let ok = known.contains(call) || OF_SHAPES.contains(&call) || HOST_FUNCTIONS.contains(&call);
            assert!(ok, "`{name}` uses `{call}`, which is neither a row nor a composite");
        }
    };
    for (text, row) in rows() {
        check(text.name, &Uses::of_vjp(&row));
        check(text.name, &Uses::of_stmts(row.jvp.as_deref().unwrap_or_default()));
    }
    for (composite, item) in composites() {
        let uses = Uses::of_stmts(&item.block.stmts);
        check(composite.name, &uses);
        let own: BTreeSet<String> = Composite::params(&item).into_iter().collect();
        for read in uses.reads.iter().chain(&uses.shapes) {
            assert!(own.contains(read) || uses.lets.contains(read), "`{}` reads `{read}`", composite.name);
        }
    }
}

/// Composites are inlined, so none may contain itself.
#[test]
fn composites_do_not_recur() {
    let calls: BTreeMap<&str, BTreeSet<String>> =
        composites().into_iter().map(|(c, item)| (c.name, Uses::of_stmts(&item.block.stmts).calls)).collect();
    let mut depth: BTreeMap<&str, usize> = BTreeMap::new();
    while depth.len() < calls.len() {
        let before = depth.len();
        for (name, inner) in &calls {
            let inner = inner.iter().filter(|c| calls.contains_key(c.as_str()));
            if let Some(d) = inner.map(|c| depth.get(c.as_str())).try_fold(0, |d, i| i.map(|i| d.max(i + 1)))
            {
                depth.insert(name, d);
            }
        }
        assert!(
            depth.len() > before,
            "composites contain each other: {:?}",
            calls.keys().filter(|c| !depth.contains_key(*c))
        );
    }
}

#[test]
fn templates_mention_every_operand() {
    for (text, row) in rows() {
        for template in row.spell.iter().flatten() {
            for param in &row.params {
                assert!(
                    template.contains(&format!("{{{}}}", param.name)),
                    "row `{}`: `{template}` lacks `{}`",
                    text.name,
                    param.name
                );
            }
            for hole in template.split('{').skip(1).filter_map(|t| t.split_once('}')).map(|(hole, _)| hole) {
                let known = hole == "T" || row.params.iter().any(|p| p.name == hole);
                assert!(known, "row `{}`: `{template}` has a hole `{hole}`", text.name);
            }
        }
        for (operand, value) in &row.safe {
            let known = row.params.iter().any(|p| p.name == *operand);
            assert!(known && value.is_finite(), "row `{}`: `safe` of `{operand}`", text.name);
        }
    }
}

#[test]
fn samples_cover_every_parameter_in_order() {
    let check = |name: &str, params: Vec<String>, sample: Vec<String>| {
        assert_eq!(sample, params, "`{name}`: its sample");
    };
    for (text, row) in rows() {
        let params = row.params.iter().map(|p| p.name.to_string()).collect();
        check(text.name, params, row.sample.iter().map(|(n, _)| n.to_string()).collect());
    }
    for composite in COMPOSITES {
        let item = composite.parse().expect("composites parse");
        let sample = composite.samples().expect("samples parse");
        check(composite.name, Composite::params(&item), sample.iter().map(|(n, _)| n.to_string()).collect());
    }
}
