@group(1) @binding(0) var<storage, read> b0: array<f32>;
@group(1) @binding(1) var<storage, read> b1: array<f32>;
@group(1) @binding(2) var<storage, read> b2: array<f32>;
@group(1) @binding(3) var<storage, read_write> b3: array<f32>;
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
let group = block.x + block.y * blocks.x;
let lanes = ct_args[0u].y;
let rows = 256u / lanes;
let lane = thread % lanes;
let sub = thread / lanes;
let chunk = 0u;
let outer = group * rows + sub;
let works = outer < ct_args[0u].x;
let leads = works && lane == 0u;
var last = ct_args[0u].z;
let end = (chunk + 1u) * ct_args[0u].w;
if (end < last) { last = end; }
if (!works) { last = 0u; }
let first = chunk * ct_args[0u].w + lane;
let p0 = 0u;
let p1 = 0u;
let p2 = 0u;
let p3 = 0u;
var a0: f32 = 0.0f;
for (var point = first; point < last; point += lanes) {
var i_rest = point;
let i1 = i_rest % ct_args[1u].x;
i_rest /= ct_args[1u].x;
let i0 = i_rest;
let x0 = b0[p0 + i0 * ct_args[1u].y + i1];
let x1 = b1[p1 + i1];
let x2 = b2[p2 + i0 * ct_args[1u].z + i1];
let h0 = bitcast<f32>(ct_args[1u].w);
let t0: f32 = x0 + x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = t1 - x2;
let t3: f32 = t2 * t2;
a0 = ct_join_f32(CT_SUM, a0, t3);
}
let f0 = ct_lanes_f32(CT_SUM, lanes, sub * lanes, lane, a0);
if (leads) { b3[p3] = f0 * f32(bitcast<f32>(ct_args[2u].x)); }
}

@group(1) @binding(0) var<storage, read_write> b0: array<f32>;
@group(1) @binding(1) var<storage, read> b1: array<f32>;
@group(1) @binding(2) var<storage, read> b2: array<f32>;
@group(1) @binding(3) var<storage, read_write> b3: array<f32>;
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
let group = block.x + block.y * blocks.x;
let lanes = ct_args[0u].y;
let rows = 256u / lanes;
let lane = thread / rows;
let sub = thread % rows;
let chunk = 0u;
let outer = group * rows + sub;
let works = outer < ct_args[0u].x;
let leads = works && lane == 0u;
var last = ct_args[0u].z;
let end = (chunk + 1u) * ct_args[0u].w;
if (end < last) { last = end; }
if (!works) { last = 0u; }
let first = chunk * ct_args[0u].w + lane;
let p0 = outer;
let p1 = outer;
let p2 = outer;
let p3 = outer;
let p4 = outer;
var a0: f32 = 0.0f;
for (var point = first; point < last; point += lanes) {
let x0 = b0[p0 + point * ct_args[1u].x];
let x1 = b1[p1];
let x2 = b2[p2 + point * ct_args[1u].y];
let h0 = bitcast<f32>(ct_args[1u].w);
let t0: f32 = x0 + x1;
let t1: f32 = ct_tanh(t0);
let t2: f32 = t1 - x2;
let t4: f32 = h0 * t2;
let t5: f32 = t4 + t4;
let t6: f32 = t1 * t1;
let t7: f32 = 1.0f - t6;
let t8: f32 = t5 * t7;
b0[p3 + point * ct_args[1u].z] = t8;
a0 = ct_join_f32(CT_SUM, a0, t8);
}
let f0 = ct_lanes_f32(CT_SUM, lanes, sub * lanes, lane, a0);
if (leads) { b3[p4] = f0; }
}
