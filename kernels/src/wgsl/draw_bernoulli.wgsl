// Whether a word is below `ct_arg(3)`; each is if `ct_arg(4)`.
fn ct_of_word(word: u32) -> bool {
    return word < ct_arg(3u) || ct_arg(4u) != 0u;
}
