// Symmetric matrices of `2 ct_arg(1)` rows become diagonal, and their eigenvectors rows, in at most `ct_arg(2)` sweeps: a workgroup for as many of
// `ct_arg(0)` as it has threads for. An element up to number `ct_arg(3)` is zero, in the last sweep one up to number `ct_arg(6)`; a larger one there is flagged.
// Operands: a matrix that is not read, matrices, eigenvectors, flags.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let h = ct_arg(1u);
    let side = 2u * h;
    let team = h * h;
    let matrix = (block.x + block.y * blocks.x) * (256u / team) + thread / team;
    let works = matrix < ct_arg(0u);
    for (var e = 0u; e < 4u; e += 1u) {
        let at = thread % team * 4u + e;
        var value = 0.0f;
        if works {
            value = ct_load1(matrix * side * side + at);
        }
        ct_a[thread * 4u + e] = value;
        ct_v[thread * 4u + e] = select(0.0f, 1.0f, at / side == at % side);
    }
    workgroupBarrier();
    var flagged = false;
    for (var sweep = 0u; sweep < ct_arg(2u); sweep += 1u) {
        let last = sweep + 1u == ct_arg(2u);
        flagged = false;
        if last {
            // Of all matrices of the workgroup, this one alone may be flagged.
            for (var i = thread % team; i < side * side; i += team) {
                let base = thread / team * side * side;
                let limit = ct_number(ct_arg(6u), ct_arg(7u), ct_arg(8u));
                flagged = flagged || (i / side != i % side && abs(ct_a[base + i]) > limit);
            }
        }
        if !ct_sweep(thread, h, ct_number(ct_arg(3u), ct_arg(4u), ct_arg(5u)), false) {
            break;
        }
    }
    if works && thread % team == 0u {
        ct_keep3(matrix, 0i);
    }
    storageBarrier();
    if works && flagged {
        ct_keep3(matrix, 1i);
    }
    for (var e = 0u; e < 4u; e += 1u) {
        let at = matrix * side * side + thread % team * 4u + e;
        if works {
            ct_keep1(at, ct_a[thread * 4u + e]);
            ct_keep2(at, ct_v[thread * 4u + e]);
        }
    }
}
