// Rows and lengths by their places, of `ct_arg(0)` rows of matrices of `ct_arg(2)`. Rows of the others go into rows of `ct_arg(1)` elements, which end
// with zeros. Operands: matrices, others, lengths, places, rows of the others, rows, lengths.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(4u) {
        return;
    }
    let n = ct_arg(0u);
    let m = ct_arg(1u);
    let line = point / m;
    let c = point % m;
    let row = (line / n * ct_arg(2u) + line % n) * ct_arg(2u);
    let to = line / n * n + u32(ct_load3(line));
    var value = 0.0f;
    if c < n {
        value = ct_load1(row + c);
        ct_keep5(to * n + c, ct_load0(row + c));
    }
    ct_keep4(to * m + c, value);
    if c == 0u {
        ct_keep6(to, ct_load2(line));
    }
}
