//! In which order LANGUAGE.md tells of forms.

/// Files of `tests/tests/accepted`.
pub(super) const ACCEPTED: [&str; 12] = [
    "parameters",
    "results",
    "expressions",
    "host",
    "branches",
    "loops",
    "lists",
    "calls",
    "numbers",
    "structs",
    "methods",
    "attributes",
];

/// The heading of cases that no group names: new ones need not be told here.
pub(super) const OTHERS: &str = "Others";

/// Headings, and the cases of `tests/ui` under them, in the first group that names them. A name that ends with a dash stands for all that
/// begin with it.
pub(super) const REFUSED: &[(&str, &[&str])] = &[
    (
        "Signatures",
        &["array-of-unknown-length", "async-function", "dim-", "dims-of-the-result-alone", "element-type-second", "gradient-without-a-scalar", "hessian-without-order", "hvp-without-", "impl-parameter", "integer-result-first", "mutable-tensor", "nothing-active", "numbers", "numbers-", "parameters", "pattern-parameter", "reserved-names", "result-of-others", "returns-", "scalar-with-dims", "signature-stands-alone", "slice-of-slices", "slices-of-structs", "tensors-and-hosts-in-a-tuple", "unsafe-function", "unsupported-return", "value-and-gradient-without-a-scalar"],
    ),
    (
        "What the result depends on",
        &["does-not-depend", "op-without-derivative", "slice-unused", "struct-of-tensors", "through-"],
    ),
    (
        "Shapes",
        &["axis-of-a-keep-form", "axis-out-of-range", "bias-of-other-channels", "broadcast-over-columns", "convolution-of-an-image", "convolution-of-other-channels-by-name", "cross", "dims-in-a-branch", "fold", "fold-of-other-columns", "fourier-of-nothing", "glu", "group-norm", "group-norm-of-other-weights", "grouped-convolution-in-groups", "groups-that-do-not-divide", "operand-without-a-name", "operands-of-other-shapes", "pixel-", "swiglu", "transposed-convolution", "vector-transposed", "wrong-broadcast", "wrong-declared-", "wrong-inner-dims"],
    ),
    (
        "Element types",
        &[
            "as-on-a-tensor",
            "cast-to-unknown",
            "exp-of-integers",
            "float-as-",
            "loop-that-changes-an-element-type",
            "mixed-element-types",
            "wrong-element-type-declared",
        ],
    ),
    (
        "Ops and their arguments",
        &["attention-of-other-widths", "axes-as-a-tuple", "cdist", "concat-of-a-tensor", "convolution-of-other-channels", "dilation-as-a-pair", "einsum", "expand", "grid-of-tensors", "host-where-tensor-expected", "max-of-two", "median-and-mode", "misspelled-", "name-of-another-library", "names-", "no-cascade", "pad-of-", "padding-as-a-pair", "padding-by-name", "padding-of-2d-by-name", "padding-of-windows", "permuted-by-a-tuple", "scans-of-functions", "several-at-once", "shape-as-a-tuple", "slice-as-a-tensor", "stride-", "sum-with-axes", "swapped-arguments", "tensor-as-a-size", "tensor-from-data", "tensor-where-host-expected", "tensordot-of-nothing", "unknown-op", "unwrap-of-an-op", "wrong-arity", "zeros-"],
    ),
    (
        "Operators and expressions",
        &[
            "adaptor-of-a-list",
            "await",
            "closure",
            "closure-over-tensors",
            "comparison-operator",
            "dereferenced-tensor",
            "expressions",
            "field-of-a-tensor",
            "indexed-tensor",
            "iterator-chain",
            "lazy-and",
            "mutable-borrow",
            "place-or-value",
            "question-mark-without-result",
            "shift-",
            "tensor-changed-in-place",
            "unsafe-block",
        ],
    ),
    (
        "Tensors in host code",
        &["host-function-of-a-tensor", "item-", "methods-of-an-option", "opaque-macro", "option-mapped", "option-unwrapped", "option-with-a-default", "shadowed-loop-variable", "tensor-in-host-code", "tensor-made-elsewhere", "variable-undefined", "variable-undefined-"],
    ),
    (
        "Statements and variables",
        &[
            "assigned-",
            "item-inside",
            "missing-ok",
            "needless-ok",
            "no-final-value",
            "statements",
            "unknown-number-of-pieces",
            "unknown-variable-assigned",
            "wrong-form-returned",
            "wrong-number-of-pieces",
            "wrong-tuple-pattern",
        ],
    ),
    (
        "Branches and loops",
        &[
            "arms-of-two-forms",
            "branch-without-a-value",
            "exit-out-of-a-value",
            "for-over-tensors",
            "jump-that-skips-a-definition",
            "let-else",
            "loop-that-changes-a-form",
            "match-",
            "struct-out-of-a-loop",
            "tensor-as-condition",
            "tensor-moved-out-of-a-loop",
            "too-many-exits",
            "while-over-tensors",
        ],
    ),
    (
        "Lists",
        &[
            "for-over-lists",
            "index-beyond-the-list",
            "list-indexed-by-a-tensor",
            "pushed",
            "slice-index",
            "slice-method",
            "slice-range",
        ],
    ),
    (
        "Calls",
        &[
            "arguments-of-a-call",
            "call-",
            "calls-",
            "order-2-of-a-call",
            "undecided-method",
            "unmarked-method",
        ],
    ),
    (
        "Structs, methods and traits",
        &[
            "bound-of-a-block-forgotten",
            "bound-of-a-field-forgotten",
            "derive-",
            "enum-of-a-declared-trait",
            "enum-of-a-trait",
            "impl-of-a-marked-trait",
            "impl-that-does-not-fit-its-trait",
            "marked-impl-of-a-trait",
            "method",
            "receivers",
            "struct-",
            "trait-of-another",
            "traits",
        ],
    ),
    (
        "Attributes",
        &[
            "attribute-",
            "budget-",
            "checkpoint",
            "custom-rule",
            "module",
            "module-in-another-file",
            "named-like-a-primitive",
            "not-a-function",
            "options",
            "order-three",
            "rule-without-a-derivative",
            "tap-nowhere",
            "taps",
            "unknown-option",
        ],
    ),
];
