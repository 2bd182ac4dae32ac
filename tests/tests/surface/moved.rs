//! Composites that only move elements, outside of bodies, for elements that are no floats.

use cotangent::prelude::*;

#[test]
fn integers_and_truth_values() -> Result<()> {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!(x.flatten()?, tensor![1, 2, 3, 4, 5, 6]);
    assert_eq!(x.transpose(0, 1)?, tensor![[1, 4], [2, 5], [3, 6]]);
    assert_eq!(x.repeat([1, 2])?, tensor![[1, 2, 3, 1, 2, 3], [4, 5, 6, 4, 5, 6]]);
    assert_eq!(x.take_along_axis(&tensor![[2, 0], [1, 1]], 1)?, tensor![[3, 1], [5, 5]]);
    assert_eq!(x.update_slice(&tensor![[7], [8]], 1, 1)?, tensor![[1, 7, 3], [4, 8, 6]]);
    let image = x.reshape([1, 1, 2, 3])?;
    assert_eq!(image.unfold([2, 1], 1, 0, 1)?, tensor![[[1, 2, 3], [4, 5, 6]]]);
    let pixels = image.repeat([1, 4, 1, 1])?.pixel_shuffle(2)?;
    assert_eq!(pixels.pixel_unshuffle(2)?, image.repeat([1, 4, 1, 1])?);
    let large = x.gt(4)?;
    assert_eq!(large.flatten()?, tensor![false, false, false, false, true, true]);
    assert_eq!(large.transpose(1, 0)?.flatten()?, tensor![false, false, false, true, false, true]);
    assert_eq!(x.resize_nearest(1, 2)?, tensor![[1, 2], [4, 5]]);
    Ok(())
}
