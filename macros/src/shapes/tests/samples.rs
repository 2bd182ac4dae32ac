//! Every row on the sample that its tests draw: from numbers, inference gives numbers.

use expect_test::expect;
use syn::Expr;

use super::laws::rows;
use super::*;
use crate::rules::Row;

/// `[3, 4]`, `spd(3)`, `ints(0..4, [3, 2])`, `-3.0..3.0` (2 by 3), `list([2, 3], [2, 1])`.
fn tensors(expr: &Expr) -> Vec<Shape> {
    let array = |e: &Expr| match e {
        Expr::Array(a) => Some(Shape::Dims(a.elems.iter().map(dim).collect())),
        _ => None,
    };
    match expr {
        Expr::Array(_) => array(expr).into_iter().collect(),
        Expr::Call(call) if quote::quote!(#call).to_string().starts_with("counts") => match call.args.first()
        {
            Some(Expr::Array(counts)) => vec![Shape::Dims(vec![Dim::int(counts.elems.len() as i64)])],
            _ => unreachable!("`counts` has a list"),
        },
        Expr::Call(call) => {
            let shapes: Vec<_> = call.args.iter().filter_map(array).collect();
            match (shapes.is_empty(), call.args.first()) {
                (false, _) => shapes,
                (true, Some(n @ Expr::Lit(_))) if call.args.len() == 1 => {
                    vec![Shape::Dims(vec![dim(n), dim(n)])]
                }
                _ => vec![shape_text("[2, 3]")],
            }
        }
        _ => vec![shape_text("[2, 3]")],
    }
}

fn arguments(row: &Row) -> Vec<Given> {
    let mut given = Vec::new();
    for param in &row.params {
        let (_, tokens) =
            row.sample.iter().find(|(name, _)| *name == param.name).expect("a sample per parameter");
        let text = tokens.to_string();
        if let ParamKind::Host(_) = param.kind {
            given.push(Given { name: None, is: GivenIs::Host(known(&text)) });
        } else {
            let expr: Expr = syn::parse2(tokens.clone()).unwrap_or_else(|e| panic!("`{text}`: {e}"));
            given.extend(tensors(&expr).into_iter().map(|s| Given { name: None, is: GivenIs::Tensor(s) }));
        }
    }
    given
}

#[test]
fn numbers_give_numbers() {
    for text in rows() {
        let row = text.parse().expect("rows parse");
        let shapes = infer_given(&text, &row, &arguments(&row)).unwrap_or_else(|e| panic!("{e}"));
        for shape in shapes {
            let closed = matches!(&shape, Shape::Dims(d) if d.iter().all(|d| d.as_int().is_some()));
            assert!(closed, "row `{}` gives `{shape}` for its sample", text.name);
        }
    }
}

#[test]
#[allow(clippy::too_many_lines)] // One line an op.
fn shapes_of_samples() {
    let mut lines = String::new();
    for text in rows().filter(|t| t.class != Class::Map) {
        let row = text.parse().expect("rows parse");
        let shapes = infer_given(&text, &row, &arguments(&row)).unwrap_or_else(|e| panic!("{e}"));
        let tidy = |t: &proc_macro2::TokenStream| {
            t.to_string().replace(" ,", ",").replace("- ", "-").replace(" (", "(")
        };
        let sample: Vec<_> =
            row.sample.iter().map(|(name, value)| format!("{name}: {}", tidy(value))).collect();
        let shapes: Vec<_> = shapes.iter().map(ToString::to_string).collect();
        lines.extend([format!("{}({}) -> {}\n", text.name, sample.join(", "), shapes.join(" "))]);
    }
    expect![[r"
        sum(x: [3, 4], axes: 1, keep: false) -> [3]
        sum_to(x: [2, 3, 4], shape: [3, 1]) -> [3, 1]
        prod(x: [3, 4], axes: 1, keep: false) -> [3]
        max(x: distinct([3, 4]), axes: 1, keep: false) -> [3]
        min(x: distinct([3, 4]), axes: 1, keep: false) -> [3]
        any(x: bits([3, 4]), axes: 1, keep: false) -> [3]
        all(x: bits([3, 4]), axes: 1, keep: false) -> [3]
        reshape(x: [2, 6], sizes: [3, -1]) -> [3, 4]
        permute(x: [2, 3, 4], axes: [2, 0, -2]) -> [4, 2, 3]
        unpermute(x: [2, 3, 4], axes: [2, 0, 1]) -> [3, 4, 2]
        swap_axes(x: [2, 3, 4], a: 0, b: -1) -> [4, 3, 2]
        t(x: [2, 3]) -> [3, 2]
        mt(x: [2, 3, 4]) -> [2, 4, 3]
        broadcast_to(x: [3, 1], shape: [2, 3, 4]) -> [2, 3, 4]
        squeeze(x: [2, 1, 3], axes: 1) -> [2, 3]
        unsqueeze(x: [2, 3], axis: -1) -> [2, 3, 1]
        squeeze_if(x: [2, 1, 3], axis: 1, on: true) -> [2, 3]
        unsqueeze_if(x: [2, 3], axis: -1, on: true) -> [2, 3, 1]
        keep_axes(x: [2, 4], shape: [2, 3, 4], axes: 1, keep: false) -> [2, 1, 4]
        flatten_axes(x: [2, 3, 4], start: 1, end: -1) -> [2, 12]
        narrow(x: [2, 5], axis: 1, start: 1, len: 3) -> [2, 3]
        slice(x: [2, 7], axis: 1, start: 1, end: -1, step: 2) -> [2, 3]
        flip(x: [2, 3], axes: 1) -> [2, 3]
        windows(x: [2, 7, 5], axes: [1, -1], size: [3, 2], stride: [2, 1], dilation: [1, 2]) -> [2, 3, 3, 3, 2]
        diagonal(x: [2, 3, 4], offset: 1) -> [2, 3]
        main_diagonal(x: [2, 3, 3]) -> [2, 3]
        element(x: [2, 3], index: [1, 2]) -> []
        split_part(x: [2, 5], sizes: [2, 3], axis: 1, part: 1) -> [2, 3]
        chunk_part(x: [2, 5], n: 2, axis: 1, part: 0) -> [2, 3]
        unpad(x: [4, 5], widths: [(1, 0),(2, 1)]) -> [3, 2]
        numbered(x: [2, 3, 4], count: 2) -> [2, 3, 4]
        movedim(x: [2, 3, 4], from: [0, -1], to: [1, 0]) -> [4, 2, 3]
        concat(xs: list([2, 3], [2, 1]), axis: 1) -> [2, 4]
        stack(xs: list([2, 3], [2, 3]), axis: 1) -> [2, 2, 3]
        slice_cotangent(x: [2, 3], shape: [2, 7], axis: 1, start: 1, end: -1, step: 2) -> [2, 7]
        overlap_add(x: [2, 3, 3, 3, 2], shape: [2, 7, 5], axes: [1, -1], size: [3, 2], stride: [2, 1], dilation: [1, 2]) -> [2, 7, 5]
        spread(x: [2, 3, 3, 3, 2], axes: [1, 2], size: [3, 2], stride: [2, 1], padding: [1, 0], dilation: [1, 2], more: [1, 0]) -> [2, 6, 5]
        surround(x: [2, 7, 5], axes: [1, -1], size: [3, 2], stride: [2, 1], padding: [(1, 0),(0, 2)], dilation: [1, 2], value: 0.5, beyond: 0.0, pools: false) -> [2, 8, 7]
        surround_cotangent(x: [2, 8, 7], shape: [2, 7, 5], axes: [1, -1], size: [3, 2], stride: [2, 1], padding: [(1, 0),(0, 2)], dilation: [1, 2]) -> [2, 7, 5]
        window_max(x: distinct([2, 5, 4]), axes: [1, 2], size: [3, 2], stride: [1, 2], dilation: [2, 1]) -> [2, 1, 2]
        window_pick(y: [2, 1, 1], x: distinct([2, 3, 3]), t: [2, 3, 3], axes: [1, 2], size: [3, 2], stride: 1, dilation: [1, 2]) -> [2, 1, 1]
        window_share(x: distinct([2, 3, 3]), y: [2, 1, 1], c: [2, 1, 1], axes: [1, 2], size: [3, 2], stride: 1, dilation: [1, 2]) -> [2, 3, 3]
        diagonal_cotangent(x: [2, 3], shape: [2, 3, 4], offset: 1) -> [2, 3, 4]
        element_cotangent(x: [], shape: [2, 3], index: [1, 2]) -> [2, 3]
        diag_embed(x: [2, 3], offset: -1) -> [2, 4, 4]
        diag(x: [3], offset: 1) -> [4, 4]
        diag_cotangent(x: [3], shape: [3, 4], offset: 1) -> [3, 4]
        pad(x: [2, 3], widths: [(1, 0),(2, 1)], value: 0.5) -> [3, 6]
        pad_reflect(x: [2, 3], widths: [(1, 0),(2, 1)]) -> [3, 6]
        pad_reflect_cotangent(x: [3, 6], shape: [2, 3], widths: [(1, 0),(2, 1)]) -> [2, 3]
        pad_replicate(x: [2, 3], widths: [(1, 0),(4, 1)]) -> [3, 8]
        pad_replicate_cotangent(x: [3, 8], shape: [2, 3], widths: [(1, 0),(4, 1)]) -> [2, 3]
        pad_circular(x: [2, 3], widths: [(1, 0),(2, 1)]) -> [3, 6]
        pad_circular_cotangent(x: [3, 6], shape: [2, 3], widths: [(1, 0),(2, 1)]) -> [2, 3]
        roll(x: [2, 5], by: -2, axis: 1) -> [2, 5]
        shift(x: [2, 5], by: 1, axis: 1, fill: 1.0) -> [2, 5]
        tile(x: [2, 3], reps: [2, 1, 2]) -> [2, 2, 6]
        tile_cotangent(x: [2, 2, 6], shape: [2, 3], reps: [2, 1, 2]) -> [2, 3]
        repeat_interleave(x: [2, 3], n: 2, axis: -1) -> [2, 6]
        repeat_interleave_cotangent(x: [2, 6], shape: [2, 3], n: 2, axis: -1) -> [2, 3]
        fold_axes(x: [2, 3, 4], axes: [0, 2]) -> [3, 8]
        unfold_axes(x: [3, 8], shape: [2, 3, 4], axes: [0, 2]) -> [2, 3, 4]
        iota(n: 4) -> [4]
        place_before(n: 3, len: 5, align: false, offset: 0.5) -> [3]
        place_within(n: 3, len: 5, align: false, offset: 0.5) -> [3]
        rope_table(n: 3, dim: 4, base: 100.0, scale: 2.0, start: 1) -> [2, 3, 2]
        mel_bank(freqs: 9, mels: 3, rate: 100.0, low: 0.0, high: 50.0, htk: true, area: false) -> [9, 3]
        key_uniform(key: 7, low: 0.5, high: 1.5, shape: [2, 3]) -> [2, 3]
        key_normal(key: 7, shape: [2, 3]) -> [2, 3]
        key_bernoulli(key: 7, p: 0.5, shape: [2, 3]) -> [2, 3]
        key_randint(key: 7, low: -1, high: 5, shape: [2, 3]) -> [2, 3]
        key_permutation(key: 7, n: 4) -> [4]
        tri_mask(shape: [3, 4], offset: 1, lower: true) -> [3, 4]
        gather(x: [3, 4], axis: 1, idx: ints(0 .. 4, [3, 2])) -> [3, 2]
        pick(x: [3, 4], idx: ints(0 .. 4, [3, 1])) -> [3, 1]
        scatter_add(x: [3, 4], axis: 1, idx: ints(0 .. 4, [3, 2]), src: [3, 2]) -> [3, 4]
        scatter(x: [3, 4], axis: 1, idx: ints(0 .. 4, [3, 6]), src: [3, 6]) -> [3, 4]
        scatter_mul(x: [3, 4], axis: 1, idx: ints(0 .. 4, [3, 6]), src: [3, 6]) -> [3, 4]
        scatter_max(x: distinct([3, 3]), axis: 1, idx: ints(0 .. 3, [3, 6]), src: distinct([3, 6])) -> [3, 3]
        index_select(x: [3, 4], axis: 1, idx: ints(0 .. 4, [5])) -> [3, 5]
        index_add(x: [3, 4], axis: 1, idx: ints(0 .. 4, [5]), src: [3, 5]) -> [3, 4]
        embedding(table: [4, 3], ids: ints(0 .. 4, [2, 3])) -> [2, 3, 3]
        one_hot(ids: ints(0 .. 4, [2, 3]), n: 4) -> [2, 3, 4]
        sort(x: distinct([3, 4]), axis: 1) -> [3, 4] [3, 4]
        topk(x: distinct([3, 5]), k: 2, axis: 1) -> [3, 2] [3, 2]
        argmax(x: distinct([3, 4]), axes: 1, keep: false) -> [3]
        argmin(x: distinct([3, 4]), axes: 1, keep: false) -> [3]
        searchsorted(sorted: [5], x: [2, 3], right: false) -> [2, 3]
        gather_nd(x: [3, 4, 2], idx: ints(0 .. 3, [5, 2])) -> [5, 2]
        index_put(x: [3, 2], idx: ints(0 .. 3, [5, 1]), src: [5, 2]) -> [3, 2]
        index_put_add(x: [3, 2], idx: ints(0 .. 3, [5, 1]), src: [5, 2]) -> [3, 2]
        histogram(x: [2, 3], bins: 4, lo: 0.0, hi: 1.0) -> [4]
        cumsum(x: [2, 4], axis: 1) -> [2, 4]
        cumprod(x: [2, 4], axis: 1) -> [2, 4]
        linear_scan(a: [2, 4], b: [2, 4], axis: 1) -> [2, 4]
        cummax(x: distinct([2, 4]), axis: 1) -> [2, 4] [2, 4]
        cummin(x: distinct([2, 4]), axis: 1) -> [2, 4] [2, 4]
        matrix_scan(a: [2, 4, 2, 2], b: [2, 4, 2, 3]) -> [2, 4, 2, 3]
        band_scan(w: [3, 4, 2, 5], b: [4, 2, 5]) -> [4, 2, 5]
        ctc_states(lp: [4, 2, 5], skip: bits([2, 5])) -> [3, 4, 2, 5] [4, 2, 5]
        matmul(a: [3, 4], b: [4, 2]) -> [3, 2]
        matmul_to(a: [2, 3, 4], b: [2, 4, 2], shape: [3, 2]) -> [3, 2]
        contract(x: [2, 3, 4], y: [4, 2, 3], xs: [0, 1, 2], ys: [2, 0, 7], out: [0, 7, 1]) -> [2, 3, 3]
        contract_overlap(x: [2, 3, 4], y: [3, 2, 3], xs: [0, 6, 3], ys: [6, 1, 5], out: [0, 1, 3, 5], shape: [2, 2, 10], axes: 2, size: 3, stride: 2, dilation: 1) -> [2, 2, 10]
        grouped_matmul(x: [5, 2], w: [3, 2, 4], sizes: counts([2, 0, 3])) -> [5, 4]
        grouped_outer(x: [5, 2], y: [5, 4], sizes: counts([2, 0, 3])) -> [3, 2, 4]
        cholesky(a: spd(3)) -> [3, 3]
        triangular_solve(a: lower(3), b: [3, 2], lower: true) -> [3, 2]
        solve(a: well(3), b: [3, 2]) -> [3, 2]
        inverse(a: well(3)) -> [3, 3]
        det(a: well(3)) -> []
        adjugate(a: well(3)) -> [3, 3]
        minors(a: [3, 3]) -> [3, 3, 2, 2]
        minors_cotangent(x: [3, 3, 2, 2]) -> [3, 3]
        logabsdet(a: well(3)) -> [] []
        tensordot(a: [2, 3, 4], b: [4, 5, 2], axes: [0, -1], with: [2, 0]) -> [3, 5]
        tensordot_left(y: [3, 5], b: [4, 5, 2], shape: [2, 3, 4], axes: [0, -1], with: [2, 0]) -> [2, 3, 4]
        tensordot_right(a: [2, 3, 4], y: [3, 5], shape: [4, 5, 2], axes: [0, -1], with: [2, 0]) -> [4, 5, 2]
        eigh_packed(a: apart([3, 3])) -> [4, 3]
        eigvalsh(a: apart([3, 3])) -> [3]
        qr_packed(a: apart([4, 3])) -> [7, 3]
        svd_packed(a: apart([4, 3])) -> [8, 3]
        pinv(a: apart([4, 3])) -> [3, 4]
        matrix_exp(a: [3, 3]) -> [3, 3]
        matrix_power(a: [3, 3], n: 3) -> [3, 3]
        lu_order(a: [4, 3]) -> [4]
        lu_packed(a: apart([3, 3])) -> [3, 3]
        attend(q: [2, 4, 3, 2], k: [2, 2, 5, 2], v: [2, 2, 5, 3], mask: bits([3, 5]), bias: [4, 3, 5], scale: 0.7) -> [2, 4, 3, 3]
        attend_cotangents(q: [2, 4, 3, 2], k: [2, 2, 5, 2], v: [2, 2, 5, 3], mask: bits([3, 5]), bias: [4, 3, 5], t: [2, 4, 3, 3], scale: 0.7) -> [148]
        dft(re: [2, 5], im: [2, 5], inverse: false) -> [2, 5, 2]
        real_dft(x: [2, 6]) -> [2, 4, 2]
        hermitian_dft(re: [2, 4], im: [2, 4], n: 6) -> [2, 6]
    "]]
    .assert_eq(&lines);
}

/// Unknown shapes stay unknown: no row needs to know anything.
#[test]
fn nothing_is_needed() {
    for text in rows() {
        let row = text.parse().expect("rows parse");
        let mut given = arguments(&row);
        for g in &mut given {
            g.is = match g.is {
                GivenIs::Tensor(_) => GivenIs::Tensor(Shape::unknown(fresh())),
                _ => GivenIs::Host(None),
            };
        }
        let shapes = infer_given(&text, &row, &given).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(shapes.len(), row.results.len(), "row `{}`", text.name);
    }
}

/// Bad shapes are errors or unknown, never a panic: every row, with every rank from 0 to 4 in place of each tensor.
#[test]
fn no_shape_makes_inference_panic() {
    for text in rows() {
        let row = text.parse().expect("rows parse");
        let given = arguments(&row);
        for at in 0..given.len() {
            for shape in ["[]", "[B]", "[_, 1]", "[0, 0, 0]", "[D / 2, 3, B, B]"] {
                let mut changed = arguments(&row);
                if let GivenIs::Tensor(old) = &mut changed[at].is {
                    *old = shape_text(shape);
                }
                if let Err(e) = infer_given(&text, &row, &changed) {
                    assert!(e.starts_with(&format!("{}: ", text.name)), "{e}");
                }
            }
            for host in ["-7", "[]", "[-1, -1, 5]", "true", "[(1, 2)]", "B", "all"] {
                let mut changed = arguments(&row);
                if let GivenIs::Host(old) = &mut changed[at].is {
                    *old = known(host);
                }
                let _ = infer_given(&text, &row, &changed);
            }
        }
    }
}
