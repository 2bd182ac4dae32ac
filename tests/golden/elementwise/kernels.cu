// value, kernel 0
extern "C" __global__ void value_0(const ct_space<2> space, const float *in0, float *out0, float *part0, double scale0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = ct_gelu_tanh(x0);
        const float t1 = ct_sigmoid(x0);
        const float t2 = t0 * t1;
        const float t3 = abs(x0);
        const float t4 = -t3;
        const float t5 = exp(t4);
        const float t6 = log1p(t5);
        const float t7 = t2 + t6;
        a0 = ct_sum::join(a0, (float)t7);
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
        const float t0 = ct_gelu_tanh(x0);
        const float t1 = ct_sigmoid(x0);
        const float t2 = t0 * t1;
        const float t3 = abs(x0);
        const float t4 = -t3;
        const float t5 = exp(t4);
        const float t6 = log1p(t5);
        const float t7 = t2 + t6;
        const float t8 = 1.0f + t5;
        const float t9 = h0 / t8;
        const float t10 = t9 * t5;
        const float t11 = -t10;
        const float t12 = ct_sign(x0);
        const float t13 = t11 * t12;
        const float t14 = h0 * t1;
        const float t15 = h0 * t0;
        const float t16 = t15 * t1;
        const float t17 = 1.0f - t1;
        const float t18 = t16 * t17;
        const float t19 = ct_gelu_tanh_slope(x0);
        const float t20 = t14 * t19;
        const float t21 = t13 + t18;
        const float t22 = t21 + t20;
        if (walk.writes(1)) ct_store(out1 + walk.at[2], (float)t22);
        a0 = ct_sum::join(a0, (float)t7);
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
        const float t0 = ct_gelu_tanh(x0);
        const float t1 = ct_sigmoid(x0);
        const float t2 = t0 * t1;
        const float t3 = abs(x0);
        const float t4 = -t3;
        const float t5 = exp(t4);
        const float t6 = log1p(t5);
        const float t7 = t2 + t6;
        a0 = ct_sum::join(a0, (float)t7);
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
        const float t0 = ct_gelu_tanh(x0);
        const float t1 = ct_sigmoid(x0);
        const float t2 = abs(x0);
        const float t3 = -t2;
        const float t4 = exp(t3);
        const float t5 = x1 * h0;
        const float t6 = 1.0f + t4;
        const float t7 = t5 / t6;
        const float t8 = t7 * t4;
        const float t9 = -t8;
        const float t10 = ct_sign(x0);
        const float t11 = t9 * t10;
        const float t12 = t5 * t1;
        const float t13 = t5 * t0;
        const float t14 = t13 * t1;
        const float t15 = 1.0f - t1;
        const float t16 = t14 * t15;
        const float t17 = ct_gelu_tanh_slope(x0);
        const float t18 = t12 * t17;
        const float t19 = t11 + t16;
        const float t20 = t19 + t18;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t20);
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
        const float t0 = ct_gelu_tanh(x0);
        const float t1 = ct_sigmoid(x0);
        const float t2 = t0 * t1;
        const float t3 = abs(x0);
        const float t4 = -t3;
        const float t5 = exp(t4);
        const float t6 = log1p(t5);
        const float t7 = t2 + t6;
        const float t8 = ct_gelu_tanh_slope(x0);
        const float t9 = x1 * t8;
        const float t10 = x1 * t1;
        const float t11 = 1.0f - t1;
        const float t12 = t10 * t11;
        const float t13 = t9 * t1;
        const float t14 = t12 * t0;
        const float t15 = t13 + t14;
        const float t16 = ct_sign(x0);
        const float t17 = x1 * t16;
        const float t18 = -t17;
        const float t19 = t18 * t5;
        const float t20 = 1.0f + t5;
        const float t21 = t19 / t20;
        const float t22 = t15 + t21;
        a0 = ct_sum::join(a0, (float)t7);
        a1 = ct_sum::join(a1, (float)t22);
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
