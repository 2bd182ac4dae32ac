// The walk of a kernel over a space whose layout it is given.

const unsigned CT_BLOCK = 256;

// One pass over an iteration space: `outer` points, one for each element of the outputs that are reduced in this pass,
// times `inner` points that are reduced (without a reduction, all points are inner). The host cuts `inner` into `chunks`
// of `chunk` points by the shapes alone, so that results do not depend on the device.
template <int N> struct ct_space {
    ct_size outer, inner, chunk, chunks;
    // Threads that share an outer point, a power of 2 up to CT_BLOCK; neighbours do if `lane_fast`.
    unsigned lanes, lane_fast;
    // There is one outer point, and every input and every output that is not reduced lies in the order of the points.
    unsigned dense;
    unsigned outer_rank, inner_rank;
    // Bit set of the outputs that this pass writes.
    unsigned long long writes;
    // Outer axes, then inner axes; strides in elements, by operand: the inputs, then the outputs.
    ct_size dims[8];
    ct_step strides[N][8];
};

// A thread's way through a pass.
template <int N> struct ct_walk {
    const ct_space<N> &space;
    ct_size outer, chunk, point, last;
    unsigned lane, sub;
    ct_step base[N], at[N];

    __device__ ct_walk(const ct_space<N> &s, ct_size chunks) : space(s) {
        const unsigned rows = CT_BLOCK / s.lanes;
        lane = s.lane_fast ? threadIdx.x % s.lanes : threadIdx.x / rows;
        sub = s.lane_fast ? threadIdx.x / s.lanes : threadIdx.x % rows;
        const ct_size block = blockIdx.x + (ct_size)blockIdx.y * gridDim.x;
        chunk = block % chunks;
        outer = block / chunks * rows + sub;
        point = chunk * s.chunk + lane;
        last = chunk * s.chunk + s.chunk < s.inner ? chunk * s.chunk + s.chunk : s.inner;
        if (outer >= s.outer) last = 0;
        for (int k = 0; k < N; k++) base[k] = 0;
        ct_size rest = outer;
        for (int d = (int)s.outer_rank - 1; d >= 0; d--) {
            const ct_step i = (ct_step)(rest % s.dims[d]);
            rest /= s.dims[d];
            for (int k = 0; k < N; k++) base[k] += i * s.strides[k][d];
        }
        seek();
    }

    __device__ void seek() {
        if (point >= last) return;
        ct_size rest = point;
        for (int k = 0; k < N; k++) at[k] = space.dense ? (ct_step)point : base[k];
        if (space.dense) return;
        for (int d = (int)(space.outer_rank + space.inner_rank) - 1; d >= (int)space.outer_rank; d--) {
            const ct_step i = (ct_step)(rest % space.dims[d]);
            rest /= space.dims[d];
            for (int k = 0; k < N; k++) at[k] += i * space.strides[k][d];
        }
    }

    __device__ bool more() const { return point < last; }
    __device__ void next() {
        point += space.lanes;
        seek();
    }
    // Writes what the lanes of its outer point reduced.
    __device__ bool leads() const { return lane == 0 && outer < space.outer; }
    __device__ bool writes(int output) const { return space.writes >> output & 1; }
    __device__ ct_size part() const { return outer * space.chunks + chunk; }

    // Joins the values of the lanes, as a tree of fixed form. Every thread of the block takes part.
    template <class F, class C> __device__ C join(C value) const {
        __shared__ C shared[CT_BLOCK];
        C *row = shared + sub * space.lanes;
        __syncthreads();
        row[lane] = value;
        for (unsigned half = space.lanes / 2; half > 0; half /= 2) {
            __syncthreads();
            if (lane < half) row[lane] = F::join(row[lane], row[lane + half]);
        }
        __syncthreads();
        return row[0];
    }
};
