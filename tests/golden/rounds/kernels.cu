// value, kernel 0
extern "C" __global__ void value_0(const ct_space<2> space, const float *in0, float *out0, float *part0, double scale0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        a0 = ct_sum::join(a0, (float)x0);
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
// value_r4_0_r5_0, kernel 0
extern "C" __global__ void value_r4_0_r5_0_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * x1;
        const float t1 = tanh(t0);
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t1);
    }
}
// value_r4_0_r7_0, kernel 0
extern "C" __global__ void value_r4_0_r7_0_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// value_r4_0_r12_0, kernel 0
extern "C" __global__ void value_r4_0_r12_0_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = exp(x0);
        const float t1 = t0 * x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t1);
    }
}
// value_and_grad, kernel 0
extern "C" __global__ void value_and_grad_0(const ct_space<2> space, const float *in0, float *out0, float *part0, double scale0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        a0 = ct_sum::join(a0, (float)x0);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[1], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void value_and_grad_0_fold(const ct_space<2> space, float *out0, float *part0, double scale0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], (float)(a0 * (float)scale0));
}
// value_and_grad, kernel 1
extern "C" __global__ void value_and_grad_1(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// value_and_grad_r4_0_r5_0, kernel 0
extern "C" __global__ void value_and_grad_r4_0_r5_0_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * x1;
        const float t1 = tanh(t0);
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t1);
    }
}
// value_and_grad_r4_0_r7_0, kernel 0
extern "C" __global__ void value_and_grad_r4_0_r7_0_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// value_and_grad_r4_0_r12_0, kernel 0
extern "C" __global__ void value_and_grad_r4_0_r12_0_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = exp(x0);
        const float t1 = t0 * x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t1);
    }
}
// value_and_grad_r19_0, kernel 0
extern "C" __global__ void value_and_grad_r19_0_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// value_and_grad_r19_0, kernel 1
extern "C" __global__ void value_and_grad_r19_0_1(const ct_space<4> space, const float *in0, const float *in1, const float *in2, float *out0) {
    ct_walk<4> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 + x1;
        const float t1 = x2 + t0;
        if (walk.writes(0)) ct_store(out0 + walk.at[3], (float)t1);
    }
}
// value_and_grad_r19_0_r5_0, kernel 0
extern "C" __global__ void value_and_grad_r19_0_r5_0_0(const ct_space<5> space, const float *in0, const float *in1, const float *in2, float *out0, float *out1, float *part0) {
    ct_walk<5> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = exp(x0);
        const float t1 = x1 * x2;
        const float t2 = x1 * t0;
        const float t3 = t1 * t0;
        if (walk.writes(1)) ct_store(out1 + walk.at[4], (float)t3);
        a0 = ct_sum::join(a0, (float)t2);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[3], a0);
    }
}
extern "C" __global__ void value_and_grad_r19_0_r5_0_0_fold(const ct_space<5> space, float *out0, float *out1, float *part0) {
    ct_walk<5> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[3], a0);
}
// value_and_grad_r19_0_r13_0, kernel 0
extern "C" __global__ void value_and_grad_r19_0_r13_0_0(const ct_space<5> space, const float *in0, const float *in1, const float *in2, float *out0, float *out1, float *part0) {
    ct_walk<5> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 * x1;
        const float t1 = tanh(t0);
        const float t2 = t1 * t1;
        const float t3 = 1.0f - t2;
        const float t4 = x2 * t3;
        const float t5 = t4 * x1;
        const float t6 = t4 * x0;
        if (walk.writes(1)) ct_store(out1 + walk.at[4], (float)t5);
        a0 = ct_sum::join(a0, (float)t6);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[3], a0);
    }
}
extern "C" __global__ void value_and_grad_r19_0_r13_0_0_fold(const ct_space<5> space, float *out0, float *out1, float *part0) {
    ct_walk<5> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[3], a0);
}
// value_and_grad_r19_0_r13_0, kernel 1
extern "C" __global__ void value_and_grad_r19_0_r13_0_1(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// forward, kernel 0
extern "C" __global__ void forward_0(const ct_space<2> space, const float *in0, float *out0, float *part0, double scale0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        a0 = ct_sum::join(a0, (float)x0);
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
// forward_r4_0_r5_0, kernel 0
extern "C" __global__ void forward_r4_0_r5_0_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * x1;
        const float t1 = tanh(t0);
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t1);
    }
}
// forward_r4_0_r7_0, kernel 0
extern "C" __global__ void forward_r4_0_r7_0_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// forward_r4_0_r12_0, kernel 0
extern "C" __global__ void forward_r4_0_r12_0_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = exp(x0);
        const float t1 = t0 * x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t1);
    }
}
// pullback, kernel 0
extern "C" __global__ void pullback_0(const ct_space<2> space, const float *in0, float *out0, double host0) {
    ct_walk<2> walk(space, space.chunks);
    const float h0 = (float)host0;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = x0 * h0;
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t0);
    }
}
// pullback, kernel 1
extern "C" __global__ void pullback_1(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// pullback_r14_0, kernel 0
extern "C" __global__ void pullback_r14_0_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// pullback_r14_0, kernel 1
extern "C" __global__ void pullback_r14_0_1(const ct_space<4> space, const float *in0, const float *in1, const float *in2, float *out0) {
    ct_walk<4> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 + x1;
        const float t1 = x2 + t0;
        if (walk.writes(0)) ct_store(out0 + walk.at[3], (float)t1);
    }
}
// pullback_r14_0_r5_0, kernel 0
extern "C" __global__ void pullback_r14_0_r5_0_0(const ct_space<5> space, const float *in0, const float *in1, const float *in2, float *out0, float *out1, float *part0) {
    ct_walk<5> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = exp(x0);
        const float t1 = x1 * x2;
        const float t2 = x1 * t0;
        const float t3 = t1 * t0;
        if (walk.writes(1)) ct_store(out1 + walk.at[4], (float)t3);
        a0 = ct_sum::join(a0, (float)t2);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[3], a0);
    }
}
extern "C" __global__ void pullback_r14_0_r5_0_0_fold(const ct_space<5> space, float *out0, float *out1, float *part0) {
    ct_walk<5> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[3], a0);
}
// pullback_r14_0_r13_0, kernel 0
extern "C" __global__ void pullback_r14_0_r13_0_0(const ct_space<5> space, const float *in0, const float *in1, const float *in2, float *out0, float *out1, float *part0) {
    ct_walk<5> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 * x1;
        const float t1 = tanh(t0);
        const float t2 = t1 * t1;
        const float t3 = 1.0f - t2;
        const float t4 = x2 * t3;
        const float t5 = t4 * x1;
        const float t6 = t4 * x0;
        if (walk.writes(1)) ct_store(out1 + walk.at[4], (float)t5);
        a0 = ct_sum::join(a0, (float)t6);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[3], a0);
    }
}
extern "C" __global__ void pullback_r14_0_r13_0_0_fold(const ct_space<5> space, float *out0, float *out1, float *part0) {
    ct_walk<5> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[3], a0);
}
// pullback_r14_0_r13_0, kernel 1
extern "C" __global__ void pullback_r14_0_r13_0_1(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
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
        a0 = ct_sum::join(a0, (float)x0);
        a1 = ct_sum::join(a1, (float)x1);
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
// jvp_r6_0_r7_0, kernel 0
extern "C" __global__ void jvp_r6_0_r7_0_0(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1) {
    ct_walk<6> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 * x1;
        const float t1 = tanh(t0);
        const float t2 = x2 * x1;
        const float t3 = x3 * x0;
        const float t4 = t2 + t3;
        const float t5 = t1 * t1;
        const float t6 = 1.0f - t5;
        const float t7 = t4 * t6;
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t1);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t7);
    }
}
// jvp_r6_0_r11_0, kernel 0
extern "C" __global__ void jvp_r6_0_r11_0_0(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1) {
    ct_walk<6> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 + x1;
        const float t1 = x2 + x3;
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t1);
    }
}
// jvp_r6_0_r17_0, kernel 0
extern "C" __global__ void jvp_r6_0_r17_0_0(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1) {
    ct_walk<6> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = exp(x0);
        const float t1 = t0 * x1;
        const float t2 = x2 * t0;
        const float t3 = t2 * x1;
        const float t4 = x3 * t0;
        const float t5 = t3 + t4;
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t1);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t5);
    }
}
// hvp, kernel 0
extern "C" __global__ void hvp_0(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1) {
    ct_walk<6> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 + x1;
        const float t1 = x2 + x3;
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t1);
    }
}
// hvp_r6_0_r7_0, kernel 0
extern "C" __global__ void hvp_r6_0_r7_0_0(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1) {
    ct_walk<6> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 * x1;
        const float t1 = tanh(t0);
        const float t2 = x2 * x1;
        const float t3 = x3 * x0;
        const float t4 = t2 + t3;
        const float t5 = t1 * t1;
        const float t6 = 1.0f - t5;
        const float t7 = t4 * t6;
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t1);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t7);
    }
}
// hvp_r6_0_r11_0, kernel 0
extern "C" __global__ void hvp_r6_0_r11_0_0(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1) {
    ct_walk<6> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 + x1;
        const float t1 = x2 + x3;
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t1);
    }
}
// hvp_r6_0_r17_0, kernel 0
extern "C" __global__ void hvp_r6_0_r17_0_0(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1) {
    ct_walk<6> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = exp(x0);
        const float t1 = t0 * x1;
        const float t2 = x2 * t0;
        const float t3 = t2 * x1;
        const float t4 = x3 * t0;
        const float t5 = t3 + t4;
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t1);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t5);
    }
}
// hvp_r18_0, kernel 0
extern "C" __global__ void hvp_r18_0_0(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1) {
    ct_walk<6> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 + x1;
        const float t1 = x2 + x3;
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t1);
    }
}
// hvp_r18_0, kernel 1
extern "C" __global__ void hvp_r18_0_1(const ct_space<8> space, const float *in0, const float *in1, const float *in2, const float *in3, const float *in4, const float *in5, float *out0, float *out1) {
    ct_walk<8> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float x4 = ct_load(in4 + walk.at[4]);
        const float x5 = ct_load(in5 + walk.at[5]);
        const float t0 = x0 + x1;
        const float t1 = x2 + t0;
        const float t2 = x3 + x4;
        const float t3 = x5 + t2;
        if (walk.writes(0)) ct_store(out0 + walk.at[6], (float)t1);
        if (walk.writes(1)) ct_store(out1 + walk.at[7], (float)t3);
    }
}
// hvp_r18_0_r6_0, kernel 0
extern "C" __global__ void hvp_r18_0_r6_0_0(const ct_space<10> space, const float *in0, const float *in1, const float *in2, const float *in3, const float *in4, const float *in5, float *out0, float *out1, float *out2, float *out3, float *part0, float *part1) {
    ct_walk<10> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    float a1 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float x4 = ct_load(in4 + walk.at[4]);
        const float x5 = ct_load(in5 + walk.at[5]);
        const float t0 = exp(x0);
        const float t1 = x1 * x2;
        const float t2 = x1 * t0;
        const float t3 = t1 * t0;
        const float t4 = x3 * t0;
        const float t5 = x4 * x2;
        const float t6 = x5 * x1;
        const float t7 = t5 + t6;
        const float t8 = x4 * t0;
        const float t9 = t4 * x1;
        const float t10 = t8 + t9;
        const float t11 = t7 * t0;
        const float t12 = t4 * t1;
        const float t13 = t11 + t12;
        if (walk.writes(2)) ct_store(out2 + walk.at[8], (float)t3);
        if (walk.writes(3)) ct_store(out3 + walk.at[9], (float)t13);
        a0 = ct_sum::join(a0, (float)t2);
        a1 = ct_sum::join(a1, (float)t10);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[6], a0);
    }
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) {
        if (space.chunks > 1) part1[walk.part()] = a1;
        else ct_store(out1 + walk.base[7], a1);
    }
}
extern "C" __global__ void hvp_r18_0_r6_0_0_fold(const ct_space<10> space, float *out0, float *out1, float *out2, float *out3, float *part0, float *part1) {
    ct_walk<10> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[6], a0);
    float a1 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(1))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a1 = ct_sum::join(a1, part1[walk.outer * space.chunks + c]);
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) ct_store(out1 + walk.base[7], a1);
}
// hvp_r18_0_r17_0, kernel 0
extern "C" __global__ void hvp_r18_0_r17_0_0(const ct_space<10> space, const float *in0, const float *in1, const float *in2, const float *in3, const float *in4, const float *in5, float *out0, float *out1, float *out2, float *out3, float *part0, float *part1) {
    ct_walk<10> walk(space, space.chunks);
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
        const float t1 = tanh(t0);
        const float t2 = t1 * t1;
        const float t3 = 1.0f - t2;
        const float t4 = x2 * t3;
        const float t5 = t4 * x1;
        const float t6 = t4 * x0;
        const float t7 = x3 * x1;
        const float t8 = x4 * x0;
        const float t9 = t7 + t8;
        const float t10 = t9 * t3;
        const float t11 = t10 * t1;
        const float t12 = t11 + t11;
        const float t13 = -t12;
        const float t14 = x5 * t3;
        const float t15 = t13 * x2;
        const float t16 = t14 + t15;
        const float t17 = t16 * x1;
        const float t18 = x4 * t4;
        const float t19 = t17 + t18;
        const float t20 = t16 * x0;
        const float t21 = x3 * t4;
        const float t22 = t20 + t21;
        if (walk.writes(2)) ct_store(out2 + walk.at[8], (float)t5);
        if (walk.writes(3)) ct_store(out3 + walk.at[9], (float)t19);
        a0 = ct_sum::join(a0, (float)t6);
        a1 = ct_sum::join(a1, (float)t22);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[6], a0);
    }
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) {
        if (space.chunks > 1) part1[walk.part()] = a1;
        else ct_store(out1 + walk.base[7], a1);
    }
}
extern "C" __global__ void hvp_r18_0_r17_0_0_fold(const ct_space<10> space, float *out0, float *out1, float *out2, float *out3, float *part0, float *part1) {
    ct_walk<10> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[6], a0);
    float a1 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(1))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a1 = ct_sum::join(a1, part1[walk.outer * space.chunks + c]);
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) ct_store(out1 + walk.base[7], a1);
}
// hvp_r18_0_r17_0, kernel 1
extern "C" __global__ void hvp_r18_0_r17_0_1(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1) {
    ct_walk<6> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 + x1;
        const float t1 = x2 + x3;
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t1);
    }
}
