// value, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = t0 + x2;
        let t2: f32 = ct_sin(t1);
        let t3: f32 = t2 * x1;
        if ct_writes(0u) { out0[ct_at(3u)] = t3; }
    }
}
// value_and_grad, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 21>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
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
    var a0: f32 = 0.0f;
    var a1: f32 = 0.0f;
    var a2: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = t0 + x2;
        let t2: f32 = ct_sin(t1);
        let t3: f32 = t2 * x1;
        let t4: f32 = ct_cos(t1);
        let t5: f32 = x1 * t4;
        let t6: f32 = t5 * x1;
        let t7: f32 = t5 * x0;
        let t8: f32 = t2 + t7;
        if ct_writes(3u) { out3[ct_at(6u)] = t3; }
        a0 = ct_join_f32(CT_SUM, a0, t6);
        a1 = ct_join_f32(CT_SUM, a1, t8);
        a2 = ct_join_f32(CT_SUM, a2, t5);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(3u)] = f0; }
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 1u, walk.chunk)] = bitcast<u32>(f1); }
        else { out1[ct_at(4u)] = f1; }
    }
    let f2 = ct_lanes_f32(CT_SUM, walk, a2);
    if ct_leads(walk) && ct_writes(2u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 2u, walk.chunk)] = bitcast<u32>(f2); }
        else { out2[ct_at(5u)] = f2; }
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
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(3u)] = f0; }
    var a1: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a1 = ct_join_f32(CT_SUM, a1, bitcast<f32>(ct_parts[ct_part_at(walk, 1u, c)]));
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) { out1[ct_at(4u)] = f1; }
    var a2: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a2 = ct_join_f32(CT_SUM, a2, bitcast<f32>(ct_parts[ct_part_at(walk, 2u, c)]));
    }
    let f2 = ct_lanes_f32(CT_SUM, walk, a2);
    if ct_leads(walk) && ct_writes(2u) { out2[ct_at(5u)] = f2; }
}
// forward, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn forward_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = t0 + x2;
        let t2: f32 = ct_sin(t1);
        let t3: f32 = t2 * x1;
        if ct_writes(0u) { out0[ct_at(3u)] = t3; }
    }
}
// pullback, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 21>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
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
    var a0: f32 = 0.0f;
    var a1: f32 = 0.0f;
    var a2: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = t0 + x2;
        let t2: f32 = ct_sin(t1);
        let t3: f32 = x3 * x1;
        let t4: f32 = x3 * t2;
        let t5: f32 = ct_cos(t1);
        let t6: f32 = t3 * t5;
        let t7: f32 = t6 * x1;
        let t8: f32 = t6 * x0;
        let t9: f32 = t4 + t8;
        a0 = ct_join_f32(CT_SUM, a0, t7);
        a1 = ct_join_f32(CT_SUM, a1, t9);
        a2 = ct_join_f32(CT_SUM, a2, t6);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(4u)] = f0; }
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 1u, walk.chunk)] = bitcast<u32>(f1); }
        else { out1[ct_at(5u)] = f1; }
    }
    let f2 = ct_lanes_f32(CT_SUM, walk, a2);
    if ct_leads(walk) && ct_writes(2u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 2u, walk.chunk)] = bitcast<u32>(f2); }
        else { out2[ct_at(6u)] = f2; }
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
    var a1: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a1 = ct_join_f32(CT_SUM, a1, bitcast<f32>(ct_parts[ct_part_at(walk, 1u, c)]));
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) { out1[ct_at(5u)] = f1; }
    var a2: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a2 = ct_join_f32(CT_SUM, a2, bitcast<f32>(ct_parts[ct_part_at(walk, 2u, c)]));
    }
    let f2 = ct_lanes_f32(CT_SUM, walk, a2);
    if ct_leads(walk) && ct_writes(2u) { out2[ct_at(6u)] = f2; }
}
// jvp, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 24>;
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
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let x4 = in4[ct_at(4u)];
        let x5 = in5[ct_at(5u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = t0 + x2;
        let t2: f32 = ct_sin(t1);
        let t3: f32 = t2 * x1;
        let t4: f32 = x3 * x1;
        let t5: f32 = x4 * x0;
        let t6: f32 = t4 + t5;
        let t7: f32 = t6 + x5;
        let t8: f32 = ct_cos(t1);
        let t9: f32 = t7 * t8;
        let t10: f32 = t9 * x1;
        let t11: f32 = x4 * t2;
        let t12: f32 = t10 + t11;
        if ct_writes(0u) { out0[ct_at(6u)] = t3; }
        if ct_writes(1u) { out1[ct_at(7u)] = t12; }
    }
}
