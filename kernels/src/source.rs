//! Device sources that go before emitted kernels.

/// Functions that kernels in CUDA C++ call.
pub const PRELUDE_CUDA: &str =
    concat!(include_str!("prelude.cu"), include_str!("special.cu"), include_str!("incomplete.cu"));
/// Types, numbers and folds alone.
pub const NUMBERS_CUDA: &str = include_str!("prelude.cu");
/// Sums that threads share.
pub const LANES_CUDA: &str = include_str!("lanes.cu");
/// Functions that kernels in WGSL call.
pub const PRELUDE_WGSL: &str = concat!(
    include_str!("prelude.wgsl"),
    include_str!("bits.wgsl"),
    include_str!("elementary.wgsl"),
    include_str!("special.wgsl"),
    include_str!("incomplete.wgsl")
);

/// Items of [`PRELUDE_WGSL`] in the place of which these stand where `f32` is written and f64 is meant.
pub const BITS_OF_F64_WGSL: &str = include_str!("bits_of_f64.wgsl");

/// Goes before kernels that were WGSL and are CUDA C++ now.
pub const WGSL_CUDA: &str = include_str!("wgsl.cu");

/// Attention in tiles. A launch says which: types and lengths go before it.
pub const ATTENTION_CUDA: &str = concat!(include_str!("cuda/matrices.cu"), include_str!("cuda/attention.cu"));

/// Bits of elements that are not 0 or below. Types go before it.
pub const MASK_CUDA: &str = include_str!("cuda/mask.cu");

/// Says by a check of a GPU that another has found something wrong. It is given two words.
pub const HEARD_CUDA: &str = include_str!("cuda/heard.cu");

/// Kernels of opaque ops in WGSL. Around each a launch declares its buffers, `ct_load{k}` and `ct_keep{k}` for each operand, and what
/// the text says it is given.
pub mod wgsl {
    /// Rows whose calls are several kernels of other rows.
    pub const COMPOSED: &[&str] = &[
        "attend",
        "attend_cotangents",
        "contract_overlap",
        "matrix_exp",
        "matrix_power",
        "pinv",
        "spread",
        "surround",
    ];

    /// Places of operands by their layouts.
    pub const VIEWS: &str = include_str!("wgsl/views.wgsl");
    /// Sums of products.
    pub const CONTRACT: &str = include_str!("wgsl/contract.wgsl");
    /// Its tiles, of one element a thread and of four by four.
    pub const CONTRACT_TILES: [&str; 2] =
        [include_str!("wgsl/contract_one.wgsl"), include_str!("wgsl/contract_four.wgsl")];
    /// Elements at indices along an axis.
    pub const GATHER: &str = include_str!("wgsl/gather.wgsl");

    macro_rules! scattered {
        ($put:literal) => {
            concat!(
                include_str!("wgsl/scatter.wgsl"),
                "\nfn ct_put(old: CtT2, value: CtT2) -> CtT2 {\n    return ",
                $put,
                ";\n}\n"
            )
        };
    }
    /// Elements put at indices along an axis.
    pub const SCATTER: &str = scattered!("value");
    /// Elements added there.
    pub const SCATTER_ADD: &str = scattered!("old + value");
    /// Elements multiplied there.
    pub const SCATTER_MUL: &str = scattered!("old * value");
    /// The larger elements, of floats and of integers.
    pub const SCATTER_MAX: [&str; 2] = [scattered!("ct_maximum(old, value)"), scattered!("max(old, value)")];
    /// 1 at an index.
    pub const ONE_HOT: &str = include_str!("wgsl/one_hot.wgsl");
    /// Lists of indices as one.
    pub const ROWS: &str = include_str!("wgsl/rows.wgsl");
    /// Places in a sorted vector.
    pub const SEARCH: &str = include_str!("wgsl/search.wgsl");
    /// Counts of elements between edges, of floats and of integers.
    pub const HISTOGRAM: [&str; 2] = [
        concat!(
            include_str!("wgsl/histogram.wgsl"),
            "\nfn ct_within(a: f32, b: f32) -> bool {\n    return a <= b && !ct_is_nan(a) && !ct_is_nan(b);\n}\n"
        ),
        concat!(
            include_str!("wgsl/histogram.wgsl"),
            "\nfn ct_within(a: i32, b: i32) -> bool {\n    return a <= b;\n}\n"
        ),
    ];
    /// Sums of columns of integers.
    pub const COUNTS: &str = include_str!("wgsl/counts.wgsl");
    /// Elements as they are.
    pub const COPY: &str = include_str!("wgsl/copy.wgsl");

