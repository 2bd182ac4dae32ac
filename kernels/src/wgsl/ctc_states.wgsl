// Paths of alignments, a workgroup for each lane: the parts that come from each state before, and the logarithms of their sums, which are
// kept as sums of two floats. A launch takes steps `ct_arg(0)..ct_arg(1)`. Operands: lp, skip, parts, sums, the logarithms of two steps.

fn ct_low(x: f32) -> bool {
    return ct_bits_of(x) == (CT_SIGN | CT_INFINITE);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let lane = block.x + block.y * blocks.x;
    let lanes = ct_dim(3u, 1u);
    if lane >= lanes {
        return;
    }
    let states = ct_dim(3u, 2u);
    for (var l = ct_arg(0u); l < ct_arg(1u); l += 1u) {
        let before = 2u * ((l + 1u) % 2u * lanes + lane) * states;
        let here = 2u * (l % 2u * lanes + lane) * states;
        for (var s = thread; s < states; s += 256u) {
            let at = (l * lanes + lane) * states + s;
            let p = ct_load0(ct_offset(0u) + l * ct_stride(0u, 0u) + lane * ct_stride(0u, 1u) + s * ct_stride(0u, 2u));
            var sum = vec2<f32>(-ct_inf(), 0.0f);
            var parts = vec3<f32>(0.0f);
            if l == 0u {
                if s < 2u {
                    sum.x = p;
                }
            } else {
                let skips = ct_load1(ct_offset(1u) + lane * ct_stride(1u, 0u) + s * ct_stride(1u, 1u));
                var terms: array<vec2<f32>, 3>;
                var top = sum;
                for (var j = 0u; j < 3u; j += 1u) {
                    terms[j] = vec2<f32>(-ct_inf(), 0.0f);
                    if s >= j && (j < 2u || skips) {
                        let from_there = before + 2u * (s - j);
                        terms[j] = vec2<f32>(ct_load4(from_there), ct_load4(from_there + 1u));
                    }
                    // NaN wins.
                    if ct_is_nan(terms[j].x) || (!ct_is_nan(top.x) && terms[j].x > top.x) {
                        top = terms[j];
                    }
                }
                if !ct_low(top.x) && !ct_low(p) {
                    for (var j = 0u; j < 3u; j += 1u) {
                        if !ct_low(terms[j].x) {
                            parts[j] = ct_exp((terms[j].x - top.x) + (terms[j].y - top.y));
                        }
                    }
                    let all = parts.x + parts.y + parts.z;
                    parts /= all;
                    let t = ct_two_sum(top.x, p);
                    sum = ct_two_sum(t.x, t.y + top.y + ct_log(all));
                    // A path that is infinite stays so.
                    sum = select(sum, vec2<f32>(t.x, 0.0f), !ct_is_finite(t.x) && !ct_is_nan(sum.x));
                }
            }
            for (var j = 0u; j < 3u; j += 1u) {
                ct_keep2(j * ct_stride(2u, 0u) + at, parts[j]);
            }
            ct_keep3(at, sum.x + sum.y);
            ct_keep4(here + 2u * s, sum.x);
            ct_keep4(here + 2u * s + 1u, sum.y);
        }
        storageBarrier();
    }
}
