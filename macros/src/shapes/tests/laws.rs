//! Every row of the table says its shape.

use super::*;
use crate::rules::texts;

pub(super) fn rows() -> impl Iterator<Item = RowText> {
    (Map::ALL.iter().map(|r| r.text()))
        .chain(Reduce::ALL.iter().map(|r| r.text()))
        .chain(View::ALL.iter().map(|r| r.text()))
        .chain(Opaque::ALL.iter().map(|r| r.text()))
}

#[test]
fn every_shape_column_names_a_function() {
    for text in texts() {
        let row = text.parse().expect("rows parse");
        if let Some(name) = &row.shape {
            assert!(
                by_name(&name.to_string()).is_some(),
                "row `{}`: no function `{name}` in shapes",
                text.name
            );
        }
    }
}

#[test]
fn every_view_and_opaque_row_says_its_shape() {
    for text in rows().filter(|t| matches!(t.class, Class::View | Class::Opaque)) {
        let row = text.parse().expect("rows parse");
        assert!(
            row.shape.is_some() || has_dims(&row),
            "row `{}` has neither dims nor a shape column",
            text.name
        );
    }
}

#[test]
fn functions_have_different_names() {
    for (i, (name, _)) in FUNCTIONS.iter().enumerate() {
        assert!(FUNCTIONS[..i].iter().all(|(n, _)| n != name), "two functions are called `{name}`");
    }
}

#[test]
fn every_function_is_the_shape_of_a_row() {
    for (name, _) in FUNCTIONS {
        let used = texts().any(|text| {
            let row = text.parse().expect("rows parse");
            row.shape.as_ref().map_or(text.name == *name, |column| column == name)
        });
        assert!(used, "no row has the shape `{name}`");
    }
}
