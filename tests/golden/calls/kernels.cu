// value, kernel 0
extern "C" __global__ void value_0(const ct_space<2> space, const float *in0, float *out0) {
    ct_walk<2> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = tanh(x0);
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t0);
    }
}
// value, kernel 1
extern "C" __global__ void value_1(const ct_space<3> space, const float *in0, const float *in1, float *out0, float *part0) {
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
        else ct_store(out0 + walk.base[2], a0);
    }
}
extern "C" __global__ void value_1_fold(const ct_space<3> space, float *out0, float *part0) {
    ct_walk<3> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
}
// value, kernel 2
extern "C" __global__ void value_2(const ct_space<2> space, const float *in0, float *out0, double host0) {
    ct_walk<2> walk(space, space.chunks);
    const float h0 = (float)host0;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = x0 * h0;
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t0);
    }
}
// value_and_grad, kernel 0
extern "C" __global__ void value_and_grad_0(const ct_space<2> space, const float *in0, float *out0) {
    ct_walk<2> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = tanh(x0);
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t0);
    }
}
// value_and_grad, kernel 1
extern "C" __global__ void value_and_grad_1(const ct_space<3> space, const float *in0, const float *in1, float *out0, float *part0) {
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
        else ct_store(out0 + walk.base[2], a0);
    }
}
extern "C" __global__ void value_and_grad_1_fold(const ct_space<3> space, float *out0, float *part0) {
    ct_walk<3> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
}
// value_and_grad, kernel 2
extern "C" __global__ void value_and_grad_2(const ct_space<2> space, const float *in0, float *out0, double host0) {
    ct_walk<2> walk(space, space.chunks);
    const float h0 = (float)host0;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = x0 * h0;
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t0);
    }
}
// value_and_grad, kernel 3
extern "C" __global__ void value_and_grad_3(const ct_space<2> space, const float *in0, float *out0, double host0) {
    ct_walk<2> walk(space, space.chunks);
    const float h0 = (float)host0;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = h0 * x0;
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t0);
    }
}
// value_and_grad, kernel 4
extern "C" __global__ void value_and_grad_4(const ct_space<2> space, const float *in0, float *out0, double host0) {
    ct_walk<2> walk(space, space.chunks);
    const float h0 = (float)host0;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = h0 * x0;
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t0);
    }
}
// value_and_grad, kernel 5
extern "C" __global__ void value_and_grad_5(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, float *part0, float *part1) {
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
        else ct_store(out0 + walk.base[2], a0);
    }
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) {
        if (space.chunks > 1) part1[walk.part()] = a1;
        else ct_store(out1 + walk.base[3], a1);
    }
}
extern "C" __global__ void value_and_grad_5_fold(const ct_space<4> space, float *out0, float *out1, float *part0, float *part1) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
    float a1 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(1))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a1 = ct_sum::join(a1, part1[walk.outer * space.chunks + c]);
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) ct_store(out1 + walk.base[3], a1);
}
// value_and_grad, kernel 6
extern "C" __global__ void value_and_grad_6(const ct_space<4> space, const float *in0, const float *in1, const float *in2, float *out0) {
    ct_walk<4> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 * x0;
        const float t1 = 1.0f - t0;
        const float t2 = x1 * t1;
        const float t3 = x2 + t2;
        if (walk.writes(0)) ct_store(out0 + walk.at[3], (float)t3);
    }
}
// value_and_grad_r31_0, kernel 0
extern "C" __global__ void value_and_grad_r31_0_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// forward, kernel 0
extern "C" __global__ void forward_0(const ct_space<2> space, const float *in0, float *out0) {
    ct_walk<2> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = tanh(x0);
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t0);
    }
}
// forward, kernel 1
extern "C" __global__ void forward_1(const ct_space<3> space, const float *in0, const float *in1, float *out0, float *part0) {
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
        else ct_store(out0 + walk.base[2], a0);
    }
}
extern "C" __global__ void forward_1_fold(const ct_space<3> space, float *out0, float *part0) {
    ct_walk<3> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
}
// forward, kernel 2
extern "C" __global__ void forward_2(const ct_space<2> space, const float *in0, float *out0, double host0) {
    ct_walk<2> walk(space, space.chunks);
    const float h0 = (float)host0;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = x0 * h0;
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t0);
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
        const float t0 = x0 * x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// pullback, kernel 2
