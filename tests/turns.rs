// Bodies of functions of `x: &Tensor<f64, N>` and `n: usize`: what is asked of tensors stands where it stands, among what host
// code does. The build script of the tests makes them programs of `tests/oracle.rs`, several in each.

fn index() {
    let mut i = 0;
    let hs = [x.sin(), x.exp()];
    let k = { i = 1; 2.0 } * hs[i].sum().item()?;
    Ok((x * k).sum())
}

fn factor() {
    let mut k = n as f64;
    let y = { k += 1.0; k } * (x * k).sum().item()?;
    Ok((x * y).sum())
}

fn length() {
    let hs = vec![x.sin(), x.exp(), x.cos()];
    let mut left = vec![1.0, 2.0];
    let z = left.pop().unwrap_or(0.0) * hs[left.len()].sum().item()?;
    Ok((x * z).sum())
}

fn within() {
    let mut i = 0;
    let hs = vec![x.sin(), x.exp(), x.cos()];
    let y = i as f64 + ({ i += 1; &hs[i] * 2.0 }).sum().item()? * i as f64;
    Ok((x * y).sum() * (i as f64))
}

fn around() {
    let mut k = 1.0;
    let y = (x * k).sum().item()? * { k += 1.0; k } + (x * k).sum().item()?;
    Ok((x * y).sum())
}

fn lists() {
    let mut k = 1.0;
    let t = ({ k += 1.0; k }, (x * k).sum().item()?, k);
    let a = [{ k += 1.0; k }, (x * k).sum().item()?, k];
    let v = vec![{ k += 1.0; k }, (x * k).sum().item()?, k];
    Ok((x * (t.0 + t.1 * t.2 + a[0] + a[1] * a[2] + v[0] + v[1] * v[2])).sum())
}

fn calls() {
    let mut k = 1.0;
    let y = next(&mut k) * (x * k).sum().item()? + f64::max(next(&mut k), (x * k).sum().item()?);
    Ok((x * (y + { k += 1.0; k }.max((x * k).sum().item()?))).sum())
}

fn counted() {
    let y = told(1.0) * (x * told(3.0)).sum().item()? + told(2.0);
    Ok((x * y).sum())
}

fn stored() {
    let mut k = 1.0;
    let mut v = vec![1.0, 2.0];
    v[0] = { k += 1.0; k } * (x * k).sum().item()?;
    v.push({ k += 1.0; k } + (x * k).sum().item()?);
    let mut b = 2.0;
    b += { k += 1.0; k } * (x * k).sum().item()?;
    b *= next(&mut k) + (x * k).sum().item()?;
    Ok((x * (v[0] + v[2] + b)).sum())
}

fn decided() {
    let mut k = 1.0;
    let y = if { k += 1.0; k } * (x * k).sum().item()? > n as f64 { k } else { 2.0 * k };
    let z = match { k += 1.0; k } * (x * k).sum().item()? { y if y > 2.0 => y, y => k * y };
    Ok((x * (y + z)).sum())
}

fn lazily() {
    let mut k = 1.0;
    let y = if n > 1 && { k += 1.0; k } * (x * k).sum().item()? > n as f64 { k } else { 2.0 * k };
    let b = { k += 1.0; k } < 3.5 && (x * k).sum().item()? > 1.0 || { k += 0.5; k } > (x * k).sum().item()?;
    Ok((x * k).sum() * (y + b as usize as f64))
}

fn looping() {
    let mut k = 1.0;
    let mut h = x.sin();
    let mut i = 0;
    while { i += 1; i < 4 } && (&h * k).sum().item()? < 1.5 {
        k += 0.5;
        h = &h + x * 0.25;
    }
    Ok((&h * k).sum() * (i as f64))
}

fn borrowed() {
    let mut k = 1.0;
    let y = if let Some(z) = [{ k += 1.0; k }, (x * k).sum().item()?].last() { *z + k } else { 0.0 };
    for w in [{ k += 1.0; k }, (x * k).sum().item()?] { k += w; }
    Ok((x * y).sum() * k)
}

fn nested() {
    let mut k = 1.0;
    let y = { let z = (x * k).sum().item()?; k += z; k } * (x * k).sum().item()?;
    let z = -(x * { k += 1.0; k }).sum().item()? * k;
    Ok((x * (y + z)).sum())
}