    /// A text with sums of floats, and with those of integers.
    macro_rules! summed {
        ($($text:literal),+) => {
            [
                concat!(include_str!("wgsl/sum_f32.wgsl"), $("\n", include_str!($text)),+),
                concat!(include_str!("wgsl/sum_i32.wgsl"), $("\n", include_str!($text)),+),
            ]
        };
    }
    /// Sums of chunks of what is added at indices.
    pub const SCATTER_JOIN: [&str; 2] = summed!("wgsl/scatter_join.wgsl");
    /// Axes continued.
    pub const EXTEND: &str = include_str!("wgsl/extend.wgsl");
    /// Its cotangent.
    pub const EXTEND_COTANGENT: [&str; 2] = summed!("wgsl/extend_cotangent.wgsl");
    /// Matrices without a row and a column.
    pub const MINORS: &str = include_str!("wgsl/minors.wgsl");
    /// Its cotangent.
    pub const MINORS_COTANGENT: &str = summed!("wgsl/minors_cotangent.wgsl")[0];
    /// Windows added up.
    pub const OVERLAP_ADD: [&str; 2] = summed!("wgsl/covers.wgsl", "wgsl/overlap_add.wgsl");
    /// Largest elements of windows.
    pub const WINDOW_MAX: &str = include_str!("wgsl/window_max.wgsl");
    /// Elements where the largest are.
    pub const WINDOW_PICK: &str = include_str!("wgsl/window_pick.wgsl");
    /// Numbers of windows by the places of their largest elements.
    pub const WINDOW_PARTS: &str = include_str!("wgsl/window_parts.wgsl");
    /// These added up at the places.
    pub const WINDOW_SHARE: &str = summed!("wgsl/covers.wgsl", "wgsl/window_share.wgsl")[0];
    /// Where groups of rows begin.
    pub const GROUPS: &str = include_str!("wgsl/groups.wgsl");
    /// Products of groups of rows.
    pub const GROUPED_MATMUL: &str = include_str!("wgsl/grouped_matmul.wgsl");
    /// Products summed over groups of rows.
    pub const GROUPED_OUTER: &str = include_str!("wgsl/grouped_outer.wgsl");
    /// Places behind an index over some axes.
    pub const LANES: &str = include_str!("wgsl/lanes.wgsl");
    /// Sums of two floats.
    pub const DOUBLE: &str = include_str!("wgsl/double.wgsl");
    /// The order of floats.
    pub const FLOAT: &str = include_str!("wgsl/float.wgsl");
    /// The order of integers.
    pub const INTEGER: &str = include_str!("wgsl/integer.wgsl");
    /// Scans along an axis, of what the texts below do with a state.
    pub const SCAN: &str = include_str!("wgsl/scan.wgsl");
    /// Those of few long lanes.
    pub const SCAN_TILES: &str = include_str!("wgsl/scan_tiles.wgsl");
    /// Running sums of floats.
    pub const SCAN_SUM: &str = include_str!("wgsl/scan_sum.wgsl");
    /// Running products of floats.
    pub const SCAN_PRODUCT: &str = include_str!("wgsl/scan_product.wgsl");
    /// Running sums and products of integers.
    pub const SCAN_INTEGER: &str = include_str!("wgsl/scan_integer.wgsl");
    /// Linear recurrences.
    pub const SCAN_LINEAR: &str = include_str!("wgsl/scan_linear.wgsl");
    /// Linear recurrences by parts of a lane.
    pub const SCAN_AFFINE: &str = include_str!("wgsl/scan_affine.wgsl");
    /// Running extrema.
    pub const SCAN_EXTREMUM: &str = include_str!("wgsl/scan_extremum.wgsl");
    /// Linear recurrences of vectors.
    pub const MATRIX_SCAN: &str = include_str!("wgsl/matrix_scan.wgsl");
    /// Linear recurrences by bands.
    pub const BAND_SCAN: &str = include_str!("wgsl/band_scan.wgsl");
    /// Roots of unity.
    pub const FOURIER_ROOTS: &str = include_str!("wgsl/fourier_roots.wgsl");
    /// A pass of a Fourier transform.
    pub const FOURIER: &str = include_str!("wgsl/fourier.wgsl");
    /// What a first pass reads: pairs.
    pub const FOURIER_COMPLEX: &str = include_str!("wgsl/fourier_complex.wgsl");
    /// Real numbers.
    pub const FOURIER_REAL: &str = include_str!("wgsl/fourier_real.wgsl");
    /// These two by two.
    pub const FOURIER_TWO: &str = include_str!("wgsl/fourier_two.wgsl");
    /// Halves of which the rest is the conjugate.
    pub const FOURIER_HERMITIAN: &str = include_str!("wgsl/fourier_hermitian.wgsl");
    /// These in order, for a library.
    pub const FOURIER_PACKED: &str = include_str!("wgsl/fourier_packed.wgsl");
    /// These as a whole.
    pub const FOURIER_MIRRORED: &str = include_str!("wgsl/fourier_mirrored.wgsl");
    /// These as half as many pairs.
    pub const FOURIER_FOLDED: &str = include_str!("wgsl/fourier_folded.wgsl");
    /// As it is read.
    pub const FOURIER_PLAIN: &str = include_str!("wgsl/fourier_plain.wgsl");
    /// Chirps, by which a transform of any length is a longer one.
    pub const FOURIER_CHIRP: &str = include_str!("wgsl/fourier_chirp.wgsl");
    /// What is read, times these.
    pub const FOURIER_CHIRPED: &str = include_str!("wgsl/fourier_chirped.wgsl");
    /// What the longer transform is multiplied by.
    pub const FOURIER_FILTER: &str = include_str!("wgsl/fourier_filter.wgsl");
    /// A transform times that of a filter.
    pub const FOURIER_FILTERED: &str = include_str!("wgsl/fourier_filtered.wgsl");
    /// What a last pass writes: pairs.
    pub const FOURIER_PAIRS: &str = include_str!("wgsl/fourier_pairs.wgsl");
    /// Real parts.
    pub const FOURIER_PARTS: &str = include_str!("wgsl/fourier_parts.wgsl");
    /// As they are.
    pub const FOURIER_PUT: &str = include_str!("wgsl/fourier_put.wgsl");
    /// Times chirps.
    pub const FOURIER_PUT_CHIRPED: &str = include_str!("wgsl/fourier_put_chirped.wgsl");
    /// Transforms of real numbers, of those of pairs.
    pub const FOURIER_HALVES: &str = include_str!("wgsl/fourier_halves.wgsl");
    /// These, where a workgroup has transforms whole.
    pub const FOURIER_PUT_HALVES: &str = include_str!("wgsl/fourier_put_halves.wgsl");
    /// These of transforms in memory.
    pub const FOURIER_HALVE: &str = include_str!("wgsl/fourier_halve.wgsl");
    /// Paths of alignments.
    pub const CTC_STATES: &str = include_str!("wgsl/ctc_states.wgsl");
    /// Words of draws, of which the texts below make elements.
    pub const DRAW: &str = include_str!("wgsl/draw.wgsl");
    /// An element of each word.
    pub const DRAW_PAIR: &str = include_str!("wgsl/draw_pair.wgsl");
    /// Uniform numbers.
    pub const DRAW_UNIFORM: &str = include_str!("wgsl/draw_uniform.wgsl");
    /// Standard normal numbers.
    pub const DRAW_NORMAL: &str = include_str!("wgsl/draw_normal.wgsl");
    /// The number of a word, which is the text before.
    pub const QUANTILE: &str = crate::quantile::TEXT;
    /// Truth values.
    pub const DRAW_BERNOULLI: &str = include_str!("wgsl/draw_bernoulli.wgsl");
    /// Integers.
    pub const DRAW_INTEGERS: &str = include_str!("wgsl/draw_integers.wgsl");
    /// Runs in order.
    pub const SORT: &str = include_str!("wgsl/sort.wgsl");
    /// Runs merged.
    pub const MERGE: &str = include_str!("wgsl/merge.wgsl");
    /// The first of what is in order.
    pub const SORTED: &str = include_str!("wgsl/sorted.wgsl");
    /// Where an extremum stands.
    pub const ARG: &str = include_str!("wgsl/arg.wgsl");
    /// Matrices one behind the other.
    pub const COPY_MATRIX: &str = include_str!("wgsl/copy_matrix.wgsl");
    /// Lower triangles of symmetric parts.
    pub const SYMMETRIC_PART: &str = include_str!("wgsl/symmetric_part.wgsl");
    /// Rows in an order.
    pub const PERMUTED: &str = include_str!("wgsl/permuted.wgsl");
    /// Columns of the identity in an order.
    pub const IDENTITY: &str = include_str!("wgsl/identity.wgsl");
    /// Elimination of columns.
    pub const LU: &str = include_str!("wgsl/lu.wgsl");
    /// What it leaves of rows behind them.
    pub const LU_ROWS: &str = include_str!("wgsl/lu_rows.wgsl");
    /// What it leaves behind both.
    pub const TRAILING: &str = include_str!("wgsl/trailing.wgsl");
    /// Factors of symmetric matrices.
    pub const CHOLESKY: &str = include_str!("wgsl/cholesky.wgsl");
    /// Pivots that a library found not positive.
    pub const FACTORED: &str = include_str!("wgsl/factored.wgsl");
    /// Orders of rows by a library's exchanges.
    pub const EXCHANGED: &str = include_str!("wgsl/exchanged.wgsl");
    /// A library's factors, row by row.
    pub const TURNED: &str = include_str!("wgsl/turned.wgsl");
    /// Triangular systems.
    pub const SUBSTITUTE: &str = include_str!("wgsl/substitute.wgsl");
    /// The first matrix without a result.
    pub const REGULAR: &str =
        concat!(include_str!("wgsl/regular.wgsl"), "\n", include_str!("wgsl/first.wgsl"));
    /// The first matrix whose rotations did not end.
    pub const ENDLESS: &str =
        concat!(include_str!("wgsl/endless.wgsl"), "\n", include_str!("wgsl/first.wgsl"));
    /// Elements of matrices or of their symmetric parts.
    pub const ELEMENTS: &str = include_str!("wgsl/elements.wgsl");
    /// The largest magnitudes of these.
    pub const LARGEST: &str = include_str!("wgsl/largest.wgsl");
    /// Matrices with largest magnitudes near 1.
    pub const SCALED: &str = include_str!("wgsl/scaled.wgsl");
    /// Reflectors of columns.
    pub const REFLECTORS: &str = include_str!("wgsl/reflectors.wgsl");
    /// Reflectors of long columns.
    pub const REFLECTORS_TALL: &str = include_str!("wgsl/reflectors_tall.wgsl");
    /// What a block of reflectors adds to vectors.
    pub const REFLECT: &str = include_str!("wgsl/reflect.wgsl");
    /// Unit vectors.
    pub const UNIT_ROWS: &str = include_str!("wgsl/unit_rows.wgsl");
    /// Zeros.
    pub const ZEROS: &str = include_str!("wgsl/zeros.wgsl");
    /// Orthogonal and triangular factors.
    pub const QR_PACKED: &str = include_str!("wgsl/qr_packed.wgsl");
    /// The triangles that reflectors leave.
    pub const TRIANGLE: &str = include_str!("wgsl/triangle.wgsl");
    /// Small symmetric matrices made diagonal.
    pub const EIGH_SMALL: &str = concat!(
        include_str!("wgsl/rotation.wgsl"),
        "\n",
        include_str!("wgsl/diagonal.wgsl"),
        "\n",
        include_str!("wgsl/eigh_small.wgsl")
    );
    /// Rows of small matrices made orthogonal.
    pub const SVD_SMALL: &str =
        concat!(include_str!("wgsl/rotation.wgsl"), "\n", include_str!("wgsl/svd_small.wgsl"));

