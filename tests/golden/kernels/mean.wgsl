alias T = f32;
fn T_load(x: f32) -> f32 { return x; }
fn T_keep(x: f32) -> f32 { return x; }
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 12>;
@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<T>;
@group(1) @binding(1) var<storage, read> in1: array<T>;
@group(1) @binding(2) var<storage, read_write> out0: array<T>;
@group(1) @binding(3) var<storage, read_write> out1: array<T>;
@compute @workgroup_size(256)
fn kernel0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    var a0: f32 = 0.0f;
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = T_load(in0[ct_at(0u)]);
        let x1 = T_load(in1[ct_at(1u)]);
        let t0: f32 = x0 * x1;
        let t1: f32 = t0 + (-0.5f);
        let t2: f32 = ct_tanh(t1);
        if ct_writes(1u) { out1[ct_at(3u)] = T_keep(t2); }
        a0 = ct_join_f32(CT_SUM, a0, t2);
    }
    ct_seek(0u);
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) {
        if ct_space.chunks > 1u { ct_parts[ct_part_at(walk, 0u, walk.chunk)] = bitcast<u32>(f0); }
        else { out0[ct_at(2u)] = T_keep(f0 * bitcast<f32>(ct_numbers[0].x)); }
    }
}
@compute @workgroup_size(256)
fn kernel0_fold(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);
    ct_seek(0u);
    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);
    var a0: f32 = 0.0f;
    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {
        a0 = ct_join_f32(CT_SUM, a0, bitcast<f32>(ct_parts[ct_part_at(walk, 0u, c)]));
    }
    let f0 = ct_lanes_f32(CT_SUM, walk, a0);
    if ct_leads(walk) && ct_writes(0u) { out0[ct_at(2u)] = T_keep(f0 * bitcast<f32>(ct_numbers[0].x)); }
}
