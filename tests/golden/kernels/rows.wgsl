@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, 330>;
@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, 1>;
@group(1) @binding(0) var<storage, read> in0: array<f32>;
@group(1) @binding(1) var<storage, read> in1: array<f32>;
@group(1) @binding(2) var<storage, read> in2: array<i32>;
@group(1) @binding(3) var<storage, read> in3: array<i32>;
@group(1) @binding(4) var<storage, read> in4: array<f32>;
@group(1) @binding(5) var<storage, read> in5: array<i32>;
@group(1) @binding(6) var<storage, read> in6: array<u32>;
@group(1) @binding(7) var<storage, read> in7: array<u32>;
@group(1) @binding(8) var<storage, read> in8: array<u32>;
@group(1) @binding(9) var<storage, read_write> out0: array<f32>;
@group(1) @binding(10) var<storage, read_write> out1: array<i32>;
@group(1) @binding(11) var<storage, read_write> out2: array<f32>;
@group(1) @binding(12) var<storage, read_write> out3: array<i32>;
@group(1) @binding(13) var<storage, read_write> out4: array<f32>;
@group(1) @binding(14) var<storage, read_write> out5: array<i32>;
@group(1) @binding(15) var<storage, read_write> out6: array<f32>;
@group(1) @binding(16) var<storage, read_write> out7: array<f32>;
@group(1) @binding(17) var<storage, read_write> out8: array<i32>;
@group(1) @binding(18) var<storage, read_write> out9: array<f32>;
@group(1) @binding(19) var<storage, read_write> out10: array<i32>;
@group(1) @binding(20) var<storage, read_write> out11: array<f32>;
@group(1) @binding(21) var<storage, read_write> out12: array<i32>;
@group(1) @binding(22) var<storage, read_write> out13: array<f32>;
@group(1) @binding(23) var<storage, read_write> out14: array<f32>;
@group(1) @binding(24) var<storage, read_write> out15: array<i32>;
@group(1) @binding(25) var<storage, read_write> out16: array<f32>;
@group(1) @binding(26) var<storage, read_write> out17: array<f32>;
@group(1) @binding(27) var<storage, read_write> out18: array<i32>;
@group(1) @binding(28) var<storage, read_write> out19: array<f32>;
@group(1) @binding(29) var<storage, read_write> out20: array<i32>;
@group(1) @binding(30) var<storage, read_write> out21: array<f32>;
@group(1) @binding(31) var<storage, read_write> out22: array<i32>;
@group(1) @binding(32) var<storage, read_write> out23: array<f32>;
@group(1) @binding(33) var<storage, read_write> out24: array<f32>;
@group(1) @binding(34) var<storage, read_write> out25: array<f32>;
@group(1) @binding(35) var<storage, read_write> out26: array<f32>;
@group(1) @binding(36) var<storage, read_write> out27: array<f32>;
@group(1) @binding(37) var<storage, read_write> out28: array<f32>;
@group(1) @binding(38) var<storage, read_write> out29: array<f32>;
@group(1) @binding(39) var<storage, read_write> out30: array<f32>;
@group(1) @binding(40) var<storage, read_write> out31: array<f32>;
@group(1) @binding(41) var<storage, read_write> out32: array<f32>;
@group(1) @binding(42) var<storage, read_write> out33: array<f32>;
@group(1) @binding(43) var<storage, read_write> out34: array<f32>;
@group(1) @binding(44) var<storage, read_write> out35: array<f32>;
@group(1) @binding(45) var<storage, read_write> out36: array<f32>;
@group(1) @binding(46) var<storage, read_write> out37: array<f32>;
@group(1) @binding(47) var<storage, read_write> out38: array<f32>;
@group(1) @binding(48) var<storage, read_write> out39: array<f32>;
@group(1) @binding(49) var<storage, read_write> out40: array<f32>;
@group(1) @binding(50) var<storage, read_write> out41: array<f32>;
@group(1) @binding(51) var<storage, read_write> out42: array<f32>;
@group(1) @binding(52) var<storage, read_write> out43: array<f32>;
@group(1) @binding(53) var<storage, read_write> out44: array<f32>;
@group(1) @binding(54) var<storage, read_write> out45: array<f32>;
@group(1) @binding(55) var<storage, read_write> out46: array<f32>;
@group(1) @binding(56) var<storage, read_write> out47: array<f32>;
@group(1) @binding(57) var<storage, read_write> out48: array<f32>;
@group(1) @binding(58) var<storage, read_write> out49: array<f32>;
@group(1) @binding(59) var<storage, read_write> out50: array<f32>;
@group(1) @binding(60) var<storage, read_write> out51: array<f32>;
@group(1) @binding(61) var<storage, read_write> out52: array<f32>;
@group(1) @binding(62) var<storage, read_write> out53: array<f32>;
@group(1) @binding(63) var<storage, read_write> out54: array<f32>;
@group(1) @binding(64) var<storage, read_write> out55: array<f32>;
@group(1) @binding(65) var<storage, read_write> out56: array<f32>;
@group(1) @binding(66) var<storage, read_write> out57: array<f32>;
@group(1) @binding(67) var<storage, read_write> out58: array<f32>;
@group(1) @binding(68) var<storage, read_write> out59: array<f32>;
@group(1) @binding(69) var<storage, read_write> out60: array<f32>;
@group(1) @binding(70) var<storage, read_write> out61: array<f32>;
@group(1) @binding(71) var<storage, read_write> out62: array<f32>;
@group(1) @binding(72) var<storage, read_write> out63: array<f32>;
@group(1) @binding(73) var<storage, read_write> out64: array<u32>;
@group(1) @binding(74) var<storage, read_write> out65: array<u32>;
@group(1) @binding(75) var<storage, read_write> out66: array<u32>;
@group(1) @binding(76) var<storage, read_write> out67: array<u32>;
@group(1) @binding(77) var<storage, read_write> out68: array<u32>;
@group(1) @binding(78) var<storage, read_write> out69: array<u32>;
@group(1) @binding(79) var<storage, read_write> out70: array<u32>;
@group(1) @binding(80) var<storage, read_write> out71: array<u32>;
@group(1) @binding(81) var<storage, read_write> out72: array<u32>;
@group(1) @binding(82) var<storage, read_write> out73: array<u32>;
@group(1) @binding(83) var<storage, read_write> out74: array<u32>;
@group(1) @binding(84) var<storage, read_write> out75: array<u32>;
@group(1) @binding(85) var<storage, read_write> out76: array<u32>;
@group(1) @binding(86) var<storage, read_write> out77: array<u32>;
@group(1) @binding(87) var<storage, read_write> out78: array<u32>;
@group(1) @binding(88) var<storage, read_write> out79: array<u32>;
@group(1) @binding(89) var<storage, read_write> out80: array<u32>;
@group(1) @binding(90) var<storage, read_write> out81: array<u32>;
@group(1) @binding(91) var<storage, read_write> out82: array<u32>;
@group(1) @binding(92) var<storage, read_write> out83: array<u32>;
@group(1) @binding(93) var<storage, read_write> out84: array<u32>;
@group(1) @binding(94) var<storage, read_write> out85: array<u32>;
@group(1) @binding(95) var<storage, read_write> out86: array<f32>;
@group(1) @binding(96) var<storage, read_write> out87: array<i32>;
@group(1) @binding(97) var<storage, read_write> out88: array<u32>;
@group(1) @binding(98) var<storage, read_write> out89: array<f32>;
@group(1) @binding(99) var<storage, read_write> out90: array<i32>;
@group(1) @binding(100) var<storage, read_write> out91: array<u32>;
@group(1) @binding(101) var<storage, read_write> out92: array<f32>;
@group(1) @binding(102) var<storage, read_write> out93: array<i32>;
@group(1) @binding(103) var<storage, read_write> out94: array<u32>;
@group(1) @binding(104) var<storage, read_write> out95: array<f32>;
@group(1) @binding(105) var<storage, read_write> out96: array<i32>;
@group(1) @binding(106) var<storage, read_write> out97: array<u32>;
@group(1) @binding(107) var<storage, read_write> out98: array<f32>;
@group(1) @binding(108) var<storage, read_write> out99: array<i32>;
@group(1) @binding(109) var<storage, read_write> out100: array<u32>;
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
        let x6 = (in6[ct_at(6u)] != 0u);
        let x7 = (in7[ct_at(7u)] != 0u);
        let x8 = (in8[ct_at(8u)] != 0u);
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
        let t50: f32 = ct_asinh(x0);
        let t51: f32 = ct_acosh(x0);
        let t52: f32 = ct_atanh(x0);
        let t53: f32 = ct_erf(x0);
        let t54: f32 = ct_erfc(x0);
        let t55: f32 = ct_sigmoid(x0);
        let t56: f32 = ct_softplus(x0);
        let t57: f32 = ct_log_sigmoid(x0);
        let t58: f32 = floor(x0);
        let t59: f32 = ceil(x0);
        let t60: f32 = round(x0);
        let t61: f32 = trunc(x0);
        let t62: f32 = x0 - trunc(x0);
        let t63: f32 = ct_nan_to_num(x0);
        let t64: bool = x0 == x1;
        let t65: bool = x2 == x3;
        let t66: bool = x6 == x7;
        let t67: bool = x0 != x1;
        let t68: bool = x2 != x3;
        let t69: bool = x6 != x7;
        let t70: bool = x0 < x1;
        let t71: bool = x2 < x3;
        let t72: bool = x0 <= x1;
        let t73: bool = x2 <= x3;
        let t74: bool = x0 > x1;
        let t75: bool = x2 > x3;
        let t76: bool = x0 >= x1;
        let t77: bool = x2 >= x3;
        let t78: bool = x6 && x7;
        let t79: bool = x6 && x7;
        let t80: bool = x6 || x7;
        let t81: bool = x6 || x7;
        let t82: bool = !x6;
        let t83: bool = !x6;
        let t84: bool = ct_is_nan(x0);
        let t85: bool = ct_is_finite(x0);
        let t86: f32 = select(x4, x1, x6);
        let t87: i32 = select(x5, x3, x6);
        let t88: bool = select(x8, x7, x6);
        let t89: f32 = f32(x0);
        let t90: i32 = i32(x0);
        let t91: bool = bool(x0);
        let t92: f32 = f32(x2);
        let t93: i32 = i32(x2);
        let t94: bool = bool(x2);
        let t95: f32 = f32(x6);
        let t96: i32 = i32(x6);
        let t97: bool = bool(x6);
        let t98: f32 = x0;
        let t99: i32 = x2;
        let t100: bool = x6;
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
        if ct_writes(14u) { out14[ct_at(23u)] = t14; }
        if ct_writes(15u) { out15[ct_at(24u)] = t15; }
        if ct_writes(16u) { out16[ct_at(25u)] = t16; }
        if ct_writes(17u) { out17[ct_at(26u)] = t17; }
        if ct_writes(18u) { out18[ct_at(27u)] = t18; }
        if ct_writes(19u) { out19[ct_at(28u)] = t19; }
        if ct_writes(20u) { out20[ct_at(29u)] = t20; }
        if ct_writes(21u) { out21[ct_at(30u)] = t21; }
        if ct_writes(22u) { out22[ct_at(31u)] = t22; }
        if ct_writes(23u) { out23[ct_at(32u)] = t23; }
        if ct_writes(24u) { out24[ct_at(33u)] = t24; }
        if ct_writes(25u) { out25[ct_at(34u)] = t25; }
        if ct_writes(26u) { out26[ct_at(35u)] = t26; }
        if ct_writes(27u) { out27[ct_at(36u)] = t27; }
        if ct_writes(28u) { out28[ct_at(37u)] = t28; }
        if ct_writes(29u) { out29[ct_at(38u)] = t29; }
        if ct_writes(30u) { out30[ct_at(39u)] = t30; }
        if ct_writes(31u) { out31[ct_at(40u)] = t31; }
        if ct_writes(32u) { out32[ct_at(41u)] = t32; }
        if ct_writes(33u) { out33[ct_at(42u)] = t33; }
        if ct_writes(34u) { out34[ct_at(43u)] = t34; }
        if ct_writes(35u) { out35[ct_at(44u)] = t35; }
        if ct_writes(36u) { out36[ct_at(45u)] = t36; }
        if ct_writes(37u) { out37[ct_at(46u)] = t37; }
        if ct_writes(38u) { out38[ct_at(47u)] = t38; }
        if ct_writes(39u) { out39[ct_at(48u)] = t39; }
        if ct_writes(40u) { out40[ct_at(49u)] = t40; }
        if ct_writes(41u) { out41[ct_at(50u)] = t41; }
        if ct_writes(42u) { out42[ct_at(51u)] = t42; }
        if ct_writes(43u) { out43[ct_at(52u)] = t43; }
        if ct_writes(44u) { out44[ct_at(53u)] = t44; }
        if ct_writes(45u) { out45[ct_at(54u)] = t45; }
        if ct_writes(46u) { out46[ct_at(55u)] = t46; }
        if ct_writes(47u) { out47[ct_at(56u)] = t47; }
        if ct_writes(48u) { out48[ct_at(57u)] = t48; }
        if ct_writes(49u) { out49[ct_at(58u)] = t49; }
        if ct_writes(50u) { out50[ct_at(59u)] = t50; }
        if ct_writes(51u) { out51[ct_at(60u)] = t51; }
        if ct_writes(52u) { out52[ct_at(61u)] = t52; }
        if ct_writes(53u) { out53[ct_at(62u)] = t53; }
        if ct_writes(54u) { out54[ct_at(63u)] = t54; }
        if ct_writes(55u) { out55[ct_at(64u)] = t55; }
        if ct_writes(56u) { out56[ct_at(65u)] = t56; }
        if ct_writes(57u) { out57[ct_at(66u)] = t57; }
        if ct_writes(58u) { out58[ct_at(67u)] = t58; }
        if ct_writes(59u) { out59[ct_at(68u)] = t59; }
        if ct_writes(60u) { out60[ct_at(69u)] = t60; }
        if ct_writes(61u) { out61[ct_at(70u)] = t61; }
        if ct_writes(62u) { out62[ct_at(71u)] = t62; }
        if ct_writes(63u) { out63[ct_at(72u)] = t63; }
        if ct_writes(64u) { out64[ct_at(73u)] = u32(t64); }
        if ct_writes(65u) { out65[ct_at(74u)] = u32(t65); }
        if ct_writes(66u) { out66[ct_at(75u)] = u32(t66); }
        if ct_writes(67u) { out67[ct_at(76u)] = u32(t67); }
        if ct_writes(68u) { out68[ct_at(77u)] = u32(t68); }
        if ct_writes(69u) { out69[ct_at(78u)] = u32(t69); }
        if ct_writes(70u) { out70[ct_at(79u)] = u32(t70); }
        if ct_writes(71u) { out71[ct_at(80u)] = u32(t71); }
        if ct_writes(72u) { out72[ct_at(81u)] = u32(t72); }
        if ct_writes(73u) { out73[ct_at(82u)] = u32(t73); }
        if ct_writes(74u) { out74[ct_at(83u)] = u32(t74); }
        if ct_writes(75u) { out75[ct_at(84u)] = u32(t75); }
        if ct_writes(76u) { out76[ct_at(85u)] = u32(t76); }
        if ct_writes(77u) { out77[ct_at(86u)] = u32(t77); }
        if ct_writes(78u) { out78[ct_at(87u)] = u32(t78); }
        if ct_writes(79u) { out79[ct_at(88u)] = u32(t79); }
        if ct_writes(80u) { out80[ct_at(89u)] = u32(t80); }
        if ct_writes(81u) { out81[ct_at(90u)] = u32(t81); }
        if ct_writes(82u) { out82[ct_at(91u)] = u32(t82); }
        if ct_writes(83u) { out83[ct_at(92u)] = u32(t83); }
        if ct_writes(84u) { out84[ct_at(93u)] = u32(t84); }
        if ct_writes(85u) { out85[ct_at(94u)] = u32(t85); }
        if ct_writes(86u) { out86[ct_at(95u)] = t86; }
        if ct_writes(87u) { out87[ct_at(96u)] = t87; }
        if ct_writes(88u) { out88[ct_at(97u)] = u32(t88); }
        if ct_writes(89u) { out89[ct_at(98u)] = t89; }
        if ct_writes(90u) { out90[ct_at(99u)] = t90; }
        if ct_writes(91u) { out91[ct_at(100u)] = u32(t91); }
        if ct_writes(92u) { out92[ct_at(101u)] = t92; }
        if ct_writes(93u) { out93[ct_at(102u)] = t93; }
        if ct_writes(94u) { out94[ct_at(103u)] = u32(t94); }
        if ct_writes(95u) { out95[ct_at(104u)] = t95; }
        if ct_writes(96u) { out96[ct_at(105u)] = t96; }
        if ct_writes(97u) { out97[ct_at(106u)] = u32(t97); }
        if ct_writes(98u) { out98[ct_at(107u)] = t98; }
        if ct_writes(99u) { out99[ct_at(108u)] = t99; }
        if ct_writes(100u) { out100[ct_at(109u)] = u32(t100); }
    }
}
