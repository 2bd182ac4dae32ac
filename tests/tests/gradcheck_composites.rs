//! Gradient checks of part of the table through emitted code: one test per op, printed from the table.

cotangent::__private::for_each_op!(composites);

#[test]
fn what_is_left_out_has_no_derivative() {
    assert!(!CHECKED.is_empty());
    assert_eq!(LEFT, LEFT_OUT);
}

const LEFT_OUT: &[&str] = &[
    "causal_mask",
    "window_mask",
    "rounded",
    "evenly",
    "in_part",
    "zeros",
    "ones",
    "full",
    "eye",
    "bincount",
    "detach",
    "parity",
    "count_nonzero",
    "argsort",
    "hann_window",
    "hamming_window",
    "blackman_window",
    "kaiser_window",
    "window_angle",
    "dct_matrix",
    "ctc_labels",
    "fftfreq",
    "rfftfreq",
    "half_weights",
];