    macro_rules! paired {
        ($of:literal) => {
            concat!(
                include_str!("wgsl/rotation.wgsl"),
                "\n",
                include_str!("wgsl/diagonal.wgsl"),
                "\n",
                include_str!($of),
                "\n",
                include_str!("wgsl/pairs.wgsl")
            )
        };
    }
    /// Rotations of pairs of blocks of a symmetric matrix.
    pub const EIGH_PAIRS: &str = paired!("wgsl/pairs_block.wgsl");
    /// Rotations of pairs of blocks of rows.
    pub const SVD_PAIRS: &str = paired!("wgsl/pairs_rows.wgsl");
    /// What these make of matrices.
    pub const TURN_PAIRS: &str =
        concat!(include_str!("wgsl/rotation.wgsl"), "\n", include_str!("wgsl/turn_pairs.wgsl"));
    /// Lengths of rows.
    pub const ROW_LENGTHS: &str =
        concat!(include_str!("wgsl/rotation.wgsl"), "\n", include_str!("wgsl/row_lengths.wgsl"));
    /// Eigenvalues of eigenvectors.
    pub const QUOTIENTS: &str = include_str!("wgsl/quotients.wgsl");
    /// Places of values in order.
    pub const RANKS: &str = include_str!("wgsl/ranks.wgsl");
    /// Rows by their places.
    pub const SORTED_ROWS: &str = include_str!("wgsl/sorted_rows.wgsl");
    /// Signs of the largest components.
    pub const SIGNS: &str = include_str!("wgsl/signs.wgsl");
    /// Eigenvalues and eigenvectors.
    pub const EIGH_PACKED: &str = include_str!("wgsl/eigh_packed.wgsl");
    /// Singular values and their vectors.
    pub const SVD_PACKED: &str = include_str!("wgsl/svd_packed.wgsl");
    /// Vectors over singular values.
    pub const PINV_COLUMNS: &str = include_str!("wgsl/pinv_columns.wgsl");
    /// Determinants of factors.
    pub const DETERMINANT: &str = include_str!("wgsl/determinant.wgsl");
    /// Logarithms of determinants of factors.
    pub const LOGARITHM: &str = include_str!("wgsl/logarithm.wgsl");
    /// Adjugates.
    pub const ADJUGATE: &str = include_str!("wgsl/adjugate.wgsl");
    /// Adjugates by minors.
    pub const ADJUGATE_MINORS: &str = include_str!("wgsl/adjugate_minors.wgsl");
    /// Weights of scores.
    pub const WEIGH: &str = include_str!("wgsl/weigh.wgsl");
    /// Cotangents of scores.
    pub const UNWEIGH: &str = include_str!("wgsl/unweigh.wgsl");
    /// Sums of columns, for exponentials.
    pub const EXP_NORMS: &str = include_str!("wgsl/exp_norms.wgsl");
    /// How often matrices are halved.
    pub const EXP_HALVINGS: &str = include_str!("wgsl/exp_halvings.wgsl");
    /// Matrices with small norms.
    pub const EXP_SCALED: &str = include_str!("wgsl/exp_scaled.wgsl");
    /// Sums of powers, for exponentials.
    pub const EXP_SUMS: &str = include_str!("wgsl/exp_sums.wgsl");
    /// The same for f64.
    pub const EXP_SUMS_OF_F64: &str = include_str!("wgsl/exp_sums_of_f64.wgsl");
    /// Both sides of their systems.
    pub const EXP_SIDES: &str = include_str!("wgsl/exp_sides.wgsl");
    /// One square of large ones of what solves these.
    pub const EXP_SQUARE: &str = include_str!("wgsl/exp_square.wgsl");
    /// Squares of what solves these.
    pub const EXP_SQUARES: &str = include_str!("wgsl/exp_squares.wgsl");
    /// The last of these.
    pub const EXP_RESULT: &str = include_str!("wgsl/exp_result.wgsl");
}
