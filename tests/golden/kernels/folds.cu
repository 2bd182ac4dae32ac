extern "C" __global__ void kernel0(const ct_space<12> space, const int *in0, const bool *in1, const ct_f16 *in2, const ct_bf16 *in3, ct_f16 *out0, ct_bf16 *out1, int *out2, bool *out3, bool *out4, ct_bf16 *out5, bool *out6, ct_f16 *out7, float *part0, float *part1, int *part2, bool *part3, bool *part4, float *part5, double host0) {
    ct_walk<12> walk(space, space.chunks);
    const int h0 = (int)host0;
    float a0 = ct_max::start<float>();
    float a1 = ct_min::start<float>();
    int a2 = ct_max::start<int>();
    bool a3 = ct_sum::start<bool>();
    bool a4 = ct_prod::start<bool>();
    float a5 = ct_prod::start<float>();
    for (; walk.more(); walk.next()) {
        const int x0 = ct_load(in0 + walk.at[0]);
        const bool x1 = ct_load(in1 + walk.at[1]);
        const float x2 = ct_load(in2 + walk.at[2]);
        const float x3 = ct_load(in3 + walk.at[3]);
        const bool t0 = x0 < h0;
        const bool t1 = x1 && t0;
        const float t2 = t1 ? x2 : (-ct_inf<float>());
        const int t3 = x1 ? x0 : ct_least<int>();
        if (walk.writes(6)) ct_store(out6 + walk.at[10], (bool)t1);
        if (walk.writes(7)) ct_store(out7 + walk.at[11], (float)t2);
        a0 = ct_max::join(a0, (float)t2);
        a1 = ct_min::join(a1, (float)x3);
        a2 = ct_max::join(a2, (int)t3);
        a3 = ct_sum::join(a3, (bool)t1);
        a4 = ct_prod::join(a4, (bool)t1);
        a5 = ct_prod::join(a5, (float)x3);
    }
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) {
        if (space.chunks > 1) part0[walk.part()] = a0;
        else ct_store(out0 + walk.base[4], a0);
    }
    a1 = walk.join<ct_min>(a1);
    if (walk.leads() && walk.writes(1)) {
        if (space.chunks > 1) part1[walk.part()] = a1;
        else ct_store(out1 + walk.base[5], a1);
    }
    a2 = walk.join<ct_max>(a2);
    if (walk.leads() && walk.writes(2)) {
        if (space.chunks > 1) part2[walk.part()] = a2;
        else ct_store(out2 + walk.base[6], a2);
    }
    a3 = walk.join<ct_sum>(a3);
    if (walk.leads() && walk.writes(3)) {
        if (space.chunks > 1) part3[walk.part()] = a3;
        else ct_store(out3 + walk.base[7], a3);
    }
    a4 = walk.join<ct_prod>(a4);
    if (walk.leads() && walk.writes(4)) {
        if (space.chunks > 1) part4[walk.part()] = a4;
        else ct_store(out4 + walk.base[8], a4);
    }
    a5 = walk.join<ct_prod>(a5);
    if (walk.leads() && walk.writes(5)) {
        if (space.chunks > 1) part5[walk.part()] = a5;
        else ct_store(out5 + walk.base[9], a5);
    }
}
extern "C" __global__ void kernel0_fold(const ct_space<12> space, ct_f16 *out0, ct_bf16 *out1, int *out2, bool *out3, bool *out4, ct_bf16 *out5, bool *out6, ct_f16 *out7, float *part0, float *part1, int *part2, bool *part3, bool *part4, float *part5) {
    ct_walk<12> walk(space, 1);
    float a0 = ct_max::start<float>();
    if (walk.outer < space.outer && walk.writes(0))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a0 = ct_max::join(a0, part0[walk.outer * space.chunks + c]);
    a0 = walk.join<ct_max>(a0);
    if (walk.leads() && walk.writes(0)) ct_store(out0 + walk.base[4], a0);
    float a1 = ct_min::start<float>();
    if (walk.outer < space.outer && walk.writes(1))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a1 = ct_min::join(a1, part1[walk.outer * space.chunks + c]);
    a1 = walk.join<ct_min>(a1);
    if (walk.leads() && walk.writes(1)) ct_store(out1 + walk.base[5], a1);
    int a2 = ct_max::start<int>();
    if (walk.outer < space.outer && walk.writes(2))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a2 = ct_max::join(a2, part2[walk.outer * space.chunks + c]);
    a2 = walk.join<ct_max>(a2);
    if (walk.leads() && walk.writes(2)) ct_store(out2 + walk.base[6], a2);
    bool a3 = ct_sum::start<bool>();
    if (walk.outer < space.outer && walk.writes(3))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a3 = ct_sum::join(a3, part3[walk.outer * space.chunks + c]);
    a3 = walk.join<ct_sum>(a3);
    if (walk.leads() && walk.writes(3)) ct_store(out3 + walk.base[7], a3);
    bool a4 = ct_prod::start<bool>();
    if (walk.outer < space.outer && walk.writes(4))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a4 = ct_prod::join(a4, part4[walk.outer * space.chunks + c]);
    a4 = walk.join<ct_prod>(a4);
    if (walk.leads() && walk.writes(4)) ct_store(out4 + walk.base[8], a4);
    float a5 = ct_prod::start<float>();
    if (walk.outer < space.outer && walk.writes(5))
        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)
            a5 = ct_prod::join(a5, part5[walk.outer * space.chunks + c]);
    a5 = walk.join<ct_prod>(a5);
    if (walk.leads() && walk.writes(5)) ct_store(out5 + walk.base[9], a5);
}
