// The orders of rows that a library's exchanges make, for `ct_arg(0)` matrices of order `ct_arg(1)`, a workgroup for each: row `k` was exchanged with
// row `pivots[k] - 1`. Behind each order stands whether it is odd, as in `lu.wgsl`. The row of a zero pivot, from 1 on, becomes 0 where the matrix
// has an element that is not finite. Operands: matrices, pivots, orders, rows of zero pivots or 0.

const CT_NEAR = 4096u;
var<workgroup> ct_rows: array<i32, 4096>;
var<workgroup> ct_beyond: array<u32, 256>;

fn ct_row(order: u32, k: u32) -> i32 {
    if ct_arg(1u) <= CT_NEAR {
        return ct_rows[k];
    }
    return ct_load2(order + k);
}

fn ct_put(order: u32, k: u32, row: i32) {
    if ct_arg(1u) <= CT_NEAR {
        ct_rows[k] = row;
    } else {
        ct_keep2(order + k, row);
    }
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let matrix = block.x + block.y * blocks.x;
    if matrix >= ct_arg(0u) {
        return;
    }
    let n = ct_arg(1u);
    let order = matrix * (n + 1u);
    for (var i = thread; i < n; i += 256u) {
        ct_put(order, i, i32(i));
    }
    var beyond = 0u;
    if ct_load3(matrix) > 0 {
        for (var i = thread; i < n * n; i += 256u) {
            if !ct_is_finite(ct_load0(matrix * n * n + i)) {
                beyond = 1u;
            }
        }
    }
    ct_beyond[thread] = beyond;
    storageBarrier();
    workgroupBarrier();
    if thread == 0u {
        var odd = 0;
        for (var k = 0u; k < n; k += 1u) {
            let pivot = u32(ct_load1(matrix * n + k) - 1);
            // Of what is no number a library may choose no row.
            if pivot > k && pivot < n {
                let row = ct_row(order, k);
                ct_put(order, k, ct_row(order, pivot));
                ct_put(order, pivot, row);
                odd = 1 - odd;
            }
        }
        ct_keep2(order + n, odd);
        for (var i = 0u; i < 256u; i += 1u) {
            beyond = max(beyond, ct_beyond[i]);
        }
        if beyond != 0u {
            ct_keep3(matrix, 0);
        }
    }
    workgroupBarrier();
    if n <= CT_NEAR {
        for (var i = thread; i < n; i += 256u) {
            ct_keep2(order + i, ct_rows[i]);
        }
    }
}
