// Adjugates of matrices of `ct_arg(0)` rows, at most 8, that have elements which are not finite, element by element; those of matrices of up to two rows
// are elements. Operands: matrices, adjugates. `ct_arg(1)` is the rank.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let n = ct_arg(0u);
    let lead = ct_arg(1u) - 2u;
    let x = ct_batch(0u, lead, point / n / n);
    let column = point / n % n;
    let row = point % n;
    var a: array<f32, 49>;
    var finite = true;
    var count = 0u;
    for (var r = 0u; r < n; r += 1u) {
        for (var c = 0u; c < n; c += 1u) {
            let value = ct_load0(x + r * ct_stride(0u, lead) + c * ct_stride(0u, lead + 1u));
            finite = finite && ct_is_finite(value);
            if r != row && c != column {
                a[count] = value;
                count += 1u;
            }
        }
    }
    if n > 2u && finite {
        return;
    }
    let m = n - 1u;
    var det = 1.0f;
    if m == 2u {
        det = a[0] * a[3] - a[1] * a[2];
    } else {
        for (var j = 0u; j < m; j += 1u) {
            var best = j;
            for (var r = j + 1u; r < m; r += 1u) {
                // NaN is the largest.
                if ct_magnitude(a[r * m + j]) > ct_magnitude(a[best * m + j]) && !ct_is_nan(a[best * m + j]) {
                    best = r;
                }
            }
            if best != j {
                det = -det;
                for (var c = j; c < m; c += 1u) {
                    let value = a[j * m + c];
                    a[j * m + c] = a[best * m + c];
                    a[best * m + c] = value;
                }
            }
            let pivot = a[j * m + j];
            det *= pivot;
            if !ct_is_nan(pivot) && pivot == 0.0f {
                // A zero times what is not finite stays visible.
                var all = !ct_is_nan(det) && det == 0.0f;
                for (var i = (j + 1u) * m; i < m * m; i += 1u) {
                    all = all && ct_is_finite(a[i]);
                }
                det = select(ct_nan(), 0.0f, all);
                break;
            }
            for (var r = j + 1u; r < m; r += 1u) {
                let factor = a[r * m + j] / pivot;
                for (var c = j + 1u; c < m; c += 1u) {
                    a[r * m + c] -= factor * a[j * m + c];
                }
            }
        }
    }
    ct_keep1(point, select(det, -det, (row + column) % 2u == 1u));
}
