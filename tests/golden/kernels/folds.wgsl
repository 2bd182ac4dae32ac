enable f16;
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 36>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<i32>;
@group(1) @binding(1) var<storage, read> in1: array<u32>;
@group(1) @binding(2) var<storage, read> in2: array<f16>;
@group(1) @binding(3) var<storage, read> in3: array<u32>;
@group(1) @binding(4) var<storage, read_write> out0: array<f16>;
@group(1) @binding(5) var<storage, read_write> out1: array<u32>;
@group(1) @binding(6) var<storage, read_write> out2: array<i32>;
@group(1) @binding(7) var<storage, read_write> out3: array<u32>;
@group(1) @binding(8) var<storage, read_write> out4: array<u32>;
@group(1) @binding(9) var<storage, read_write> out5: array<u32>;
@group(1) @binding(10) var<storage, read_write> out6: array<u32>;
@group(1) @binding(11) var<storage, read_write> out7: array<f16>;
@compute @workgroup_size(256)
fn kernel0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<i32>(ct_numbers[0].x);
    var a0: f32 = (-ct_inf());
    var a1: f32 = ct_inf();
    var a2: i32 = (-2147483647i - 1i);
    var a3: bool = false;
    var a4: bool = true;
    var a5: f32 = 1.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = (in1[ct_at(1u)] != 0u);
        let x2 = f32(in2[ct_at(2u)]);
        let x3 = bitcast<f32>(in3[ct_at(3u)] & 0xffff0000u);
        let t0: bool = x0 < h0;
        let t1: bool = x1 && t0;
        let t2: f32 = select((-ct_inf()), x2, t1);
        let t3: i32 = select((-2147483647i - 1i), x0, x1);
        if ct_writes(6u) { out6[ct_at(10u)] = u32(t1); }
        if ct_writes(7u) { out7[ct_at(11u)] = f16(t2); }
        a0 = ct_join_f32(CT_MAX, a0, t2);
        a1 = ct_join_f32(CT_MIN, a1, x3);
        a2 = ct_join_i32(CT_MAX, a2, t3);
        a3 = ct_join_bool(CT_SUM, a3, t1);
        a4 = ct_join_bool(CT_PROD, a4, t1);
        a5 = ct_join_f32(CT_PROD, a5, x3);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_MAX, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(4u)] = f16(f0); }
    }
    let f1 = ct_lanes_f32(CT_MIN, walk, a1);
    if ct_leads(walk) && ct_writes(1u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 1u, walk.chunk)] = bitcast<u32>(f1); }
        else { out1[ct_at(5u)] = ct_round_bf16(f1); }
    }
    let f2 = ct_lanes_i32(CT_MAX, walk, a2);
    if ct_leads(walk) && ct_writes(2u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 2u, walk.chunk)] = bitcast<u32>(f2); }
        else { out2[ct_at(6u)] = f2; }
    }
    let f3 = ct_lanes_bool(CT_SUM, walk, a3);
    if ct_leads(walk) && ct_writes(3u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 3u, walk.chunk)] = u32(f3); }
        else { out3[ct_at(7u)] = u32(f3); }
    }
    let f4 = ct_lanes_bool(CT_PROD, walk, a4);
    if ct_leads(walk) && ct_writes(4u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 4u, walk.chunk)] = u32(f4); }
        else { out4[ct_at(8u)] = u32(f4); }
    }
    let f5 = ct_lanes_f32(CT_PROD, walk, a5);
    if ct_leads(walk) && ct_writes(5u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 5u, walk.chunk)] = bitcast<u32>(f5); }
        else { out5[ct_at(9u)] = ct_round_bf16(f5); }
    }
}
@compute @workgroup_size(256)
fn kernel0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = (-ct_inf());
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_MAX, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_MAX, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(4u)] = f16(f0); }
    var a1: f32 = ct_inf();
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a1 = ct_join_f32(CT_MIN, a1, bitcast<f32>(ct_parts[ct_part_at(walk, 1u, c)]));
    }
    let f1 = ct_lanes_f32(CT_MIN, walk, a1);
    if ct_leads(walk) && ct_writes(1u) { out1[ct_at(5u)] = ct_round_bf16(f1); }
    var a2: i32 = (-2147483647i - 1i);
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a2 = ct_join_i32(CT_MAX, a2, bitcast<i32>(ct_parts[ct_part_at(walk, 2u, c)]));
    }
    let f2 = ct_lanes_i32(CT_MAX, walk, a2);
    if ct_leads(walk) && ct_writes(2u) { out2[ct_at(6u)] = f2; }
    var a3: bool = false;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a3 = ct_join_bool(CT_SUM, a3, (ct_parts[ct_part_at(walk, 3u, c)] != 0u));
    }
    let f3 = ct_lanes_bool(CT_SUM, walk, a3);
    if ct_leads(walk) && ct_writes(3u) { out3[ct_at(7u)] = u32(f3); }
    var a4: bool = true;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a4 = ct_join_bool(CT_PROD, a4, (ct_parts[ct_part_at(walk, 4u, c)] != 0u));
    }
    let f4 = ct_lanes_bool(CT_PROD, walk, a4);
    if ct_leads(walk) && ct_writes(4u) { out4[ct_at(8u)] = u32(f4); }
    var a5: f32 = 1.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a5 = ct_join_f32(CT_PROD, a5, bitcast<f32>(ct_parts[ct_part_at(walk, 5u, c)]));
    }
    let f5 = ct_lanes_f32(CT_PROD, walk, a5);
    if ct_leads(walk) && ct_writes(5u) { out5[ct_at(9u)] = ct_round_bf16(f5); }
}
