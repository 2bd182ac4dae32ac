//! Blocks among numbers, which ask tensors that they compute and change variables.

use crate::both;

both! { |x, n|
    operands {
        let mut k = 1.0;
        let y = k * ({ k += 1.0; (x * k).sum().item()? }) - k + ({ k *= 2.0; (x * k).cos().sum().item()? }) * k;
        let z = -({ k += 0.5; (x * k).sum().item()? });
        let j = ({ k += 1.0; (x * k).sum().item()? }) as usize % 3;
        Ok((x * y).sum() * z + (x * k).sum() * j as f64)
    }
    arguments {
        let mut k = 1.0;
        let y = noted({ k += noted(0.5); (x * k).sum().item()? }) + f64::max(k, { k *= 2.0; (x * k).sum().item()? });
        let mut v = vec![y];
        v.push({ k += noted(1.0); (x * k).sum().item()? });
        k *= 2.0 * ({ k += 1.0; (x * k).sum().item()? });
        Ok((x * (y + v[1])).sum() * k)
    }
    makes_tensors {
        let mut k = 1.0;
        let mut h = x.sin();
        let y = k * ({ let z = { k += noted(1.0); h = h.cos() * k; h.clone() }; let a = z.sin(); (&a + &h).sum().item()? * 2.0 });
        let z = k * { h = h.cos(); k += y; k } + noted({ h = h * k; let sum = h.sum(); sum.item()? });
        let a = { let b = h.sin(); b } * noted(2.0);
        Ok((h * y).sum() * z + a.sum() * k)
    }
    decides {
        let mut k = 1.0;
        let mut h = x.clone();
        let b = ({ k += 1.0; (x * k).sum().item()? }) > 3.0 || ({ k += noted(1.0); (x * k).sum().item()? }) > 5.0;
        if ({ k += 1.0; (x * k).sum().item()? }) > 7.0 + noted(1.0) { h = h.cos(); }
        match ({ k -= (h.sum().item()?) * 0.5; n }) % 3 { 0 => { h = h.sin() * k; } 1 => { h = h * noted(2.0); } _ => {} }
        Ok(h.sum() * if b { k } else { 2.0 })
    }
    rounds {
        let mut k = 1.0;
        let mut i = 0;
        let mut h = x.clone();
        for j in 0..({ k += 1.0; (x * k).sum().item()? }) as usize { h = &h * 0.5 + x * j as f64; }
        while i < 3 && ({ k += noted(0.5); (x * k).sum().item()? }) < 9.0 { i += 1; h = &h * k; }
        let hs = vec![h.clone(), h.sin()];
        Ok(hs[({ k += 1.0; (&hs[0] * k).sum().item()? }).abs() as usize % 2].sum() * k)
    }
    leaves {
        let mut k = 0.5;
        if n == 2 { return Ok(x.sum() * noted({ k += 1.0; (x * k).sum().item()? }) * k); }
        Ok(x.cos().sum() * k)
    }
    unread {
        let mut k = 1.0;
        let h = { let _ = noted({ k += noted(0.5); k }); x * k };
        let _ = noted({ k *= 2.0; (x * k).sum().item()? }) + { k += 1.0; k };
        let _: f64 = { k += 3.0; noted(k) };
        Ok((h * k).sum())
    }
    unread_of_a_tuple {
        let mut p = (x.sin(), 1.0);
        let _ = noted({ p.1 += 2.0; p.1 });
        Ok((p.0 * p.1).sum())
    }
}
