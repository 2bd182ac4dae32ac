// value, kernel 0
extern "C" __global__ void value_0(const ct_space<3> space, const float *in0, const float *in1, float *out0, float *part0, double scale0) {
    ct_walk<3> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * x1;
        a0 = ct_sum::join(a0, (float)t0);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void value_0_fold(const ct_space<3> space, float *out0, float *part0, double scale0) {
    ct_walk<3> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], (float)(a0 * (float)scale0));
}
// value, kernel 1
extern "C" __global__ void value_1(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = 0.5f * x0;
        const float t1 = x1 + t0;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t1);
    }
}
// value_and_grad, kernel 0
extern "C" __global__ void value_and_grad_0(const ct_space<2> space, const float *in0, float *out0) {
    ct_walk<2> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = 0.5f * x0;
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t0);
    }
}
// value_and_grad, kernel 1
extern "C" __global__ void value_and_grad_1(const ct_space<3> space, const float *in0, const float *in1, float *out0, float *part0, double scale0) {
    ct_walk<3> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * x1;
        a0 = ct_sum::join(a0, (float)t0);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void value_and_grad_1_fold(const ct_space<3> space, float *out0, float *part0, double scale0) {
    ct_walk<3> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], (float)(a0 * (float)scale0));
}
// value_and_grad, kernel 2
extern "C" __global__ void value_and_grad_2(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = 0.5f * x0;
        const float t1 = x1 + t0;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t1);
    }
}
// value_and_grad, kernel 3
extern "C" __global__ void value_and_grad_3(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = 0.5f * x0;
        const float t1 = t0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t1);
    }
}
// value_and_grad, kernel 4
extern "C" __global__ void value_and_grad_4(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = -x0;
        const float t1 = 0.5f * x1;
        const float t2 = t0 + t1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t2);
    }
}
// forward, kernel 0
extern "C" __global__ void forward_0(const ct_space<3> space, const float *in0, const float *in1, float *out0, float *part0, double scale0) {
    ct_walk<3> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * x1;
        a0 = ct_sum::join(a0, (float)t0);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void forward_0_fold(const ct_space<3> space, float *out0, float *part0, double scale0) {
    ct_walk<3> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], (float)(a0 * (float)scale0));
}
// forward, kernel 1
extern "C" __global__ void forward_1(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = 0.5f * x0;
        const float t1 = x1 + t0;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t1);
    }
}
// pullback, kernel 0
extern "C" __global__ void pullback_0(const ct_space<2> space, const float *in0, float *out0) {
    ct_walk<2> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = x0 * 0.5f;
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t0);
    }
}
// pullback, kernel 1
extern "C" __global__ void pullback_1(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// pullback, kernel 2
extern "C" __global__ void pullback_2(const ct_space<4> space, const float *in0, const float *in1, const float *in2, float *out0) {
    ct_walk<4> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 * x1;
        const float t1 = t0 + x2;
        if (walk.writes(0)) ct_store(out0 + walk.at[3], (float)t1);
    }
}
// pullback, kernel 3
extern "C" __global__ void pullback_3(const ct_space<4> space, const float *in0, const float *in1, const float *in2, float *out0) {
    ct_walk<4> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = -x0;
        const float t1 = x1 * x2;
        const float t2 = t0 + t1;
        if (walk.writes(0)) ct_store(out0 + walk.at[3], (float)t2);
    }
}
// jvp, kernel 0
extern "C" __global__ void jvp_0(const ct_space<3> space, const float *in0, const float *in1, float *out0, float *part0, double scale0) {
    ct_walk<3> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * x1;
        a0 = ct_sum::join(a0, (float)t0);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void jvp_0_fold(const ct_space<3> space, float *out0, float *part0, double scale0) {
    ct_walk<3> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], (float)(a0 * (float)scale0));
}
// jvp, kernel 1
extern "C" __global__ void jvp_1(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = 0.5f * x0;
        const float t1 = x1 + t0;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t1);
    }
}
// jvp, kernel 2
extern "C" __global__ void jvp_2(const ct_space<3> space, const float *in0, const float *in1, float *out0, float *part0, double scale0) {
    ct_walk<3> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * x1;
        a0 = ct_sum::join(a0, (float)t0);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void jvp_2_fold(const ct_space<3> space, float *out0, float *part0, double scale0) {
    ct_walk<3> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], (float)(a0 * (float)scale0));
}
// jvp, kernel 3
extern "C" __global__ void jvp_3(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 - x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// jvp, kernel 4
extern "C" __global__ void jvp_4(const ct_space<5> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *part0, double scale0) {
    ct_walk<5> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 * x1;
        const float t1 = x2 * x3;
        const float t2 = t0 + t1;
        a0 = ct_sum::join(a0, (float)t2);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[4], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void jvp_4_fold(const ct_space<5> space, float *out0, float *part0, double scale0) {
    ct_walk<5> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[4], (float)(a0 * (float)scale0));
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
