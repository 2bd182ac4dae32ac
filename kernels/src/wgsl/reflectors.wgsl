// Reflectors that make matrices triangular, of columns `ct_arg(5)..ct_arg(6)` of a panel `ct_arg(3)..ct_arg(4)`: a workgroup for each of `ct_arg(0)`.
// `ct_arg(2)` columns of `ct_arg(1)` rows lie along memory. The panel becomes what the reflectors make of it, with these from the diagonal on.
// They also stand in rows of their own, behind zeros. `1 - V T Vᵀ` is their product; of the triangle `-T` is kept. Operands: a matrix that is not
// read, columns, rows of reflectors, rows of 32 of triangles, diagonals.

var<workgroup> ct_parts: array<f32, 256>;
var<workgroup> ct_dots: array<f32, 32>;

fn ct_sum(thread: u32, value: f32) -> f32 {
    ct_parts[thread] = value;
    for (var half = 128u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if thread < half {
            ct_parts[thread] += ct_parts[thread + half];
        }
    }
    workgroupBarrier();
    let sum = ct_parts[0];
    workgroupBarrier();
    return sum;
}

fn ct_top(thread: u32, value: f32) -> f32 {
    ct_parts[thread] = value;
    for (var half = 128u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if thread < half {
            ct_parts[thread] = max(ct_parts[thread], ct_parts[thread + half]);
        }
    }
    workgroupBarrier();
    let top = ct_parts[0];
    workgroupBarrier();
    return top;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let matrix = block.x + block.y * blocks.x;
    if matrix >= ct_arg(0u) {
        return;
    }
    let m = ct_arg(1u);
    let n = ct_arg(2u);
    let first = ct_arg(3u);
    let a = matrix * n * m;
    let triangle = (matrix * n + first) * 32u;
    let lane = thread % 8u;
    let j = first + thread / 8u;
    for (var k = ct_arg(5u); k < ct_arg(6u); k += 1u) {
        let x = a + k * m;
        var largest = 0.0f;
        for (var i = k + thread; i < m; i += 256u) {
            largest = max(largest, abs(ct_load1(x + i)));
        }
        // What is left of dependent columns is rounding of rounding, whose square is no number any more.
        let exponent = ct_exponent(ct_top(thread, largest));
        let power = select(ct_power(CT_BIAS - exponent), 1.0f, exponent == 0i);
        let inverse = select(ct_power(exponent - CT_BIAS), 1.0f, exponent == 0i);
        var squares = 0.0f;
        for (var i = k + 1u + thread; i < m; i += 256u) {
            let value = ct_load1(x + i) * power;
            squares = fma(value, value, squares);
        }
        let head = ct_load1(x + k) * power;
        let below = ct_sum(thread, squares);
        // What was read is written now.
        storageBarrier();
        var tau = 0.0f;
        var image = head;
        var step = 1.0f;
        if below > 0.0f {
            // With the sign that adds magnitudes nothing cancels.
            image = -ct_copysign(sqrt(fma(head, head, below)), head);
            step = head - image;
            tau = -step / image;
        }
        for (var i = k + thread; i < m; i += 256u) {
            let value = select(0.0f, ct_load1(x + i) * power / step, below > 0.0f);
            ct_keep1(x + i, select(value, 1.0f, i == k));
            ct_keep2(x + i, select(value, 1.0f, i == k));
        }
        for (var i = first + thread; i < k; i += 256u) {
            ct_keep2(x + i, 0.0f);
        }
        if thread == 0u {
            ct_keep4(matrix * n + k, image * inverse);
        }
        storageBarrier();
        // Eight threads for each column of the panel: those before have reflectors.
        let works = j < ct_arg(4u) && j != k;
        var dot = 0.0f;
        if works {
            for (var i = k + lane; i < m; i += 8u) {
                dot = fma(ct_load1(x + i), ct_load1(a + j * m + i), dot);
            }
        }
        ct_parts[thread] = dot;
        workgroupBarrier();
        dot = 0.0f;
        for (var i = 0u; i < 8u; i += 1u) {
            dot += ct_parts[thread / 8u * 8u + i];
        }
        if works && j > k {
            let share = tau * dot;
            for (var i = k + lane; i < m; i += 8u) {
                let at = a + j * m + i;
                ct_keep1(at, fma(-share, ct_load1(x + i), ct_load1(at)));
            }
        }
        if lane == 0u {
            ct_dots[thread / 8u] = dot;
        }
        workgroupBarrier();
        if thread < 32u {
            // What the reflectors before make of this one.
            let column = k - first;
            var sum = 0.0f;
            for (var i = thread; i < column; i += 1u) {
                sum = fma(ct_load3(triangle + thread * 32u + i), ct_dots[i], sum);
            }
            sum = select(select(0.0f, 1.0f, thread == column), sum, thread < column);
            if first + thread < ct_arg(4u) {
                ct_keep3(triangle + thread * 32u + column, -tau * sum);
            }
        }
        storageBarrier();
        workgroupBarrier();
    }
}
