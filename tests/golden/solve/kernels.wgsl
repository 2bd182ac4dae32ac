// value, kernel 0: (f32, f32) -> (f32)

let t0: f32 = x0 * x1;
t0
// value, kernel 1: (f32, f32) -> (f32)

let t0: f32 = 0.5f * x0;
let t1: f32 = x1 + t0;
t1
// value_and_grad, kernel 0: (f32) -> (f32)

let t0: f32 = 0.5f * x0;
t0
// value_and_grad, kernel 1: (f32, f32) -> (f32)

let t0: f32 = x0 * x1;
t0
// value_and_grad, kernel 2: (f32, f32) -> (f32)

let t0: f32 = 0.5f * x0;
let t1: f32 = x1 + t0;
t1
// value_and_grad, kernel 3: (f32, f32) -> (f32)

let t0: f32 = 0.5f * x0;
let t1: f32 = t0 + x1;
t1
// value_and_grad, kernel 4: (f32, f32) -> (f32)

let t0: f32 = -x0;
let t1: f32 = 0.5f * x1;
let t2: f32 = t0 + t1;
t2
// forward, kernel 0: (f32, f32) -> (f32)

let t0: f32 = x0 * x1;
t0
// forward, kernel 1: (f32, f32) -> (f32)

let t0: f32 = 0.5f * x0;
let t1: f32 = x1 + t0;
t1
// pullback, kernel 0: (f32) -> (f32)

let t0: f32 = x0 * 0.5f;
t0
// pullback, kernel 1: (f32, f32) -> (f32)

let t0: f32 = x0 * x1;
t0
// pullback, kernel 2: (f32, f32, f32) -> (f32)

let t0: f32 = x0 * x1;
let t1: f32 = t0 + x2;
t1
// pullback, kernel 3: (f32, f32, f32) -> (f32)

let t0: f32 = -x0;
let t1: f32 = x1 * x2;
let t2: f32 = t0 + t1;
t2
// jvp, kernel 0: (f32, f32) -> (f32)

let t0: f32 = x0 * x1;
t0
// jvp, kernel 1: (f32, f32) -> (f32)

let t0: f32 = 0.5f * x0;
let t1: f32 = x1 + t0;
t1
// jvp, kernel 2: (f32, f32) -> (f32)

let t0: f32 = x0 * x1;
t0
// jvp, kernel 3: (f32, f32) -> (f32)

let t0: f32 = x0 - x1;
t0
// jvp, kernel 4: (f32, f32, f32, f32) -> (f32)

let t0: f32 = x0 * x1;
let t1: f32 = x2 * x3;
let t2: f32 = t0 + t1;
t2
// jvp, kernel 5: (f32, f32) -> (f32)

let t0: f32 = x0 + x1;
t0
