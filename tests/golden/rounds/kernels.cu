// value_and_grad, kernel 0
extern "C" __global__ void value_and_grad_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
    }
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
// pullback, kernel 0
extern "C" __global__ void pullback_0(const ct_space<3> space, const float *in0, const float *in1, float *out0) {
    ct_walk<3> walk(space, space.chunks);
    for (; walk.more(); walk.next()) {
        const float x0 = ct_load(in0 + walk.at[0]);
        const float x1 = ct_load(in1 + walk.at[1]);
        const float t0 = x0 + x1;
        if (walk.writes(0)) ct_store(out0 + walk.at[2], (float)t0);
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
