// Sorts runs of `ct_arg(1)` slots, a power of 2 up to 1024, along axis `ct_arg(0)`; descending where `ct_arg(2)` is 1. Of each of several
// runs of a lane the first `ct_arg(3)` are left to be merged, `ct_arg(4)` of a lane. Keys carry their positions, so no two are equal. Operands: x, values, indices, runs,
// each element of which is the words of a key and a position.

var<workgroup> ct_keys: array<CtBits, 1024>;
var<workgroup> ct_places: array<u32, 1024>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let axis = ct_arg(0u);
    let width = ct_arg(1u);
    let steps = ct_dim(0u, axis);
    let runs = (steps + width - 1u) / width;
    let all = ct_numel(0u) / steps * runs;
    let begin = group * (1024u / width);
    if begin >= all {
        return;
    }
    for (var slot = thread; slot < 1024u; slot += 256u) {
        let run = begin + slot / width;
        let j = run % runs * width + slot % width;
        // Behind every element.
        var key = CT_ALL_BITS;
        var at = 0xffffffffu;
        if run < all && j < steps {
            key = ct_key(ct_load0(ct_lane(0u, axis, run / runs) + j * ct_stride(0u, axis)));
            key = select(key, ~key, ct_arg(2u) == 1u);
            at = j;
        }
        ct_keys[slot] = key;
        ct_places[slot] = at;
    }
    workgroupBarrier();
    for (var size = 2u; size <= width; size *= 2u) {
        for (var gap = size / 2u; gap > 0u; gap /= 2u) {
            for (var i = thread; i < 512u; i += 256u) {
                let low = i / gap * gap * 2u + i % gap;
                // The second half of a block ascends too, so the first step meets it from its end.
                let high = select(low + gap, i / gap * size + size - 1u - i % gap, gap == size / 2u);
                let a = ct_keys[low];
                let b = ct_keys[high];
                let at = ct_places[low];
                let other = ct_places[high];
                if b < a || (a == b && other < at) {
                    ct_keys[low] = b;
                    ct_keys[high] = a;
                    ct_places[low] = other;
                    ct_places[high] = at;
                }
            }
            workgroupBarrier();
        }
    }
    for (var slot = thread; slot < 1024u; slot += 256u) {
        let run = begin + slot / width;
        let lane = run / runs;
        let j = run % runs * width + slot % width;
        if run >= all || j >= steps || slot % width >= ct_arg(3u) {
            continue;
        }
        if runs > 1u {
            let to = lane * ct_arg(4u) + run % runs * ct_arg(3u) + slot % width;
            let at = to * (CT_BITS_WORDS + 1u);
            ct_keep3(at, i32(ct_low_word(ct_keys[slot])));
            if CT_BITS_WORDS > 1u {
                ct_keep3(at + 1u, i32(ct_high_word(ct_keys[slot])));
            }
            ct_keep3(at + CT_BITS_WORDS, i32(ct_places[slot]));
        } else if j < ct_dim(1u, axis) {
            let to = ct_lane(1u, axis, lane) + j * ct_stride(1u, axis);
            ct_keep1(to, ct_load0(ct_lane(0u, axis, lane) + ct_places[slot] * ct_stride(0u, axis)));
            ct_keep2(to, i32(ct_places[slot]));
        }
    }
}
