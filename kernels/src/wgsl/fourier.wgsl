// A pass of a transform of `ct_arg(0)` points: transforms of `ct_arg(1)` points, behind passes over `ct_arg(2)` of them, in a workgroup for
// `ct_arg(3)` of `ct_arg(4)` lines. A line is what a transform reads, at equal steps. Words 5 and 6 have the radices, a byte each; word 7 is the
// sign: 0 for `-`. Texts before this one have `ct_get` of a row and a place in it, and `ct_put` of a row, a place, and where in `ct_data` it is.
// Numbers go from order to order by themselves (Stockham), so none is reversed.

var<workgroup> ct_data: array<vec2<f32>, 1024>;
var<workgroup> ct_roots: array<vec2<f32>, 1024>;

// Where a step over `radix` points reads and writes: from `begin` on by `step`, times powers of root number `root`, to `to` on by `done`.
struct CtPlace {
    begin: u32,
    step: u32,
    root: u32,
    to: u32,
}

fn ct_butterfly(i: u32, m: u32, radix: u32, done: u32) -> CtPlace {
    let step = m / radix;
    let line = i / step * m;
    let t = i % step;
    return CtPlace(line + t, step, t % done * (step / done), line + t / done * done * radix + t % done);
}

fn ct_read(p: CtPlace, i: u32) -> vec2<f32> {
    // What is infinite stays so.
    if p.root == 0u {
        return ct_data[p.begin + i * p.step];
    }
    return ct_complex(ct_data[p.begin + i * p.step], ct_roots[i * p.root]);
}

// Times `i`, or `-i`.
fn ct_quarter(x: vec2<f32>) -> vec2<f32> {
    return select(vec2<f32>(x.y, -x.x), vec2<f32>(-x.y, x.x), ct_arg(7u) == 1u);
}

fn ct_two(p: CtPlace) -> array<vec2<f32>, 2> {
    let a = ct_data[p.begin];
    let b = ct_read(p, 1u);
    return array<vec2<f32>, 2>(a + b, a - b);
}

fn ct_three(p: CtPlace) -> array<vec2<f32>, 3> {
    let a = ct_data[p.begin];
    let b = ct_read(p, 1u);
    let c = ct_read(p, 2u);
    let sum = b + c;
    let middle = a - 0.5f * sum;
    let side = ct_quarter(b - c) * ct_number(0x3f5db3d7u, 0x3febb67au, 0xe8584caau);
    return array<vec2<f32>, 3>(a + sum, middle + side, middle - side);
}

fn ct_four(p: CtPlace) -> array<vec2<f32>, 4> {
    let a = ct_data[p.begin];
    let b = ct_read(p, 1u);
    let c = ct_read(p, 2u);
    let d = ct_read(p, 3u);
    let even = a + c;
    let odd = b + d;
    let middle = a - c;
    let side = ct_quarter(b - d);
    return array<vec2<f32>, 4>(even + odd, middle + side, even - odd, middle - side);
}

fn ct_five(p: CtPlace) -> array<vec2<f32>, 5> {
    let a = ct_data[p.begin];
    let b = ct_read(p, 1u);
    let c = ct_read(p, 2u);
    let d = ct_read(p, 3u);
    let e = ct_read(p, 4u);
    let near = b + e;
    let far = c + d;
    let cosine = ct_number(0x3e9e377au, 0x3fd3c6efu, 0x372fe950u);
    let other = ct_number(0xbf4f1bbdu, 0xbfe9e377u, 0x9b97f4a7u);
    let first = a + (near * cosine + far * other);
    let second = a + (near * other + far * cosine);
    let sine = ct_number(0x3f737871u, 0x3fee6f0eu, 0x134454ffu);
    let half = ct_number(0x3f167918u, 0x3fe2cf23u, 0x04755a5fu);
    let side = ct_quarter((b - e) * sine + (c - d) * half);
    let inner = ct_quarter((b - e) * half - (c - d) * sine);
    return array<vec2<f32>, 5>(a + (near + far), first + side, second + inner, second - inner, first - side);
}

