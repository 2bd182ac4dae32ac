// value, kernel 0
extern "C" __global__ void value_0(const ct_space<4> space, const float *in0, const float *in1, const float *in2, float *out0, float *part0, double scale0) {
    ct_walk<4> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 * x1;
        const float t1 = t0 * 2.0f;
        const float t2 = ct_sigmoid(t1);
        const float t3 = t0 * t2;
        const float t4 = t3 - x2;
        const float t5 = t4 * t4;
        a0 = ct_sum::join(a0, (float)t5);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[3], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void value_0_fold(const ct_space<4> space, float *out0, float *part0, double scale0) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[3], (float)(a0 * (float)scale0));
}
// value_and_grad, kernel 0
extern "C" __global__ void value_and_grad_0(const ct_space<7> space, const float *in0, const float *in1, const float *in2, float *out0, float *out1, float *out2, float *out3, float *part0, double scale0, float *part1, double host0) {
    ct_walk<7> walk(space, space.chunks);
    const float h0 = (float)host0;
    float a0 = ct_sum::start<float>();
    float a1 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 * x1;
        const float t1 = t0 * 2.0f;
        const float t2 = ct_sigmoid(t1);
        const float t3 = t0 * t2;
        const float t4 = t3 - x2;
        const float t5 = t4 * t4;
        const float t6 = h0 * t4;
        const float t7 = t6 + t6;
        const float t8 = -t7;
        const float t9 = t7 * t2;
        const float t10 = t7 * t0;
        const float t11 = t10 * t2;
        const float t12 = 1.0f - t2;
        const float t13 = t11 * t12;
        const float t14 = t13 * 2.0f;
        const float t15 = t9 + t14;
        const float t16 = t15 * x1;
        const float t17 = t15 * x0;
        if (walk.writes(2)) ct_store(out2 + walk.at[5], (float)t8);
        if (walk.writes(3)) ct_store(out3 + walk.at[6], (float)t16);
        a0 = ct_sum::join(a0, (float)t5);
        a1 = ct_sum::join(a1, (float)t17);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[3], (float)(a0 * (float)scale0));
    }
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) {
        if (space.chunks > 1) part1[walk.part()] = a1;
        else ct_store(out1 + walk.base[4], a1);
    }
}
extern "C" __global__ void value_and_grad_0_fold(const ct_space<7> space, float *out0, float *out1, float *out2, float *out3, float *part0, double scale0, float *part1) {
    ct_walk<7> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[3], (float)(a0 * (float)scale0));
    float a1 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(1))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a1 = ct_sum::join(a1, part1[walk.outer * space.chunks + c]);
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) ct_store(out1 + walk.base[4], a1);
}
// forward, kernel 0
extern "C" __global__ void forward_0(const ct_space<4> space, const float *in0, const float *in1, const float *in2, float *out0, float *part0, double scale0) {
    ct_walk<4> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 * x1;
        const float t1 = t0 * 2.0f;
        const float t2 = ct_sigmoid(t1);
        const float t3 = t0 * t2;
        const float t4 = t3 - x2;
        const float t5 = t4 * t4;
        a0 = ct_sum::join(a0, (float)t5);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[3], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void forward_0_fold(const ct_space<4> space, float *out0, float *part0, double scale0) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[3], (float)(a0 * (float)scale0));
}
// pullback, kernel 0
extern "C" __global__ void pullback_0(const ct_space<7> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1, float *out2, float *part0, double host0) {
    ct_walk<7> walk(space, space.chunks);
    const float h0 = (float)host0;
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 * x1;
        const float t1 = t0 * 2.0f;
        const float t2 = ct_sigmoid(t1);
        const float t3 = t0 * t2;
        const float t4 = t3 - x2;
        const float t5 = x3 * h0;
        const float t6 = t5 * t4;
        const float t7 = t6 + t6;
        const float t8 = -t7;
        const float t9 = t7 * t2;
        const float t10 = t7 * t0;
        const float t11 = t10 * t2;
        const float t12 = 1.0f - t2;
        const float t13 = t11 * t12;
        const float t14 = t13 * 2.0f;
        const float t15 = t9 + t14;
        const float t16 = t15 * x1;
        const float t17 = t15 * x0;
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t8);
        if (walk.writes(2)) ct_store(out2 + walk.at[6], (float)t16);
        a0 = ct_sum::join(a0, (float)t17);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[4], a0);
    }
}
extern "C" __global__ void pullback_0_fold(const ct_space<7> space, float *out0, float *out1, float *out2, float *part0) {
    ct_walk<7> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[4], a0);
}
// jvp, kernel 0
extern "C" __global__ void jvp_0(const ct_space<8> space, const float *in0, const float *in1, const float *in2, const float *in3, const float *in4, const float *in5, float *out0, float *out1, float *part0, double scale0, float *part1, double scale1) {
    ct_walk<8> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    float a1 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float x4 = ct_load(in4 + walk.at[4]);
        const float x5 = ct_load(in5 + walk.at[5]);
        const float t0 = x0 * x1;
        const float t1 = t0 * 2.0f;
        const float t2 = ct_sigmoid(t1);
        const float t3 = t0 * t2;
        const float t4 = t3 - x2;
        const float t5 = t4 * t4;
        const float t6 = x3 * x1;
        const float t7 = x4 * x0;
        const float t8 = t6 + t7;
        const float t9 = t8 * 2.0f;
        const float t10 = t9 * t2;
        const float t11 = 1.0f - t2;
        const float t12 = t10 * t11;
        const float t13 = t8 * t2;
        const float t14 = t12 * t0;
        const float t15 = t13 + t14;
        const float t16 = -x5;
        const float t17 = t15 + t16;
        const float t18 = t17 * t4;
        const float t19 = t18 + t18;
        a0 = ct_sum::join(a0, (float)t5);
        a1 = ct_sum::join(a1, (float)t19);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[6], (float)(a0 * (float)scale0));
    }
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) {
        if (space.chunks > 1) part1[walk.part()] = a1;
        else ct_store(out1 + walk.base[7], (float)(a1 * (float)scale1));
    }
}
extern "C" __global__ void jvp_0_fold(const ct_space<8> space, float *out0, float *out1, float *part0, double scale0, float *part1, double scale1) {
    ct_walk<8> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[6], (float)(a0 * (float)scale0));
    float a1 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(1))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a1 = ct_sum::join(a1, part1[walk.outer * space.chunks + c]);
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) ct_store(out1 + walk.base[7], (float)(a1 * (float)scale1));
}
