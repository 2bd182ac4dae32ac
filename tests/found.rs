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

fn a_number_of_a_struct_as_a_factor() {
    let mut own = st.clone();
    own.h = x.cos();
    Ok((own.b.sin() + x.sin().sum() + (&own.h * &own.b).sum() * own.k + w.sum() + xs[0].sum(), own.k))
}

fn a_loop_in_a_block_that_is_left_to_two_places() {
    let mut h = x.clone();
    'a: {
        for i in 0..3 {
            if i + 1 == n { break 'a; }
            if i == 1 { return Ok((xs[0].sum() * x.sum() + w.sum() + st.h.sum(), s)); }
            h = h.sin();
        }
    }
    Ok((h.sum() + w.sum() + xs[0].sum() + st.h.sum(), told(s)))
}

fn a_while_in_two_blocks_that_is_left_to_three_places() {
    let mut h = x.clone();
    let mut i = 0;
    'a: {
        'b: {
            while i < 3 {
                if i + 1 == n { break 'a; }
                if i + 2 == n { break 'b; }
                if i == 1 { return Ok((xs[0].sum() * x.sum() + w.sum() + st.h.sum(), s)); }
                h = h.sin();
                i += 1;
            }
            h = h.cos();
        }
        h = h.exp();
    }
    Ok((h.sum() + w.sum() + xs[0].sum() + st.h.sum(), told(s)))
}

fn arms_of_a_match_with_loops_in_a_block() {
    let mut h = x.clone();
    'a: {
        match n {
            1 => { h = h.cos(); }
            2 => {
                for i in 0..3 {
                    if i == 2 { break 'a; }
                    if i as f64 > s + 2.0 { return Ok((xs[0].sum() * 3.0 + w.sum() + st.h.sum(), s)); }
                    h = h.sin();
                }
            }
            _ => {
                'c: loop {
                    if s > 0.8 { break 'c; }
                    if s > 0.7 { break 'a; }
                    return Ok((x.sum() * 2.0 + w.sum() + st.h.sum(), s));
                }
                h = h.exp();
            }
        }
        h = h.tanh();
    }
    Ok((h.sum() + w.sum() + xs[0].sum() + st.h.sum(), told(s)))
}

fn a_name_of_an_arm_within_a_list() {
    let h = x * 2.0;
    let hs = vec![(if n > 1 { let h = xs[0].cos(); h.sin() } else { return Ok((xs[0].sum() + w.sum() + st.h.sum(), s)); }).maximum(x)];
    Ok(((h * &hs[0]).sum() + w.sum() + st.h.sum(), s))
}

fn blocks_of_tensors_in_what_decides() {
    let mut h = x.clone();
    let mut i = 0;
    if { let t = x.sin(); i += n; t.sum().item()?; n } < 3 { h = h.sin(); }
    if { let t = w.sum_axis(0); t.rank() } > 0 { h = h.cos(); }
    while { let t = h.cos(); i } < 4 { i += 1; h = h.sin() * s; }
    let k = match { let t = x.sin(); n } + 1 { 2 => 1.5, _ => 0.5 };
    let flag = { let t = h.sin(); i } > n;
    h = h * ({ let t = x.sin(); k } * if flag { 2.0 } else { 3.0 });
    Ok((h.sum() + w.sum() + xs[0].sum() + st.h.sum(), k))
}

fn a_power_of_what_is_the_same_everywhere() {
    let h = (Tensor::full([3, 3], 0.4) * x.mean()).powi(2);
    Ok((h.sum() * s + w.sum() + xs[0].sum() + st.h.sum(), s))
}

fn a_block_that_is_left_from_a_loop_behind_a_loop_that_returns() {
    let mut h = x.cos();
    let mut y = x.sin();
    for i in 0..3 {
        h = if i == n { return Ok((xs[0].sum() * x.sum() + w.sum() + st.h.sum(), s)); } else { h.sin() };
    }
    'a: {
        y = if s > 0.7 { break 'a; } else { y.sin() };
        for i in 0..3 {
            if i == 1 { break 'a; }
            y = y.cos();
        }
        h = h.sin();
    }
    Ok(((h * y).sum() + w.sum() + xs[0].sum() + st.h.sum(), told(s)))
}

fn a_struct_made_here_that_host_code_changes() {
    let mut own = State { k: x.mean().item()? * 0.5, h: (x * s).sin(), b: st.b.clone(), j: st.j };
    own.bump(s);
    let mut other = State { k: st.k, h: own.h.cos() * own.k, b: w.sum(), j: 2 };
    other.bump(own.k);
    Ok((own.h.sum() * own.k + (&other.h * other.k).sum() + other.b.sin() + own.b.cos() + xs[0].sum(), other.k))
}

fn a_count_that_a_call_gives_in_host_code() {
    let (mut h, mut i): (Tensor<f64>, usize) = with_count(x, s)?;
    let (a, b): (Tensor<f64>, Tensor<f64>) = pair(&h, checked((i % 5) as f64)?);
    let mut hs = vec![a, b.sin()];
    for k in 0..n {
        hs[({ i += k % 3; 2 } + picked(3)) % 2] -= checked(s)?;
    }
    (h, i) = with_count(&h, i as f64)?;
    Ok(((&hs[0] * &hs[1]).sum() * i as f64 + h.sum() + st.h.sum() + w.sum() + xs[0].sum(), i as f64))
}

fn an_index_that_acts_before_what_is_on_the_right() {
    let mut hs = vec![cell(x, s), x.clone()];
    let mut i = n;
    hs[({ i += 2; picked(4) + i }) % 2] -= st.step(x, drawn()) * checked(s)?;
    Ok(((&hs[0] * &hs[1]).sum() + st.b.sin() + w.sum() + xs[0].sum(), i as f64))
}

fn a_number_of_a_block_that_hides_one_around_it() {
    let mut k = s;
    let mut i: usize = {
        let mut k = told(0.75);
        { told(k); k = 1.25; n }
    };
    let j: usize = { k += 0.5; let mut k = told(s); { k += 0.5; i += k as usize; n } };
    Ok(((x * k).sum() + xs[j % xs.len()].sum() + st.b.sin() + w.sum(), k + i as f64))
}

fn a_number_of_a_struct_in_a_block() {
    let mut k = s;
    k += { let own: f64 = st.k; own };
    k *= { let own: f64 = st.k * drawn(); noted(own); own + 0.5 };
    Ok(((x * k).sum() + xs[0].sum() + st.b.sin() + w.sum(), k + n as f64))
}

fn a_name_in_the_head_of_a_loop() {
    let mut k = s;
    let mut h = x * k;
    let i: usize = { let mut ks = vec![0.25, st.k]; while let Some(k) = ks.pop() { told(k); } k += told(k); n };
    for a in xs {
        let mut k = vec![drawn()];
        while let Some(k) = k.pop() { h = h * k + a; }
        k.push(s);
    }
    Ok((h.sum() * k + st.b.sin() + w.sum(), k + i as f64))
}
