// value, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = ct_tanh(x0);
        if ct_writes(0u) { out0[ct_at(1u)] = t0; }
    }
}
// value, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 * x1;
        a0 = ct_join_f32(CT_SUM, a0, t0);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(2u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn value_1_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(2u)] = f0; }
}
// value, kernel 2
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_2(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = x0 * h0;
        if ct_writes(0u) { out0[ct_at(1u)] = t0; }
    }
}
// value_and_grad, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = ct_tanh(x0);
        if ct_writes(0u) { out0[ct_at(1u)] = t0; }
    }
}
// value_and_grad, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 * x1;
        a0 = ct_join_f32(CT_SUM, a0, t0);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(2u)] = f0; }
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
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(2u)] = f0; }
}
// value_and_grad, kernel 2
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_2(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = x0 * h0;
        if ct_writes(0u) { out0[ct_at(1u)] = t0; }
    }
}
// value_and_grad, kernel 3
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_3(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = h0 * x0;
        if ct_writes(0u) { out0[ct_at(1u)] = t0; }
    }
}
// value_and_grad, kernel 4
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_4(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = h0 * x0;
        if ct_writes(0u) { out0[ct_at(1u)] = t0; }
    }
}
// value_and_grad, kernel 5
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@group(1) @binding(3) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_5(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
        else { out0[ct_at(2u)] = f0; }
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 1u, walk.chunk)] = bitcast<u32>(f1); }
        else { out1[ct_at(3u)] = f1; }
    }
}
@compute @workgroup_size(256)
fn value_and_grad_5_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(2u)] = f0; }
    var a1: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a1 = ct_join_f32(CT_SUM, a1, bitcast<f32>(ct_parts[ct_part_at(walk, 1u, c)]));
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) { out1[ct_at(3u)] = f1; }
}
// value_and_grad, kernel 6
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_6(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = x0 * x0;
        let t1: f32 = 1.0f - t0;
        let t2: f32 = x1 * t1;
        let t3: f32 = x2 + t2;
        if ct_writes(0u) { out0[ct_at(3u)] = t3; }
    }
}
// value_and_grad_r31_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_r31_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn forward_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = ct_tanh(x0);
        if ct_writes(0u) { out0[ct_at(1u)] = t0; }
    }
}
// forward, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn forward_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 * x1;
        a0 = ct_join_f32(CT_SUM, a0, t0);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(2u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn forward_1_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(2u)] = f0; }
}
// forward, kernel 2
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn forward_2(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = x0 * h0;
        if ct_writes(0u) { out0[ct_at(1u)] = t0; }
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
        let t0: f32 = x0 * x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
    }
}
// pullback, kernel 2
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn pullback_2(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 * x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
    }
}
// pullback, kernel 3
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@group(1) @binding(3) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn pullback_3(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
        else { out0[ct_at(2u)] = f0; }
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 1u, walk.chunk)] = bitcast<u32>(f1); }
        else { out1[ct_at(3u)] = f1; }
    }
}
@compute @workgroup_size(256)
fn pullback_3_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(2u)] = f0; }
    var a1: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a1 = ct_join_f32(CT_SUM, a1, bitcast<f32>(ct_parts[ct_part_at(walk, 1u, c)]));
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) { out1[ct_at(3u)] = f1; }
}
// pullback, kernel 4
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn pullback_4(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = ct_tanh(x0);
        let t1: f32 = t0 * t0;
        let t2: f32 = 1.0f - t1;
        let t3: f32 = x1 * t2;
        let t4: f32 = x2 + t3;
        if ct_writes(0u) { out0[ct_at(3u)] = t4; }
    }
}
// pullback_r22_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn pullback_r22_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@group(1) @binding(3) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn jvp_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = ct_tanh(x0);
        let t1: f32 = t0 * t0;
        let t2: f32 = 1.0f - t1;
        let t3: f32 = x1 * t2;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
        if ct_writes(1u) { out1[ct_at(3u)] = t3; }
    }
}
// jvp, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 18>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read_write> out0: array<f32>;
@group(1) @binding(5) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn jvp_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    var a1: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = x2 * x1;
        let t2: f32 = x3 * x0;
        let t3: f32 = t1 + t2;
        a0 = ct_join_f32(CT_SUM, a0, t0);
        a1 = ct_join_f32(CT_SUM, a1, t3);
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
}
@compute @workgroup_size(256)
fn jvp_1_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
}
// jvp, kernel 2
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@group(1) @binding(3) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn jvp_2(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 * h0;
        let t1: f32 = x1 * h0;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
        if ct_writes(1u) { out1[ct_at(3u)] = t1; }
    }
}
// hvp, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@group(1) @binding(3) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn hvp_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = ct_tanh(x0);
        let t1: f32 = t0 * t0;
        let t2: f32 = 1.0f - t1;
        let t3: f32 = x1 * t2;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
        if ct_writes(1u) { out1[ct_at(3u)] = t3; }
    }
}
// hvp, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@group(1) @binding(3) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn hvp_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = h0 * x0;
        let t1: f32 = x1 * h0;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
        if ct_writes(1u) { out1[ct_at(3u)] = t1; }
    }
}
// hvp, kernel 2
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@group(1) @binding(3) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn hvp_2(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = h0 * x0;
        let t1: f32 = x1 * h0;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
        if ct_writes(1u) { out1[ct_at(3u)] = t1; }
    }
}
// hvp, kernel 3
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@group(1) @binding(3) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn hvp_3(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
        else { out0[ct_at(2u)] = f0; }
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 1u, walk.chunk)] = bitcast<u32>(f1); }
        else { out1[ct_at(3u)] = f1; }
    }
}
@compute @workgroup_size(256)
fn hvp_3_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(2u)] = f0; }
    var a1: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a1 = ct_join_f32(CT_SUM, a1, bitcast<f32>(ct_parts[ct_part_at(walk, 1u, c)]));
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) { out1[ct_at(3u)] = f1; }
}
// hvp, kernel 4
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn hvp_4(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
        else { out0[ct_at(1u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn hvp_4_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(1u)] = f0; }
}
// hvp, kernel 5
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn hvp_5(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
        else { out0[ct_at(1u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn hvp_5_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(1u)] = f0; }
}
// hvp, kernel 6
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
fn hvp_6(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let x4 = in4[ct_at(4u)];
        let x5 = in5[ct_at(5u)];
        let t0: f32 = x0 * x0;
        let t1: f32 = 1.0f - t0;
        let t2: f32 = x1 * t1;
        let t3: f32 = x2 + t2;
        let t4: f32 = x3 * x0;
        let t5: f32 = t4 + t4;
        let t6: f32 = -t5;
        let t7: f32 = x4 * t1;
        let t8: f32 = t6 * x1;
        let t9: f32 = t7 + t8;
        let t10: f32 = x5 + t9;
        if ct_writes(0u) { out0[ct_at(6u)] = t3; }
        if ct_writes(1u) { out1[ct_at(7u)] = t10; }
    }
}
// hvp_r45_0, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 18>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read_write> out0: array<f32>;
@group(1) @binding(5) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn hvp_r45_0_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
