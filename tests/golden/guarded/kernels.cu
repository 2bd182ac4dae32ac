// value, kernel 0
extern "C" __global__ void value_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const bool t0 = x0 > 0.0f;
        const float t1 = x1 * x1;
        const float t2 = t0 ? x0 : 1.0f;
        const float t3 = sqrt(t2);
        const float t4 = x1 / t2;
        const float t5 = t3 + t4;
        const float t6 = t0 ? t5 : t1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t6);
    }
}
// forward, kernel 0
extern "C" __global__ void forward_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const bool t0 = x0 > 0.0f;
        const float t1 = x1 * x1;
        const float t2 = t0 ? x0 : 1.0f;
        const float t3 = sqrt(t2);
        const float t4 = x1 / t2;
        const float t5 = t3 + t4;
        const float t6 = t0 ? t5 : t1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t6);
    }
}
// pullback, kernel 0
extern "C" __global__ void pullback_0(const ct_space<5> space, const float *in0, const float *in1, const float *in2, float *out0, float *out1) {
    ct_walk<5> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const bool t0 = x0 > 0.0f;
        const float t1 = t0 ? x0 : 1.0f;
        const float t2 = sqrt(t1);
        const float t3 = x1 / t1;
        const float t4 = t0 ? x2 : 0.0f;
        const float t5 = t0 ? 0.0f : x2;
        const float t6 = t4 / t1;
        const float t7 = -t4;
        const float t8 = t7 * t3;
        const float t9 = t8 / t1;
        const float t10 = t0 ? t6 : 0.0f;
        const float t11 = 0.5f * t4;
        const float t12 = t11 / t2;
        const float t13 = t9 + t12;
        const float t14 = t0 ? t13 : 0.0f;
        const float t15 = 2.0f * t5;
        const float t16 = t15 * x1;
        const float t17 = t0 ? 0.0f : t16;
        const float t18 = t10 + t17;
        if (walk.writes(0)) ct_store(out0 + walk.at[3], (float)t14);
        if (walk.writes(1)) ct_store(out1 + walk.at[4], (float)t18);
    }
}
// jvp, kernel 0
extern "C" __global__ void jvp_0(const ct_space<6> space, const float *in0, const float *in1, const float *in2, const float *in3, float *out0, float *out1) {
    ct_walk<6> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const bool t0 = x0 > 0.0f;
        const float t1 = x1 * x1;
        const float t2 = t0 ? x0 : 1.0f;
        const float t3 = sqrt(t2);
        const float t4 = x1 / t2;
        const float t5 = t3 + t4;
        const float t6 = t0 ? t5 : t1;
        const float t7 = 2.0f * x2;
        const float t8 = t7 * x1;
        const float t9 = t0 ? x3 : 0.0f;
        const float t10 = 0.5f * t9;
        const float t11 = t10 / t3;
        const float t12 = x2 / t2;
        const float t13 = -t9;
        const float t14 = t13 * t4;
        const float t15 = t14 / t2;
        const float t16 = t12 + t15;
        const float t17 = t11 + t16;
        const float t18 = t0 ? t17 : 0.0f;
        const float t19 = t0 ? 0.0f : t8;
        const float t20 = t18 + t19;
        if (walk.writes(0)) ct_store(out0 + walk.at[4], (float)t6);
        if (walk.writes(1)) ct_store(out1 + walk.at[5], (float)t20);
    }
}
