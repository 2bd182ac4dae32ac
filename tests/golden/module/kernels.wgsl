// value, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = t0 * 2.0f;
        let t2: f32 = ct_sigmoid(t1);
        let t3: f32 = t0 * t2;
        let t4: f32 = t3 - x2;
        let t5: f32 = t4 * t4;
        a0 = ct_join_f32(CT_SUM, a0, t5);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(3u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
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
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(3u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
}
// value_and_grad, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 21>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@group(1) @binding(4) var<storage, read_write> out1: array<f32>;
@group(1) @binding(5) var<storage, read_write> out2: array<f32>;
@group(1) @binding(6) var<storage, read_write> out3: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].y);
    var a0: f32 = 0.0f;
    var a1: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = t0 * 2.0f;
        let t2: f32 = ct_sigmoid(t1);
        let t3: f32 = t0 * t2;
        let t4: f32 = t3 - x2;
        let t5: f32 = t4 * t4;
        let t6: f32 = h0 * t4;
        let t7: f32 = t6 + t6;
        let t8: f32 = -t7;
        let t9: f32 = t7 * t2;
        let t10: f32 = t7 * t0;
        let t11: f32 = t10 * t2;
        let t12: f32 = 1.0f - t2;
        let t13: f32 = t11 * t12;
        let t14: f32 = t13 * 2.0f;
        let t15: f32 = t9 + t14;
        let t16: f32 = t15 * x1;
        let t17: f32 = t15 * x0;
        if ct_writes(2u) { out2[ct_at(5u)] = t8; }
        if ct_writes(3u) { out3[ct_at(6u)] = t16; }
        a0 = ct_join_f32(CT_SUM, a0, t5);
        a1 = ct_join_f32(CT_SUM, a1, t17);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(3u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 1u, walk.chunk)] = bitcast<u32>(f1); }
        else { out1[ct_at(4u)] = f1; }
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
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(3u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
    var a1: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a1 = ct_join_f32(CT_SUM, a1, bitcast<f32>(ct_parts[ct_part_at(walk, 1u, c)]));
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) { out1[ct_at(4u)] = f1; }
}
// forward, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn forward_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = t0 * 2.0f;
        let t2: f32 = ct_sigmoid(t1);
        let t3: f32 = t0 * t2;
        let t4: f32 = t3 - x2;
        let t5: f32 = t4 * t4;
        a0 = ct_join_f32(CT_SUM, a0, t5);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(3u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
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
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(3u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
}
// pullback, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 21>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read_write> out0: array<f32>;
@group(1) @binding(5) var<storage, read_write> out1: array<f32>;
@group(1) @binding(6) var<storage, read_write> out2: array<f32>;
@compute @workgroup_size(256)
fn pullback_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = t0 * 2.0f;
        let t2: f32 = ct_sigmoid(t1);
        let t3: f32 = t0 * t2;
        let t4: f32 = t3 - x2;
        let t5: f32 = x3 * h0;
        let t6: f32 = t5 * t4;
        let t7: f32 = t6 + t6;
        let t8: f32 = -t7;
        let t9: f32 = t7 * t2;
        let t10: f32 = t7 * t0;
        let t11: f32 = t10 * t2;
        let t12: f32 = 1.0f - t2;
        let t13: f32 = t11 * t12;
        let t14: f32 = t13 * 2.0f;
        let t15: f32 = t9 + t14;
        let t16: f32 = t15 * x1;
        let t17: f32 = t15 * x0;
        if ct_writes(1u) { out1[ct_at(5u)] = t8; }
        if ct_writes(2u) { out2[ct_at(6u)] = t16; }
        a0 = ct_join_f32(CT_SUM, a0, t17);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(4u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn pullback_0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(4u)] = f0; }
}
// jvp, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 24>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read> in4: array<f32>;
@group(1) @binding(5) var<storage, read> in5: array<f32>;
@group(1) @binding(6) var<storage, read_write> out0: array<f32>;
@group(1) @binding(7) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn jvp_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    var a1: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let x4 = in4[ct_at(4u)];
        let x5 = in5[ct_at(5u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = t0 * 2.0f;
        let t2: f32 = ct_sigmoid(t1);
        let t3: f32 = t0 * t2;
        let t4: f32 = t3 - x2;
        let t5: f32 = t4 * t4;
        let t6: f32 = x3 * x1;
        let t7: f32 = x4 * x0;
        let t8: f32 = t6 + t7;
        let t9: f32 = t8 * 2.0f;
        let t10: f32 = t9 * t2;
        let t11: f32 = 1.0f - t2;
        let t12: f32 = t10 * t11;
        let t13: f32 = t8 * t2;
        let t14: f32 = t12 * t0;
        let t15: f32 = t13 + t14;
        let t16: f32 = -x5;
        let t17: f32 = t15 + t16;
        let t18: f32 = t17 * t4;
        let t19: f32 = t18 + t18;
        a0 = ct_join_f32(CT_SUM, a0, t5);
        a1 = ct_join_f32(CT_SUM, a1, t19);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(6u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 1u, walk.chunk)] = bitcast<u32>(f1); }
        else { out1[ct_at(7u)] = f1 * bitcast<f32>(ct_numbers[0].y); }
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
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(6u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
    var a1: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a1 = ct_join_f32(CT_SUM, a1, bitcast<f32>(ct_parts[ct_part_at(walk, 1u, c)]));
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) { out1[ct_at(7u)] = f1 * bitcast<f32>(ct_numbers[0].y); }
}
