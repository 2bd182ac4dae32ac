typedef float T;
// value, kernel 0
extern "C" __global__ void value_0(const ct_space<6> space, const float *in0, const T *in1, const T *in2, const bool *in3, T *out0, bool *out1, ct<T> *part0, double host0) {
    ct_walk<6> walk(space, space.chunks);
    const int h0 = (int)host0;
    ct<T> a0 = ct_sum::start<ct<T>>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const ct<T> x1 = ct_load(in1 + walk.at[1]);
        const ct<T> x2 = ct_load(in2 + walk.at[2]);
        const bool x3 = ct_load(in3 + walk.at[3]);
        const ct<T> t0 = ct_as<ct<T>>(x0);
        const ct<T> t1 = x1 * x2;
        const ct<T> t2 = x3 ? t1 : ct<T>(1.0);
        const ct<T> t3 = ct_powi(t2, h0);
        const ct<T> t4 = x3 ? t0 : ct<T>(0.0);
        const ct<T> t5 = exp(t4);
        const ct<T> t6 = t3 + t5;
        const ct<T> t7 = x3 ? t6 : ct<T>(0.0);
        const bool t8 = t7 > ct<T>(1.0);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (bool)t8);
        a0 = ct_sum::join(a0, (ct<T>)t7);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[4], a0);
    }
}
extern "C" __global__ void value_0_fold(const ct_space<6> space, T *out0, bool *out1, ct<T> *part0) {
    ct_walk<6> walk(space, 1);
    ct<T> a0 = ct_sum::start<ct<T>>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[4], a0);
}
// value_and_grad, kernel 0
extern "C" __global__ void value_and_grad_0(const ct_space<7> space, const T *in0, const T *in1, const bool *in2, T *out0, T *out1, T *out2, T *out3, double host0, double host1) {
    ct_walk<7> walk(space, space.chunks);
    const ct<T> h0 = (ct<T>)host0;
    const int h1 = (int)host1;
    for (; walk.more(); walk.next()) {
        const ct<T> x0 = ct_load(in0 + walk.at[0]);
        const ct<T> x1 = ct_load(in1 + walk.at[1]);
        const bool x2 = ct_load(in2 + walk.at[2]);
        const ct<T> t0 = x0 * x1;
        const ct<T> t1 = x2 ? t0 : ct<T>(1.0);
        const ct<T> t2 = x2 ? ct<T>(1.0) : ct<T>(0.0);
        const ct<T> t3 = t2 * h0;
        const ct<T> t4 = ct_powi(t1, h1);
        const ct<T> t5 = t3 * t4;
        const ct<T> t6 = x2 ? t5 : ct<T>(0.0);
        const ct<T> t7 = t6 * x1;
        const ct<T> t8 = t6 * x0;
        const ct<T> t9 = x2 ? t7 : ct<T>(0.0);
        const ct<T> t10 = x2 ? t8 : ct<T>(0.0);
        if (walk.writes(0)) ct_store(out0 + walk.at[3], (ct<T>)t1);
        if (walk.writes(1)) ct_store(out1 + walk.at[4], (ct<T>)t2);
        if (walk.writes(2)) ct_store(out2 + walk.at[5], (ct<T>)t9);
        if (walk.writes(3)) ct_store(out3 + walk.at[6], (ct<T>)t10);
    }
}
// value_and_grad, kernel 1
extern "C" __global__ void value_and_grad_1(const ct_space<7> space, const float *in0, const T *in1, const bool *in2, const T *in3, T *out0, bool *out1, float *out2, ct<T> *part0, double host0) {
    ct_walk<7> walk(space, space.chunks);
    const int h0 = (int)host0;
    ct<T> a0 = ct_sum::start<ct<T>>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const ct<T> x1 = ct_load(in1 + walk.at[1]);
        const bool x2 = ct_load(in2 + walk.at[2]);
        const ct<T> x3 = ct_load(in3 + walk.at[3]);
        const ct<T> t0 = ct_as<ct<T>>(x0);
        const ct<T> t1 = ct_powi(x1, h0);
        const ct<T> t2 = x2 ? t0 : ct<T>(0.0);
        const ct<T> t3 = exp(t2);
        const ct<T> t4 = t1 + t3;
        const ct<T> t5 = x2 ? t4 : ct<T>(0.0);
        const bool t6 = t5 > ct<T>(1.0);
        const ct<T> t7 = x3 * t3;
        const ct<T> t8 = x2 ? t7 : ct<T>(0.0);
        const float t9 = ct_as<float>(t8);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (bool)t6);
        if (walk.writes(2)) ct_store(out2 + walk.at[6], (float)t9);
        a0 = ct_sum::join(a0, (ct<T>)t5);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[4], a0);
    }
}
extern "C" __global__ void value_and_grad_1_fold(const ct_space<7> space, T *out0, bool *out1, float *out2, ct<T> *part0) {
    ct_walk<7> walk(space, 1);
    ct<T> a0 = ct_sum::start<ct<T>>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[4], a0);
}
// forward, kernel 0
extern "C" __global__ void forward_0(const ct_space<6> space, const float *in0, const T *in1, const T *in2, const bool *in3, T *out0, bool *out1, ct<T> *part0, double host0) {
    ct_walk<6> walk(space, space.chunks);
    const int h0 = (int)host0;
    ct<T> a0 = ct_sum::start<ct<T>>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const ct<T> x1 = ct_load(in1 + walk.at[1]);
        const ct<T> x2 = ct_load(in2 + walk.at[2]);
        const bool x3 = ct_load(in3 + walk.at[3]);
        const ct<T> t0 = ct_as<ct<T>>(x0);
        const ct<T> t1 = x1 * x2;
        const ct<T> t2 = x3 ? t1 : ct<T>(1.0);
        const ct<T> t3 = ct_powi(t2, h0);
        const ct<T> t4 = x3 ? t0 : ct<T>(0.0);
        const ct<T> t5 = exp(t4);
        const ct<T> t6 = t3 + t5;
        const ct<T> t7 = x3 ? t6 : ct<T>(0.0);
        const bool t8 = t7 > ct<T>(1.0);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (bool)t8);
        a0 = ct_sum::join(a0, (ct<T>)t7);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[4], a0);
    }
}
extern "C" __global__ void forward_0_fold(const ct_space<6> space, T *out0, bool *out1, ct<T> *part0) {
    ct_walk<6> walk(space, 1);
    ct<T> a0 = ct_sum::start<ct<T>>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[4], a0);
}
// pullback, kernel 0
extern "C" __global__ void pullback_0(const ct_space<8> space, const float *in0, const T *in1, const T *in2, const bool *in3, const T *in4, T *out0, T *out1, float *out2, double host0, double host1) {
    ct_walk<8> walk(space, space.chunks);
    const ct<T> h0 = (ct<T>)host0;
    const int h1 = (int)host1;
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const ct<T> x1 = ct_load(in1 + walk.at[1]);
        const ct<T> x2 = ct_load(in2 + walk.at[2]);
        const bool x3 = ct_load(in3 + walk.at[3]);
        const ct<T> x4 = ct_load(in4 + walk.at[4]);
        const ct<T> t0 = ct_as<ct<T>>(x0);
        const ct<T> t1 = x1 * x2;
        const ct<T> t2 = x3 ? t1 : ct<T>(1.0);
        const ct<T> t3 = x3 ? t0 : ct<T>(0.0);
        const ct<T> t4 = exp(t3);
        const ct<T> t5 = x3 ? x4 : ct<T>(0.0);
        const ct<T> t6 = t5 * t4;
        const ct<T> t7 = x3 ? t6 : ct<T>(0.0);
        const ct<T> t8 = t5 * h0;
        const ct<T> t9 = ct_powi(t2, h1);
        const ct<T> t10 = t8 * t9;
        const ct<T> t11 = x3 ? t10 : ct<T>(0.0);
        const ct<T> t12 = t11 * x2;
        const ct<T> t13 = t11 * x1;
        const ct<T> t14 = x3 ? t12 : ct<T>(0.0);
        const ct<T> t15 = x3 ? t13 : ct<T>(0.0);
        const float t16 = ct_as<float>(t7);
        if (walk.writes(0)) ct_store(out0 + walk.at[5], (ct<T>)t14);
        if (walk.writes(1)) ct_store(out1 + walk.at[6], (ct<T>)t15);
        if (walk.writes(2)) ct_store(out2 + walk.at[7], (float)t16);
    }
}
// jvp, kernel 0
extern "C" __global__ void jvp_0(const ct_space<10> space, const float *in0, const T *in1, const T *in2, const bool *in3, const float *in4, const T *in5, const T *in6, T *out0, T *out1, bool *out2, ct<T> *part0, ct<T> *part1, double host0, double host1, double host2) {
    ct_walk<10> walk(space, space.chunks);
    const int h0 = (int)host0;
    const ct<T> h1 = (ct<T>)host1;
    const int h2 = (int)host2;
    ct<T> a0 = ct_sum::start<ct<T>>();
    ct<T> a1 = ct_sum::start<ct<T>>();
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const ct<T> x1 = ct_load(in1 + walk.at[1]);
        const ct<T> x2 = ct_load(in2 + walk.at[2]);
        const bool x3 = ct_load(in3 + walk.at[3]);
        const float x4 = ct_load(in4 + walk.at[4]);
        const ct<T> x5 = ct_load(in5 + walk.at[5]);
        const ct<T> x6 = ct_load(in6 + walk.at[6]);
        const ct<T> t0 = ct_as<ct<T>>(x0);
        const ct<T> t1 = x1 * x2;
        const ct<T> t2 = x3 ? t1 : ct<T>(1.0);
        const ct<T> t3 = ct_powi(t2, h0);
        const ct<T> t4 = x3 ? t0 : ct<T>(0.0);
        const ct<T> t5 = exp(t4);
        const ct<T> t6 = t3 + t5;
        const ct<T> t7 = x3 ? t6 : ct<T>(0.0);
        const bool t8 = t7 > ct<T>(1.0);
        const ct<T> t9 = ct_as<ct<T>>(x4);
        const ct<T> t10 = x5 * x2;
        const ct<T> t11 = x6 * x1;
        const ct<T> t12 = t10 + t11;
        const ct<T> t13 = x3 ? t12 : ct<T>(0.0);
        const ct<T> t14 = t13 * h1;
        const ct<T> t15 = ct_powi(t2, h2);
        const ct<T> t16 = t14 * t15;
        const ct<T> t17 = x3 ? t9 : ct<T>(0.0);
        const ct<T> t18 = t17 * t5;
        const ct<T> t19 = t16 + t18;
        const ct<T> t20 = x3 ? t19 : ct<T>(0.0);
        if (walk.writes(2)) ct_store(out2 + walk.at[9], (bool)t8);
        a0 = ct_sum::join(a0, (ct<T>)t7);
        a1 = ct_sum::join(a1, (ct<T>)t20);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[7], a0);
    }
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) {
        if (space.chunks > 1) part1[walk.part()] = a1;
        else ct_store(out1 + walk.base[8], a1);
    }
}
extern "C" __global__ void jvp_0_fold(const ct_space<10> space, T *out0, T *out1, bool *out2, ct<T> *part0, ct<T> *part1) {
    ct_walk<10> walk(space, 1);
    ct<T> a0 = ct_sum::start<ct<T>>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[7], a0);
    ct<T> a1 = ct_sum::start<ct<T>>();
    if (walk.outer < space.outer && walk.writes(1))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a1 = ct_sum::join(a1, part1[walk.outer * space.chunks + c]);
    a1 = walk.join<ct_sum>(a1);
    if (walk.leads() && walk.writes(1)) ct_store(out1 + walk.base[8], a1);
}
// hvp, kernel 0
extern "C" __global__ void hvp_0(const ct_space<10> space, const T *in0, const T *in1, const bool *in2, const T *in3, const T *in4, T *out0, T *out1, T *out2, T *out3, T *out4, double host0, double host1, double host2, double host3) {
    ct_walk<10> walk(space, space.chunks);
    const ct<T> h0 = (ct<T>)host0;
    const int h1 = (int)host1;
    const ct<T> h2 = (ct<T>)host2;
    const int h3 = (int)host3;
    for (; walk.more(); walk.next()) {
        const ct<T> x0 = ct_load(in0 + walk.at[0]);
        const ct<T> x1 = ct_load(in1 + walk.at[1]);
        const bool x2 = ct_load(in2 + walk.at[2]);
        const ct<T> x3 = ct_load(in3 + walk.at[3]);
        const ct<T> x4 = ct_load(in4 + walk.at[4]);
        const ct<T> t0 = x0 * x1;
        const ct<T> t1 = x2 ? t0 : ct<T>(1.0);
        const ct<T> t2 = x2 ? ct<T>(1.0) : ct<T>(0.0);
        const ct<T> t3 = t2 * h0;
        const ct<T> t4 = ct_powi(t1, h1);
        const ct<T> t5 = t3 * t4;
        const ct<T> t6 = x2 ? t5 : ct<T>(0.0);
        const ct<T> t7 = t6 * x1;
        const ct<T> t8 = t6 * x0;
        const ct<T> t9 = x2 ? t7 : ct<T>(0.0);
        const ct<T> t10 = x2 ? t8 : ct<T>(0.0);
        const ct<T> t11 = x3 * x1;
        const ct<T> t12 = x4 * x0;
        const ct<T> t13 = t11 + t12;
        const ct<T> t14 = x2 ? t13 : ct<T>(0.0);
        const ct<T> t15 = t14 * h2;
        const ct<T> t16 = ct_powi(t1, h3);
        const ct<T> t17 = t15 * t16;
        const ct<T> t18 = t17 * t3;
        const ct<T> t19 = x2 ? t18 : ct<T>(0.0);
        const ct<T> t20 = t19 * x1;
        const ct<T> t21 = x4 * t6;
        const ct<T> t22 = t20 + t21;
        const ct<T> t23 = t19 * x0;
        const ct<T> t24 = x3 * t6;
        const ct<T> t25 = t23 + t24;
        const ct<T> t26 = x2 ? t22 : ct<T>(0.0);
        const ct<T> t27 = x2 ? t25 : ct<T>(0.0);
        if (walk.writes(0)) ct_store(out0 + walk.at[5], (ct<T>)t2);
        if (walk.writes(1)) ct_store(out1 + walk.at[6], (ct<T>)t9);
        if (walk.writes(2)) ct_store(out2 + walk.at[7], (ct<T>)t10);
        if (walk.writes(3)) ct_store(out3 + walk.at[8], (ct<T>)t26);
        if (walk.writes(4)) ct_store(out4 + walk.at[9], (ct<T>)t27);
    }
}
// hvp, kernel 1
extern "C" __global__ void hvp_1(const ct_space<6> space, const float *in0, const bool *in1, const T *in2, const float *in3, float *out0, float *out1) {
    ct_walk<6> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const bool x1 = ct_load(in1 + walk.at[1]);
        const ct<T> x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const ct<T> t0 = ct_as<ct<T>>(x0);
        const ct<T> t1 = x1 ? t0 : ct<T>(0.0);
        const ct<T> t2 = exp(t1);
        const ct<T> t3 = x2 * t2;
        const ct<T> t4 = x1 ? t3 : ct<T>(0.0);
        const float t5 = ct_as<float>(t4);
        const ct<T> t6 = ct_as<ct<T>>(x3);
        const ct<T> t7 = x1 ? t6 : ct<T>(0.0);
        const ct<T> t8 = t7 * t2;
        const ct<T> t9 = t8 * x2;
        const ct<T> t10 = x1 ? t9 : ct<T>(0.0);
        const float t11 = ct_as<float>(t10);
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t5);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t11);
    }
}
