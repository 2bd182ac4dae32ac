// Sums of products, by tiles of 16 CT_SIDE rows and columns. A thread has CT_SIDE by CT_SIDE of them. The launch gives
// CT_SIDE, CT_ADDS (whether the result has the sum of an earlier part), CT_ALONG0 and CT_ALONG1 (whether neighbours in memory are along the sum), lengths, and places: `ct_base` of a batch,
// `ct_row`, `ct_column`, `ct_step` of operand 0, 1 and of the result.

const CT_DEEP = 16u;
const CT_WIDE = 16u * CT_SIDE;

var<workgroup> ct_left: array<f32, CT_DEEP * CT_WIDE>;
var<workgroup> ct_right: array<f32, CT_DEEP * CT_WIDE>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let wide = (ct_columns() + CT_WIDE - 1u) / CT_WIDE;
    let high = (ct_rows() + CT_WIDE - 1u) / CT_WIDE;
    let column = group % wide * CT_WIDE;
    let row = group / wide % high * CT_WIDE;
    let batch = group / wide / high;
    // Groups beyond the last have no batch; they take part in barriers all the same.
    let works = batch < ct_batches();
    let origin = select(0u, ct_base0(batch), works);
    let other = select(0u, ct_base1(batch), works);
    let x = thread % 16u * CT_SIDE;
    let y = thread / 16u * CT_SIDE;
    var sums: array<f32, CT_SIDE * CT_SIDE>;
    for (var depth = ct_begin(); depth < ct_depth(); depth += CT_DEEP) {
        for (var i = thread; i < CT_DEEP * CT_WIDE; i += 256u) {
            let k = select(i / CT_WIDE, i % CT_DEEP, CT_ALONG0);
            let m = select(i % CT_WIDE, i / CT_DEEP, CT_ALONG0);
            var value = 0.0f;
            if works && depth + k < ct_depth() && row + m < ct_rows() {
                value = ct_load0(origin + ct_row0(row + m) + ct_step0(depth + k));
            }
            ct_left[k * CT_WIDE + m] = value;
        }
        for (var i = thread; i < CT_DEEP * CT_WIDE; i += 256u) {
            let k = select(i / CT_WIDE, i % CT_DEEP, CT_ALONG1);
            let n = select(i % CT_WIDE, i / CT_DEEP, CT_ALONG1);
            var value = 0.0f;
            if works && depth + k < ct_depth() && column + n < ct_columns() {
                value = ct_load1(other + ct_column1(column + n) + ct_step1(depth + k));
            }
            ct_right[k * CT_WIDE + n] = value;
        }
        workgroupBarrier();
        for (var k = 0u; k < CT_DEEP; k += 1u) {
            for (var i = 0u; i < CT_SIDE; i += 1u) {
                let a = ct_left[k * CT_WIDE + y + i];
                for (var j = 0u; j < CT_SIDE; j += 1u) {
                    sums[i * CT_SIDE + j] = fma(a, ct_right[k * CT_WIDE + x + j], sums[i * CT_SIDE + j]);
                }
            }
        }
        workgroupBarrier();
    }
    if !works {
        return;
    }
    let to = ct_base2(batch);
    for (var i = 0u; i < CT_SIDE; i += 1u) {
        for (var j = 0u; j < CT_SIDE; j += 1u) {
            if row + y + i < ct_rows() && column + x + j < ct_columns() {
                let at = to + ct_row2(row + y + i) + ct_column2(column + x + j);
                ct_keep2(at, select(0.0f, ct_load2(at), CT_ADDS) + sums[i * CT_SIDE + j]);
            }
        }
    }
}
