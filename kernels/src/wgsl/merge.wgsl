// Merges neighbouring runs of `ct_arg(1)` elements, in lanes of `ct_arg(0)`: an element goes behind those of its run and of the other that
// come before it. The first `ct_arg(2)` are kept, in lanes of `ct_arg(3)`, of `ct_arg(4)` elements in all. Operands: x, values, indices, runs, merged runs.

fn ct_key_at(i: u32) -> CtBits {
    let at = i * (CT_BITS_WORDS + 1u);
    var high = 0u;
    if CT_BITS_WORDS > 1u {
        high = u32(ct_load3(at + 1u));
    }
    return ct_of_words(high, u32(ct_load3(at)));
}

fn ct_place_at(i: u32) -> i32 {
    return ct_load3(i * (CT_BITS_WORDS + 1u) + CT_BITS_WORDS);
}

fn ct_before(i: u32, key: CtBits, place: i32) -> bool {
    let other = ct_key_at(i);
    return other < key || (other == key && ct_place_at(i) < place);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_arg(4u) {
        return;
    }
    let steps = ct_arg(0u);
    let width = ct_arg(1u);
    let lane = point / steps * steps;
    let j = point % steps;
    let key = ct_key_at(point);
    let place = ct_place_at(point);
    let both = j / width / 2u * width * 2u;
    let other = select(both, both + width, j / width % 2u == 0u);
    var low = min(other, steps);
    var high = min(other + width, steps);
    while low < high {
        let middle = (low + high) / 2u;
        if ct_before(lane + middle, key, place) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    let rank = j % width + (low - min(other, steps));
    if rank >= ct_arg(2u) {
        return;
    }
    let to = point / steps * ct_arg(3u) + both / width / 2u * ct_arg(2u) + rank;
    let at = to * (CT_BITS_WORDS + 1u);
    ct_keep4(at, i32(ct_low_word(key)));
    if CT_BITS_WORDS > 1u {
        ct_keep4(at + 1u, i32(ct_high_word(key)));
    }
    ct_keep4(at + CT_BITS_WORDS, place);
}
