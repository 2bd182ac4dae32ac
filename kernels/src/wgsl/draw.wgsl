// Draws of a key by Threefry 2x32-20, of as many blocks of two words as `ct_arg(2)`. The key is `ct_arg(0)` and `ct_arg(1)`. What becomes
// of a block's words is `ct_drawn`.

fn ct_rotated(x: u32, by: u32) -> u32 {
    return (x << by) | (x >> (32u - by));
}

fn ct_block(counter: u32) -> vec2<u32> {
    let keys = vec3(ct_arg(0u), ct_arg(1u), ct_arg(0u) ^ ct_arg(1u) ^ 0x1bd11bdau);
    var x = vec2(counter + keys.x, keys.y);
    for (var round = 1u; round <= 5u; round += 1u) {
        let turns = select(vec4(17u, 29u, 16u, 24u), vec4(13u, 15u, 26u, 6u), (round & 1u) == 1u);
        for (var i = 0u; i < 4u; i += 1u) {
            x.x += x.y;
            x.y = ct_rotated(x.y, turns[i]) ^ x.x;
        }
        x.x += keys[round % 3u];
        x.y += keys[(round + 1u) % 3u] + round;
    }
    return x;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point < ct_arg(2u) {
        ct_drawn(point, ct_block(point));
    }
}
