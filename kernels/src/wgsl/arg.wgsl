// Where the first maximum along axis `ct_arg(0)` stands, or minimum where `ct_arg(1)` is 1. `ct_arg(2)` threads, a power of 2, share
// `ct_arg(3)` elements, `ct_arg(4)` times a lane. Several parts of a lane are left; where `ct_arg(5)` is not 0, the elements are so many of
// these. Operands: x, indices, parts.

var<workgroup> ct_best: array<CtBits, 256>;
var<workgroup> ct_places: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let axis = ct_arg(0u);
    let wide = ct_arg(2u);
    let parts = ct_arg(4u);
    let steps = ct_dim(0u, axis);
    let all = ct_numel(0u) / steps * parts;
    if group * (256u / wide) >= all {
        return;
    }
    let item = group * (256u / wide) + thread / wide;
    let lane = item / parts;
    let start = item % parts * ct_arg(3u);
    let left = ct_arg(5u);
    let end = select(0u, min(start + ct_arg(3u), select(steps, left, left > 0u)), item < all);
    let x = ct_lane(0u, axis, lane);
    var best = CtBits();
    var place = 0xffffffffu;
    for (var j = start + thread % wide; j < end; j += wide) {
        var at = j;
        if left > 0u {
            at = u32(ct_load2(lane * left + j));
        }
        let value = ct_load0(x + at * ct_stride(0u, axis));
        var key = ct_key(value);
        if ct_arg(1u) == 1u && !ct_void(value) {
            key = ~key;
        }
        if place == 0xffffffffu || key > best || (key == best && at < place) {
            best = key;
            place = at;
        }
    }
    ct_best[thread] = best;
    ct_places[thread] = place;
    for (var half = wide / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if thread % wide < half {
            let key = ct_best[thread + half];
            let at = ct_places[thread + half];
            if at != 0xffffffffu && (place == 0xffffffffu || key > best || (key == best && at < place)) {
                best = key;
                place = at;
                ct_best[thread] = best;
                ct_places[thread] = place;
            }
        }
    }
    if item < all && thread % wide == 0u {
        if parts > 1u {
            ct_keep2(item, i32(place));
        } else {
            ct_keep1(lane, i32(place));
        }
    }
}
