// The windows that have an element. Of operands 0 to 3 each axis has: windows; elements of a window; how many elements apart those are
// that may meet one place, and the stride; the dilation. An axis without windows has windows of one element.

// The first element of a window that may be at place `s` of an axis, and how many may.
fn ct_covers(axis: u32, s: u32) -> vec2<u32> {
    let stride = ct_stride(2u, axis);
    let dilation = ct_stride(3u, axis);
    let over = (ct_dim(0u, axis) - 1u) * stride;
    let last = min(ct_dim(1u, axis) - 1u, s / dilation);
    let low = select(0u, (max(s, over) - over + dilation - 1u) / dilation, s > over);
    let step = ct_dim(2u, axis);
    for (var j = low; j <= last && j < low + step; j += 1u) {
        if (s - j * dilation) % stride == 0u {
            return vec2<u32>(j, (last - j) / step + 1u);
        }
    }
    return vec2<u32>(0u, 0u);
}

// Where a window and its element number `j` meet place `s`.
fn ct_window(axis: u32, s: u32, j: u32) -> u32 {
    return (s - j * ct_stride(3u, axis)) / ct_stride(2u, axis);
}
