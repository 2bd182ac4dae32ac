//! Places that are assigned, and what a loop goes over, where the right side or the body changes them.

use crate::both;

both! { |x, n|
    left_first {
        let mut i = 0;
        let mut hs = vec![x.sin(), x.exp()];
        hs[i] += { i += 1; if n == 1 { return Ok(x.sum()); } x.clone() };
        Ok((&hs[0] * 2.0 + &hs[1]).sum() * (i as f64))
    }
    arrays {
        let mut i = 0;
        let mut hs = [x.sin(), x.exp()];
        hs[i] *= { i += 1; if n == 2 { return Ok(x.sum()); } x.clone() };
        Ok((&hs[0] * 2.0 + &hs[1]).sum() * (i as f64))
    }
    in_a_tuple {
        let mut i = 0;
        let mut p = (vec![x.sin(), x.exp()], 1.0);
        p.0[i] += { i += 1; if n == 2 { return Ok(x.sum()); } x.clone() };
        p.0[i] += { i = 0; p.1 += 1.0; x.clone() };
        Ok((&p.0[0] * 2.0 + &p.0[1]).sum() * p.1)
    }
    numbers_last {
        let mut b = 2.0;
        b += { b *= 3.0; x.sum().item()? };
        b += { b *= 2.0; if n == 2 { return Ok(x.sum()); } 0.5 };
        Ok((x * b).sum())
    }
    entries {
        let mut p = (1.0, x.clone(), 1);
        p.0 += { p.0 *= 3.0; 0.5 };
        p.0 += { p.0 *= 2.0; x.sum().item()? };
        p.2 += n;
        Ok((&p.1 * p.0).sum() * (p.2 as f64))
    }
    computed {
        let mut i = 0;
        let mut hs = vec![x.sin(), x.exp()];
        hs[{ i += 1; i - 1 }] *= { i += 1; x * (i as f64) };
        hs[i - 2] = { i += 1; &hs[0] * 2.0 };
        Ok((&hs[0] * 2.0 + &hs[1]).sum() * (i as f64))
    }
    gone_over {
        let mut hs = vec![x.sin(), x.cos()];
        let mut y = x.clone();
        for h in hs {
            hs = vec![y.exp(), &y * 3.0];
            y = &y + &h;
        }
        Ok(y.sum())
    }
    left_operand { let y = (if n == 2 { return Ok((x * 5.0).sum()); } else { x.clone() }).sum().item()?; Ok((x * y).sum()) }
    later {
        let mut h = x.clone();
        for i in 0..3 {
            let z;
            if i == 1 { continue; } else { z = h.cos(); }
            let v = vec![h.cos(), if i == n { continue; } else { h.sin() }];
            h = &h + &z + &v[1];
        }
        Ok(h.sum())
    }
    labelled {
        let mut h = x.clone();
        'a: {
            if n == 1 { break 'a; }
            if n == 2 { return Ok((x * 2.0).sum()); }
            h = h.cos();
        }
        Ok(h.sum())
    }
    fields {
        let mut s = Pair { k: 2.0, j: 1 };
        s.k += { s.k *= 3.0; 0.5 };
        s.k *= { s.j += 1; (x * (s.j as f64)).sum().item()? };
        Ok((x * s.k).sum())
    }
    numbers {
        let mut i = 0;
        let mut v = vec![1.0, 2.0, 3.0];
        v[i] += { i += 1; 0.5 };
        v[i] = { i += 1; v[i] * (x * v[0]).sum().item()? };
        v[{ i += 1; i % 3 }] = (x * v[1]).sum().item()?;
        Ok((x * (v[0] + v[1] * v[2])).sum())
    }
    matched {
        let mut h = x.clone();
        for i in 0..3 {
            let z;
            match i { 0 => z = h.cos(), 1 => { continue; } _ => { z = &h * 2.0; } }
            h = &h + &z;
        }
        Ok(h.sum())
    }
    inner {
        let mut h = x.clone();
        for i in 0..n {
            let mut last: Option<Tensor<f64>> = None;
            if i == 1 { last = Some(h.cos()); }
            if let Some(z) = &last { h = &h + z; }
        }
        Ok(h.sum())
    }
}
