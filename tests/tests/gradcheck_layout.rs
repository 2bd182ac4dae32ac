//! Gradient checks of part of the table through emitted code: one test per op, printed from the table.

cotangent::__private::for_each_op!(layout);

#[test]
fn what_is_left_out_has_no_derivative() {
    assert!(!CHECKED.is_empty());
    assert_eq!(LEFT, LEFT_OUT);
}

const LEFT_OUT: &[&str] = &[
    "any",
    "all",
    "iota",
    "place_before",
    "place_within",
    "rope_table",
    "mel_bank",
    "key_uniform",
    "key_normal",
    "key_bernoulli",
    "key_randint",
    "key_permutation",
    "tri_mask",
    "one_hot",
    "argmax",
    "argmin",
    "searchsorted",
    "histogram",
    "ctc_states",
    "lu_order",
];
