//! What a tensor is asked for stands where it stands, behind what changes variables.

use crate::both;

both! { |x, n|
    index { let mut i = 0; let hs = [x.sin(), x.exp()]; let k = { i = 1; 2.0 } * hs[i].sum().item()?; Ok((x * k).sum()) }
    factor { let mut k = n as f64; let y = { k += 1.0; k } * (x * k).sum().item()?; Ok((x * y).sum()) }
    length {
        let hs = vec![x.sin(), x.exp(), x.cos()];
        let mut left = vec![1.0, 2.0];
        let z = left.pop().unwrap_or(0.0) * hs[left.len()].sum().item()?;
        Ok((x * z).sum())
    }
    within {
        let mut i = 0;
        let hs = vec![x.sin(), x.exp(), x.cos()];
        let y = i as f64 + ({ i += 1; &hs[i] * 2.0 }).sum().item()? * i as f64;
        Ok((x * y).sum() * (i as f64))
    }
    around {
        let mut k = 1.0;
        let y = (x * k).sum().item()? * { k += 1.0; k } + (x * k).sum().item()?;
        Ok((x * y).sum())
    }
    lists {
        let mut k = 1.0;
        let t = ({ k += 1.0; k }, (x * k).sum().item()?, k);
        let a = [{ k += 1.0; k }, (x * k).sum().item()?, k];
        let v = vec![{ k += 1.0; k }, (x * k).sum().item()?, k];
        Ok((x * (t.0 + t.1 * t.2 + a[0] + a[1] * a[2] + v[0] + v[1] * v[2])).sum())
    }
    calls {
        let mut k = 1.0;
        let y = next(&mut k) * (x * k).sum().item()? + f64::max(next(&mut k), (x * k).sum().item()?);
        Ok((x * (y + { k += 1.0; k }.max((x * k).sum().item()?))).sum())
    }
    counted { let y = noted(1.0) * (x * noted(3.0)).sum().item()? + noted(2.0); Ok((x * y).sum()) }
    stored {
        let mut k = 1.0;
        let mut v = vec![1.0, 2.0];
        v[0] = { k += 1.0; k } * (x * k).sum().item()?;
        v.push({ k += 1.0; k } + (x * k).sum().item()?);
        let mut b = 2.0;
        b += { k += 1.0; k } * (x * k).sum().item()?;
        b *= next(&mut k) + (x * k).sum().item()?;
        Ok((x * (v[0] + v[2] + b)).sum())
    }
    decided {
        let mut k = 1.0;
        let y = if { k += 1.0; k } * (x * k).sum().item()? > n as f64 { k } else { 2.0 * k };
        let z = match { k += 1.0; k } * (x * k).sum().item()? { y if y > 2.0 => y, y => k * y };
        Ok((x * (y + z)).sum())
    }
    lazily {
        let mut k = 1.0;
        let y = if n > 1 && { k += 1.0; k } * (x * k).sum().item()? > n as f64 { k } else { 2.0 * k };
        let b = { k += 1.0; k } < 3.5 && (x * k).sum().item()? > 1.0 || { k += 0.5; k } > (x * k).sum().item()?;
        Ok((x * k).sum() * (y + b as usize as f64))
    }
    looping {
        let mut k = 1.0;
        let mut h = x.sin();
        let mut i = 0;
        while { i += 1; i < 4 } && (&h * k).sum().item()? < 1.5 {
            k += 0.5;
            h = &h + x * 0.25;
        }
        Ok((&h * k).sum() * (i as f64))
    }
    borrowed {
        let mut k = 1.0;
        let y = if let Some(z) = [{ k += 1.0; k }, (x * k).sum().item()?].last() { *z + k } else { 0.0 };
        for w in [{ k += 1.0; k }, (x * k).sum().item()?] { k += w; }
        Ok((x * y).sum() * k)
    }
    nested {
        let mut k = 1.0;
        let y = { let z = (x * k).sum().item()?; k += z; k } * (x * k).sum().item()?;
        let z = -(x * { k += 1.0; k }).sum().item()? * k;
        Ok((x * (y + z)).sum())
    }
    counts {
        let mut k = 0.5;
        let mut i = 0;
        let mut h = x.clone();
        for _ in 0..({ k = 0.7; n }) { h = &h * k + x; }
        for _ in 0..({ k -= 0.25; k *= 0.5; n }) % 3 { h = &h * k + x; }
        for j in 0..({ i += 1; i }) + h.sum().item()?.abs() as usize % 3 { k += j as f64; }
        Ok(h.sum() * k)
    }
    rounds {
        let mut k = 1.0;
        let mut h = x.clone();
        let mut i = 0;
        loop {
            i += 1;
            let z = { k *= 1.5; k } + (&h * k).sum().item()?;
            if z > 4.0 || i > n { break; }
            h = &h * { k -= 0.25; k } + x * z;
        }
        Ok(h.sum() * k)
    }
    noted_in_rounds {
        let mut h = x.clone();
        for _ in 0..n {
            let z = noted(1.0) * (&h * noted(2.0)).sum().item()?;
            h = &h * (0.01 * z) + x * noted(0.5);
        }
        Ok(h.sum())
    }
    noted_in_conditions {
        let mut k = noted(1.0);
        while { k += noted(0.1); k < 9.0 } && (x * k).sum().item()? < 30.0 { k += noted(0.2); }
        let y = if noted(1.0) > 1.5 && (x * noted(1.0)).sum().item()? > 0.0 { noted(3.0) } else { noted(4.0) * 2.0 };
        Ok((x * k).sum() * y)
    }
}
