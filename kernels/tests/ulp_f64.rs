//! The f64 functions against values computed with 220 bits: 96 points of each, 190 where arguments are reduced, 48 of special functions. `ulp/make.py`
//! makes tables of any size, which `COTANGENT_ULP_TABLE` names.

mod ulp;

use ulp::{bound_f64, eval, sets, spacing_f64, table, terms};

#[test]
fn every_function_is_within_its_bound() {
    let table = table("reference.txt", "COTANGENT_ULP_TABLE");
    assert_eq!(table.len(), 52, "the reference covers every function that is not exact");
    let mut failures = vec![];
    for (name, points) in &table {
        let a: Vec<f64> = points.iter().map(|p| p.a).collect();
        let b: Vec<f64> = points.iter().map(|p| p.b).collect();
        for set in sets() {
            let got = eval(set, name, &a, &b);
            let mut worst = (0.0, 0);
            for (i, p) in points.iter().enumerate() {
                let d = ((got[i] - p.want) / spacing_f64(p.want) - p.rest).abs();
                let unit = spacing_f64(p.want.abs().max(terms(name, p.a, p.b))) / spacing_f64(p.want);
                // In parts of the bound, which may differ from point to point.
                let d = d / unit / bound_f64(name, p.a, p.b, p.want, set);
                let d = if d.is_nan() { f64::INFINITY } else { d };
                if d > worst.0 {
                    worst = (d, i);
                }
            }
            let (part, i) = worst;
            let d = part * bound_f64(name, points[i].a, points[i].b, points[i].want, set);
            println!("{name:12} {set:?} {d:.3} ulp at {:e} {:e}", a[i], b[i]);
            if part > 1.0 {
                failures.push(format!(
                    "{name} on {set:?}: {d} ulp at {:e} {:e}: {:e}, not {:e}",
                    a[i], b[i], got[i], points[i].want
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
