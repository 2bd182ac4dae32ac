// Pairs of blocks turn by the rotations of `pairs.wgsl`, with the same first arguments: a workgroup for each tile of 32 rows of two matrices. Where
// `ct_arg(5)` is 1, columns of the first turn too; it is symmetric, and what meets itself has turned. Operands: rotations, whether something turned in
// a sweep, whether a pair did, matrices, other matrices.

var<workgroup> ct_x: array<f32, 1056>;
var<workgroup> ct_u: array<f32, 1056>;
var<workgroup> ct_open: i32;

fn ct_read(first: bool, at: u32) -> f32 {
    if first {
        return ct_load3(at);
    }
    return ct_load4(at);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let side = ct_arg(1u);
    let pairs = side / 32u;
    let matrix = group / pairs / pairs / 2u;
    if matrix >= ct_arg(0u) {
        return;
    }
    let i = group / pairs % pairs;
    let j = group % pairs;
    let first = group / pairs / pairs % 2u == 0u;
    let both = first && ct_arg(5u) == 1u;
    if both && j <= i {
        return;
    }
    if thread == 0u {
        var open = 1i;
        if ct_arg(3u) > 0u {
            open = ct_load1(matrix * ct_arg(4u) + ct_arg(3u) - 1u);
        }
        if open != 0i {
            open = ct_load2(matrix * pairs + i);
            if both {
                open |= ct_load2(matrix * pairs + j);
            }
        }
        ct_open = open;
    }
    if workgroupUniformLoad(&ct_open) == 0i {
        return;
    }
    let base = matrix * side * side;
    let pair = ct_pair_of(i, ct_arg(2u), 2u * pairs);
    var other = vec2<u32>(2u * j, 2u * j + 1u);
    if both {
        other = ct_pair_of(j, ct_arg(2u), 2u * pairs);
    }
    for (var e = thread; e < 1024u; e += 256u) {
        let at = base + ct_row_of(pair, e / 32u) * side + ct_row_of(other, e % 32u);
        ct_x[e / 32u * 33u + e % 32u] = ct_read(first, at);
        ct_u[e / 32u * 33u + e % 32u] = ct_load0((matrix * pairs + i) * 1024u + e);
    }
    workgroupBarrier();
    let c = thread % 32u;
    let r = thread / 32u;
    var sums = vec4<f32>(0.0f);
    for (var k = 0u; k < 32u; k += 1u) {
        let u = vec4<f32>(ct_u[r * 33u + k], ct_u[(r + 8u) * 33u + k], ct_u[(r + 16u) * 33u + k], ct_u[(r + 24u) * 33u + k]);
        sums = fma(u, vec4<f32>(ct_x[k * 33u + c]), sums);
    }
    if both {
        workgroupBarrier();
        for (var q = 0u; q < 4u; q += 1u) {
            ct_x[(r + 8u * q) * 33u + c] = sums[q];
        }
        for (var e = thread; e < 1024u; e += 256u) {
            ct_u[e / 32u * 33u + e % 32u] = ct_load0((matrix * pairs + j) * 1024u + e);
        }
        workgroupBarrier();
        sums = vec4<f32>(0.0f);
        for (var k = 0u; k < 32u; k += 1u) {
            let x = vec4<f32>(ct_x[r * 33u + k], ct_x[(r + 8u) * 33u + k], ct_x[(r + 16u) * 33u + k], ct_x[(r + 24u) * 33u + k]);
            sums = fma(x, vec4<f32>(ct_u[c * 33u + k]), sums);
        }
    }
    for (var q = 0u; q < 4u; q += 1u) {
        let row = ct_row_of(pair, r + 8u * q);
        let column = ct_row_of(other, c);
        if first {
            ct_keep3(base + row * side + column, sums[q]);
            if both {
                ct_keep3(base + column * side + row, sums[q]);
            }
        } else {
            ct_keep4(base + row * side + column, sums[q]);
        }
    }
}
