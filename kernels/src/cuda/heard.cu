// Says by a check of this GPU that another has found something wrong, unless it has found something itself.

struct ct_given {
    // The number of the check.
    unsigned long long n[2];
    const unsigned *__restrict__ heard;
    unsigned *__restrict__ status;
};

extern "C" __global__ void __launch_bounds__(32) ct_main(const __grid_constant__ ct_given given) {
    if (threadIdx.x == 0 && given.heard[0] != 0 && given.status[0] == 0) {
        given.status[1] = given.heard[0];
        given.status[0] = (unsigned)given.n[0];
    }
}
