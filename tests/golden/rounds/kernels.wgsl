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
        a0 = ct_join_f32(CT_SUM, a0, x0);
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
// value_r4_0_r5_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_r4_0_r5_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = ct_tanh(t0);
        if ct_writes(0u) { out0[ct_at(2u)] = t1; }
    }
}
// value_r4_0_r7_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_r4_0_r7_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 + x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
    }
}
// value_r4_0_r12_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_r4_0_r12_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = ct_exp(x0);
        let t1: f32 = t0 * x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t1; }
    }
}
// value_and_grad, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        a0 = ct_join_f32(CT_SUM, a0, x0);
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
// value_and_grad, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 + x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
    }
}
// value_and_grad_r4_0_r5_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_r4_0_r5_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = ct_tanh(t0);
        if ct_writes(0u) { out0[ct_at(2u)] = t1; }
    }
}
// value_and_grad_r4_0_r7_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_r4_0_r7_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 + x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
    }
}
// value_and_grad_r4_0_r12_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_r4_0_r12_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = ct_exp(x0);
        let t1: f32 = t0 * x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t1; }
    }
}
// value_and_grad_r19_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_r19_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 + x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
    }
}
// value_and_grad_r19_0, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_r19_0_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = x0 + x1;
        let t1: f32 = x2 + t0;
        if ct_writes(0u) { out0[ct_at(3u)] = t1; }
    }
}
// value_and_grad_r19_0_r5_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 15>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@group(1) @binding(4) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_r19_0_r5_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = ct_exp(x0);
        let t1: f32 = x1 * x2;
        let t2: f32 = x1 * t0;
        let t3: f32 = t1 * t0;
        if ct_writes(1u) { out1[ct_at(4u)] = t3; }
        a0 = ct_join_f32(CT_SUM, a0, t2);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(3u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn value_and_grad_r19_0_r5_0_0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(3u)] = f0; }
}
// value_and_grad_r19_0_r13_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 15>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@group(1) @binding(4) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_r19_0_r13_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = ct_tanh(t0);
        let t2: f32 = t1 * t1;
        let t3: f32 = 1.0f - t2;
        let t4: f32 = x2 * t3;
        let t5: f32 = t4 * x1;
        let t6: f32 = t4 * x0;
        if ct_writes(1u) { out1[ct_at(4u)] = t5; }
        a0 = ct_join_f32(CT_SUM, a0, t6);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(3u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn value_and_grad_r19_0_r13_0_0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(3u)] = f0; }
}
// value_and_grad_r19_0_r13_0, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_r19_0_r13_0_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 + x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
    }
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
        a0 = ct_join_f32(CT_SUM, a0, x0);
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
// forward_r4_0_r5_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn forward_r4_0_r5_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = ct_tanh(t0);
        if ct_writes(0u) { out0[ct_at(2u)] = t1; }
    }
}
// forward_r4_0_r7_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn forward_r4_0_r7_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 + x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
    }
}
// forward_r4_0_r12_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn forward_r4_0_r12_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = ct_exp(x0);
        let t1: f32 = t0 * x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t1; }
    }
}
// pullback, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn pullback_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = x0 * h0;
        if ct_writes(0u) { out0[ct_at(1u)] = t0; }
    }
}
// pullback, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn pullback_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 + x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
    }
}
// pullback_r14_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn pullback_r14_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 + x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
    }
}
// pullback_r14_0, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn pullback_r14_0_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = x0 + x1;
        let t1: f32 = x2 + t0;
        if ct_writes(0u) { out0[ct_at(3u)] = t1; }
    }
}
// pullback_r14_0_r5_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 15>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@group(1) @binding(4) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn pullback_r14_0_r5_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = ct_exp(x0);
        let t1: f32 = x1 * x2;
        let t2: f32 = x1 * t0;
        let t3: f32 = t1 * t0;
        if ct_writes(1u) { out1[ct_at(4u)] = t3; }
        a0 = ct_join_f32(CT_SUM, a0, t2);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(3u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn pullback_r14_0_r5_0_0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(3u)] = f0; }
}
// pullback_r14_0_r13_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 15>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@group(1) @binding(4) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn pullback_r14_0_r13_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = ct_tanh(t0);
        let t2: f32 = t1 * t1;
        let t3: f32 = 1.0f - t2;
        let t4: f32 = x2 * t3;
        let t5: f32 = t4 * x1;
        let t6: f32 = t4 * x0;
        if ct_writes(1u) { out1[ct_at(4u)] = t5; }
        a0 = ct_join_f32(CT_SUM, a0, t6);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(3u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn pullback_r14_0_r13_0_0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(3u)] = f0; }
}
// pullback_r14_0_r13_0, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn pullback_r14_0_r13_0_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 + x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
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
        a0 = ct_join_f32(CT_SUM, a0, x0);
        a1 = ct_join_f32(CT_SUM, a1, x1);
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
// jvp_r6_0_r7_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 18>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read_write> out0: array<f32>;
@group(1) @binding(5) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn jvp_r6_0_r7_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = ct_tanh(t0);
        let t2: f32 = x2 * x1;
        let t3: f32 = x3 * x0;
        let t4: f32 = t2 + t3;
        let t5: f32 = t1 * t1;
        let t6: f32 = 1.0f - t5;
        let t7: f32 = t4 * t6;
        if ct_writes(0u) { out0[ct_at(4u)] = t1; }
        if ct_writes(1u) { out1[ct_at(5u)] = t7; }
    }
}
// jvp_r6_0_r11_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 18>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read_write> out0: array<f32>;
@group(1) @binding(5) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn jvp_r6_0_r11_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let t0: f32 = x0 + x1;
        let t1: f32 = x2 + x3;
        if ct_writes(0u) { out0[ct_at(4u)] = t0; }
        if ct_writes(1u) { out1[ct_at(5u)] = t1; }
    }
}
// jvp_r6_0_r17_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 18>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read_write> out0: array<f32>;
@group(1) @binding(5) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn jvp_r6_0_r17_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let t0: f32 = ct_exp(x0);
        let t1: f32 = t0 * x1;
        let t2: f32 = x2 * t0;
        let t3: f32 = t2 * x1;
        let t4: f32 = x3 * t0;
        let t5: f32 = t3 + t4;
        if ct_writes(0u) { out0[ct_at(4u)] = t1; }
        if ct_writes(1u) { out1[ct_at(5u)] = t5; }
    }
}
// hvp, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 18>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read_write> out0: array<f32>;
@group(1) @binding(5) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn hvp_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let t0: f32 = x0 + x1;
        let t1: f32 = x2 + x3;
        if ct_writes(0u) { out0[ct_at(4u)] = t0; }
        if ct_writes(1u) { out1[ct_at(5u)] = t1; }
    }
}
// hvp_r6_0_r7_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 18>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read_write> out0: array<f32>;
@group(1) @binding(5) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn hvp_r6_0_r7_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = ct_tanh(t0);
        let t2: f32 = x2 * x1;
        let t3: f32 = x3 * x0;
        let t4: f32 = t2 + t3;
        let t5: f32 = t1 * t1;
        let t6: f32 = 1.0f - t5;
        let t7: f32 = t4 * t6;
        if ct_writes(0u) { out0[ct_at(4u)] = t1; }
        if ct_writes(1u) { out1[ct_at(5u)] = t7; }
    }
}
// hvp_r6_0_r11_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 18>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read_write> out0: array<f32>;
@group(1) @binding(5) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn hvp_r6_0_r11_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let t0: f32 = x0 + x1;
        let t1: f32 = x2 + x3;
        if ct_writes(0u) { out0[ct_at(4u)] = t0; }
        if ct_writes(1u) { out1[ct_at(5u)] = t1; }
    }
}
// hvp_r6_0_r17_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 18>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read_write> out0: array<f32>;
@group(1) @binding(5) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn hvp_r6_0_r17_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let t0: f32 = ct_exp(x0);
        let t1: f32 = t0 * x1;
        let t2: f32 = x2 * t0;
        let t3: f32 = t2 * x1;
        let t4: f32 = x3 * t0;
        let t5: f32 = t3 + t4;
        if ct_writes(0u) { out0[ct_at(4u)] = t1; }
        if ct_writes(1u) { out1[ct_at(5u)] = t5; }
    }
}
// hvp_r18_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 18>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read_write> out0: array<f32>;
@group(1) @binding(5) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn hvp_r18_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let t0: f32 = x0 + x1;
        let t1: f32 = x2 + x3;
        if ct_writes(0u) { out0[ct_at(4u)] = t0; }
        if ct_writes(1u) { out1[ct_at(5u)] = t1; }
    }
}
// hvp_r18_0, kernel 1
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
fn hvp_r18_0_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let x4 = in4[ct_at(4u)];
        let x5 = in5[ct_at(5u)];
        let t0: f32 = x0 + x1;
        let t1: f32 = x2 + t0;
        let t2: f32 = x3 + x4;
        let t3: f32 = x5 + t2;
        if ct_writes(0u) { out0[ct_at(6u)] = t1; }
        if ct_writes(1u) { out1[ct_at(7u)] = t3; }
    }
}
// hvp_r18_0_r6_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 30>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read> in4: array<f32>;
@group(1) @binding(5) var<storage, read> in5: array<f32>;
@group(1) @binding(6) var<storage, read_write> out0: array<f32>;
@group(1) @binding(7) var<storage, read_write> out1: array<f32>;
@group(1) @binding(8) var<storage, read_write> out2: array<f32>;
@group(1) @binding(9) var<storage, read_write> out3: array<f32>;
@compute @workgroup_size(256)
fn hvp_r18_0_r6_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
        let t0: f32 = ct_exp(x0);
        let t1: f32 = x1 * x2;
        let t2: f32 = x1 * t0;
        let t3: f32 = t1 * t0;
        let t4: f32 = x3 * t0;
        let t5: f32 = x4 * x2;
        let t6: f32 = x5 * x1;
        let t7: f32 = t5 + t6;
        let t8: f32 = x4 * t0;
        let t9: f32 = t4 * x1;
        let t10: f32 = t8 + t9;
        let t11: f32 = t7 * t0;
        let t12: f32 = t4 * t1;
        let t13: f32 = t11 + t12;
        if ct_writes(2u) { out2[ct_at(8u)] = t3; }
        if ct_writes(3u) { out3[ct_at(9u)] = t13; }
        a0 = ct_join_f32(CT_SUM, a0, t2);
        a1 = ct_join_f32(CT_SUM, a1, t10);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(6u)] = f0; }
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 1u, walk.chunk)] = bitcast<u32>(f1); }
        else { out1[ct_at(7u)] = f1; }
    }
}
@compute @workgroup_size(256)
fn hvp_r18_0_r6_0_0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(6u)] = f0; }
    var a1: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a1 = ct_join_f32(CT_SUM, a1, bitcast<f32>(ct_parts[ct_part_at(walk, 1u, c)]));
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) { out1[ct_at(7u)] = f1; }
}
// hvp_r18_0_r17_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 30>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read> in4: array<f32>;
@group(1) @binding(5) var<storage, read> in5: array<f32>;
@group(1) @binding(6) var<storage, read_write> out0: array<f32>;
@group(1) @binding(7) var<storage, read_write> out1: array<f32>;
@group(1) @binding(8) var<storage, read_write> out2: array<f32>;
@group(1) @binding(9) var<storage, read_write> out3: array<f32>;
@compute @workgroup_size(256)
fn hvp_r18_0_r17_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
        let t1: f32 = ct_tanh(t0);
        let t2: f32 = t1 * t1;
        let t3: f32 = 1.0f - t2;
        let t4: f32 = x2 * t3;
        let t5: f32 = t4 * x1;
        let t6: f32 = t4 * x0;
        let t7: f32 = x3 * x1;
        let t8: f32 = x4 * x0;
        let t9: f32 = t7 + t8;
        let t10: f32 = t9 * t3;
        let t11: f32 = t10 * t1;
        let t12: f32 = t11 + t11;
        let t13: f32 = -t12;
        let t14: f32 = x5 * t3;
        let t15: f32 = t13 * x2;
        let t16: f32 = t14 + t15;
        let t17: f32 = t16 * x1;
        let t18: f32 = x4 * t4;
        let t19: f32 = t17 + t18;
        let t20: f32 = t16 * x0;
        let t21: f32 = x3 * t4;
        let t22: f32 = t20 + t21;
        if ct_writes(2u) { out2[ct_at(8u)] = t5; }
        if ct_writes(3u) { out3[ct_at(9u)] = t19; }
        a0 = ct_join_f32(CT_SUM, a0, t6);
        a1 = ct_join_f32(CT_SUM, a1, t22);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(6u)] = f0; }
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 1u, walk.chunk)] = bitcast<u32>(f1); }
        else { out1[ct_at(7u)] = f1; }
    }
}
@compute @workgroup_size(256)
fn hvp_r18_0_r17_0_0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(6u)] = f0; }
    var a1: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a1 = ct_join_f32(CT_SUM, a1, bitcast<f32>(ct_parts[ct_part_at(walk, 1u, c)]));
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) { out1[ct_at(7u)] = f1; }
}
// hvp_r18_0_r17_0, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 18>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read_write> out0: array<f32>;
@group(1) @binding(5) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn hvp_r18_0_r17_0_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let t0: f32 = x0 + x1;
        let t1: f32 = x2 + x3;
        if ct_writes(0u) { out0[ct_at(4u)] = t0; }
        if ct_writes(1u) { out1[ct_at(5u)] = t1; }
    }
}
