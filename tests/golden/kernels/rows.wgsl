// rows, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 108>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<i32>;
@group(1) @binding(3) var<storage, read> in3: array<i32>;
@group(1) @binding(4) var<storage, read> in4: array<f32>;
@group(1) @binding(5) var<storage, read> in5: array<i32>;
@group(1) @binding(6) var<storage, read_write> out0: array<f32>;
@group(1) @binding(7) var<storage, read_write> out1: array<i32>;
@group(1) @binding(8) var<storage, read_write> out2: array<f32>;
@group(1) @binding(9) var<storage, read_write> out3: array<i32>;
@group(1) @binding(10) var<storage, read_write> out4: array<f32>;
@group(1) @binding(11) var<storage, read_write> out5: array<i32>;
@group(1) @binding(12) var<storage, read_write> out6: array<f32>;
@group(1) @binding(13) var<storage, read_write> out7: array<f32>;
@group(1) @binding(14) var<storage, read_write> out8: array<i32>;
@group(1) @binding(15) var<storage, read_write> out9: array<f32>;
@group(1) @binding(16) var<storage, read_write> out10: array<i32>;
@group(1) @binding(17) var<storage, read_write> out11: array<f32>;
@group(1) @binding(18) var<storage, read_write> out12: array<i32>;
@group(1) @binding(19) var<storage, read_write> out13: array<f32>;
@group(1) @binding(20) var<storage, read_write> out14: array<f32>;
@group(1) @binding(21) var<storage, read_write> out15: array<i32>;
@group(1) @binding(22) var<storage, read_write> out16: array<f32>;
@group(1) @binding(23) var<storage, read_write> out17: array<f32>;
@group(1) @binding(24) var<storage, read_write> out18: array<i32>;
@group(1) @binding(25) var<storage, read_write> out19: array<f32>;
@group(1) @binding(26) var<storage, read_write> out20: array<i32>;
@group(1) @binding(27) var<storage, read_write> out21: array<f32>;
@group(1) @binding(28) var<storage, read_write> out22: array<i32>;
@group(1) @binding(29) var<storage, read_write> out23: array<f32>;
@group(1) @binding(30) var<storage, read_write> out24: array<f32>;
@group(1) @binding(31) var<storage, read_write> out25: array<f32>;
@group(1) @binding(32) var<storage, read_write> out26: array<f32>;
@group(1) @binding(33) var<storage, read_write> out27: array<f32>;
@group(1) @binding(34) var<storage, read_write> out28: array<f32>;
@group(1) @binding(35) var<storage, read_write> out29: array<f32>;
@compute @workgroup_size(256)
fn kernel0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
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
        let t1: i32 = x2 + x3;
        let t2: f32 = x0 - x1;
        let t3: i32 = x2 - x3;
        let t4: f32 = x0 * x1;
        let t5: i32 = x2 * x3;
        let t6: f32 = x0 / x1;
        let t7: f32 = -x0;
        let t8: i32 = -x2;
        let t9: f32 = abs(x0);
        let t10: i32 = abs(x2);
        let t11: f32 = sign(x0);
        let t12: i32 = sign(x2);
        let t13: f32 = 1 / x0;
        let t14: f32 = x0 * x0;
        let t15: i32 = x2 * x2;
        let t16: f32 = fma(x0, x1, x4);
        let t17: f32 = ct_maximum(x0, x1);
        let t18: i32 = ct_maximum_i32(x2, x3);
        let t19: f32 = ct_minimum(x0, x1);
        let t20: i32 = ct_minimum_i32(x2, x3);
        let t21: f32 = ct_clamp(x0, x1, x4);
        let t22: i32 = ct_clamp_i32(x2, x3, x5);
        let t23: f32 = x0 % x1;
        let t24: f32 = ct_floor_mod(x0, x1);
        let t25: f32 = ct_hypot(x0, x1);
        let t26: f32 = ct_copysign(x0, x1);
        let t27: f32 = ct_exp(x0);
        let t28: f32 = ct_exp2(x0);
        let t29: f32 = ct_expm1(x0);
        if ct_writes(0u) { out0[ct_at(6u)] = t0; }
        if ct_writes(1u) { out1[ct_at(7u)] = t1; }
        if ct_writes(2u) { out2[ct_at(8u)] = t2; }
        if ct_writes(3u) { out3[ct_at(9u)] = t3; }
        if ct_writes(4u) { out4[ct_at(10u)] = t4; }
        if ct_writes(5u) { out5[ct_at(11u)] = t5; }
        if ct_writes(6u) { out6[ct_at(12u)] = t6; }
        if ct_writes(7u) { out7[ct_at(13u)] = t7; }
        if ct_writes(8u) { out8[ct_at(14u)] = t8; }
        if ct_writes(9u) { out9[ct_at(15u)] = t9; }
        if ct_writes(10u) { out10[ct_at(16u)] = t10; }
        if ct_writes(11u) { out11[ct_at(17u)] = t11; }
        if ct_writes(12u) { out12[ct_at(18u)] = t12; }
        if ct_writes(13u) { out13[ct_at(19u)] = t13; }
        if ct_writes(14u) { out14[ct_at(20u)] = t14; }
        if ct_writes(15u) { out15[ct_at(21u)] = t15; }
        if ct_writes(16u) { out16[ct_at(22u)] = t16; }
        if ct_writes(17u) { out17[ct_at(23u)] = t17; }
        if ct_writes(18u) { out18[ct_at(24u)] = t18; }
        if ct_writes(19u) { out19[ct_at(25u)] = t19; }
        if ct_writes(20u) { out20[ct_at(26u)] = t20; }
        if ct_writes(21u) { out21[ct_at(27u)] = t21; }
        if ct_writes(22u) { out22[ct_at(28u)] = t22; }
        if ct_writes(23u) { out23[ct_at(29u)] = t23; }
        if ct_writes(24u) { out24[ct_at(30u)] = t24; }
        if ct_writes(25u) { out25[ct_at(31u)] = t25; }
        if ct_writes(26u) { out26[ct_at(32u)] = t26; }
        if ct_writes(27u) { out27[ct_at(33u)] = t27; }
        if ct_writes(28u) { out28[ct_at(34u)] = t28; }
        if ct_writes(29u) { out29[ct_at(35u)] = t29; }
    }
}
// rows, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 117>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<i32>;
@group(1) @binding(3) var<storage, read> in3: array<i32>;
@group(1) @binding(4) var<storage, read> in4: array<u32>;
@group(1) @binding(5) var<storage, read> in5: array<u32>;
@group(1) @binding(6) var<storage, read> in6: array<f32>;
@group(1) @binding(7) var<storage, read> in7: array<i32>;
@group(1) @binding(8) var<storage, read> in8: array<u32>;
@group(1) @binding(9) var<storage, read_write> out0: array<f32>;
@group(1) @binding(10) var<storage, read_write> out1: array<f32>;
@group(1) @binding(11) var<storage, read_write> out2: array<f32>;
@group(1) @binding(12) var<storage, read_write> out3: array<u32>;
@group(1) @binding(13) var<storage, read_write> out4: array<u32>;
@group(1) @binding(14) var<storage, read_write> out5: array<u32>;
@group(1) @binding(15) var<storage, read_write> out6: array<u32>;
@group(1) @binding(16) var<storage, read_write> out7: array<u32>;
@group(1) @binding(17) var<storage, read_write> out8: array<u32>;
@group(1) @binding(18) var<storage, read_write> out9: array<u32>;
@group(1) @binding(19) var<storage, read_write> out10: array<u32>;
@group(1) @binding(20) var<storage, read_write> out11: array<u32>;
@group(1) @binding(21) var<storage, read_write> out12: array<u32>;
@group(1) @binding(22) var<storage, read_write> out13: array<u32>;
@group(1) @binding(23) var<storage, read_write> out14: array<u32>;
@group(1) @binding(24) var<storage, read_write> out15: array<u32>;
@group(1) @binding(25) var<storage, read_write> out16: array<u32>;
@group(1) @binding(26) var<storage, read_write> out17: array<u32>;
@group(1) @binding(27) var<storage, read_write> out18: array<u32>;
@group(1) @binding(28) var<storage, read_write> out19: array<u32>;
@group(1) @binding(29) var<storage, read_write> out20: array<u32>;
@group(1) @binding(30) var<storage, read_write> out21: array<u32>;
@group(1) @binding(31) var<storage, read_write> out22: array<u32>;
@group(1) @binding(32) var<storage, read_write> out23: array<u32>;
@group(1) @binding(33) var<storage, read_write> out24: array<u32>;
@group(1) @binding(34) var<storage, read_write> out25: array<f32>;
@group(1) @binding(35) var<storage, read_write> out26: array<i32>;
@group(1) @binding(36) var<storage, read_write> out27: array<u32>;
@group(1) @binding(37) var<storage, read_write> out28: array<f32>;
@group(1) @binding(38) var<storage, read_write> out29: array<i32>;
@compute @workgroup_size(256)
fn kernel1(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = in2[ct_at(2u)];
        let x3 = in3[ct_at(3u)];
        let x4 = (in4[ct_at(4u)] != 0u);
        let x5 = (in5[ct_at(5u)] != 0u);
        let x6 = in6[ct_at(6u)];
        let x7 = in7[ct_at(7u)];
        let x8 = (in8[ct_at(8u)] != 0u);
        let t0: f32 = trunc(x0);
        let t1: f32 = x0 - trunc(x0);
        let t2: f32 = ct_nan_to_num(x0);
        let t3: bool = x0 == x1;
        let t4: bool = x2 == x3;
        let t5: bool = x4 == x5;
        let t6: bool = x0 != x1;
        let t7: bool = x2 != x3;
        let t8: bool = x4 != x5;
        let t9: bool = x0 < x1;
        let t10: bool = x2 < x3;
        let t11: bool = x0 <= x1;
        let t12: bool = x2 <= x3;
        let t13: bool = x0 > x1;
        let t14: bool = x2 > x3;
        let t15: bool = x0 >= x1;
        let t16: bool = x2 >= x3;
        let t17: bool = x4 && x5;
        let t18: bool = x4 && x5;
        let t19: bool = x4 || x5;
        let t20: bool = x4 || x5;
        let t21: bool = !x4;
        let t22: bool = !x4;
        let t23: bool = ct_is_nan(x0);
        let t24: bool = ct_is_finite(x0);
        let t25: f32 = select(x6, x1, x4);
        let t26: i32 = select(x7, x3, x4);
        let t27: bool = select(x8, x5, x4);
        let t28: f32 = f32(x0);
        let t29: i32 = i32(x0);
        if ct_writes(0u) { out0[ct_at(9u)] = t0; }
        if ct_writes(1u) { out1[ct_at(10u)] = t1; }
        if ct_writes(2u) { out2[ct_at(11u)] = t2; }
        if ct_writes(3u) { out3[ct_at(12u)] = u32(t3); }
        if ct_writes(4u) { out4[ct_at(13u)] = u32(t4); }
        if ct_writes(5u) { out5[ct_at(14u)] = u32(t5); }
        if ct_writes(6u) { out6[ct_at(15u)] = u32(t6); }
        if ct_writes(7u) { out7[ct_at(16u)] = u32(t7); }
        if ct_writes(8u) { out8[ct_at(17u)] = u32(t8); }
        if ct_writes(9u) { out9[ct_at(18u)] = u32(t9); }
        if ct_writes(10u) { out10[ct_at(19u)] = u32(t10); }
        if ct_writes(11u) { out11[ct_at(20u)] = u32(t11); }
        if ct_writes(12u) { out12[ct_at(21u)] = u32(t12); }
        if ct_writes(13u) { out13[ct_at(22u)] = u32(t13); }
        if ct_writes(14u) { out14[ct_at(23u)] = u32(t14); }
        if ct_writes(15u) { out15[ct_at(24u)] = u32(t15); }
        if ct_writes(16u) { out16[ct_at(25u)] = u32(t16); }
        if ct_writes(17u) { out17[ct_at(26u)] = u32(t17); }
        if ct_writes(18u) { out18[ct_at(27u)] = u32(t18); }
        if ct_writes(19u) { out19[ct_at(28u)] = u32(t19); }
        if ct_writes(20u) { out20[ct_at(29u)] = u32(t20); }
        if ct_writes(21u) { out21[ct_at(30u)] = u32(t21); }
        if ct_writes(22u) { out22[ct_at(31u)] = u32(t22); }
        if ct_writes(23u) { out23[ct_at(32u)] = u32(t23); }
        if ct_writes(24u) { out24[ct_at(33u)] = u32(t24); }
        if ct_writes(25u) { out25[ct_at(34u)] = t25; }
        if ct_writes(26u) { out26[ct_at(35u)] = t26; }
        if ct_writes(27u) { out27[ct_at(36u)] = u32(t27); }
        if ct_writes(28u) { out28[ct_at(37u)] = t28; }
        if ct_writes(29u) { out29[ct_at(38u)] = t29; }
    }
}
// rows, kernel 2
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 99>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read_write> out0: array<f32>;
@group(1) @binding(3) var<storage, read_write> out1: array<f32>;
@group(1) @binding(4) var<storage, read_write> out2: array<f32>;
@group(1) @binding(5) var<storage, read_write> out3: array<f32>;
@group(1) @binding(6) var<storage, read_write> out4: array<f32>;
@group(1) @binding(7) var<storage, read_write> out5: array<f32>;
@group(1) @binding(8) var<storage, read_write> out6: array<f32>;
@group(1) @binding(9) var<storage, read_write> out7: array<f32>;
@group(1) @binding(10) var<storage, read_write> out8: array<f32>;
@group(1) @binding(11) var<storage, read_write> out9: array<f32>;
@group(1) @binding(12) var<storage, read_write> out10: array<f32>;
@group(1) @binding(13) var<storage, read_write> out11: array<f32>;
@group(1) @binding(14) var<storage, read_write> out12: array<f32>;
@group(1) @binding(15) var<storage, read_write> out13: array<f32>;
@group(1) @binding(16) var<storage, read_write> out14: array<f32>;
@group(1) @binding(17) var<storage, read_write> out15: array<f32>;
@group(1) @binding(18) var<storage, read_write> out16: array<f32>;
@group(1) @binding(19) var<storage, read_write> out17: array<f32>;
@group(1) @binding(20) var<storage, read_write> out18: array<f32>;
@group(1) @binding(21) var<storage, read_write> out19: array<f32>;
@group(1) @binding(22) var<storage, read_write> out20: array<f32>;
@group(1) @binding(23) var<storage, read_write> out21: array<f32>;
@group(1) @binding(24) var<storage, read_write> out22: array<f32>;
@group(1) @binding(25) var<storage, read_write> out23: array<f32>;
@group(1) @binding(26) var<storage, read_write> out24: array<f32>;
@group(1) @binding(27) var<storage, read_write> out25: array<f32>;
@group(1) @binding(28) var<storage, read_write> out26: array<f32>;
@group(1) @binding(29) var<storage, read_write> out27: array<f32>;
@group(1) @binding(30) var<storage, read_write> out28: array<f32>;
@group(1) @binding(31) var<storage, read_write> out29: array<f32>;
@group(1) @binding(32) var<storage, read_write> out30: array<f32>;
@compute @workgroup_size(256)
fn kernel2(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<i32>(ct_numbers[0].x);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let t0: f32 = ct_log(x0);
        let t1: f32 = ct_log2(x0);
        let t2: f32 = ct_log10(x0);
        let t3: f32 = ct_log1p(x0);
        let t4: f32 = sqrt(x0);
        let t5: f32 = inverseSqrt(x0);
        let t6: f32 = ct_cbrt(x0);
        let t7: f32 = ct_powi(x0, h0);
        let t8: f32 = ct_pow(x0, x1);
        let t9: f32 = ct_sin(x0);
        let t10: f32 = ct_cos(x0);
        let t11: f32 = ct_tan(x0);
        let t12: f32 = ct_sinc(x0);
        let t13: f32 = ct_asin(x0);
        let t14: f32 = ct_acos(x0);
        let t15: f32 = ct_atan(x0);
        let t16: f32 = ct_atan2(x0, x1);
        let t17: f32 = ct_sinh(x0);
        let t18: f32 = ct_cosh(x0);
        let t19: f32 = ct_tanh(x0);
        let t20: f32 = ct_asinh(x0);
        let t21: f32 = ct_acosh(x0);
        let t22: f32 = ct_atanh(x0);
        let t23: f32 = ct_erf(x0);
        let t24: f32 = ct_erfc(x0);
        let t25: f32 = ct_sigmoid(x0);
        let t26: f32 = ct_softplus(x0);
        let t27: f32 = ct_log_sigmoid(x0);
        let t28: f32 = floor(x0);
        let t29: f32 = ceil(x0);
        let t30: f32 = round(x0);
        if ct_writes(0u) { out0[ct_at(2u)] = t0; }
        if ct_writes(1u) { out1[ct_at(3u)] = t1; }
        if ct_writes(2u) { out2[ct_at(4u)] = t2; }
        if ct_writes(3u) { out3[ct_at(5u)] = t3; }
        if ct_writes(4u) { out4[ct_at(6u)] = t4; }
        if ct_writes(5u) { out5[ct_at(7u)] = t5; }
        if ct_writes(6u) { out6[ct_at(8u)] = t6; }
        if ct_writes(7u) { out7[ct_at(9u)] = t7; }
        if ct_writes(8u) { out8[ct_at(10u)] = t8; }
        if ct_writes(9u) { out9[ct_at(11u)] = t9; }
        if ct_writes(10u) { out10[ct_at(12u)] = t10; }
        if ct_writes(11u) { out11[ct_at(13u)] = t11; }
        if ct_writes(12u) { out12[ct_at(14u)] = t12; }
        if ct_writes(13u) { out13[ct_at(15u)] = t13; }
        if ct_writes(14u) { out14[ct_at(16u)] = t14; }
        if ct_writes(15u) { out15[ct_at(17u)] = t15; }
        if ct_writes(16u) { out16[ct_at(18u)] = t16; }
        if ct_writes(17u) { out17[ct_at(19u)] = t17; }
        if ct_writes(18u) { out18[ct_at(20u)] = t18; }
        if ct_writes(19u) { out19[ct_at(21u)] = t19; }
        if ct_writes(20u) { out20[ct_at(22u)] = t20; }
        if ct_writes(21u) { out21[ct_at(23u)] = t21; }
        if ct_writes(22u) { out22[ct_at(24u)] = t22; }
        if ct_writes(23u) { out23[ct_at(25u)] = t23; }
        if ct_writes(24u) { out24[ct_at(26u)] = t24; }
        if ct_writes(25u) { out25[ct_at(27u)] = t25; }
        if ct_writes(26u) { out26[ct_at(28u)] = t26; }
        if ct_writes(27u) { out27[ct_at(29u)] = t27; }
        if ct_writes(28u) { out28[ct_at(30u)] = t28; }
        if ct_writes(29u) { out29[ct_at(31u)] = t29; }
        if ct_writes(30u) { out30[ct_at(32u)] = t30; }
    }
}
// rows, kernel 3
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 105>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<i32>;
@group(1) @binding(2) var<storage, read> in2: array<u32>;
@group(1) @binding(3) var<storage, read> in3: array<f32>;
@group(1) @binding(4) var<storage, read_write> out0: array<u32>;
@group(1) @binding(5) var<storage, read_write> out1: array<f32>;
@group(1) @binding(6) var<storage, read_write> out2: array<i32>;
@group(1) @binding(7) var<storage, read_write> out3: array<u32>;
@group(1) @binding(8) var<storage, read_write> out4: array<f32>;
@group(1) @binding(9) var<storage, read_write> out5: array<i32>;
@group(1) @binding(10) var<storage, read_write> out6: array<u32>;
@group(1) @binding(11) var<storage, read_write> out7: array<f32>;
@group(1) @binding(12) var<storage, read_write> out8: array<i32>;
@group(1) @binding(13) var<storage, read_write> out9: array<u32>;
@group(1) @binding(14) var<storage, read_write> out10: array<f32>;
@group(1) @binding(15) var<storage, read_write> out11: array<f32>;
@group(1) @binding(16) var<storage, read_write> out12: array<f32>;
@group(1) @binding(17) var<storage, read_write> out13: array<f32>;
@group(1) @binding(18) var<storage, read_write> out14: array<f32>;
@group(1) @binding(19) var<storage, read_write> out15: array<f32>;
@group(1) @binding(20) var<storage, read_write> out16: array<f32>;
@group(1) @binding(21) var<storage, read_write> out17: array<f32>;
@group(1) @binding(22) var<storage, read_write> out18: array<f32>;
@group(1) @binding(23) var<storage, read_write> out19: array<f32>;
@group(1) @binding(24) var<storage, read_write> out20: array<f32>;
@group(1) @binding(25) var<storage, read_write> out21: array<f32>;
@group(1) @binding(26) var<storage, read_write> out22: array<f32>;
@group(1) @binding(27) var<storage, read_write> out23: array<f32>;
@group(1) @binding(28) var<storage, read_write> out24: array<f32>;
@group(1) @binding(29) var<storage, read_write> out25: array<f32>;
@group(1) @binding(30) var<storage, read_write> out26: array<f32>;
@group(1) @binding(31) var<storage, read_write> out27: array<f32>;
@group(1) @binding(32) var<storage, read_write> out28: array<f32>;
@group(1) @binding(33) var<storage, read_write> out29: array<f32>;
@group(1) @binding(34) var<storage, read_write> out30: array<f32>;
@compute @workgroup_size(256)
fn kernel3(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<i32>(ct_numbers[0].x);
    let h1 = bitcast<f32>(ct_numbers[0].y);
    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {
        ct_seek(point);
        let x0 = in0[ct_at(0u)];
        let x1 = in1[ct_at(1u)];
        let x2 = (in2[ct_at(2u)] != 0u);
        let x3 = in3[ct_at(3u)];
        let t0: bool = bool(x0);
        let t1: f32 = f32(x1);
        let t2: i32 = i32(x1);
        let t3: bool = bool(x1);
        let t4: f32 = f32(x2);
        let t5: i32 = i32(x2);
        let t6: bool = bool(x2);
        let t7: f32 = x0;
        let t8: i32 = x1;
        let t9: bool = x2;
        let t10: f32 = ct_lgamma(x0);
        let t11: f32 = ct_digamma(x0);
        let t12: f32 = ct_polygamma(x0, h0);
        let t13: f32 = ct_zeta(x0, h1);
        let t14: f32 = ct_betaln(x0, x3);
        let t15: f32 = ct_erfinv(x0);
        let t16: f32 = ct_ndtr(x0);
        let t17: f32 = ct_log_ndtr(x0);
        let t18: f32 = ct_ndtr_ratio(x0);
        let t19: f32 = ct_ndtr_excess(x0);
        let t20: f32 = ct_entr(x0);
        let t21: f32 = ct_logaddexp(x0, x3);
        let t22: f32 = ct_i0(x0);
        let t23: f32 = ct_i0e(x0);
        let t24: f32 = ct_i1(x0);
        let t25: f32 = ct_i1e(x0);
        let t26: f32 = ct_gammainc(x0, x3);
        let t27: f32 = ct_gammaincc(x0, x3);
        let t28: f32 = ct_gammainc_slope(x0, x3, h0);
        let t29: f32 = ct_gamma_density(x0, x3, h0);
        let t30: f32 = ct_gamma_limit(x0, x3, h0);
        if ct_writes(0u) { out0[ct_at(4u)] = u32(t0); }
        if ct_writes(1u) { out1[ct_at(5u)] = t1; }
        if ct_writes(2u) { out2[ct_at(6u)] = t2; }
        if ct_writes(3u) { out3[ct_at(7u)] = u32(t3); }
        if ct_writes(4u) { out4[ct_at(8u)] = t4; }
        if ct_writes(5u) { out5[ct_at(9u)] = t5; }
        if ct_writes(6u) { out6[ct_at(10u)] = u32(t6); }
        if ct_writes(7u) { out7[ct_at(11u)] = t7; }
        if ct_writes(8u) { out8[ct_at(12u)] = t8; }
        if ct_writes(9u) { out9[ct_at(13u)] = u32(t9); }
        if ct_writes(10u) { out10[ct_at(14u)] = t10; }
        if ct_writes(11u) { out11[ct_at(15u)] = t11; }
        if ct_writes(12u) { out12[ct_at(16u)] = t12; }
        if ct_writes(13u) { out13[ct_at(17u)] = t13; }
        if ct_writes(14u) { out14[ct_at(18u)] = t14; }
        if ct_writes(15u) { out15[ct_at(19u)] = t15; }
        if ct_writes(16u) { out16[ct_at(20u)] = t16; }
        if ct_writes(17u) { out17[ct_at(21u)] = t17; }
        if ct_writes(18u) { out18[ct_at(22u)] = t18; }
        if ct_writes(19u) { out19[ct_at(23u)] = t19; }
        if ct_writes(20u) { out20[ct_at(24u)] = t20; }
        if ct_writes(21u) { out21[ct_at(25u)] = t21; }
        if ct_writes(22u) { out22[ct_at(26u)] = t22; }
        if ct_writes(23u) { out23[ct_at(27u)] = t23; }
        if ct_writes(24u) { out24[ct_at(28u)] = t24; }
        if ct_writes(25u) { out25[ct_at(29u)] = t25; }
        if ct_writes(26u) { out26[ct_at(30u)] = t26; }
        if ct_writes(27u) { out27[ct_at(31u)] = t27; }
        if ct_writes(28u) { out28[ct_at(32u)] = t28; }
        if ct_writes(29u) { out29[ct_at(33u)] = t29; }
        if ct_writes(30u) { out30[ct_at(34u)] = t30; }
    }
}