extern "C" __global__ void pullback_2(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// pullback, kernel 3
extern "C" __global__ void pullback_3(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, float *part0, float *part1) {
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
        else ct_store(out0 + walk.base[2], a0);
    }
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) {
        if (space.chunks > 1) part1[walk.part()] = a1;
        else ct_store(out1 + walk.base[3], a1);
    }
}
extern "C" __global__ void pullback_3_fold(const ct_space<4> space, float *out0, float *out1, float *part0, float *part1) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
    float a1 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(1))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a1 = ct_sum::join(a1, part1[walk.outer * space.chunks + c]);
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) ct_store(out1 + walk.base[3], a1);
}
// pullback, kernel 4
extern "C" __global__ void pullback_4(const ct_space<4> space, const float *in0, const float *in1, const float *in2, float *out0) {
    ct_walk<4> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = tanh(x0);
        const float t1 = t0 * t0;
        const float t2 = 1.0f - t1;
        const float t3 = x1 * t2;
        const float t4 = x2 + t3;
        if (walk.writes(0)) ct_store(out0 + walk.at[3], (float)t4);
    }
}
// pullback_r22_0, kernel 0
extern "C" __global__ void pullback_r22_0_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// jvp, kernel 0
extern "C" __global__ void jvp_0(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1) {
    ct_walk<4> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = tanh(x0);
        const float t1 = t0 * t0;
        const float t2 = 1.0f - t1;
        const float t3 = x1 * t2;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t3);
    }
}
// jvp, kernel 1
extern "C" __global__ void jvp_1(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1, float *part0, float *part1) {
    ct_walk<6> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    float a1 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 * x1;
        const float t1 = x2 * x1;
        const float t2 = x3 * x0;
        const float t3 = t1 + t2;
        a0 = ct_sum::join(a0, (float)t0);
        a1 = ct_sum::join(a1, (float)t3);
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
}
extern "C" __global__ void jvp_1_fold(const ct_space<6> space, float *out0, float *out1, float *part0, float *part1) {
    ct_walk<6> walk(space, 1);
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
}
// jvp, kernel 2
extern "C" __global__ void jvp_2(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, double host0) {
    ct_walk<4> walk(space, space.chunks);
    const float h0 = (float)host0;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * h0;
        const float t1 = x1 * h0;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t1);
    }
}
// hvp, kernel 0
extern "C" __global__ void hvp_0(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1) {
    ct_walk<4> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = tanh(x0);
        const float t1 = t0 * t0;
        const float t2 = 1.0f - t1;
        const float t3 = x1 * t2;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t3);
    }
}
// hvp, kernel 1
extern "C" __global__ void hvp_1(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, double host0) {
    ct_walk<4> walk(space, space.chunks);
    const float h0 = (float)host0;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = h0 * x0;
        const float t1 = x1 * h0;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t1);
    }
}
// hvp, kernel 2
extern "C" __global__ void hvp_2(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, double host0) {
    ct_walk<4> walk(space, space.chunks);
    const float h0 = (float)host0;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = h0 * x0;
        const float t1 = x1 * h0;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t1);
    }
}
// hvp, kernel 3
extern "C" __global__ void hvp_3(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, float *part0, float *part1) {
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
        else ct_store(out0 + walk.base[2], a0);
    }
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) {
        if (space.chunks > 1) part1[walk.part()] = a1;
        else ct_store(out1 + walk.base[3], a1);
    }
}
extern "C" __global__ void hvp_3_fold(const ct_space<4> space, float *out0, float *out1, float *part0, float *part1) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
    float a1 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(1))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a1 = ct_sum::join(a1, part1[walk.outer * space.chunks + c]);
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) ct_store(out1 + walk.base[3], a1);
}
// hvp, kernel 4
extern "C" __global__ void hvp_4(const ct_space<2> space, const float *in0, float *out0, float *part0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        a0 = ct_sum::join(a0, (float)x0);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[1], a0);
    }
}
extern "C" __global__ void hvp_4_fold(const ct_space<2> space, float *out0, float *part0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], a0);
}
// hvp, kernel 5
extern "C" __global__ void hvp_5(const ct_space<2> space, const float *in0, float *out0, float *part0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        a0 = ct_sum::join(a0, (float)x0);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[1], a0);
    }
}
extern "C" __global__ void hvp_5_fold(const ct_space<2> space, float *out0, float *part0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], a0);
}
// hvp, kernel 6
extern "C" __global__ void hvp_6(const ct_space<8> space, const float *in0, const float *in1, const float *in2, const float *in3, const float *in4, const float *in5, float *out0, float *out1) {
    ct_walk<8> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float x4 = ct_load(in4 + walk.at[4]);
        const float x5 = ct_load(in5 + walk.at[5]);
        const float t0 = x0 * x0;
        const float t1 = 1.0f - t0;
        const float t2 = x1 * t1;
        const float t3 = x2 + t2;
        const float t4 = x3 * x0;
        const float t5 = t4 + t4;
        const float t6 = -t5;
        const float t7 = x4 * t1;
        const float t8 = t6 * x1;
        const float t9 = t7 + t8;
        const float t10 = x5 + t9;
        if (walk.writes(0)) ct_store(out0 + walk.at[6], (float)t3);
        if (walk.writes(1)) ct_store(out1 + walk.at[7], (float)t10);
    }
}
// hvp_r45_0, kernel 0
extern "C" __global__ void hvp_r45_0_0(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1) {
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
