// value, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = (-ct_inf());
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = x0;
        a0 = ct_join_f32(CT_MAX, a0, t0);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_MAX, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(1u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn value_0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = (-ct_inf());
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_MAX, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_MAX, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(1u)] = f0; }
}
// value, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: bool = ct_is_finite(x0);
        let t1: f32 = select(0.0f, x0, t0);
        if ct_writes(0u) { out0[ct_at(1u)] = t1; }
    }
}
// value, kernel 2
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_2(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 - x1;
        let t1: f32 = ct_exp(t0);
        a0 = ct_join_f32(CT_SUM, a0, t1);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(2u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn value_2_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
// value, kernel 3
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_3(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = ct_log(x0);
        let t1: f32 = t0 + x1;
        let t2: f32 = t1 - x2;
        a0 = ct_join_f32(CT_SUM, a0, t2);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(3u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
    }
}
@compute @workgroup_size(256)
fn value_3_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 3>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let t0: f32 = -h0;
        if ct_writes(0u) { out0[ct_at(0u)] = t0; }
    }
}
// value_and_grad, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = (-ct_inf());
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = x0;
        a0 = ct_join_f32(CT_MAX, a0, t0);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_MAX, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(1u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn value_and_grad_1_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = (-ct_inf());
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_MAX, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_MAX, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(1u)] = f0; }
}
// value_and_grad, kernel 2
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_2(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: bool = ct_is_finite(x0);
        let t1: f32 = select(0.0f, x0, t0);
        if ct_writes(0u) { out0[ct_at(1u)] = t1; }
    }
}
// value_and_grad, kernel 3
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@group(1) @binding(3) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_3(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 - x1;
        let t1: f32 = ct_exp(t0);
        if ct_writes(1u) { out1[ct_at(3u)] = t1; }
        a0 = ct_join_f32(CT_SUM, a0, t1);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(2u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn value_and_grad_3_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
// value_and_grad, kernel 4
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 15>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@group(1) @binding(4) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_4(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].y);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = ct_log(x0);
        let t1: f32 = t0 + x1;
        let t2: f32 = t1 - x2;
        let t3: f32 = h0 / x0;
        if ct_writes(1u) { out1[ct_at(4u)] = t3; }
        a0 = ct_join_f32(CT_SUM, a0, t2);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(3u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
    }
}
@compute @workgroup_size(256)
fn value_and_grad_4_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
// value_and_grad, kernel 5
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn value_and_grad_5(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = x0 * x1;
        let t1: f32 = t0 + x2;
        if ct_writes(0u) { out0[ct_at(3u)] = t1; }
    }
}
// forward, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn forward_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = (-ct_inf());
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = x0;
        a0 = ct_join_f32(CT_MAX, a0, t0);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_MAX, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(1u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn forward_0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = (-ct_inf());
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_MAX, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_MAX, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(1u)] = f0; }
}
// forward, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn forward_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: bool = ct_is_finite(x0);
        let t1: f32 = select(0.0f, x0, t0);
        if ct_writes(0u) { out0[ct_at(1u)] = t1; }
    }
}
// forward, kernel 2
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@group(1) @binding(3) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn forward_2(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = x0 - x1;
        let t1: f32 = ct_exp(t0);
        if ct_writes(1u) { out1[ct_at(3u)] = t0; }
        a0 = ct_join_f32(CT_SUM, a0, t1);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(2u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn forward_2_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
// forward, kernel 3
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn forward_3(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = ct_log(x0);
        let t1: f32 = t0 + x1;
        let t2: f32 = t1 - x2;
        a0 = ct_join_f32(CT_SUM, a0, t2);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(3u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
    }
}
@compute @workgroup_size(256)
fn forward_3_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 9>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@group(1) @binding(2) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn pullback_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<f32>(ct_numbers[0].x);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = x0 * h0;
        let t1: f32 = -t0;
        if ct_writes(0u) { out0[ct_at(1u)] = t0; }
        if ct_writes(1u) { out1[ct_at(2u)] = t1; }
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
        let t0: f32 = x0 / x1;
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
    }
}
// pullback, kernel 2
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn pullback_2(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = ct_exp(x0);
        let t1: f32 = x1 * t0;
        let t2: f32 = t1 + x2;
        if ct_writes(0u) { out0[ct_at(3u)] = t2; }
    }
}
// jvp, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn jvp_0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = (-ct_inf());
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: f32 = x0;
        a0 = ct_join_f32(CT_MAX, a0, t0);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_MAX, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(1u)] = f0; }
    }
}
@compute @workgroup_size(256)
fn jvp_0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = (-ct_inf());
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_MAX, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_MAX, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(1u)] = f0; }
}
// jvp, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 6>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read_write> out0: array<f32>;
@compute @workgroup_size(256)
fn jvp_1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let t0: bool = ct_is_finite(x0);
        let t1: f32 = select(0.0f, x0, t0);
        if ct_writes(0u) { out0[ct_at(1u)] = t1; }
    }
}
// jvp, kernel 2
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 15>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read_write> out0: array<f32>;
@group(1) @binding(4) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn jvp_2(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    var a1: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let t0: f32 = x0 - x1;
        let t1: f32 = ct_exp(t0);
        let t2: f32 = x2 * t1;
        a0 = ct_join_f32(CT_SUM, a0, t1);
        a1 = ct_join_f32(CT_SUM, a1, t2);
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
}
@compute @workgroup_size(256)
fn jvp_2_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
}
// jvp, kernel 3
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 21>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<f32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read> in4: array<f32>;
@group(1) @binding(5) var<storage, read_write> out0: array<f32>;
@group(1) @binding(6) var<storage, read_write> out1: array<f32>;
@compute @workgroup_size(256)
fn jvp_3(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
        let t0: f32 = ct_log(x0);
        let t1: f32 = t0 + x1;
        let t2: f32 = t1 - x2;
        let t3: f32 = x3 / x0;
        let t4: f32 = -x4;
        let t5: f32 = t3 + t4;
        a0 = ct_join_f32(CT_SUM, a0, t2);
        a1 = ct_join_f32(CT_SUM, a1, t5);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(5u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 1u, walk.chunk)] = bitcast<u32>(f1); }
        else { out1[ct_at(6u)] = f1 * bitcast<f32>(ct_numbers[0].y); }
    }
}
@compute @workgroup_size(256)
fn jvp_3_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(5u)] = f0 * bitcast<f32>(ct_numbers[0].x); }
    var a1: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a1 = ct_join_f32(CT_SUM, a1, bitcast<f32>(ct_parts[ct_part_at(walk, 1u, c)]));
    }
    let f1 = ct_lanes_f32(CT_SUM, walk, a1);
    if ct_leads(walk) && ct_writes(1u) { out1[ct_at(6u)] = f1 * bitcast<f32>(ct_numbers[0].y); }
}
