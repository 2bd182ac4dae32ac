// Adjugates of matrices of `ct_arg(0)` rows, a workgroup for each of `ct_arg(1)`: `P A Q = L U` gives `adj(A) = det(P) det(Q) Q adj(U) L⁻¹ P`, where the
// adjugate of a triangular matrix grows from its leading blocks without a division. A launch takes steps `ct_arg(3)..ct_arg(4)` of phase `ct_arg(2)`:
// factors, the adjugate of the triangle, its product, the order. Operands: a matrix that is not read, matrices, their orders of rows and of columns
// and whether these are odd, adjugates of triangles, adjugates.

var<workgroup> ct_best: array<CtBits, 256>;
var<workgroup> ct_places: array<u32, 256>;

fn ct_eliminate(thread: u32, n: u32, a: u32, rows: u32, columns: u32) {
    var odd = false;
    if ct_arg(3u) == 0u {
        for (var i = thread; i < n; i += 256u) {
            ct_keep2(rows + i, i32(i));
            ct_keep2(columns + i, i32(i));
        }
        if thread == 0u {
            ct_keep2(columns + n, 0i);
        }
        storageBarrier();
    }
    for (var j = ct_arg(3u); j < ct_arg(4u); j += 1u) {
        // The largest of all that is left, the first of such.
        let side = n - j;
        var best = CtBits();
        var place = 0u;
        for (var i = thread; i < side * side; i += 256u) {
            var size = ct_magnitude(ct_load1(a + (j + i / side) * n + j + i % side));
            size = select(size, CtBits(), size > CT_INFINITE);
            if size > best {
                best = size;
                place = i;
            }
        }
        ct_best[thread] = best;
        ct_places[thread] = place;
        for (var half = 128u; half > 0u; half /= 2u) {
            workgroupBarrier();
            if thread < half {
                let other = ct_best[thread + half];
                if other > best || (other == best && best > CtBits() && ct_places[thread + half] < place) {
                    best = other;
                    place = ct_places[thread + half];
                    ct_best[thread] = best;
                    ct_places[thread] = place;
                }
            }
        }
        workgroupBarrier();
        let row = j + ct_places[0] / side;
        let column = j + ct_places[0] % side;
        if row != j {
            odd = !odd;
            for (var c = thread; c < n; c += 256u) {
                let value = ct_load1(a + j * n + c);
                ct_keep1(a + j * n + c, ct_load1(a + row * n + c));
                ct_keep1(a + row * n + c, value);
            }
            if thread == 0u {
                let value = ct_load2(rows + j);
                ct_keep2(rows + j, ct_load2(rows + row));
                ct_keep2(rows + row, value);
            }
        }
        storageBarrier();
        if column != j {
            odd = !odd;
            for (var r = thread; r < n; r += 256u) {
                let value = ct_load1(a + r * n + j);
                ct_keep1(a + r * n + j, ct_load1(a + r * n + column));
                ct_keep1(a + r * n + column, value);
            }
            if thread == 0u {
                let value = ct_load2(columns + j);
                ct_keep2(columns + j, ct_load2(columns + column));
                ct_keep2(columns + column, value);
            }
        }
        storageBarrier();
        let pivot = ct_load1(a + j * n + j);
        // Of a zero, all that is left is zero; so are the factors that would be.
        for (var r = j + 1u + thread; r < n; r += 256u) {
            if pivot != 0.0f {
                ct_keep1(a + r * n + j, ct_load1(a + r * n + j) / pivot);
            }
        }
        storageBarrier();
        for (var i = thread; i < (side - 1u) * (side - 1u); i += 256u) {
            let r = j + 1u + i / (side - 1u);
            let c = j + 1u + i % (side - 1u);
            let at = a + r * n + c;
            if pivot != 0.0f {
                ct_keep1(at, ct_load1(at) - ct_load1(a + r * n + j) * ct_load1(a + j * n + c));
            }
        }
        storageBarrier();
        workgroupBarrier();
    }
    if thread == 0u && odd {
        ct_keep2(columns + n, 1i - ct_load2(columns + n));
    }
}

fn ct_triangle(thread: u32, n: u32, a: u32) {
    if ct_arg(3u) == 0u {
        for (var i = thread; i < n * n; i += 256u) {
            ct_keep3(a + i, 0.0f);
        }
        storageBarrier();
    }
    var det = 1.0f;
    for (var k = 0u; k < ct_arg(3u); k += 1u) {
        det *= ct_load1(a + k * n + k);
    }
    for (var k = ct_arg(3u); k < ct_arg(4u); k += 1u) {
        let v = ct_load1(a + k * n + k);
        for (var i = thread; i < k; i += 256u) {
            var sum = 0.0f;
            for (var q = i; q < k; q += 1u) {
                let at = a + i * n + q;
                let x = ct_load3(at);
                sum = fma(x, ct_load1(a + q * n + k), sum);
                ct_keep3(at, x * v);
            }
            ct_keep3(a + i * n + k, -sum);
        }
        if thread == 0u {
            ct_keep3(a + k * n + k, det);
        }
        det *= v;
        storageBarrier();
    }
}

// Times the inverse of L, each row by itself.
fn ct_times_inverse(thread: u32, n: u32, a: u32) {
    for (var i = thread; i < n; i += 256u) {
        for (var step = ct_arg(3u); step < ct_arg(4u); step += 1u) {
            let j = n - 1u - step;
            let x = ct_load3(a + i * n + j);
            for (var c = 0u; c < j; c += 1u) {
                let at = a + i * n + c;
                ct_keep3(at, ct_load3(at) - x * ct_load1(a + j * n + c));
            }
        }
    }
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let matrix = block.x + block.y * blocks.x;
    if matrix >= ct_arg(1u) {
        return;
    }
    let n = ct_arg(0u);
    let a = matrix * n * n;
    let rows = matrix * (2u * n + 1u);
    let columns = rows + n;
    switch ct_arg(2u) {
        case 0u: {
            ct_eliminate(thread, n, a, rows, columns);
        }
        case 1u: {
            ct_triangle(thread, n, a);
        }
        case 2u: {
            ct_times_inverse(thread, n, a);
        }
        default: {
            let odd = ct_load2(columns + n) == 1i;
            for (var i = thread; i < n; i += 256u) {
                for (var j = ct_arg(3u); j < ct_arg(4u); j += 1u) {
                    let x = ct_load3(a + i * n + j);
                    ct_keep4(a + u32(ct_load2(columns + i)) * n + u32(ct_load2(rows + j)), select(x, -x, odd));
                }
            }
        }
    }
}
