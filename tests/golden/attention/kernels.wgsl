// value, kernel 0: (f32, bool) -> (f32, f32)
f32
let t0: f32 = x0 * h0;
let t1: f32 = select((-1000000000.0f), t0, x1);
let t2: f32 = t1;
t2, t1
// value, kernel 1: (f32, f32) -> (f32, f32)

let t0: f32 = x0 - x1;
let t1: f32 = ct_exp(t0);
t1, t1
// value, kernel 2: (f32, f32) -> (f32)

let t0: f32 = x0 / x1;
t0
// forward, kernel 0: (f32, bool) -> (f32, f32)
f32
let t0: f32 = x0 * h0;
let t1: f32 = select((-1000000000.0f), t0, x1);
let t2: f32 = t1;
t2, t1
// forward, kernel 1: (f32, f32) -> (f32, f32, f32)

let t0: f32 = x0 - x1;
let t1: f32 = ct_exp(t0);
t1, t0, t1
// forward, kernel 2: (f32, f32) -> (f32)

let t0: f32 = x0 / x1;
t0
// pullback, kernel 0: (f32, f32) -> (f32, f32)

let t0: f32 = ct_exp(x0);
let t1: f32 = t0 / x1;
t0, t1
// pullback, kernel 1: (f32, f32, f32) -> (f32)

let t0: f32 = -x0;
let t1: f32 = t0 * x1;
let t2: f32 = t1 / x2;
t2
// pullback, kernel 2: (f32, f32, f32, f32, bool) -> (f32)
f32
let t0: f32 = x0 / x1;
let t1: f32 = t0 + x2;
let t2: f32 = t1 * x3;
let t3: f32 = select(0.0f, t2, x4);
let t4: f32 = t3 * h0;
let t5: f32 = select(0.0f, t4, x4);
t5
// jvp, kernel 0: (f32, bool) -> (f32, f32)
f32
let t0: f32 = x0 * h0;
let t1: f32 = select((-1000000000.0f), t0, x1);
let t2: f32 = t1;
t2, t1
// jvp, kernel 1: (f32, f32, f32, f32, bool) -> (f32, f32, f32, f32)
f32
let t0: f32 = x0 - x1;
let t1: f32 = ct_exp(t0);
let t2: f32 = x2 + x3;
let t3: f32 = t2 * h0;
let t4: f32 = select(0.0f, t3, x4);
let t5: f32 = t4 * t1;
t1, t5, t1, t5
// jvp, kernel 2: (f32) -> (f32)

let t0: f32 = -x0;
t0
// jvp, kernel 3: (f32, f32) -> (f32)

let t0: f32 = x0 / x1;
t0
// jvp, kernel 4: (f32, f32, f32, f32) -> (f32)

let t0: f32 = x0 / x1;
let t1: f32 = x2 * x3;
let t2: f32 = t1 / x1;
let t3: f32 = t0 + t2;
t3
// jvp, kernel 5: (f32, f32) -> (f32)

let t0: f32 = x0 + x1;
t0
