// Rows of matrices of `2 ct_arg(1)` rows become orthogonal, and their rotations rows, in at most `ct_arg(2)` sweeps: a workgroup for as many of
// `ct_arg(0)` as it has threads for. A product up to number `ct_arg(3)` times both lengths is zero, in the last sweep one up to number `ct_arg(6)`; a larger one
// there is flagged. Operands: a matrix that is not read, matrices, rotations, flags.

var<workgroup> ct_w: array<f32, 1024>;
var<workgroup> ct_v: array<f32, 1024>;
var<workgroup> ct_sums: array<vec3<f32>, 256>;
var<workgroup> ct_moved: u32;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let h = ct_arg(1u);
    let side = 2u * h;
    let team = h * h;
    let matrix = (block.x + block.y * blocks.x) * (256u / team) + thread / team;
    let works = matrix < ct_arg(0u);
    let base = thread / team * side * side;
    for (var e = 0u; e < 4u; e += 1u) {
        let at = thread % team * 4u + e;
        var value = 0.0f;
        if works {
            value = ct_load1(matrix * side * side + at);
        }
        ct_w[base + at] = value;
        ct_v[base + at] = select(0.0f, 1.0f, at / side == at % side);
    }
    if works && thread % team == 0u {
        ct_keep3(matrix, 0i);
    }
    storageBarrier();
    let i = thread / h % h;
    let column = 2u * (thread % h);
    for (var sweep = 0u; sweep < ct_arg(2u); sweep += 1u) {
        let last = sweep + 1u == ct_arg(2u);
        workgroupBarrier();
        if thread == 0u {
            ct_moved = 0u;
        }
        workgroupBarrier();
        for (var round = 0u; round < side - 1u; round += 1u) {
            let pair = ct_pair_of(i, round, side);
            let p = base + pair.x * side + column;
            let q = base + pair.y * side + column;
            let x = vec2<f32>(ct_w[p], ct_w[p + 1u]);
            let y = vec2<f32>(ct_w[q], ct_w[q + 1u]);
            ct_sums[thread] = vec3<f32>(dot(x, x), dot(y, y), dot(x, y));
            workgroupBarrier();
            var sums = vec3<f32>(0.0f);
            for (var k = 0u; k < h; k += 1u) {
                sums += ct_sums[thread - thread % h + k];
            }
            let lengths = sqrt(sums.x) * sqrt(sums.y);
            if ct_is_row(sums.x) && ct_is_row(sums.y) && abs(sums.z) > ct_number(ct_arg(3u), ct_arg(4u), ct_arg(5u)) * lengths {
                let angle = ct_rotation(sums.x, sums.y, sums.z);
                let first = ct_turned(vec2<f32>(x.x, y.x), angle);
                let second = ct_turned(vec2<f32>(x.y, y.y), angle);
                ct_w[p] = first.x;
                ct_w[q] = first.y;
                ct_w[p + 1u] = second.x;
                ct_w[q + 1u] = second.y;
                let third = ct_turned(vec2<f32>(ct_v[p], ct_v[q]), angle);
                let fourth = ct_turned(vec2<f32>(ct_v[p + 1u], ct_v[q + 1u]), angle);
                ct_v[p] = third.x;
                ct_v[q] = third.y;
                ct_v[p + 1u] = fourth.x;
                ct_v[q + 1u] = fourth.y;
                ct_moved = 1u;
                if works && last && abs(sums.z) > ct_number(ct_arg(6u), ct_arg(7u), ct_arg(8u)) * lengths {
                    ct_keep3(matrix, 1i);
                }
            }
            workgroupBarrier();
        }
        if workgroupUniformLoad(&ct_moved) == 0u {
            break;
        }
    }
    workgroupBarrier();
    for (var e = 0u; e < 4u; e += 1u) {
        let at = thread % team * 4u + e;
        if works {
            ct_keep1(matrix * side * side + at, ct_w[base + at]);
            ct_keep2(matrix * side * side + at, ct_v[base + at]);
        }
    }
}
