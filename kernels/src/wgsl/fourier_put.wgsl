// As they are.

fn ct_put(row: u32, k: u32, at: u32) {
    ct_out(row, k, ct_data[at]);
}
