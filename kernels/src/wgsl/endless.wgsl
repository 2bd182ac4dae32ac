// Which matrices are flagged, for `first.wgsl`. Operands: flags, a result that is not written.

fn ct_fails(matrix: u32) -> bool {
    return ct_load0(ct_offset(0u) + matrix * ct_stride(0u, 0u)) != 0i;
}
