// Bodies that random programs found, made small: each was wrong once, or refused with an error of rustc. The build script of the
// tests makes them programs of `tests/oracle.rs`, whose parameters are `x: &Tensor<f64, N>, w: &Tensor<f64>,
// xs: &[Tensor<f64>], st: &State, n: usize, s: f64`.

fn an_argument_of_a_method_that_changes_its_receiver() {
    let mut own = st.clone();
    let mut i = 1;
    let mut ks = vec![s];
    for h in xs {
        own.bump({ i += n; ks.push(drawn()); told(i as f64) } + ks.pop().unwrap_or(0.0));
        own.bump(({ i += 2; 1 }) as f64);
    }
    let other = st.clone();
    Ok(((x * own.k).sum() + w.matmul(&own.h).sum() + other.h.sum() + xs[0].sum(), own.k + i as f64 + ks.len() as f64))
}

fn a_number_in_what_a_method_gives() {
    let mut own = st.next(s)?;
    for _ in 0..n {
        own.k += x.sum().item()? * drawn();
        own.k *= told(s) * 0.5;
    }
    Ok(((x * 0.5).sum() + own.h.sum() + w.sum() + xs[0].sum(), own.k))
}

fn unread_where_tensors_are_made() {
    let mut k: f64 = st.k;
    let h = {
        let _ = told({ k -= drawn(); k });
        x - k
    };
    let _ = checked({ k += 0.25; h.sum().item()? + k })?;
    Ok(((h * k).sum() + st.h.sum() + w.sum() + xs[0].sum(), k))
}

fn a_list_behind_what_leaves_a_loop_over_a_list() {
    let mut h = x.sin();
    let mut k = s;
    for a in xs {
        if n == 2 {
            k += drawn();
            if k > 1.2 {
                return Ok((h.sum() + a.sum() + w.sum() + st.h.sum(), k));
            }
            h = h.cos();
        }
        let mut b = a * k;
        for c in xs {
            b = (b + c).sin();
        }
        h = h * b;
    }
    Ok((h.sum() + w.sum() + st.h.sum(), k))
}

fn a_number_that_is_pushed_is_computed_once() {
    let mut i = n;
    let mut k = s;
    let mut ks = vec![s];
    for _ in 0..n {
        ks.push({
            i += 2;
            let of_state: f64 = st.k;
            k += of_state;
            k
        });
        ks.push(match i % 3 { 0 => { i += 1; xs[i % 3].sum().item()? } _ => { k += drawn(); k } });
    }
    Ok((x.sum() * k + xs[i % 3].sum() + st.h.sum() + w.sum(), k + ks[ks.len() - 1] + i as f64))
}

fn an_index_that_asks_tensors() {
    let mut hs = vec![x.sin(), w.cos(), x.clone()];
    let mut ks = vec![s, 0.5];
    let mut k = s;
    hs[({ k += drawn(); let h = x * k; h.sum().item()? }).abs() as usize % 3] = w * k;
    ks[({ k += drawn(); (&hs[0] * k).sum().item()? }).abs() as usize % 2] = { k += 0.5; k };
    hs[{ k += drawn(); (x * k).sum().item()?.abs() as usize } % 3] *= { k += 0.25; x * k };
    ks[({ k += drawn(); (&hs[0] * k).sum().item()? }).abs() as usize % 2] += { k += 0.5; drawn() };
    ks[({ k += drawn(); (&hs[1] * k).sum().item()? }).abs() as usize % 2] *= 0.75;
    Ok((hs[0].sum() + (&hs[1] * &hs[2]).sum() * k + st.h.sum() + w.sum() + xs[0].sum(), k + ks[0] * 2.0 + ks[1]))
}

fn arguments_of_methods_that_ask_tensors() {
    let mut own = st.clone();
    let mut i = 0;
    let mut k = s;
    own.bump({ k += drawn(); let h = x * k; h.mean().item()? });
    own.bump({ k += 0.5; k } + (x * k).mean().item()?);
    own.bump({ i += 1; k } * xs[i].sum().item()?);
    let _ = own.bump(told({ k += 0.5; (&own.h * k).sum().item()? }) * k);
    let mut lists = vec![vec![k], vec![s]];
    lists[i - 1].push({ i += 1; k += drawn(); (x * k).sum().item()? });
    Ok(((&own.h * k).sum() + x.sum() * own.k + w.sum() + xs[0].sum(), k + lists[0].len() as f64 + lists[0][lists[0].len() - 1] + i as f64))
}

fn what_a_loop_numbers_is_named_behind_what_it_goes_over() {
    let hs = [[x.sin(), x.cos()], [w.sin(), x.exp()]];
    let i = n % 2;
    let mut y = x.sum() * 0.5;
    for (i, h) in hs[i].iter().enumerate() {
        y = y + h.sum() * (i as f64 + 2.0);
    }
    for (i, k) in [s, st.k, 2.0][i..].iter().enumerate() {
        y = y * *k + i as f64;
    }
    for (i, h) in xs[i..].iter().enumerate() {
        y = y + h.sum() * (i as f64 + drawn());
    }
    let all = vec![st.next(s)?, st.clone()];
    for (hs, (i, a)) in hs[i].iter().zip(all.iter().enumerate()) {
        y = y + hs.sum() * (a.k + a.h.sum() * drawn() + i as f64);
    }
    let mut j = n % 2;
    for h in &hs[j] {
        j = 1 - j;
        y = y + h.cos().sum() * drawn();
    }
    Ok((y + st.h.sum() + xs[0].sum(), s + i as f64))
}
