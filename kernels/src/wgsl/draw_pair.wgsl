// Both words of a block become an element.
fn ct_drawn(block: u32, words: vec2<u32>) {
    let at = 2u * block;
    ct_keep0(at, ct_of_word(words.x));
    if at + 1u < ct_numel(0u) {
        ct_keep0(at + 1u, ct_of_word(words.y));
    }
}
