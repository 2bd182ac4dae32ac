// value, kernel 0
extern "C" __global__ void value_0(const ct_space<4> space, const float *in0, const float *in1, const float *in2, float *out0) {
    ct_walk<4> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 * x1;
        const float t1 = t0 + x2;
        const float t2 = sin(t1);
        const float t3 = t2 * x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[3], (float)t3);
    }
}
// value_and_grad, kernel 0
extern "C" __global__ void value_and_grad_0(const ct_space<7> space, const float *in0, const float *in1, const float *in2, float *out0, float *out1, float *out2, float *out3, float *part0, float *part1, float *part2) {
    ct_walk<7> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    float a1 = ct_sum::start<float>();
    float a2 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 * x1;
        const float t1 = t0 + x2;
        const float t2 = sin(t1);
        const float t3 = t2 * x1;
        const float t4 = cos(t1);
        const float t5 = x1 * t4;
        const float t6 = t5 * x1;
        const float t7 = t5 * x0;
        const float t8 = t2 + t7;
        if (walk.writes(3)) ct_store(out3 + walk.at[6], (float)t3);
        a0 = ct_sum::join(a0, (float)t6);
        a1 = ct_sum::join(a1, (float)t8);
        a2 = ct_sum::join(a2, (float)t5);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[3], a0);
    }
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) {
        if (space.chunks > 1) part1[walk.part()] = a1;
        else ct_store(out1 + walk.base[4], a1);
    }
    a2 = walk.join<ct_sum>(a2);
    if (walk.leads() && walk.writes(2)) {
        if (space.chunks > 1) part2[walk.part()] = a2;
        else ct_store(out2 + walk.base[5], a2);
    }
}
extern "C" __global__ void value_and_grad_0_fold(const ct_space<7> space, float *out0, float *out1, float *out2, float *out3, float *part0, float *part1, float *part2) {
    ct_walk<7> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[3], a0);
    float a1 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(1))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a1 = ct_sum::join(a1, part1[walk.outer * space.chunks + c]);
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) ct_store(out1 + walk.base[4], a1);
    float a2 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(2))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a2 = ct_sum::join(a2, part2[walk.outer * space.chunks + c]);
    a2 = walk.join<ct_sum>(a2);
    if (walk.leads() && walk.writes(2)) ct_store(out2 + walk.base[5], a2);
}
// forward, kernel 0
extern "C" __global__ void forward_0(const ct_space<4> space, const float *in0, const float *in1, const float *in2, float *out0) {
    ct_walk<4> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 * x1;
        const float t1 = t0 + x2;
        const float t2 = sin(t1);
        const float t3 = t2 * x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[3], (float)t3);
    }
}
// pullback, kernel 0
extern "C" __global__ void pullback_0(const ct_space<7> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1, float *out2, float *part0, float *part1, float *part2) {
    ct_walk<7> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    float a1 = ct_sum::start<float>();
    float a2 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 * x1;
        const float t1 = t0 + x2;
        const float t2 = sin(t1);
        const float t3 = x3 * x1;
        const float t4 = x3 * t2;
        const float t5 = cos(t1);
        const float t6 = t3 * t5;
        const float t7 = t6 * x1;
        const float t8 = t6 * x0;
        const float t9 = t4 + t8;
        a0 = ct_sum::join(a0, (float)t7);
        a1 = ct_sum::join(a1, (float)t9);
        a2 = ct_sum::join(a2, (float)t6);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[4], a0);
    }
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) {
        if (space.chunks > 1) part1[walk.part()] = a1;
        else ct_store(out1 + walk.base[5], a1);
    }
    a2 = walk.join<ct_sum>(a2);
    if (walk.leads() && walk.writes(2)) {
        if (space.chunks > 1) part2[walk.part()] = a2;
        else ct_store(out2 + walk.base[6], a2);
    }
}
extern "C" __global__ void pullback_0_fold(const ct_space<7> space, float *out0, float *out1, float *out2, float *part0, float *part1, float *part2) {
    ct_walk<7> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[4], a0);
    float a1 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(1))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a1 = ct_sum::join(a1, part1[walk.outer * space.chunks + c]);
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) ct_store(out1 + walk.base[5], a1);
    float a2 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(2))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a2 = ct_sum::join(a2, part2[walk.outer * space.chunks + c]);
    a2 = walk.join<ct_sum>(a2);
    if (walk.leads() && walk.writes(2)) ct_store(out2 + walk.base[6], a2);
}
// jvp, kernel 0
extern "C" __global__ void jvp_0(const ct_space<8> space, const float *in0, const float *in1, const float *in2, const float *in3, const float *in4, const float *in5, float *out0, float *out1) {
    ct_walk<8> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float x4 = ct_load(in4 + walk.at[4]);
        const float x5 = ct_load(in5 + walk.at[5]);
        const float t0 = x0 * x1;
        const float t1 = t0 + x2;
        const float t2 = sin(t1);
        const float t3 = t2 * x1;
        const float t4 = x3 * x1;
        const float t5 = x4 * x0;
        const float t6 = t4 + t5;
        const float t7 = t6 + x5;
        const float t8 = cos(t1);
        const float t9 = t7 * t8;
        const float t10 = t9 * x1;
        const float t11 = x4 * t2;
        const float t12 = t10 + t11;
        if (walk.writes(0)) ct_store(out0 + walk.at[6], (float)t3);
        if (walk.writes(1)) ct_store(out1 + walk.at[7], (float)t12);
    }
}
