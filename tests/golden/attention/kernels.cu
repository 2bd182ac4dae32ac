// value, kernel 0
extern "C" __global__ void value_0(const ct_space<4> space, const float *in0, const bool *in1, float *out0, float *out1, float *part0, double host0) {
    ct_walk<4> walk(space, space.chunks);
    const float h0 = (float)host0;
    float a0 = ct_max::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const bool x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * h0;
        const float t1 = x1 ? t0 : (-1000000000.0f);
        const float t2 = t1;
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t1);
        a0 = ct_max::join(a0, (float)t2);
    }
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], a0);
    }
}
extern "C" __global__ void value_0_fold(const ct_space<4> space, float *out0, float *out1, float *part0) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_max::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_max::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
}
// value, kernel 1
extern "C" __global__ void value_1(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, float *part0) {
    ct_walk<4> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 - x1;
        const float t1 = exp(t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t1);
        a0 = ct_sum::join(a0, (float)t1);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], a0);
    }
}
extern "C" __global__ void value_1_fold(const ct_space<4> space, float *out0, float *out1, float *part0) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
}
// value, kernel 2
extern "C" __global__ void value_2(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 / x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// forward, kernel 0
extern "C" __global__ void forward_0(const ct_space<4> space, const float *in0, const bool *in1, float *out0, float *out1, float *part0, double host0) {
    ct_walk<4> walk(space, space.chunks);
    const float h0 = (float)host0;
    float a0 = ct_max::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const bool x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * h0;
        const float t1 = x1 ? t0 : (-1000000000.0f);
        const float t2 = t1;
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t1);
        a0 = ct_max::join(a0, (float)t2);
    }
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], a0);
    }
}
extern "C" __global__ void forward_0_fold(const ct_space<4> space, float *out0, float *out1, float *part0) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_max::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_max::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
}
// forward, kernel 1
extern "C" __global__ void forward_1(const ct_space<5> space, const float *in0, const float *in1, float *out0, float *out1, float *out2, float *part0) {
    ct_walk<5> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 - x1;
        const float t1 = exp(t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t0);
        if (walk.writes(2)) ct_store(out2 + walk.at[4], (float)t1);
        a0 = ct_sum::join(a0, (float)t1);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], a0);
    }
}
extern "C" __global__ void forward_1_fold(const ct_space<5> space, float *out0, float *out1, float *out2, float *part0) {
    ct_walk<5> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
}
// forward, kernel 2
extern "C" __global__ void forward_2(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 / x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// pullback, kernel 0
extern "C" __global__ void pullback_0(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1) {
    ct_walk<4> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = exp(x0);
        const float t1 = t0 / x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t1);
    }
}
// pullback, kernel 1
extern "C" __global__ void pullback_1(const ct_space<4> space, const float *in0, const float *in1, const float *in2, float *out0, float *part0) {
    ct_walk<4> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = -x0;
        const float t1 = t0 * x1;
        const float t2 = t1 / x2;
        a0 = ct_sum::join(a0, (float)t2);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[3], a0);
    }
}
extern "C" __global__ void pullback_1_fold(const ct_space<4> space, float *out0, float *part0) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[3], a0);
}
// pullback, kernel 2
extern "C" __global__ void pullback_2(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, const bool *in4, float *out0, double host0) {
    ct_walk<6> walk(space, space.chunks);
    const float h0 = (float)host0;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const bool x4 = ct_load(in4 + walk.at[4]);
        const float t0 = x0 / x1;
        const float t1 = t0 + x2;
        const float t2 = t1 * x3;
        const float t3 = x4 ? t2 : 0.0f;
        const float t4 = t3 * h0;
        const float t5 = x4 ? t4 : 0.0f;
        if (walk.writes(0)) ct_store(out0 + walk.at[5], (float)t5);
    }
}
// jvp, kernel 0
extern "C" __global__ void jvp_0(const ct_space<4> space, const float *in0, const bool *in1, float *out0, float *out1, float *part0, double host0) {
    ct_walk<4> walk(space, space.chunks);
    const float h0 = (float)host0;
    float a0 = ct_max::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const bool x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * h0;
        const float t1 = x1 ? t0 : (-1000000000.0f);
        const float t2 = t1;
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t1);
        a0 = ct_max::join(a0, (float)t2);
    }
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], a0);
    }
}
extern "C" __global__ void jvp_0_fold(const ct_space<4> space, float *out0, float *out1, float *part0) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_max::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_max::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
}
// jvp, kernel 1
extern "C" __global__ void jvp_1(const ct_space<9> space, const float *in0, const float *in1, const float *in2, const float *in3, const bool *in4, float *out0, float *out1, float *out2, float *out3, float *part0, float *part1, double host0) {
    ct_walk<9> walk(space, space.chunks);
    const float h0 = (float)host0;
    float a0 = ct_sum::start<float>();
    float a1 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const bool x4 = ct_load(in4 + walk.at[4]);
        const float t0 = x0 - x1;
        const float t1 = exp(t0);
        const float t2 = x2 + x3;
        const float t3 = t2 * h0;
        const float t4 = x4 ? t3 : 0.0f;
        const float t5 = t4 * t1;
        if (walk.writes(2)) ct_store(out2 + walk.at[7], (float)t1);
        if (walk.writes(3)) ct_store(out3 + walk.at[8], (float)t5);
        a0 = ct_sum::join(a0, (float)t1);
        a1 = ct_sum::join(a1, (float)t5);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[5], a0);
    }
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) {
        if (space.chunks > 1) part1[walk.part()] = a1;
        else ct_store(out1 + walk.base[6], a1);
    }
}
extern "C" __global__ void jvp_1_fold(const ct_space<9> space, float *out0, float *out1, float *out2, float *out3, float *part0, float *part1) {
    ct_walk<9> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[5], a0);
    float a1 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(1))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a1 = ct_sum::join(a1, part1[walk.outer * space.chunks + c]);
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) ct_store(out1 + walk.base[6], a1);
}
// jvp, kernel 2
extern "C" __global__ void jvp_2(const ct_space<2> space, const float *in0, float *out0) {
    ct_walk<2> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = -x0;
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t0);
    }
}
// jvp, kernel 3
extern "C" __global__ void jvp_3(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 / x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// jvp, kernel 4
extern "C" __global__ void jvp_4(const ct_space<5> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0) {
    ct_walk<5> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 / x1;
        const float t1 = x2 * x3;
        const float t2 = t1 / x1;
        const float t3 = t0 + t2;
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t3);
    }
}
// jvp, kernel 5
extern "C" __global__ void jvp_5(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
