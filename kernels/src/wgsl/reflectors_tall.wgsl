// A step of `reflectors.wgsl` for matrices of many rows: column `ct_arg(5)` of a panel `ct_arg(3)..ct_arg(4)` of each of `ct_arg(0)`, of which
// workgroups take `ct_arg(7)` parts of `ct_arg(8)` rows. Phase `ct_arg(6)` finds the largest element, the length, the reflector with its products, what it
// makes of the panel. Operands: a matrix that is not read, columns, rows of reflectors, rows of 32 of triangles, diagonals, 36 numbers for each part.

var<workgroup> ct_parts: array<f32, 256>;
var<workgroup> ct_dots: array<f32, 32>;

fn ct_fold(thread: u32, value: f32, of_largest: bool) -> f32 {
    ct_parts[thread] = value;
    for (var half = 128u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if thread < half {
            let other = ct_parts[thread + half];
            ct_parts[thread] = select(ct_parts[thread] + other, max(ct_parts[thread], other), of_largest);
        }
    }
    workgroupBarrier();
    let folded = ct_parts[0];
    workgroupBarrier();
    return folded;
}

// Of all parts of a matrix word `at`.
fn ct_all(thread: u32, words: u32, at: u32, of_largest: bool) -> f32 {
    var value = 0.0f;
    for (var part = thread; part < ct_arg(7u); part += 256u) {
        let other = ct_load5(words + part * 36u + at);
        value = select(value + other, max(value, other), of_largest);
    }
    return ct_fold(thread, value, of_largest);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let parts = ct_arg(7u);
    let matrix = group / parts;
    if matrix >= ct_arg(0u) {
        return;
    }
    let m = ct_arg(1u);
    let n = ct_arg(2u);
    let first = ct_arg(3u);
    let k = ct_arg(5u);
    let phase = ct_arg(6u);
    let a = matrix * n * m;
    let x = a + k * m;
    let words = matrix * parts * 36u;
    let own = group * 36u;
    let leads = thread == 0u && group % parts == 0u;
    let low = group % parts * ct_arg(8u);
    let high = min(m, low + ct_arg(8u));
    let from_row = max(low, k);
    if phase == 0u {
        var largest = 0.0f;
        for (var i = from_row + thread; i < high; i += 256u) {
            largest = max(largest, abs(ct_load1(x + i)));
        }
        largest = ct_fold(thread, largest, true);
        if thread == 0u {
            ct_keep5(own, largest);
        }
        if leads {
            ct_keep5(words + 34u, ct_load1(x + k));
        }
        return;
    }
    let exponent = ct_exponent(ct_all(thread, words, 0u, true));
    let power = select(ct_power(CT_BIAS - exponent), 1.0f, exponent == 0i);
    let inverse = select(ct_power(exponent - CT_BIAS), 1.0f, exponent == 0i);
    if phase == 1u {
        var squares = 0.0f;
        for (var i = max(low, k + 1u) + thread; i < high; i += 256u) {
            let value = ct_load1(x + i) * power;
            squares = fma(value, value, squares);
        }
        squares = ct_fold(thread, squares, false);
        if thread == 0u {
            ct_keep5(own + 1u, squares);
        }
        return;
    }
    let head = ct_load5(words + 34u) * power;
    let below = ct_all(thread, words, 1u, false);
    var tau = 0.0f;
    var image = head;
    var step = 1.0f;
    if below > 0.0f {
        image = -ct_copysign(sqrt(fma(head, head, below)), head);
        step = head - image;
        tau = -step / image;
    }
    let lane = thread % 8u;
    let j = first + thread / 8u;
    if phase == 2u {
        for (var i = from_row + thread; i < high; i += 256u) {
            let value = select(0.0f, ct_load1(x + i) * power / step, below > 0.0f);
            ct_keep1(x + i, select(value, 1.0f, i == k));
            ct_keep2(x + i, select(value, 1.0f, i == k));
        }
        for (var i = max(low, first) + thread; i < min(high, k); i += 256u) {
            ct_keep2(x + i, 0.0f);
        }
        if leads {
            ct_keep4(matrix * n + k, image * inverse);
        }
        storageBarrier();
        var dot = 0.0f;
        if j < ct_arg(4u) && j != k {
            for (var i = from_row + lane; i < high; i += 8u) {
                dot = fma(ct_load1(x + i), ct_load1(a + j * m + i), dot);
            }
        }
        ct_parts[thread] = dot;
        workgroupBarrier();
        if lane == 0u {
            dot = 0.0f;
            for (var i = 0u; i < 8u; i += 1u) {
                dot += ct_parts[thread + i];
            }
            ct_keep5(own + 2u + thread / 8u, dot);
        }
        return;
    }
    if thread < 32u {
        var dot = 0.0f;
        for (var part = 0u; part < parts; part += 1u) {
            dot += ct_load5(words + part * 36u + 2u + thread);
        }
        ct_dots[thread] = dot;
    }
    workgroupBarrier();
    if j < ct_arg(4u) && j > k {
        let share = tau * ct_dots[thread / 8u];
        for (var i = from_row + lane; i < high; i += 8u) {
            let at = a + j * m + i;
            ct_keep1(at, fma(-share, ct_load1(x + i), ct_load1(at)));
        }
    }
    if group % parts == 0u && thread < 32u {
        // What the reflectors before make of this one.
        let triangle = (matrix * n + first) * 32u;
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
}
