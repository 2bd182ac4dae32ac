// value, kernel 0
extern "C" __global__ void value_0(const ct_space<4> space, const float *in0, const float *in1, const float *in2, float *out0, float *part0, double scale0) {
    ct_walk<4> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 + x1;
        const float t1 = tanh(t0);
        const float t2 = t1 - x2;
        const float t3 = t2 * t2;
        a0 = ct_sum::join(a0, (float)t3);
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
extern "C" __global__ void value_and_grad_0(const ct_space<6> space, const float *in0, const float *in1, const float *in2, float *out0, float *out1, float *out2, float *part0, double scale0, float *part1, double host0) {
    ct_walk<6> walk(space, space.chunks);
    const float h0 = (float)host0;
    float a0 = ct_sum::start<float>();
    float a1 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 + x1;
        const float t1 = tanh(t0);
        const float t2 = t1 - x2;
        const float t3 = t2 * t2;
        const float t4 = h0 * t2;
        const float t5 = t4 + t4;
        const float t6 = t1 * t1;
        const float t7 = 1.0f - t6;
        const float t8 = t5 * t7;
        if (walk.writes(2)) ct_store(out2 + walk.at[5], (float)t8);
        a0 = ct_sum::join(a0, (float)t3);
        a1 = ct_sum::join(a1, (float)t8);
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
extern "C" __global__ void value_and_grad_0_fold(const ct_space<6> space, float *out0, float *out1, float *out2, float *part0, double scale0, float *part1) {
    ct_walk<6> walk(space, 1);
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
        const float t0 = x0 + x1;
        const float t1 = tanh(t0);
        const float t2 = t1 - x2;
        const float t3 = t2 * t2;
        a0 = ct_sum::join(a0, (float)t3);
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
extern "C" __global__ void pullback_0(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1, float *part0, double host0) {
    ct_walk<6> walk(space, space.chunks);
    const float h0 = (float)host0;
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 + x1;
        const float t1 = tanh(t0);
        const float t2 = t1 - x2;
        const float t3 = x3 * h0;
        const float t4 = t3 * t2;
        const float t5 = t4 + t4;
        const float t6 = t1 * t1;
        const float t7 = 1.0f - t6;
        const float t8 = t5 * t7;
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t8);
        a0 = ct_sum::join(a0, (float)t8);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[4], a0);
    }
}
extern "C" __global__ void pullback_0_fold(const ct_space<6> space, float *out0, float *out1, float *part0) {
    ct_walk<6> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[4], a0);
}
// jvp, kernel 0
extern "C" __global__ void jvp_0(const ct_space<7> space, const float *in0, const float *in1, const float *in2, const float *in3, const float *in4, float *out0, float *out1, float *part0, double scale0, float *part1, double scale1) {
    ct_walk<7> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    float a1 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float x4 = ct_load(in4 + walk.at[4]);
        const float t0 = x0 + x1;
        const float t1 = tanh(t0);
        const float t2 = t1 - x2;
        const float t3 = t2 * t2;
        const float t4 = x3 + x4;
        const float t5 = t1 * t1;
        const float t6 = 1.0f - t5;
        const float t7 = t4 * t6;
        const float t8 = t7 * t2;
        const float t9 = t8 + t8;
        a0 = ct_sum::join(a0, (float)t3);
        a1 = ct_sum::join(a1, (float)t9);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[5], (float)(a0 * (float)scale0));
    }
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) {
        if (space.chunks > 1) part1[walk.part()] = a1;
        else ct_store(out1 + walk.base[6], (float)(a1 * (float)scale1));
    }
}
extern "C" __global__ void jvp_0_fold(const ct_space<7> space, float *out0, float *out1, float *part0, double scale0, float *part1, double scale1) {
    ct_walk<7> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[5], (float)(a0 * (float)scale0));
    float a1 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(1))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a1 = ct_sum::join(a1, part1[walk.outer * space.chunks + c]);
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) ct_store(out1 + walk.base[6], (float)(a1 * (float)scale1));
}
