// Finds the first of matrices `ct_arg(14)..ct_arg(15)` that is none with a result, as `ct_fails` says.

var<workgroup> ct_first: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) thread: u32) {
    var found = 0xffffffffu;
    for (var i = ct_arg(14u) + thread; i < ct_arg(15u) && found == 0xffffffffu; i += 256u) {
        if ct_fails(i) {
            found = i;
        }
    }
    ct_first[thread] = found;
    for (var half = 128u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if thread < half {
            ct_first[thread] = min(ct_first[thread], ct_first[thread + half]);
        }
    }
    if thread == 0u && ct_first[0] != 0xffffffffu {
        ct_fail(ct_first[0], 0u, 0u);
    }
}