fn counts() {
    let mut k = 0.5;
    let mut i = 0;
    let mut h = x.clone();
    for _ in 0..({ k = 0.7; n }) { h = &h * k + x; }
    for _ in 0..({ k -= 0.25; k *= 0.5; n }) % 3 { h = &h * k + x; }
    for j in 0..({ i += 1; i }) + h.sum().item()?.abs() as usize % 3 { k += j as f64; }
    Ok(h.sum() * k)
}

fn rounds() {
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

fn noted_in_rounds() {
    let mut h = x.clone();
    for _ in 0..n {
        let z = told(1.0) * (&h * told(2.0)).sum().item()?;
        h = &h * (0.01 * z) + x * told(0.5);
    }
    Ok(h.sum())
}

fn noted_in_conditions() {
    let mut k = told(1.0);
    while { k += told(0.1); k < 9.0 } && (x * k).sum().item()? < 30.0 { k += told(0.2); }
    let y = if told(1.0) > 1.5 && (x * told(1.0)).sum().item()? > 0.0 { told(3.0) } else { told(4.0) * 2.0 };
    Ok((x * k).sum() * y)
}

fn left_first() {
    let mut i = 0;
    let mut hs = vec![x.sin(), x.exp()];
    hs[i] += { i += 1; if n == 1 { return Ok(x.sum()); } x.clone() };
    Ok((&hs[0] * 2.0 + &hs[1]).sum() * (i as f64))
}

fn arrays() {
    let mut i = 0;
    let mut hs = [x.sin(), x.exp()];
    hs[i] *= { i += 1; if n == 2 { return Ok(x.sum()); } x.clone() };
    Ok((&hs[0] * 2.0 + &hs[1]).sum() * (i as f64))
}

fn in_a_tuple() {
    let mut i = 0;
    let mut p = (vec![x.sin(), x.exp()], 1.0);
    p.0[i] += { i += 1; if n == 2 { return Ok(x.sum()); } x.clone() };
    p.0[i] += { i = 0; p.1 += 1.0; x.clone() };
    Ok((&p.0[0] * 2.0 + &p.0[1]).sum() * p.1)
}

fn numbers_last() {
    let mut b = 2.0;
    b += { b *= 3.0; x.sum().item()? };
    b += { b *= 2.0; if n == 2 { return Ok(x.sum()); } 0.5 };
    Ok((x * b).sum())
}

fn entries() {
    let mut p = (1.0, x.clone(), 1);
    p.0 += { p.0 *= 3.0; 0.5 };
    p.0 += { p.0 *= 2.0; x.sum().item()? };
    p.2 += n;
    Ok((&p.1 * p.0).sum() * (p.2 as f64))
}

fn computed() {
    let mut i = 0;
    let mut hs = vec![x.sin(), x.exp()];
    hs[{ i += 1; i - 1 }] *= { i += 1; x * (i as f64) };
    hs[i - 2] = { i += 1; &hs[0] * 2.0 };
    Ok((&hs[0] * 2.0 + &hs[1]).sum() * (i as f64))
}

fn gone_over() {
    let mut hs = vec![x.sin(), x.cos()];
    let mut y = x.clone();
    for h in hs {
        hs = vec![y.exp(), &y * 3.0];
        y = &y + &h;
    }
    Ok(y.sum())
}

fn left_operand() {
    let y = (if n == 2 { return Ok((x * 5.0).sum()); } else { x.clone() }).sum().item()?;
    Ok((x * y).sum())
}

fn later() {
    let mut h = x.clone();
    for i in 0..3 {
        let z;
        if i == 1 { continue; } else { z = h.cos(); }
        let v = vec![h.cos(), if i == n { continue; } else { h.sin() }];
        h = &h + &z + &v[1];
    }
    Ok(h.sum())
}

fn labelled() {
    let mut h = x.clone();
    'a: {
        if n == 1 { break 'a; }
        if n == 2 { return Ok((x * 2.0).sum()); }
        h = h.cos();
    }
    Ok(h.sum())
}

fn fields() {
    let mut s = Pair { k: 2.0, j: 1 };
    s.k += { s.k *= 3.0; 0.5 };
    s.k *= { s.j += 1; (x * (s.j as f64)).sum().item()? };
    Ok((x * s.k).sum())
}

fn numbers() {
    let mut i = 0;
    let mut v = vec![1.0, 2.0, 3.0];
    v[i] += { i += 1; 0.5 };
    v[i] = { i += 1; v[i] * (x * v[0]).sum().item()? };
    v[{ i += 1; i % 3 }] = (x * v[1]).sum().item()?;
    Ok((x * (v[0] + v[1] * v[2])).sum())
}

fn matched() {
    let mut h = x.clone();
    for i in 0..3 {
        let z;
        match i { 0 => z = h.cos(), 1 => { continue; } _ => { z = &h * 2.0; } }
        h = &h + &z;
    }
    Ok(h.sum())
}

fn inner() {
    let mut h = x.clone();
    for i in 0..n {
        let mut last: Option<Tensor<f64>> = None;
        if i == 1 { last = Some(h.cos()); }
        if let Some(z) = &last { h = &h + z; }
    }
    Ok(h.sum())
}

fn operands() {
    let mut k = 1.0;
    let y = k * ({ k += 1.0; (x * k).sum().item()? }) - k + ({ k *= 2.0; (x * k).cos().sum().item()? }) * k;
    let z = -({ k += 0.5; (x * k).sum().item()? });
    let j = ({ k += 1.0; (x * k).sum().item()? }) as usize % 3;
    Ok((x * y).sum() * z + (x * k).sum() * j as f64)
}

fn arguments() {
    let mut k = 1.0;
    let y = told({ k += told(0.5); (x * k).sum().item()? }) + f64::max(k, { k *= 2.0; (x * k).sum().item()? });
    let mut v = vec![y];
    v.push({ k += told(1.0); (x * k).sum().item()? });
    k *= 2.0 * ({ k += 1.0; (x * k).sum().item()? });
    Ok((x * (y + v[1])).sum() * k)
}

fn makes_tensors() {
    let mut k = 1.0;
    let mut h = x.sin();
    let y = k * ({ let z = { k += told(1.0); h = h.cos() * k; h.clone() }; let a = z.sin(); (&a + &h).sum().item()? * 2.0 });
    let z = k * { h = h.cos(); k += y; k } + told({ h = h * k; let sum = h.sum(); sum.item()? });
    let a = { let b = h.sin(); b } * told(2.0);
    Ok((h * y).sum() * z + a.sum() * k)
}

fn decides() {
    let mut k = 1.0;
    let mut h = x.clone();
    let b = ({ k += 1.0; (x * k).sum().item()? }) > 3.0 || ({ k += told(1.0); (x * k).sum().item()? }) > 5.0;
    if ({ k += 1.0; (x * k).sum().item()? }) > 7.0 + told(1.0) { h = h.cos(); }
    match ({ k -= (h.sum().item()?) * 0.5; n }) % 3 { 0 => { h = h.sin() * k; } 1 => { h = h * told(2.0); } _ => {} }
    Ok(h.sum() * if b { k } else { 2.0 })
}

fn rounds_of_blocks() {
    let mut k = 1.0;
    let mut i = 0;
    let mut h = x.clone();
    for j in 0..({ k += 1.0; (x * k).sum().item()? }) as usize { h = &h * 0.5 + x * j as f64; }
    while i < 3 && ({ k += told(0.5); (x * k).sum().item()? }) < 9.0 { i += 1; h = &h * k; }
    let hs = vec![h.clone(), h.sin()];
    Ok(hs[({ k += 1.0; (&hs[0] * k).sum().item()? }).abs() as usize % 2].sum() * k)
}

fn leaves() {
    let mut k = 0.5;
    if n == 2 { return Ok(x.sum() * told({ k += 1.0; (x * k).sum().item()? }) * k); }
    Ok(x.cos().sum() * k)
}

fn unread() {
    let mut k = 1.0;
    let h = { let _ = told({ k += told(0.5); k }); x * k };
    let _ = told({ k *= 2.0; (x * k).sum().item()? }) + { k += 1.0; k };
    let _: f64 = { k += 3.0; told(k) };
    Ok((h * k).sum())
}

fn unread_of_a_tuple() {
    let mut p = (x.sin(), 1.0);
    let _ = told({ p.1 += 2.0; p.1 });
    Ok((p.0 * p.1).sum())
}
