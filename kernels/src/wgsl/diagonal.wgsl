// Sweeps of rotations over symmetric matrices of `2 h` rows that stand in workgroup memory, `256 / h²` of them. Each thread has four elements of a
// matrix in every round. Rows of `ct_v` turn along.

var<workgroup> ct_a: array<f32, 1024>;
var<workgroup> ct_v: array<f32, 1056>;
var<workgroup> ct_moved: u32;

// The rotation of a pair, or none where the element between them is small: up to `bound`, times both lengths where the matrix holds products of rows.
fn ct_angle(base: u32, side: u32, pair: vec2<u32>, bound: f32, of_rows: bool) -> vec3<f32> {
    let a = ct_a[base + pair.x * side + pair.x];
    let b = ct_a[base + pair.y * side + pair.y];
    let c = ct_a[base + pair.x * side + pair.y];
    var limit = bound;
    var none = false;
    if of_rows {
        none = !ct_is_row(a) || !ct_is_row(b);
        limit *= sqrt(max(a, 0.0f)) * sqrt(max(b, 0.0f));
    }
    if none || abs(c) <= limit {
        return vec3<f32>(0.0f);
    }
    return ct_rotation(a, b, c);
}

// Whether any pair turned.
fn ct_sweep(thread: u32, h: u32, bound: f32, of_rows: bool) -> bool {
    let side = 2u * h;
    let base = thread / (h * h) * side * side;
    let i = thread / h % h;
    let j = thread % h;
    if thread == 0u {
        ct_moved = 0u;
    }
    workgroupBarrier();
    for (var round = 0u; round < side - 1u; round += 1u) {
        let p = ct_pair_of(i, round, side);
        let q = ct_pair_of(j, round, side);
        let down = ct_angle(base, side, p, bound, of_rows);
        let across = ct_angle(base, side, q, bound, of_rows);
        let at = vec4<u32>(
            base + p.x * side + q.x, base + p.y * side + q.x,
            base + p.x * side + q.y, base + p.y * side + q.y
        );
        var left = vec2<f32>(ct_a[at.x], ct_a[at.y]);
        var right = vec2<f32>(ct_a[at.z], ct_a[at.w]);
        let along = vec2<u32>(base + p.x * side + 2u * j, base + p.y * side + 2u * j);
        let first = ct_turned(vec2<f32>(ct_v[along.x], ct_v[along.y]), down);
        let second = ct_turned(vec2<f32>(ct_v[along.x + 1u], ct_v[along.y + 1u]), down);
        workgroupBarrier();
        if i != j {
            left = ct_turned(left, down);
            right = ct_turned(right, down);
            let top = ct_turned(vec2<f32>(left.x, right.x), across);
            let bottom = ct_turned(vec2<f32>(left.y, right.y), across);
            left = vec2<f32>(top.x, bottom.x);
            right = vec2<f32>(top.y, bottom.y);
        } else if across.x != 0.0f {
            left = vec2<f32>(left.x - across.z * right.x, 0.0f);
            right = vec2<f32>(0.0f, right.y + across.z * right.x);
            ct_moved = 1u;
        }
        ct_a[at.x] = left.x;
        ct_a[at.y] = left.y;
        ct_a[at.z] = right.x;
        ct_a[at.w] = right.y;
        ct_v[along.x] = first.x;
        ct_v[along.y] = first.y;
        ct_v[along.x + 1u] = second.x;
        ct_v[along.y + 1u] = second.y;
        workgroupBarrier();
    }
    return workgroupUniformLoad(&ct_moved) != 0u;
}
