// value, kernel 0
alias T = f32;
fn T_load(x: f32) -> f32 { return x; }
fn T_keep(x: f32) -> f32 { return x; }
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 18>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<T>;
@group(1) @binding(2) var<storage, read> in2: array<T>;
@group(1) @binding(3) var<storage, read> in3: array<u32>;
@group(1) @binding(4) var<storage, read_write> out0: array<T>;
@group(1) @binding(5) var<storage, read_write> out1: array<u32>;
@compute @workgroup_size(256)
fn value_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<i32>(ct_numbers[0].x);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = T_load(in1[ct_at(1u)]);
        let x2 = T_load(in2[ct_at(2u)]);
        let x3 = (in3[ct_at(3u)] != 0u);
        let t0: f32 = f32(x0);
        let t1: f32 = x1 * x2;
        let t2: f32 = select(1.0f, t1, x3);
        let t3: f32 = ct_powi(t2, h0);
        let t4: f32 = select(0.0f, t0, x3);
        let t5: f32 = ct_exp(t4);
        let t6: f32 = t3 + t5;
        let t7: f32 = select(0.0f, t6, x3);
        let t8: bool = t7 > 1.0f;
        if ct_writes(1u) { out1[ct_at(5u)] = u32(t8); }
        a0 = ct_join_f32(CT_SUM, a0, t7);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(4u)] = T_keep(f0); }
    }
}
@compute @workgroup_size(256)
fn value_0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(4u)] = T_keep(f0); }
}
// value_and_grad, kernel 0
alias T = f32;
fn T_load(x: f32) -> f32 { return x; }
fn T_keep(x: f32) -> f32 { return x; }
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 21>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<T>;
@group(1) @binding(1) var<storage, read> in1: array<T>;
@group(1) @binding(2) var<storage, read> in2: array<u32>;
@group(1) @binding(3) var<storage, read_write> out0: array<T>;
@group(1) @binding(4) var<storage, read_write> out1: array<T>;
@group(1) @binding(5) var<storage, read_write> out2: array<T>;
@group(1) @binding(6) var<storage, read_write> out3: array<T>;
@compute @workgroup_size(256)
fn value_and_grad_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    let h1 = bitcast<i32>(ct_numbers[0].y);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = T_load(in0[ct_at(0u)]);
        let x1 = T_load(in1[ct_at(1u)]);
        let x2 = (in2[ct_at(2u)] != 0u);
        let t0: f32 = x0 * x1;
        let t1: f32 = select(1.0f, t0, x2);
        let t2: f32 = select(0.0f, 1.0f, x2);
        let t3: f32 = t2 * h0;
        let t4: f32 = ct_powi(t1, h1);
        let t5: f32 = t3 * t4;
        let t6: f32 = select(0.0f, t5, x2);
        let t7: f32 = t6 * x1;
        let t8: f32 = t6 * x0;
        let t9: f32 = select(0.0f, t7, x2);
        let t10: f32 = select(0.0f, t8, x2);
        if ct_writes(0u) { out0[ct_at(3u)] = T_keep(t1); }
        if ct_writes(1u) { out1[ct_at(4u)] = T_keep(t2); }
        if ct_writes(2u) { out2[ct_at(5u)] = T_keep(t9); }
        if ct_writes(3u) { out3[ct_at(6u)] = T_keep(t10); }
    }
}
// value_and_grad, kernel 1
alias T = f32;
fn T_load(x: f32) -> f32 { return x; }
fn T_keep(x: f32) -> f32 { return x; }
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 21>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<T>;
@group(1) @binding(2) var<storage, read> in2: array<u32>;
@group(1) @binding(3) var<storage, read> in3: array<T>;
@group(1) @binding(4) var<storage, read_write> out0: array<T>;
@group(1) @binding(5) var<storage, read_write> out1: array<u32>;
@group(1) @binding(6) var<storage, read_write> out2: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<i32>(ct_numbers[0].x);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = T_load(in1[ct_at(1u)]);
        let x2 = (in2[ct_at(2u)] != 0u);
        let x3 = T_load(in3[ct_at(3u)]);
        let t0: f32 = f32(x0);
        let t1: f32 = ct_powi(x1, h0);
        let t2: f32 = select(0.0f, t0, x2);
        let t3: f32 = ct_exp(t2);
        let t4: f32 = t1 + t3;
        let t5: f32 = select(0.0f, t4, x2);
        let t6: bool = t5 > 1.0f;
        let t7: f32 = x3 * t3;
        let t8: f32 = select(0.0f, t7, x2);
        let t9: f32 = f32(t8);
        if ct_writes(1u) { out1[ct_at(5u)] = u32(t6); }
        if ct_writes(2u) { out2[ct_at(6u)] = t9; }
        a0 = ct_join_f32(CT_SUM, a0, t5);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(4u)] = T_keep(f0); }
    }
}
@compute @workgroup_size(256)
fn value_and_grad_1_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(4u)] = T_keep(f0); }
}
// forward, kernel 0
alias T = f32;
fn T_load(x: f32) -> f32 { return x; }
fn T_keep(x: f32) -> f32 { return x; }
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 18>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<T>;
@group(1) @binding(2) var<storage, read> in2: array<T>;
@group(1) @binding(3) var<storage, read> in3: array<u32>;
@group(1) @binding(4) var<storage, read_write> out0: array<T>;
@group(1) @binding(5) var<storage, read_write> out1: array<u32>;
@compute @workgroup_size(256)
fn forward_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<i32>(ct_numbers[0].x);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = T_load(in1[ct_at(1u)]);
        let x2 = T_load(in2[ct_at(2u)]);
        let x3 = (in3[ct_at(3u)] != 0u);
        let t0: f32 = f32(x0);
        let t1: f32 = x1 * x2;
        let t2: f32 = select(1.0f, t1, x3);
        let t3: f32 = ct_powi(t2, h0);
        let t4: f32 = select(0.0f, t0, x3);
        let t5: f32 = ct_exp(t4);
        let t6: f32 = t3 + t5;
        let t7: f32 = select(0.0f, t6, x3);
        let t8: bool = t7 > 1.0f;
        if ct_writes(1u) { out1[ct_at(5u)] = u32(t8); }
        a0 = ct_join_f32(CT_SUM, a0, t7);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(4u)] = T_keep(f0); }
    }
}
@compute @workgroup_size(256)
fn forward_0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(4u)] = T_keep(f0); }
}
// pullback, kernel 0
alias T = f32;
fn T_load(x: f32) -> f32 { return x; }
fn T_keep(x: f32) -> f32 { return x; }
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 24>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<T>;
@group(1) @binding(2) var<storage, read> in2: array<T>;
@group(1) @binding(3) var<storage, read> in3: array<u32>;
@group(1) @binding(4) var<storage, read> in4: array<T>;
@group(1) @binding(5) var<storage, read_write> out0: array<T>;
@group(1) @binding(6) var<storage, read_write> out1: array<T>;
@group(1) @binding(7) var<storage, read_write> out2: array<f32>;
@compute @workgroup_size(256)
fn pullback_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    let h1 = bitcast<i32>(ct_numbers[0].y);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = T_load(in1[ct_at(1u)]);
        let x2 = T_load(in2[ct_at(2u)]);
        let x3 = (in3[ct_at(3u)] != 0u);
        let x4 = T_load(in4[ct_at(4u)]);
        let t0: f32 = f32(x0);
        let t1: f32 = x1 * x2;
        let t2: f32 = select(1.0f, t1, x3);
        let t3: f32 = select(0.0f, t0, x3);
        let t4: f32 = ct_exp(t3);
        let t5: f32 = select(0.0f, x4, x3);
        let t6: f32 = t5 * t4;
        let t7: f32 = select(0.0f, t6, x3);
        let t8: f32 = t5 * h0;
        let t9: f32 = ct_powi(t2, h1);
        let t10: f32 = t8 * t9;
        let t11: f32 = select(0.0f, t10, x3);
        let t12: f32 = t11 * x2;
        let t13: f32 = t11 * x1;
        let t14: f32 = select(0.0f, t12, x3);
        let t15: f32 = select(0.0f, t13, x3);
        let t16: f32 = f32(t7);
        if ct_writes(0u) { out0[ct_at(5u)] = T_keep(t14); }
        if ct_writes(1u) { out1[ct_at(6u)] = T_keep(t15); }
        if ct_writes(2u) { out2[ct_at(7u)] = t16; }
    }
}
// jvp, kernel 0
alias T = f32;
fn T_load(x: f32) -> f32 { return x; }
fn T_keep(x: f32) -> f32 { return x; }
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 30>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<T>;
@group(1) @binding(2) var<storage, read> in2: array<T>;
@group(1) @binding(3) var<storage, read> in3: array<u32>;
@group(1) @binding(4) var<storage, read> in4: array<f32>;
@group(1) @binding(5) var<storage, read> in5: array<T>;
@group(1) @binding(6) var<storage, read> in6: array<T>;
@group(1) @binding(7) var<storage, read_write> out0: array<T>;
@group(1) @binding(8) var<storage, read_write> out1: array<T>;
@group(1) @binding(9) var<storage, read_write> out2: array<u32>;
@compute @workgroup_size(256)
fn jvp_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<i32>(ct_numbers[0].x);
    let h1 = bitcast<f32>(ct_numbers[0].y);
    let h2 = bitcast<i32>(ct_numbers[0].z);
    var a0: f32 = 0.0f;
    var a1: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = T_load(in1[ct_at(1u)]);
        let x2 = T_load(in2[ct_at(2u)]);
        let x3 = (in3[ct_at(3u)] != 0u);
        let x4 = in4[ct_at(4u)];
        let x5 = T_load(in5[ct_at(5u)]);
        let x6 = T_load(in6[ct_at(6u)]);
        let t0: f32 = f32(x0);
        let t1: f32 = x1 * x2;
        let t2: f32 = select(1.0f, t1, x3);
        let t3: f32 = ct_powi(t2, h0);
        let t4: f32 = select(0.0f, t0, x3);
        let t5: f32 = ct_exp(t4);
        let t6: f32 = t3 + t5;
        let t7: f32 = select(0.0f, t6, x3);
        let t8: bool = t7 > 1.0f;
        let t9: f32 = f32(x4);
        let t10: f32 = x5 * x2;
        let t11: f32 = x6 * x1;
        let t12: f32 = t10 + t11;
        let t13: f32 = select(0.0f, t12, x3);
        let t14: f32 = t13 * h1;
        let t15: f32 = ct_powi(t2, h2);
        let t16: f32 = t14 * t15;
        let t17: f32 = select(0.0f, t9, x3);
        let t18: f32 = t17 * t5;
        let t19: f32 = t16 + t18;
        let t20: f32 = select(0.0f, t19, x3);
        if ct_writes(2u) { out2[ct_at(9u)] = u32(t8); }
        a0 = ct_join_f32(CT_SUM, a0, t7);
        a1 = ct_join_f32(CT_SUM, a1, t20);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(7u)] = T_keep(f0); }
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 1u, walk.chunk)] = bitcast<u32>(f1); }
        else { out1[ct_at(8u)] = T_keep(f1); }
    }
}
@compute @workgroup_size(256)
fn jvp_0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(7u)] = T_keep(f0); }
    var a1: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a1 = ct_join_f32(CT_SUM, a1, bitcast<f32>(ct_parts[ct_part_at(walk, 1u, c)]));
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) { out1[ct_at(8u)] = T_keep(f1); }
}
// hvp, kernel 0
alias T = f32;
fn T_load(x: f32) -> f32 { return x; }
fn T_keep(x: f32) -> f32 { return x; }
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 30>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<T>;
@group(1) @binding(1) var<storage, read> in1: array<T>;
@group(1) @binding(2) var<storage, read> in2: array<u32>;
@group(1) @binding(3) var<storage, read> in3: array<T>;
@group(1) @binding(4) var<storage, read> in4: array<T>;
@group(1) @binding(5) var<storage, read_write> out0: array<T>;
@group(1) @binding(6) var<storage, read_write> out1: array<T>;
@group(1) @binding(7) var<storage, read_write> out2: array<T>;
@group(1) @binding(8) var<storage, read_write> out3: array<T>;
@group(1) @binding(9) var<storage, read_write> out4: array<T>;
@compute @workgroup_size(256)
fn hvp_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    let h1 = bitcast<i32>(ct_numbers[0].y);
    let h2 = bitcast<f32>(ct_numbers[0].z);
    let h3 = bitcast<i32>(ct_numbers[0].w);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = T_load(in0[ct_at(0u)]);
        let x1 = T_load(in1[ct_at(1u)]);
        let x2 = (in2[ct_at(2u)] != 0u);
        let x3 = T_load(in3[ct_at(3u)]);
        let x4 = T_load(in4[ct_at(4u)]);
        let t0: f32 = x0 * x1;
        let t1: f32 = select(1.0f, t0, x2);
        let t2: f32 = select(0.0f, 1.0f, x2);
        let t3: f32 = t2 * h0;
        let t4: f32 = ct_powi(t1, h1);
        let t5: f32 = t3 * t4;
        let t6: f32 = select(0.0f, t5, x2);
        let t7: f32 = t6 * x1;
        let t8: f32 = t6 * x0;
        let t9: f32 = select(0.0f, t7, x2);
        let t10: f32 = select(0.0f, t8, x2);
        let t11: f32 = x3 * x1;
        let t12: f32 = x4 * x0;
        let t13: f32 = t11 + t12;
        let t14: f32 = select(0.0f, t13, x2);
        let t15: f32 = t14 * h2;
        let t16: f32 = ct_powi(t1, h3);
        let t17: f32 = t15 * t16;
        let t18: f32 = t17 * t3;
        let t19: f32 = select(0.0f, t18, x2);
        let t20: f32 = t19 * x1;
        let t21: f32 = x4 * t6;
        let t22: f32 = t20 + t21;
        let t23: f32 = t19 * x0;
        let t24: f32 = x3 * t6;
        let t25: f32 = t23 + t24;
        let t26: f32 = select(0.0f, t22, x2);
        let t27: f32 = select(0.0f, t25, x2);
        if ct_writes(0u) { out0[ct_at(5u)] = T_keep(t2); }
        if ct_writes(1u) { out1[ct_at(6u)] = T_keep(t9); }
        if ct_writes(2u) { out2[ct_at(7u)] = T_keep(t10); }
        if ct_writes(3u) { out3[ct_at(8u)] = T_keep(t26); }
        if ct_writes(4u) { out4[ct_at(9u)] = T_keep(t27); }
    }
}
// hvp, kernel 1
alias T = f32;
fn T_load(x: f32) -> f32 { return x; }
fn T_keep(x: f32) -> f32 { return x; }
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 18>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<u32>;
@group(1) @binding(2) var<storage, read> in2: array<T>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read_write> out0: array<f32>;
@group(1) @binding(5) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn hvp_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = (in1[ct_at(1u)] != 0u);
        let x2 = T_load(in2[ct_at(2u)]);
        let x3 = in3[ct_at(3u)];
        let t0: f32 = f32(x0);
        let t1: f32 = select(0.0f, t0, x1);
        let t2: f32 = ct_exp(t1);
        let t3: f32 = x2 * t2;
        let t4: f32 = select(0.0f, t3, x1);
        let t5: f32 = f32(t4);
        let t6: f32 = f32(x3);
        let t7: f32 = select(0.0f, t6, x1);
        let t8: f32 = t7 * t2;
        let t9: f32 = t8 * x2;
        let t10: f32 = select(0.0f, t9, x1);
        let t11: f32 = f32(t10);
        if ct_writes(0u) { out0[ct_at(4u)] = t5; }
        if ct_writes(1u) { out1[ct_at(5u)] = t11; }
    }
}
