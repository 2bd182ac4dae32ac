// The rotations of pairs of blocks of 16 rows, in round `ct_arg(2)` of sweep `ct_arg(3)`: a workgroup for each pair of each of `ct_arg(0)` matrices of
// `ct_arg(1)` rows. Where nothing turned in the sweep before, nothing is left to do. There are at most `ct_arg(4)` sweeps, and `ct_arg(5)` over a
// pair. An element up to number `ct_arg(6)` is zero. Operands: a matrix that is not read, matrices, rotations, whether something turned in a sweep, whether
// a pair did.

var<workgroup> ct_open: i32;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let side = ct_arg(1u);
    let pairs = side / 32u;
    let matrix = group / pairs;
    if matrix >= ct_arg(0u) {
        return;
    }
    let sweep = matrix * ct_arg(4u) + ct_arg(3u);
    if thread == 0u {
        var open = 1i;
        if ct_arg(3u) > 0u {
            open = ct_load3(sweep - 1u);
        }
        ct_open = open;
    }
    if workgroupUniformLoad(&ct_open) == 0i {
        return;
    }
    let pair = ct_pair_of(group % pairs, ct_arg(2u), 2u * pairs);
    ct_gather(thread, matrix * side * side, side, pair);
    workgroupBarrier();
    for (var i = thread; i < 1024u; i += 256u) {
        ct_v[i] = select(0.0f, 1.0f, i / 32u == i % 32u);
    }
    workgroupBarrier();
    var turned = false;
    for (var i = 0u; i < ct_arg(5u); i += 1u) {
        if !ct_sweep(thread, 16u, ct_number(ct_arg(6u), ct_arg(7u), ct_arg(8u)), CT_OF_ROWS) {
            break;
        }
        turned = true;
    }
    if turned {
        ct_put(thread, matrix * side * side, side, pair);
    }
    for (var i = thread; i < 1024u; i += 256u) {
        ct_keep2(group * 1024u + i, ct_v[i]);
    }
    if thread == 0u {
        ct_keep4(group, select(0i, 1i, turned));
        if turned {
            ct_keep3(sweep, 1i);
        }
    }
}
