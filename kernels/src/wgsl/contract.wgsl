// Sums of products, by tiles of 16 CT_SIDE rows and columns. A thread has CT_SIDE by CT_SIDE of them. The launch gives
// CT_SIDE, with the file of its tiles; CT_ADDS, whether the result has the sum of an earlier part; CT_ALONG0 and CT_ALONG1, whether
// neighbours in memory are along the sum; CT_QUADS0 and CT_QUADS1, whether four neighbours are loaded at once; lengths, and
// places: `ct_base` of a batch, `ct_row`, `ct_column`, `ct_step` of operand 0, 1 and of the result. The sum has `ct_parts` parts of
// `ct_part` steps, each with a result of its own, `ct_apart` behind the one before. `ct_finish` keeps an element.

const CT_DEEP = 16u;
const CT_WIDE = 16u * CT_SIDE;

fn ct_load_left(origin: u32, row: u32, depth: u32, end: u32, thread: u32) {
    if CT_QUADS0 {
        for (var i = thread; i < CT_DEEP * CT_WIDE / 4u; i += 256u) {
            let k = select(i / (CT_WIDE / 4u), i % (CT_DEEP / 4u) * 4u, CT_ALONG0);
            let m = select(i % (CT_WIDE / 4u) * 4u, i / (CT_DEEP / 4u), CT_ALONG0);
            var value = vec4<f32>();
            if depth + k < end && row + m < ct_rows() {
                value = ct_quad0(origin + ct_row0(row + m) + ct_step0(depth + k));
            }
            for (var j = 0u; j < 4u; j += 1u) {
                ct_put_left(k + select(0u, j, CT_ALONG0), m + select(j, 0u, CT_ALONG0), value[j]);
            }
        }
        return;
    }
    for (var i = thread; i < CT_DEEP * CT_WIDE; i += 256u) {
        let k = select(i / CT_WIDE, i % CT_DEEP, CT_ALONG0);
        let m = select(i % CT_WIDE, i / CT_DEEP, CT_ALONG0);
        var value = 0.0f;
        if depth + k < end && row + m < ct_rows() {
            value = ct_load0(origin + ct_row0(row + m) + ct_step0(depth + k));
        }
        ct_put_left(k, m, value);
    }
}

fn ct_load_right(origin: u32, column: u32, depth: u32, end: u32, thread: u32) {
    if CT_QUADS1 {
        for (var i = thread; i < CT_DEEP * CT_WIDE / 4u; i += 256u) {
            let k = select(i / (CT_WIDE / 4u), i % (CT_DEEP / 4u) * 4u, CT_ALONG1);
            let n = select(i % (CT_WIDE / 4u) * 4u, i / (CT_DEEP / 4u), CT_ALONG1);
            var value = vec4<f32>();
            if depth + k < end && column + n < ct_columns() {
                value = ct_quad1(origin + ct_column1(column + n) + ct_step1(depth + k));
            }
            for (var j = 0u; j < 4u; j += 1u) {
                ct_put_right(k + select(0u, j, CT_ALONG1), n + select(j, 0u, CT_ALONG1), value[j]);
            }
        }
        return;
    }
    for (var i = thread; i < CT_DEEP * CT_WIDE; i += 256u) {
        let k = select(i / CT_WIDE, i % CT_DEEP, CT_ALONG1);
        let n = select(i % CT_WIDE, i / CT_DEEP, CT_ALONG1);
        var value = 0.0f;
        if depth + k < end && column + n < ct_columns() {
            value = ct_load1(origin + ct_column1(column + n) + ct_step1(depth + k));
        }
        ct_put_right(k, n, value);
    }
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let wide = (ct_columns() + CT_WIDE - 1u) / CT_WIDE;
    let high = (ct_rows() + CT_WIDE - 1u) / CT_WIDE;
    let column = group % wide * CT_WIDE;
    let row = group / wide % high * CT_WIDE;
    let batch = group / wide / high % ct_batches();
    let part = group / wide / high / ct_batches();
    // Groups beyond the last have no part.
    if part >= ct_parts() {
        return;
    }
    let origin = ct_base0(batch);
    let other = ct_base1(batch);
    let x = thread % 16u;
    let y = thread / 16u;
    let begin = ct_begin() + part * ct_part();
    let end = min(begin + ct_part(), ct_depth());
    var sums: CtSums;
    for (var depth = begin; depth < end; depth += CT_DEEP) {
        ct_load_left(origin, row, depth, end, thread);
        ct_load_right(other, column, depth, end, thread);
        workgroupBarrier();
        for (var k = 0u; k < CT_DEEP; k += 1u) {
            sums = ct_add_products(sums, k, x, y);
        }
        workgroupBarrier();
    }
    let to = ct_base2(batch) + part * ct_apart();
    for (var i = 0u; i < CT_SIDE; i += 1u) {
        let m = row + y * CT_SIDE + i;
        for (var j = 0u; j < CT_SIDE; j += 1u) {
            let n = column + x * CT_SIDE + j;
            if m < ct_rows() && n < ct_columns() {
                let at = to + ct_row2(m) + ct_column2(n);
                var sum = ct_sum(sums, i, j);
                if CT_ADDS {
                    sum += ct_load2(at);
                }
                ct_finish(at, sum);
            }
        }
    }
}
