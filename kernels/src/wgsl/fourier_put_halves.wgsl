// Halves of what a workgroup has whole.

fn ct_put(row: u32, k: u32, at: u32) {
    let m = ct_arg(1u);
    ct_write(row, k, ct_data[at], ct_data[at - k + (m - k) % m]);
    if k == 0u {
        ct_write(row, m, ct_data[at], ct_data[at]);
    }
}
