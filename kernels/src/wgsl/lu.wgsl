// Eliminates columns `ct_arg(1)..ct_arg(2)` of matrices of `ct_arg(3)` rows and `ct_arg(4)` columns from each other, a workgroup for each of
// `ct_arg(0)`. Where `ct_arg(5)` is not 0, the row with the largest element comes first, and whole rows are exchanged: NaN is the largest if that is 1,
// and none if it is 2. Each matrix has an order of its rows, and behind it whether that is odd. Operands: a matrix that is not read, matrices, orders.

var<workgroup> ct_best: array<CtBits, 256>;
var<workgroup> ct_rows: array<u32, 256>;

fn ct_is_zero(x: f32) -> bool {
    return ct_magnitude(x) == CtBits();
}

fn ct_size(x: f32) -> CtBits {
    let size = ct_magnitude(x);
    if size > CT_INFINITE {
        return select(CtBits(), CT_SIGN, ct_arg(5u) == 1u);
    }
    return size;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let matrix = block.x + block.y * blocks.x;
    if matrix >= ct_arg(0u) {
        return;
    }
    let rows = ct_arg(3u);
    let columns = ct_arg(4u);
    let a = matrix * rows * columns;
    let order = matrix * (rows + 1u);
    let pivots = ct_arg(5u) != 0u;
    if pivots && ct_arg(1u) == 0u {
        for (var i = thread; i <= rows; i += 256u) {
            ct_keep2(order + i, i32(select(i, 0u, i == rows)));
        }
        storageBarrier();
    }
    for (var k = ct_arg(1u); k < ct_arg(2u); k += 1u) {
        if pivots {
            var best = CtBits();
            var row = k;
            for (var r = k + thread; r < rows; r += 256u) {
                let size = ct_size(ct_load1(a + r * columns + k));
                if size > best {
                    best = size;
                    row = r;
                }
            }
            // What is no number at the diagonal stays there.
            if ct_arg(5u) == 2u && thread == 0u && ct_is_nan(ct_load1(a + k * columns + k)) {
                best = CT_ALL_BITS;
                row = k;
            }
            ct_best[thread] = best;
            ct_rows[thread] = row;
            for (var half = 128u; half > 0u; half /= 2u) {
                workgroupBarrier();
                if thread < half {
                    let other = ct_best[thread + half];
                    if other > best || (other == best && ct_rows[thread + half] < row) {
                        best = other;
                        row = ct_rows[thread + half];
                        ct_best[thread] = best;
                        ct_rows[thread] = row;
                    }
                }
            }
            workgroupBarrier();
            let pivot = ct_rows[0];
            if pivot != k {
                for (var c = thread; c < columns; c += 256u) {
                    let value = ct_load1(a + k * columns + c);
                    ct_keep1(a + k * columns + c, ct_load1(a + pivot * columns + c));
                    ct_keep1(a + pivot * columns + c, value);
                }
                if thread == 0u {
                    let value = ct_load2(order + k);
                    ct_keep2(order + k, ct_load2(order + pivot));
                    ct_keep2(order + pivot, value);
                    ct_keep2(order + rows, 1 - ct_load2(order + rows));
                }
            }
            storageBarrier();
            workgroupBarrier();
        }
        let pivot = ct_load1(a + k * columns + k);
        for (var r = k + 1u + thread; r < rows; r += 256u) {
            let at = a + r * columns + k;
            let value = ct_load1(at);
            // Where all of a column is zero, its multiples are too; a zero beside what is no number is none.
            if !ct_is_zero(select(value, pivot, ct_arg(5u) == 1u)) {
                ct_keep1(at, value / pivot);
            }
        }
        storageBarrier();
        let width = ct_arg(2u) - k - 1u;
        for (var i = thread; i < (rows - k - 1u) * width; i += 256u) {
            let r = k + 1u + i / width;
            let c = k + 1u + i % width;
            let factor = ct_load1(a + r * columns + k);
            if !ct_is_zero(select(factor, pivot, ct_arg(5u) == 1u)) {
                let at = a + r * columns + c;
                ct_keep1(at, ct_load1(at) - factor * ct_load1(a + k * columns + c));
            }
        }
        storageBarrier();
    }
}
