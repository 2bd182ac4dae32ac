// value, kernel 0
extern "C" __global__ void value_0(const ct_space<2> space, const float *in0, float *out0, float *part0, double scale0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = ct_clamp(x0, (-64.0f), 64.0f);
        const float t1 = t0 * t0;
        const float t2 = 0.071354814f * t1;
        const float t3 = 1.5957692f + t2;
        const float t4 = t0 * t3;
        const float t5 = ct_sigmoid(t4);
        const float t6 = x0 * t5;
        const float t7 = ct_sigmoid(x0);
        const float t8 = t6 * t7;
        const float t9 = abs(x0);
        const float t10 = -t9;
        const float t11 = exp(t10);
        const float t12 = log1p(t11);
        const float t13 = t8 + t12;
        a0 = ct_sum::join(a0, (float)t13);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[1], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void value_0_fold(const ct_space<2> space, float *out0, float *part0, double scale0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], (float)(a0 * (float)scale0));
}
// value_and_grad, kernel 0
extern "C" __global__ void value_and_grad_0(const ct_space<3> space, const float *in0, float *out0, float *out1, float *part0, double scale0, double host0) {
    ct_walk<3> walk(space, space.chunks);
    const float h0 = (float)host0;
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = ct_clamp(x0, (-64.0f), 64.0f);
        const float t1 = t0 * t0;
        const float t2 = 0.071354814f * t1;
        const float t3 = 1.5957692f + t2;
        const float t4 = t0 * t3;
        const float t5 = ct_sigmoid(t4);
        const float t6 = x0 * t5;
        const float t7 = ct_sigmoid(x0);
        const float t8 = t6 * t7;
        const float t9 = abs(x0);
        const float t10 = -t9;
        const float t11 = exp(t10);
        const float t12 = log1p(t11);
        const float t13 = t8 + t12;
        const float t14 = 1.0f + t11;
        const float t15 = h0 / t14;
        const float t16 = t15 * t11;
        const float t17 = -t16;
        const float t18 = ct_sign(x0);
        const float t19 = t17 * t18;
        const float t20 = h0 * t7;
        const float t21 = h0 * t6;
        const float t22 = t21 * t7;
        const float t23 = 1.0f - t7;
        const float t24 = t22 * t23;
        const float t25 = t20 * t5;
        const float t26 = t20 * x0;
        const float t27 = t26 * t5;
        const float t28 = 1.0f - t5;
        const float t29 = t27 * t28;
        const float t30 = t29 * t3;
        const float t31 = t29 * t0;
        const float t32 = t31 * 0.071354814f;
        const float t33 = t32 * t0;
        const float t34 = t30 + t33;
        const float t35 = t34 + t33;
        const bool t36 = x0 >= (-64.0f);
        const bool t37 = x0 <= 64.0f;
        const bool t38 = t36 && t37;
        const float t39 = t38 ? t35 : 0.0f;
        const float t40 = t19 + t24;
        const float t41 = t40 + t25;
        const float t42 = t41 + t39;
        if (walk.writes(1)) ct_store(out1 + walk.at[2], (float)t42);
        a0 = ct_sum::join(a0, (float)t13);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[1], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void value_and_grad_0_fold(const ct_space<3> space, float *out0, float *out1, float *part0, double scale0) {
    ct_walk<3> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], (float)(a0 * (float)scale0));
}
// forward, kernel 0
extern "C" __global__ void forward_0(const ct_space<2> space, const float *in0, float *out0, float *part0, double scale0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = ct_clamp(x0, (-64.0f), 64.0f);
        const float t1 = t0 * t0;
        const float t2 = 0.071354814f * t1;
        const float t3 = 1.5957692f + t2;
        const float t4 = t0 * t3;
        const float t5 = ct_sigmoid(t4);
        const float t6 = x0 * t5;
        const float t7 = ct_sigmoid(x0);
        const float t8 = t6 * t7;
        const float t9 = abs(x0);
        const float t10 = -t9;
        const float t11 = exp(t10);
        const float t12 = log1p(t11);
        const float t13 = t8 + t12;
        a0 = ct_sum::join(a0, (float)t13);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[1], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void forward_0_fold(const ct_space<2> space, float *out0, float *part0, double scale0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], (float)(a0 * (float)scale0));
}
// pullback, kernel 0
extern "C" __global__ void pullback_0(const ct_space<3> space, const float *in0, const float *in1, float *out0, double host0) {
    ct_walk<3> walk(space, space.chunks);
    const float h0 = (float)host0;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = ct_clamp(x0, (-64.0f), 64.0f);
        const float t1 = t0 * t0;
        const float t2 = 0.071354814f * t1;
        const float t3 = 1.5957692f + t2;
        const float t4 = t0 * t3;
        const float t5 = ct_sigmoid(t4);
        const float t6 = x0 * t5;
        const float t7 = ct_sigmoid(x0);
        const float t8 = abs(x0);
        const float t9 = -t8;
        const float t10 = exp(t9);
        const float t11 = x1 * h0;
        const float t12 = 1.0f + t10;
        const float t13 = t11 / t12;
        const float t14 = t13 * t10;
        const float t15 = -t14;
        const float t16 = ct_sign(x0);
        const float t17 = t15 * t16;
        const float t18 = t11 * t7;
        const float t19 = t11 * t6;
        const float t20 = t19 * t7;
        const float t21 = 1.0f - t7;
        const float t22 = t20 * t21;
        const float t23 = t18 * t5;
        const float t24 = t18 * x0;
        const float t25 = t24 * t5;
        const float t26 = 1.0f - t5;
        const float t27 = t25 * t26;
        const float t28 = t27 * t3;
        const float t29 = t27 * t0;
        const float t30 = t29 * 0.071354814f;
        const float t31 = t30 * t0;
        const float t32 = t28 + t31;
        const float t33 = t32 + t31;
        const bool t34 = x0 >= (-64.0f);
        const bool t35 = x0 <= 64.0f;
        const bool t36 = t34 && t35;
        const float t37 = t36 ? t33 : 0.0f;
        const float t38 = t17 + t22;
        const float t39 = t38 + t23;
        const float t40 = t39 + t37;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t40);
    }
}
// jvp, kernel 0
extern "C" __global__ void jvp_0(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, float *part0, double scale0, float *part1, double scale1) {
    ct_walk<4> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    float a1 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = ct_clamp(x0, (-64.0f), 64.0f);
        const float t1 = t0 * t0;
        const float t2 = 0.071354814f * t1;
        const float t3 = 1.5957692f + t2;
        const float t4 = t0 * t3;
        const float t5 = ct_sigmoid(t4);
        const float t6 = x0 * t5;
        const float t7 = ct_sigmoid(x0);
        const float t8 = t6 * t7;
        const float t9 = abs(x0);
        const float t10 = -t9;
        const float t11 = exp(t10);
        const float t12 = log1p(t11);
        const float t13 = t8 + t12;
        const bool t14 = x0 >= (-64.0f);
        const bool t15 = x0 <= 64.0f;
        const bool t16 = t14 && t15;
        const float t17 = t16 ? x1 : 0.0f;
        const float t18 = t17 * t0;
        const float t19 = t18 + t18;
        const float t20 = t19 * 0.071354814f;
        const float t21 = t17 * t3;
        const float t22 = t20 * t0;
        const float t23 = t21 + t22;
        const float t24 = t23 * t5;
        const float t25 = 1.0f - t5;
        const float t26 = t24 * t25;
        const float t27 = x1 * t5;
        const float t28 = t26 * x0;
        const float t29 = t27 + t28;
        const float t30 = x1 * t7;
        const float t31 = 1.0f - t7;
        const float t32 = t30 * t31;
        const float t33 = t29 * t7;
        const float t34 = t32 * t6;
        const float t35 = t33 + t34;
        const float t36 = ct_sign(x0);
        const float t37 = x1 * t36;
        const float t38 = -t37;
        const float t39 = t38 * t11;
        const float t40 = 1.0f + t11;
        const float t41 = t39 / t40;
        const float t42 = t35 + t41;
        a0 = ct_sum::join(a0, (float)t13);
        a1 = ct_sum::join(a1, (float)t42);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], (float)(a0 * (float)scale0));
    }
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) {
        if (space.chunks > 1) part1[walk.part()] = a1;
        else ct_store(out1 + walk.base[3], (float)(a1 * (float)scale1));
    }
}
extern "C" __global__ void jvp_0_fold(const ct_space<4> space, float *out0, float *out1, float *part0, double scale0, float *part1, double scale1) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], (float)(a0 * (float)scale0));
    float a1 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(1))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a1 = ct_sum::join(a1, part1[walk.outer * space.chunks + c]);
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) ct_store(out1 + walk.base[3], (float)(a1 * (float)scale1));
}
