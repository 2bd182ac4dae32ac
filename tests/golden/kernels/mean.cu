typedef float T;
extern "C" __global__ void kernel0(const ct_space<4> space, const T *in0, const T *in1, T *out0, T *out1, ct<T> *part0, double scale0) {
    ct_walk<4> walk(space, space.chunks);
    ct<T> a0 = ct_sum::start<ct<T>>();
    for (; walk.more(); walk.next()) {
        const ct<T> x0 = ct_load(in0 + walk.at[0]);
        const ct<T> x1 = ct_load(in1 + walk.at[1]);
        const ct<T> t0 = x0 * x1;
        const ct<T> t1 = t0 + ct<T>(-0.5);
        const ct<T> t2 = tanh(t1);
        if (walk.writes(1)) ct_store(out1 + walk.at[3], (ct<T>)t2);
        a0 = ct_sum::join(a0, (ct<T>)t2);
    }
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[2], (ct<T>)(a0 * (ct<T>)scale0));
    }
}
extern "C" __global__ void kernel0_fold(const ct_space<4> space, T *out0, T *out1, ct<T> *part0, double scale0) {
    ct_walk<4> walk(space, 1);
    ct<T> a0 = ct_sum::start<ct<T>>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_sum::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_sum>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[2], (ct<T>)(a0 * (ct<T>)scale0));
}
