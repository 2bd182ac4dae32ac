// rows, kernel 0
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 168>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
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
@group(1) @binding(36) var<storage, read_write> out30: array<f32>;
@group(1) @binding(37) var<storage, read_write> out31: array<f32>;
@group(1) @binding(38) var<storage, read_write> out32: array<f32>;
@group(1) @binding(39) var<storage, read_write> out33: array<f32>;
@group(1) @binding(40) var<storage, read_write> out34: array<f32>;
@group(1) @binding(41) var<storage, read_write> out35: array<f32>;
@group(1) @binding(42) var<storage, read_write> out36: array<f32>;
@group(1) @binding(43) var<storage, read_write> out37: array<f32>;
@group(1) @binding(44) var<storage, read_write> out38: array<f32>;
@group(1) @binding(45) var<storage, read_write> out39: array<f32>;
@group(1) @binding(46) var<storage, read_write> out40: array<f32>;
@group(1) @binding(47) var<storage, read_write> out41: array<f32>;
@group(1) @binding(48) var<storage, read_write> out42: array<f32>;
@group(1) @binding(49) var<storage, read_write> out43: array<f32>;
@group(1) @binding(50) var<storage, read_write> out44: array<f32>;
@group(1) @binding(51) var<storage, read_write> out45: array<f32>;
@group(1) @binding(52) var<storage, read_write> out46: array<f32>;
@group(1) @binding(53) var<storage, read_write> out47: array<f32>;
@group(1) @binding(54) var<storage, read_write> out48: array<f32>;
@group(1) @binding(55) var<storage, read_write> out49: array<f32>;
@compute @workgroup_size(256)
fn kernel0(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);
    let h0 = bitcast<i32>(ct_numbers[0].x);
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
        let t27: f32 = exp(x0);
        let t28: f32 = exp2(x0);
        let t29: f32 = ct_expm1(x0);
        let t30: f32 = log(x0);
        let t31: f32 = log2(x0);
        let t32: f32 = ct_log10(x0);
        let t33: f32 = ct_log1p(x0);
        let t34: f32 = sqrt(x0);
        let t35: f32 = inverseSqrt(x0);
        let t36: f32 = ct_cbrt(x0);
        let t37: f32 = ct_powi(x0, h0);
        let t38: f32 = ct_pow(x0, x1);
        let t39: f32 = sin(x0);
        let t40: f32 = cos(x0);
        let t41: f32 = tan(x0);
        let t42: f32 = ct_sinc(x0);
        let t43: f32 = ct_asin(x0);
        let t44: f32 = ct_acos(x0);
        let t45: f32 = atan(x0);
        let t46: f32 = ct_atan2(x0, x1);
        let t47: f32 = ct_sinh(x0);
        let t48: f32 = cosh(x0);
        let t49: f32 = ct_tanh(x0);
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
        if ct_writes(30u) { out30[ct_at(36u)] = t30; }
        if ct_writes(31u) { out31[ct_at(37u)] = t31; }
        if ct_writes(32u) { out32[ct_at(38u)] = t32; }
        if ct_writes(33u) { out33[ct_at(39u)] = t33; }
        if ct_writes(34u) { out34[ct_at(40u)] = t34; }
        if ct_writes(35u) { out35[ct_at(41u)] = t35; }
        if ct_writes(36u) { out36[ct_at(42u)] = t36; }
        if ct_writes(37u) { out37[ct_at(43u)] = t37; }
        if ct_writes(38u) { out38[ct_at(44u)] = t38; }
        if ct_writes(39u) { out39[ct_at(45u)] = t39; }
        if ct_writes(40u) { out40[ct_at(46u)] = t40; }
        if ct_writes(41u) { out41[ct_at(47u)] = t41; }
        if ct_writes(42u) { out42[ct_at(48u)] = t42; }
        if ct_writes(43u) { out43[ct_at(49u)] = t43; }
        if ct_writes(44u) { out44[ct_at(50u)] = t44; }
        if ct_writes(45u) { out45[ct_at(51u)] = t45; }
        if ct_writes(46u) { out46[ct_at(52u)] = t46; }
        if ct_writes(47u) { out47[ct_at(53u)] = t47; }
        if ct_writes(48u) { out48[ct_at(54u)] = t48; }
        if ct_writes(49u) { out49[ct_at(55u)] = t49; }
    }
}
// rows, kernel 1
@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 180>;
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
@group(1) @binding(12) var<storage, read_write> out3: array<f32>;
@group(1) @binding(13) var<storage, read_write> out4: array<f32>;
@group(1) @binding(14) var<storage, read_write> out5: array<f32>;
@group(1) @binding(15) var<storage, read_write> out6: array<f32>;
@group(1) @binding(16) var<storage, read_write> out7: array<f32>;
@group(1) @binding(17) var<storage, read_write> out8: array<f32>;
@group(1) @binding(18) var<storage, read_write> out9: array<f32>;
@group(1) @binding(19) var<storage, read_write> out10: array<f32>;
@group(1) @binding(20) var<storage, read_write> out11: array<f32>;
@group(1) @binding(21) var<storage, read_write> out12: array<f32>;
@group(1) @binding(22) var<storage, read_write> out13: array<f32>;
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
@group(1) @binding(34) var<storage, read_write> out25: array<u32>;
@group(1) @binding(35) var<storage, read_write> out26: array<u32>;
@group(1) @binding(36) var<storage, read_write> out27: array<u32>;
@group(1) @binding(37) var<storage, read_write> out28: array<u32>;
@group(1) @binding(38) var<storage, read_write> out29: array<u32>;
@group(1) @binding(39) var<storage, read_write> out30: array<u32>;
@group(1) @binding(40) var<storage, read_write> out31: array<u32>;
@group(1) @binding(41) var<storage, read_write> out32: array<u32>;
@group(1) @binding(42) var<storage, read_write> out33: array<u32>;
@group(1) @binding(43) var<storage, read_write> out34: array<u32>;
@group(1) @binding(44) var<storage, read_write> out35: array<u32>;
@group(1) @binding(45) var<storage, read_write> out36: array<f32>;
@group(1) @binding(46) var<storage, read_write> out37: array<i32>;
@group(1) @binding(47) var<storage, read_write> out38: array<u32>;
@group(1) @binding(48) var<storage, read_write> out39: array<f32>;
@group(1) @binding(49) var<storage, read_write> out40: array<i32>;
@group(1) @binding(50) var<storage, read_write> out41: array<u32>;
@group(1) @binding(51) var<storage, read_write> out42: array<f32>;
@group(1) @binding(52) var<storage, read_write> out43: array<i32>;
@group(1) @binding(53) var<storage, read_write> out44: array<u32>;
@group(1) @binding(54) var<storage, read_write> out45: array<f32>;
@group(1) @binding(55) var<storage, read_write> out46: array<i32>;
@group(1) @binding(56) var<storage, read_write> out47: array<u32>;
@group(1) @binding(57) var<storage, read_write> out48: array<f32>;
@group(1) @binding(58) var<storage, read_write> out49: array<i32>;
@group(1) @binding(59) var<storage, read_write> out50: array<u32>;
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
        let t0: f32 = ct_asinh(x0);
        let t1: f32 = ct_acosh(x0);
        let t2: f32 = ct_atanh(x0);
        let t3: f32 = ct_erf(x0);
        let t4: f32 = ct_erfc(x0);
        let t5: f32 = ct_sigmoid(x0);
        let t6: f32 = ct_softplus(x0);
        let t7: f32 = ct_log_sigmoid(x0);
        let t8: f32 = floor(x0);
        let t9: f32 = ceil(x0);
        let t10: f32 = round(x0);
        let t11: f32 = trunc(x0);
        let t12: f32 = x0 - trunc(x0);
        let t13: f32 = ct_nan_to_num(x0);
        let t14: bool = x0 == x1;
        let t15: bool = x2 == x3;
        let t16: bool = x4 == x5;
        let t17: bool = x0 != x1;
        let t18: bool = x2 != x3;
        let t19: bool = x4 != x5;
        let t20: bool = x0 < x1;
        let t21: bool = x2 < x3;
        let t22: bool = x0 <= x1;
        let t23: bool = x2 <= x3;
        let t24: bool = x0 > x1;
        let t25: bool = x2 > x3;
        let t26: bool = x0 >= x1;
        let t27: bool = x2 >= x3;
        let t28: bool = x4 && x5;
        let t29: bool = x4 && x5;
        let t30: bool = x4 || x5;
        let t31: bool = x4 || x5;
        let t32: bool = !x4;
        let t33: bool = !x4;
        let t34: bool = ct_is_nan(x0);
        let t35: bool = ct_is_finite(x0);
        let t36: f32 = select(x6, x1, x4);
        let t37: i32 = select(x7, x3, x4);
        let t38: bool = select(x8, x5, x4);
        let t39: f32 = f32(x0);
        let t40: i32 = i32(x0);
        let t41: bool = bool(x0);
        let t42: f32 = f32(x2);
        let t43: i32 = i32(x2);
        let t44: bool = bool(x2);
        let t45: f32 = f32(x4);
        let t46: i32 = i32(x4);
        let t47: bool = bool(x4);
        let t48: f32 = x0;
        let t49: i32 = x2;
        let t50: bool = x4;
        if ct_writes(0u) { out0[ct_at(9u)] = t0; }
        if ct_writes(1u) { out1[ct_at(10u)] = t1; }
        if ct_writes(2u) { out2[ct_at(11u)] = t2; }
        if ct_writes(3u) { out3[ct_at(12u)] = t3; }
        if ct_writes(4u) { out4[ct_at(13u)] = t4; }
        if ct_writes(5u) { out5[ct_at(14u)] = t5; }
        if ct_writes(6u) { out6[ct_at(15u)] = t6; }
        if ct_writes(7u) { out7[ct_at(16u)] = t7; }
        if ct_writes(8u) { out8[ct_at(17u)] = t8; }
        if ct_writes(9u) { out9[ct_at(18u)] = t9; }
        if ct_writes(10u) { out10[ct_at(19u)] = t10; }
        if ct_writes(11u) { out11[ct_at(20u)] = t11; }
        if ct_writes(12u) { out12[ct_at(21u)] = t12; }
        if ct_writes(13u) { out13[ct_at(22u)] = t13; }
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
        if ct_writes(25u) { out25[ct_at(34u)] = u32(t25); }
        if ct_writes(26u) { out26[ct_at(35u)] = u32(t26); }
        if ct_writes(27u) { out27[ct_at(36u)] = u32(t27); }
        if ct_writes(28u) { out28[ct_at(37u)] = u32(t28); }
        if ct_writes(29u) { out29[ct_at(38u)] = u32(t29); }
        if ct_writes(30u) { out30[ct_at(39u)] = u32(t30); }
        if ct_writes(31u) { out31[ct_at(40u)] = u32(t31); }
        if ct_writes(32u) { out32[ct_at(41u)] = u32(t32); }
        if ct_writes(33u) { out33[ct_at(42u)] = u32(t33); }
        if ct_writes(34u) { out34[ct_at(43u)] = u32(t34); }
        if ct_writes(35u) { out35[ct_at(44u)] = u32(t35); }
        if ct_writes(36u) { out36[ct_at(45u)] = t36; }
        if ct_writes(37u) { out37[ct_at(46u)] = t37; }
        if ct_writes(38u) { out38[ct_at(47u)] = u32(t38); }
        if ct_writes(39u) { out39[ct_at(48u)] = t39; }
        if ct_writes(40u) { out40[ct_at(49u)] = t40; }
        if ct_writes(41u) { out41[ct_at(50u)] = u32(t41); }
        if ct_writes(42u) { out42[ct_at(51u)] = t42; }
        if ct_writes(43u) { out43[ct_at(52u)] = t43; }
        if ct_writes(44u) { out44[ct_at(53u)] = u32(t44); }
        if ct_writes(45u) { out45[ct_at(54u)] = t45; }
        if ct_writes(46u) { out46[ct_at(55u)] = t46; }
        if ct_writes(47u) { out47[ct_at(56u)] = u32(t47); }
        if ct_writes(48u) { out48[ct_at(57u)] = t48; }
        if ct_writes(49u) { out49[ct_at(58u)] = t49; }
        if ct_writes(50u) { out50[ct_at(59u)] = u32(t50); }
    }
}