// Result number `i` of a step over any number of points: their sum.
fn ct_direct(i: u32, m: u32, radix: u32, done: u32) -> vec2<f32> {
    let step = m / radix;
    let line = i / m * m;
    let at = i % m;
    let begin = line + at / (done * radix) * done + at % done;
    let turn = at % done * (step / done) + at / done % radix * step;
    var sum = ct_data[begin];
    var root = 0u;
    for (var j = 1u; j < radix; j += 1u) {
        root += turn;
        root = select(root, root - m, root >= m);
        sum += ct_complex(ct_data[begin + j * step], ct_roots[root]);
    }
    return sum;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let first = (block.x + block.y * blocks.x) * ct_arg(3u);
    if first >= ct_arg(4u) {
        return;
    }
    let n = ct_arg(0u);
    let m = ct_arg(1u);
    let before = ct_arg(2u);
    let count = min(ct_arg(3u), ct_arg(4u) - first);
    let all = count * m;
    // Lines of a row.
    let each = n / m;
    for (var i = thread; i < m; i += 256u) {
        ct_roots[i] = ct_turn(i, m, ct_arg(7u));
    }
    for (var i = thread; i < all; i += 256u) {
        // Threads side by side have neighbours in memory: lines begin at these, and one that is alone in its row has them.
        let line = select(i % count, i / m, each == 1u);
        let r = select(i / count, i % m, each == 1u);
        let j = (first + line) % each;
        var x = ct_get((first + line) / each, j + r * each);
        if before > 1u {
            x = ct_complex(x, ct_turn(j % before * r, before * m, ct_arg(7u)));
        }
        ct_data[line * m + r] = x;
    }
    workgroupBarrier();
    var done = 1u;
    for (var stage = 0u; stage < 8u; stage += 1u) {
        let radix = (ct_arg(5u + stage / 4u) >> (8u * (stage % 4u))) & 0xffu;
        if radix == 0u {
            break;
        }
        // Threads have up to six numbers. What is beyond the last step reads it again, and writes nothing.
        let last = all / radix - 1u;
        let other = thread + 256u;
        let p = ct_butterfly(min(thread, last), m, radix, done);
        let q = ct_butterfly(min(other, last), m, radix, done);
        if radix == 2u {
            let x = ct_two(p);
            let y = ct_two(q);
            workgroupBarrier();
            if thread <= last {
                ct_data[p.to] = x[0];
                ct_data[p.to + done] = x[1];
            }
            if other <= last {
                ct_data[q.to] = y[0];
                ct_data[q.to + done] = y[1];
            }
        } else if radix == 3u {
            let x = ct_three(p);
            let y = ct_three(q);
            workgroupBarrier();
            if thread <= last {
                ct_data[p.to] = x[0];
                ct_data[p.to + done] = x[1];
                ct_data[p.to + 2u * done] = x[2];
            }
            if other <= last {
                ct_data[q.to] = y[0];
                ct_data[q.to + done] = y[1];
                ct_data[q.to + 2u * done] = y[2];
            }
        } else if radix == 4u {
            let x = ct_four(p);
            workgroupBarrier();
            if thread <= last {
                ct_data[p.to] = x[0];
                ct_data[p.to + done] = x[1];
                ct_data[p.to + 2u * done] = x[2];
                ct_data[p.to + 3u * done] = x[3];
            }
        } else if radix == 5u {
            let x = ct_five(p);
            workgroupBarrier();
            if thread <= last {
                ct_data[p.to] = x[0];
                ct_data[p.to + done] = x[1];
                ct_data[p.to + 2u * done] = x[2];
                ct_data[p.to + 3u * done] = x[3];
                ct_data[p.to + 4u * done] = x[4];
            }
        } else {
            let end = all - 1u;
            let x = ct_direct(min(thread, end), m, radix, done);
            let y = ct_direct(min(other, end), m, radix, done);
            let z = ct_direct(min(thread + 512u, end), m, radix, done);
            let w = ct_direct(min(thread + 768u, end), m, radix, done);
            workgroupBarrier();
            if thread < all {
                ct_data[thread] = x;
            }
            if other < all {
                ct_data[other] = y;
            }
            if thread + 512u < all {
                ct_data[thread + 512u] = z;
            }
            if thread + 768u < all {
                ct_data[thread + 768u] = w;
            }
        }
        done *= radix;
        workgroupBarrier();
    }
    for (var i = thread; i < all; i += 256u) {
        let line = select(i % count, i / m, before == 1u);
        let r = select(i / count, i % m, before == 1u);
        let j = (first + line) % each;
        ct_put((first + line) / each, j / before * before * m + j % before + r * before, line * m + r);
    }
}
