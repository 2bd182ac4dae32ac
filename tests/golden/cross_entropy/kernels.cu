// value, kernel 0
extern "C" __global__ void value_0(const ct_space<2> space, const float *in0, float *out0, float *part0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_max::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = x0;
        a0 = ct_max::join(a0, (float)t0);
    }
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[1], a0);
    }
}
extern "C" __global__ void value_0_fold(const ct_space<2> space, float *out0, float *part0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_max::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_max::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], a0);
}
// value, kernel 1
extern "C" __global__ void value_1(const ct_space<2> space, const float *in0, float *out0) {
    ct_walk<2> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const bool t0 = isfinite(x0);
        const float t1 = t0 ? x0 : 0.0f;
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t1);
    }
}
// value, kernel 2
extern "C" __global__ void value_2(const ct_space<3> space, const float *in0, const float *in1, float *out0, float *part0) {
    ct_walk<3> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 - x1;
        const float t1 = exp(t0);
        a0 = ct_sum::join(a0, (float)t1);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], a0);
    }
}
extern "C" __global__ void value_2_fold(const ct_space<3> space, float *out0, float *part0) {
    ct_walk<3> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
}
// value, kernel 3
extern "C" __global__ void value_3(const ct_space<4> space, const float *in0, const float *in1, const float *in2, float *out0, float *part0, double scale0) {
    ct_walk<4> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = log(x0);
        const float t1 = t0 + x1;
        const float t2 = t1 - x2;
        a0 = ct_sum::join(a0, (float)t2);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[3], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void value_3_fold(const ct_space<4> space, float *out0, float *part0, double scale0) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[3], (float)(a0 * (float)scale0));
}
// value_and_grad, kernel 0
extern "C" __global__ void value_and_grad_0(const ct_space<2> space, const float *in0, float *out0, float *part0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_max::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = x0;
        a0 = ct_max::join(a0, (float)t0);
    }
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[1], a0);
    }
}
extern "C" __global__ void value_and_grad_0_fold(const ct_space<2> space, float *out0, float *part0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_max::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_max::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], a0);
}
// value_and_grad, kernel 1
extern "C" __global__ void value_and_grad_1(const ct_space<2> space, const float *in0, float *out0) {
    ct_walk<2> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const bool t0 = isfinite(x0);
        const float t1 = t0 ? x0 : 0.0f;
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t1);
    }
}
// value_and_grad, kernel 2
extern "C" __global__ void value_and_grad_2(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, float *part0) {
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
extern "C" __global__ void value_and_grad_2_fold(const ct_space<4> space, float *out0, float *out1, float *part0) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
}
// value_and_grad, kernel 3
extern "C" __global__ void value_and_grad_3(const ct_space<5> space, const float *in0, const float *in1, const float *in2, float *out0, float *out1, float *part0, double scale0, double host0) {
    ct_walk<5> walk(space, space.chunks);
    const float h0 = (float)host0;
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = log(x0);
        const float t1 = t0 + x1;
        const float t2 = t1 - x2;
        const float t3 = h0 / x0;
        if (walk.writes(1)) ct_store(out1 + walk.at[4], (float)t3);
        a0 = ct_sum::join(a0, (float)t2);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[3], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void value_and_grad_3_fold(const ct_space<5> space, float *out0, float *out1, float *part0, double scale0) {
    ct_walk<5> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[3], (float)(a0 * (float)scale0));
}
// value_and_grad, kernel 4
extern "C" __global__ void value_and_grad_4(const ct_space<5> space, const int *in0, const int *in1, const float *in2, const float *in3, float *out0, double host0) {
    ct_walk<5> walk(space, space.chunks);
    const float h0 = (float)host0;
    for (; walk.more(); walk.next()) {
        const int x0 = ct_load(in0 + walk.at[0]);
        const int x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float t0 = -h0;
        const bool t1 = x0 == x1;
        const float t2 = t1 ? t0 : 0.0f;
        const float t3 = x2 * x3;
        const float t4 = t2 + t3;
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t4);
    }
}
// forward, kernel 0
extern "C" __global__ void forward_0(const ct_space<2> space, const float *in0, float *out0, float *part0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_max::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = x0;
        a0 = ct_max::join(a0, (float)t0);
    }
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[1], a0);
    }
}
extern "C" __global__ void forward_0_fold(const ct_space<2> space, float *out0, float *part0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_max::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_max::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], a0);
}
// forward, kernel 1
extern "C" __global__ void forward_1(const ct_space<2> space, const float *in0, float *out0) {
    ct_walk<2> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const bool t0 = isfinite(x0);
        const float t1 = t0 ? x0 : 0.0f;
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t1);
    }
}
// forward, kernel 2
extern "C" __global__ void forward_2(const ct_space<4> space, const float *in0, const float *in1, float *out0, float *out1, float *part0) {
    ct_walk<4> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 - x1;
        const float t1 = exp(t0);
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (float)t0);
        a0 = ct_sum::join(a0, (float)t1);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], a0);
    }
}
extern "C" __global__ void forward_2_fold(const ct_space<4> space, float *out0, float *out1, float *part0) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], a0);
}
// forward, kernel 3
extern "C" __global__ void forward_3(const ct_space<4> space, const float *in0, const float *in1, const float *in2, float *out0, float *part0, double scale0) {
    ct_walk<4> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = log(x0);
        const float t1 = t0 + x1;
        const float t2 = t1 - x2;
        a0 = ct_sum::join(a0, (float)t2);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[3], (float)(a0 * (float)scale0));
    }
}
extern "C" __global__ void forward_3_fold(const ct_space<4> space, float *out0, float *part0, double scale0) {
    ct_walk<4> walk(space, 1);
    float a0 = ct_sum::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[3], (float)(a0 * (float)scale0));
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
        const float t0 = x0 / x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
}
// pullback, kernel 2
extern "C" __global__ void pullback_2(const ct_space<6> space, const float *in0, const float *in1, const int *in2, const int *in3, const float *in4, float *out0) {
    ct_walk<6> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const int x2 = ct_load(in2 + walk.at[2]);
        const int x3 = ct_load(in3 + walk.at[3]);
        const float x4 = ct_load(in4 + walk.at[4]);
        const float t0 = exp(x0);
        const float t1 = -x1;
        const bool t2 = x2 == x3;
        const float t3 = t2 ? t1 : 0.0f;
        const float t4 = x4 * t0;
        const float t5 = t3 + t4;
        if (walk.writes(0)) ct_store(out0 + walk.at[5], (float)t5);
    }
}
// jvp, kernel 0
extern "C" __global__ void jvp_0(const ct_space<2> space, const float *in0, float *out0, float *part0) {
    ct_walk<2> walk(space, space.chunks);
    float a0 = ct_max::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float t0 = x0;
        a0 = ct_max::join(a0, (float)t0);
    }
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[1], a0);
    }
}
extern "C" __global__ void jvp_0_fold(const ct_space<2> space, float *out0, float *part0) {
    ct_walk<2> walk(space, 1);
    float a0 = ct_max::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_max::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[1], a0);
}
// jvp, kernel 1
extern "C" __global__ void jvp_1(const ct_space<2> space, const float *in0, float *out0) {
    ct_walk<2> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const bool t0 = isfinite(x0);
        const float t1 = t0 ? x0 : 0.0f;
        if (walk.writes(0)) ct_store(out0 + walk.at[1], (float)t1);
    }
}
// jvp, kernel 2
extern "C" __global__ void jvp_2(const ct_space<5> space, const float *in0, const float *in1, const float *in2, float *out0, float *out1, float *part0, float *part1) {
    ct_walk<5> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    float a1 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float t0 = x0 - x1;
        const float t1 = exp(t0);
        const float t2 = x2 * t1;
        a0 = ct_sum::join(a0, (float)t1);
        a1 = ct_sum::join(a1, (float)t2);
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
}
extern "C" __global__ void jvp_2_fold(const ct_space<5> space, float *out0, float *out1, float *part0, float *part1) {
    ct_walk<5> walk(space, 1);
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
}
// jvp, kernel 3
extern "C" __global__ void jvp_3(const ct_space<7> space, const float *in0, const float *in1, const float *in2, const float *in3, const float *in4, float *out0, float *out1, float *part0, double scale0, float *part1, double scale1) {
    ct_walk<7> walk(space, space.chunks);
    float a0 = ct_sum::start<float>();
    float a1 = ct_sum::start<float>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const float x4 = ct_load(in4 + walk.at[4]);
        const float t0 = log(x0);
        const float t1 = t0 + x1;
        const float t2 = t1 - x2;
        const float t3 = x3 / x0;
        const float t4 = -x4;
        const float t5 = t3 + t4;
        a0 = ct_sum::join(a0, (float)t2);
        a1 = ct_sum::join(a1, (float)t5);
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
extern "C" __global__ void jvp_3_fold(const ct_space<7> space, float *out0, float *out1, float *part0, double scale0, float *part1, double scale1) {
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
