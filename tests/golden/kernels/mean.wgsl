// kernel0: (f32, f32) -> (f32, f32)

let t0: f32 = x0 * x1;
let t1: f32 = t0 + (-0.5f);
let t2: f32 = ct_tanh(t1);
t2, t2
