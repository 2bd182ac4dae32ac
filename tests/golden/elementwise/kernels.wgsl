// value, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = ct_clamp(x0, (-64.0f), 64.0f);
        let t1: f32 = t0 * t0;
        let t2: f32 = 0.071354814f * t1;
        let t3: f32 = 1.5957692f + t2;
        let t4: f32 = t0 * t3;
        let t5: f32 = ct_sigmoid(t4);
        let t6: f32 = x0 * t5;
        let t7: f32 = ct_sigmoid(x0);
        let t8: f32 = t6 * t7;
        let t9: f32 = abs(x0);
        let t10: f32 = -t9;
        let t11: f32 = ct_exp(t10);
        let t12: f32 = ct_log1p(t11);
        let t13: f32 = t8 + t12;
        a0 = ct_join_f32(CT_SUM, a0, t13);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(1u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
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
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(1u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
}
// value_and_grad, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@group(1) @binding(2) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].y);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = ct_clamp(x0, (-64.0f), 64.0f);
        let t1: f32 = t0 * t0;
        let t2: f32 = 0.071354814f * t1;
        let t3: f32 = 1.5957692f + t2;
        let t4: f32 = t0 * t3;
        let t5: f32 = ct_sigmoid(t4);
        let t6: f32 = x0 * t5;
        let t7: f32 = ct_sigmoid(x0);
        let t8: f32 = t6 * t7;
        let t9: f32 = abs(x0);
        let t10: f32 = -t9;
        let t11: f32 = ct_exp(t10);
        let t12: f32 = ct_log1p(t11);
        let t13: f32 = t8 + t12;
        let t14: f32 = 1.0f + t11;
        let t15: f32 = h0 / t14;
        let t16: f32 = t15 * t11;
        let t17: f32 = -t16;
        let t18: f32 = sign(x0);
        let t19: f32 = t17 * t18;
        let t20: f32 = h0 * t7;
        let t21: f32 = h0 * t6;
        let t22: f32 = t21 * t7;
        let t23: f32 = 1.0f - t7;
        let t24: f32 = t22 * t23;
        let t25: f32 = t20 * t5;
        let t26: f32 = t20 * x0;
        let t27: f32 = t26 * t5;
        let t28: f32 = 1.0f - t5;
        let t29: f32 = t27 * t28;
        let t30: f32 = t29 * t3;
        let t31: f32 = t29 * t0;
        let t32: f32 = t31 * 0.071354814f;
        let t33: f32 = t32 * t0;
        let t34: f32 = t30 + t33;
        let t35: f32 = t34 + t33;
        let t36: bool = x0 >= (-64.0f);
        let t37: bool = x0 <= 64.0f;
        let t38: bool = t36 && t37;
        let t39: f32 = select(0.0f, t35, t38);
        let t40: f32 = t19 + t24;
        let t41: f32 = t40 + t25;
        let t42: f32 = t41 + t39;
        if ct_writes(1u) { out1[ct_at(2u)] = t42; }
        a0 = ct_join_f32(CT_SUM, a0, t13);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(1u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
    }
}
@compute @workgroup_size(256)
fn value_and_grad_0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(1u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
}
// forward, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn forward_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = ct_clamp(x0, (-64.0f), 64.0f);
        let t1: f32 = t0 * t0;
        let t2: f32 = 0.071354814f * t1;
        let t3: f32 = 1.5957692f + t2;
        let t4: f32 = t0 * t3;
        let t5: f32 = ct_sigmoid(t4);
        let t6: f32 = x0 * t5;
        let t7: f32 = ct_sigmoid(x0);
        let t8: f32 = t6 * t7;
        let t9: f32 = abs(x0);
        let t10: f32 = -t9;
        let t11: f32 = ct_exp(t10);
        let t12: f32 = ct_log1p(t11);
        let t13: f32 = t8 + t12;
        a0 = ct_join_f32(CT_SUM, a0, t13);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(1u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
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
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(1u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
}
// pullback, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn pullback_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = ct_clamp(x0, (-64.0f), 64.0f);
        let t1: f32 = t0 * t0;
        let t2: f32 = 0.071354814f * t1;
        let t3: f32 = 1.5957692f + t2;
        let t4: f32 = t0 * t3;
        let t5: f32 = ct_sigmoid(t4);
        let t6: f32 = x0 * t5;
        let t7: f32 = ct_sigmoid(x0);
        let t8: f32 = abs(x0);
        let t9: f32 = -t8;
        let t10: f32 = ct_exp(t9);
        let t11: f32 = x1 * h0;
        let t12: f32 = 1.0f + t10;
        let t13: f32 = t11 / t12;
        let t14: f32 = t13 * t10;
        let t15: f32 = -t14;
        let t16: f32 = sign(x0);
        let t17: f32 = t15 * t16;
        let t18: f32 = t11 * t7;
        let t19: f32 = t11 * t6;
        let t20: f32 = t19 * t7;
        let t21: f32 = 1.0f - t7;
        let t22: f32 = t20 * t21;
        let t23: f32 = t18 * t5;
        let t24: f32 = t18 * x0;
        let t25: f32 = t24 * t5;
        let t26: f32 = 1.0f - t5;
        let t27: f32 = t25 * t26;
        let t28: f32 = t27 * t3;
        let t29: f32 = t27 * t0;
        let t30: f32 = t29 * 0.071354814f;
        let t31: f32 = t30 * t0;
        let t32: f32 = t28 + t31;
        let t33: f32 = t32 + t31;
        let t34: bool = x0 >= (-64.0f);
        let t35: bool = x0 <= 64.0f;
        let t36: bool = t34 && t35;
        let t37: f32 = select(0.0f, t33, t36);
        let t38: f32 = t17 + t22;
        let t39: f32 = t38 + t23;
        let t40: f32 = t39 + t37;
        if ct_writes(0u) { out0[ct_at(2u)] = t40; }
    }
}
// jvp, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@group(1) @binding(3) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn jvp_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    var a1: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = ct_clamp(x0, (-64.0f), 64.0f);
        let t1: f32 = t0 * t0;
        let t2: f32 = 0.071354814f * t1;
        let t3: f32 = 1.5957692f + t2;
        let t4: f32 = t0 * t3;
        let t5: f32 = ct_sigmoid(t4);
        let t6: f32 = x0 * t5;
        let t7: f32 = ct_sigmoid(x0);
        let t8: f32 = t6 * t7;
        let t9: f32 = abs(x0);
        let t10: f32 = -t9;
        let t11: f32 = ct_exp(t10);
        let t12: f32 = ct_log1p(t11);
        let t13: f32 = t8 + t12;
        let t14: bool = x0 >= (-64.0f);
        let t15: bool = x0 <= 64.0f;
        let t16: bool = t14 && t15;
        let t17: f32 = select(0.0f, x1, t16);
        let t18: f32 = t17 * t0;
        let t19: f32 = t18 + t18;
        let t20: f32 = t19 * 0.071354814f;
        let t21: f32 = t17 * t3;
        let t22: f32 = t20 * t0;
        let t23: f32 = t21 + t22;
        let t24: f32 = t23 * t5;
        let t25: f32 = 1.0f - t5;
        let t26: f32 = t24 * t25;
        let t27: f32 = x1 * t5;
        let t28: f32 = t26 * x0;
        let t29: f32 = t27 + t28;
        let t30: f32 = x1 * t7;
        let t31: f32 = 1.0f - t7;
        let t32: f32 = t30 * t31;
        let t33: f32 = t29 * t7;
        let t34: f32 = t32 * t6;
        let t35: f32 = t33 + t34;
        let t36: f32 = sign(x0);
        let t37: f32 = x1 * t36;
        let t38: f32 = -t37;
        let t39: f32 = t38 * t11;
        let t40: f32 = 1.0f + t11;
        let t41: f32 = t39 / t40;
        let t42: f32 = t35 + t41;
        a0 = ct_join_f32(CT_SUM, a0, t13);
        a1 = ct_join_f32(CT_SUM, a1, t42);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(2u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 1u, walk.chunk)] = bitcast<u32>(f1); }
        else { out1[ct_at(3u)] = f1 * bitcast<f32>(ct_numbers[0].y); }
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
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(2u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
    var a1: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a1 = ct_join_f32(CT_SUM, a1, bitcast<f32>(ct_parts[ct_part_at(walk, 1u, c)]));
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) { out1[ct_at(3u)] = f1 * bitcast<f32>(ct_numbers[0].y); }
}
