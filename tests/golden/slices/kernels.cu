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
// value, kernel 1
extern "C" __global__ void value_1(const ct_space<2> space, const float *in0, float *out0, float *part0, double scale0) {
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
extern "C" __global__ void value_1_fold(const ct_space<2> space, float *out0, float *part0, double scale0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], (float)(a0 * (float)scale0));
}
// value, kernel 2
extern "C" __global__ void value_2(const ct_space<2> space, const float *in0, float *out0, float *part0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = x0 * x0;
        a0 = ct_sum::join(a0, (float)t0);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[1], a0);
    }
}
extern "C" __global__ void value_2_fold(const ct_space<2> space, float *out0, float *part0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], a0);
}
// value, kernel 3
extern "C" __global__ void value_3(const ct_space<3> space, const float *in0, const float *in1, float *out0, float *part0) {
    ct_walk<3> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 - x1;
        const float t1 = tanh(t0);
        a0 = ct_sum::join(a0, (float)t1);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], a0);
    }
}
extern "C" __global__ void value_3_fold(const ct_space<3> space, float *out0, float *part0) {
    ct_walk<3> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
}
// value, kernel 4
extern "C" __global__ void value_4(const ct_space<3> space, const float *in0, const float *in1, float *out0, double host0, double host1) {
    ct_walk<3> walk(space, space.chunks);
    const float h0 = (float)host0;
    const float h1 = (float)host1;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * h0;
        const float t1 = t0 * h1;
        const float t2 = t1 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t2);
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
extern "C" __global__ void value_and_grad_1(const ct_space<2> space, const float *in0, float *out0, float *part0, double scale0) {
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
extern "C" __global__ void value_and_grad_1_fold(const ct_space<2> space, float *out0, float *part0, double scale0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], (float)(a0 * (float)scale0));
}
// value_and_grad, kernel 2
extern "C" __global__ void value_and_grad_2(const ct_space<2> space, const float *in0, float *out0, float *part0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = x0 * x0;
        a0 = ct_sum::join(a0, (float)t0);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[1], a0);
    }
}
extern "C" __global__ void value_and_grad_2_fold(const ct_space<2> space, float *out0, float *part0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], a0);
}
// value_and_grad, kernel 3
extern "C" __global__ void value_and_grad_3(const ct_space<5> space, const float *in0, const float *in1, float *out0, float *out1, float *out2, float *part0, double host0, double host1) {
    ct_walk<5> walk(space, space.chunks);
    const float h0 = (float)host0;
    const float h1 = (float)host1;
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 - x1;
        const float t1 = tanh(t0);
        const float t2 = t1 * t1;
        const float t3 = 1.0f - t2;
        const float t4 = -t3;
        const float t5 = t4 * h0;
        const float t6 = t3 * h1;
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t5);
        if (walk.writes(2)) ct_store(out2 + walk.at[4], (float)t6);
        a0 = ct_sum::join(a0, (float)t1);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], a0);
    }
}
extern "C" __global__ void value_and_grad_3_fold(const ct_space<5> space, float *out0, float *out1, float *out2, float *part0) {
    ct_walk<5> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
}
// value_and_grad, kernel 4
extern "C" __global__ void value_and_grad_4(const ct_space<3> space, const float *in0, const float *in1, float *out0, double host0, double host1) {
    ct_walk<3> walk(space, space.chunks);
    const float h0 = (float)host0;
    const float h1 = (float)host1;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * h0;
        const float t1 = t0 * h1;
        const float t2 = t1 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t2);
    }
}
// value_and_grad, kernel 5
extern "C" __global__ void value_and_grad_5(const ct_space<2> space, const float *in0, float *out0, double host0, double host1) {
    ct_walk<2> walk(space, space.chunks);
    const float h0 = (float)host0;
    const float h1 = (float)host1;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = h0 * h1;
        const float t1 = t0 * x0;
        const float t2 = t1 + t1;
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t2);
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
// forward, kernel 1
extern "C" __global__ void forward_1(const ct_space<2> space, const float *in0, float *out0, float *part0, double scale0) {
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
extern "C" __global__ void forward_1_fold(const ct_space<2> space, float *out0, float *part0, double scale0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], (float)(a0 * (float)scale0));
}
// forward, kernel 2
extern "C" __global__ void forward_2(const ct_space<2> space, const float *in0, float *out0, float *part0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = x0 * x0;
        a0 = ct_sum::join(a0, (float)t0);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[1], a0);
    }
}
extern "C" __global__ void forward_2_fold(const ct_space<2> space, float *out0, float *part0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], a0);
}
// forward, kernel 3
extern "C" __global__ void forward_3(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, float *part0) {
    ct_walk<4> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 - x1;
        const float t1 = tanh(t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t0);
        a0 = ct_sum::join(a0, (float)t1);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], a0);
    }
}
extern "C" __global__ void forward_3_fold(const ct_space<4> space, float *out0, float *out1, float *part0) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
}
// forward, kernel 4
extern "C" __global__ void forward_4(const ct_space<3> space, const float *in0, const float *in1, float *out0, double host0, double host1) {
    ct_walk<3> walk(space, space.chunks);
    const float h0 = (float)host0;
    const float h1 = (float)host1;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * h0;
        const float t1 = t0 * h1;
        const float t2 = t1 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t2);
    }
}
// pullback, kernel 0
extern "C" __global__ void pullback_0(const ct_space<3> space, const float *in0, const float *in1, float *out0, double host0, double host1) {
    ct_walk<3> walk(space, space.chunks);
    const float h0 = (float)host0;
    const float h1 = (float)host1;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * h0;
        const float t1 = t0 * h1;
        const float t2 = t1 * x1;
        const float t3 = t2 + t2;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t3);
    }
}
// pullback, kernel 1
extern "C" __global__ void pullback_1(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, double host0, double host1) {
    ct_walk<4> walk(space, space.chunks);
    const float h0 = (float)host0;
    const float h1 = (float)host1;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = tanh(x0);
        const float t1 = t0 * t0;
        const float t2 = 1.0f - t1;
        const float t3 = x1 * t2;
        const float t4 = -t3;
        const float t5 = t4 * h0;
        const float t6 = t3 * h1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t5);
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t6);
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
// jvp, kernel 1
extern "C" __global__ void jvp_1(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, float *part0, double scale0, float *part1, double scale1) {
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
extern "C" __global__ void jvp_1_fold(const ct_space<4> space, float *out0, float *out1, float *part0, double scale0, float *part1, double scale1) {
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
// jvp, kernel 2
extern "C" __global__ void jvp_2(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, float *part0, float *part1) {
    ct_walk<4> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    float a1 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 * x0;
        const float t1 = x1 * x0;
        const float t2 = t1 + t1;
        a0 = ct_sum::join(a0, (float)t0);
        a1 = ct_sum::join(a1, (float)t2);
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
extern "C" __global__ void jvp_2_fold(const ct_space<4> space, float *out0, float *out1, float *part0, float *part1) {
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
// jvp, kernel 3
extern "C" __global__ void jvp_3(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1, float *part0, float *part1) {
    ct_walk<6> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    float a1 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 - x1;
        const float t1 = tanh(t0);
        const float t2 = -x2;
        const float t3 = x3 + t2;
        const float t4 = t1 * t1;
        const float t5 = 1.0f - t4;
        const float t6 = t3 * t5;
        a0 = ct_sum::join(a0, (float)t1);
        a1 = ct_sum::join(a1, (float)t6);
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
extern "C" __global__ void jvp_3_fold(const ct_space<6> space, float *out0, float *out1, float *part0, float *part1) {
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
// jvp, kernel 4
extern "C" __global__ void jvp_4(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1, double host0, double host1) {
    ct_walk<6> walk(space, space.chunks);
    const float h0 = (float)host0;
    const float h1 = (float)host1;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 * h0;
        const float t1 = t0 * h1;
        const float t2 = t1 + x1;
        const float t3 = x2 * h0;
        const float t4 = t3 * h1;
        const float t5 = t4 + x3;
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t2);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t5);
    }
}
// hvp, kernel 0
extern "C" __global__ void hvp_0(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, float *part0, double scale0, float *part1, double scale1) {
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
extern "C" __global__ void hvp_0_fold(const ct_space<4> space, float *out0, float *out1, float *part0, double scale0, float *part1, double scale1) {
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
// hvp, kernel 1
extern "C" __global__ void hvp_1(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, float *part0, double scale0, float *part1, double scale1) {
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
extern "C" __global__ void hvp_1_fold(const ct_space<4> space, float *out0, float *out1, float *part0, double scale0, float *part1, double scale1) {
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
// hvp, kernel 2
extern "C" __global__ void hvp_2(const ct_space<8> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1, float *out2, float *out3, double host0, double host1) {
    ct_walk<8> walk(space, space.chunks);
    const float h0 = (float)host0;
    const float h1 = (float)host1;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = x0 - x1;
        const float t1 = tanh(t0);
        const float t2 = t1 * t1;
        const float t3 = 1.0f - t2;
        const float t4 = -t3;
        const float t5 = t4 * h0;
        const float t6 = t3 * h1;
        const float t7 = -x2;
        const float t8 = x3 + t7;
        const float t9 = t8 * t3;
        const float t10 = t9 * t1;
        const float t11 = t10 + t10;
        const float t12 = -t11;
        const float t13 = t11 * h0;
        const float t14 = t12 * h1;
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t5);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t6);
        if (walk.writes(2)) ct_store(out2 + walk.at[6], (float)t13);
        if (walk.writes(3)) ct_store(out3 + walk.at[7], (float)t14);
    }
}
// hvp, kernel 3
extern "C" __global__ void hvp_3(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, double host0, double host1) {
    ct_walk<4> walk(space, space.chunks);
    const float h0 = (float)host0;
    const float h1 = (float)host1;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = h0 * h1;
        const float t1 = t0 * x0;
        const float t2 = t1 + t1;
        const float t3 = x1 * t0;
        const float t4 = t3 + t3;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t2);
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t4);
    }
}
