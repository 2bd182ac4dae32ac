// Times chirps.

fn ct_put(row: u32, k: u32, at: u32) {
    if k < ct_arg(10u) {
        ct_out(row, k, ct_complex(ct_data[at], ct_chirp(k)));
    }
}
