//! Curves as a picture: an SVG file with a logarithmic axis.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::Curve;
use crate::error::{Error, Result};

const SIZE: (f64, f64) = (720.0, 400.0);
const LEFT: f64 = 60.0;
const MARGIN: f64 = 40.0;
const COLORS: [&str; 4] = ["#9db7d5", "#c03028", "#2f7d4f", "#7a4fa0"];

/// Writes curves over steps to an SVG file, the losses on a logarithmic axis.
pub fn plot(path: impl AsRef<Path>, title: &str, curves: &[Curve]) -> Result<()> {
    let path = path.as_ref();
    fs::write(path, svg(title, curves)).map_err(|e| Error::msg(format!("`{}`: {e}", path.display())))
}

/// The text of the picture that [`plot`] writes.
///
/// ```
/// use cotangent::train::{Curve, svg};
///
/// let picture = svg("losses < 3", &[Curve::new("training", [(0, 2.5), (100, 0.3)])]);
/// assert!(picture.contains("losses &lt; 3") && picture.contains("<polyline"));
/// ```
pub fn svg(title: &str, curves: &[Curve]) -> String {
    let points = || curves.iter().flat_map(Curve::shown);
    let steps = points().fold(1.0, |most: f64, (step, _)| most.max(step));
    let (low, high) =
        points().fold((f64::MAX, f64::MIN), |(low, high), (_, loss)| (low.min(loss), high.max(loss)));
    // A little room, and an interval where there is one value or none.
    let (low, high) = if low <= high { (low.ln() - 0.05, high.ln() + 0.05) } else { (-1.0, 1.0) };
    let x = |step: f64| LEFT + step / steps * (SIZE.0 - LEFT - MARGIN);
    let y = |loss: f64| MARGIN + (high - loss.ln()) / (high - low) * (SIZE.1 - 2.0 * MARGIN);

    let (width, height) = SIZE;
    let (right, bottom) = (width - MARGIN, height - MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{}</text>\n",
        escaped(title)
    );
    let mut line = |x1: f64, y1: f64, x2: f64, y2: f64, label: String, anchor: &str| {
        let (at_x, at_y) = if anchor == "end" { (x1 - 6.0, y1 + 4.0) } else { (x1, y1 + 18.0) };
        let _ = writeln!(
            out,
            "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{at_x:.1}\" y=\"{at_y:.1}\" text-anchor=\"{anchor}\">{label}</text>"
        );
    };
    for tick in ticks(low, high) {
        line(LEFT, y(tick), right, y(tick), format!("{tick}"), "end");
    }
    for quarter in 0..=4 {
        let step = (steps * f64::from(quarter) / 4.0).round();
        line(x(step), bottom, x(step), MARGIN, format!("{step}"), "middle");
    }
    for (i, curve) in curves.iter().enumerate() {
        let color = COLORS[i % COLORS.len()];
        let places: Vec<String> =
            curve.shown().map(|(step, loss)| format!("{:.1},{:.1}", x(step), y(loss))).collect();
        let _ = writeln!(
            out,
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\" points=\"{}\"/>\n\
             <text x=\"{right}\" y=\"{}\" text-anchor=\"end\" fill=\"{color}\">{}</text>",
            places.join(" "),
            MARGIN + 14.0 * (i as f64 + 1.0),
            escaped(&curve.name)
        );
    }
    out + "</svg>\n"
}

/// Text as it stands between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// 1, 2 and 5 times the powers of ten between two logarithms.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let decades =
        (low / std::f64::consts::LN_10).floor() as i32..=(high / std::f64::consts::LN_10).ceil() as i32;
    // Parsed, so that they print as they are written.
    let all = decades.flat_map(|d| ["1", "2", "5"].map(|n| format!("{n}e{d}").parse().unwrap_or(f64::NAN)));
    all.filter(|tick: &f64| (low..=high).contains(&tick.ln())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_inside_and_a_loss_without_logarithm_is_left_out() {
        let points = [(0, 3.0), (10, 0.5), (20, f32::NAN), (30, 0.0), (40, 0.02)];
        let picture = svg("loss", &[Curve::new("a", points)]);
        let (_, rest) = picture.split_once(" points=\"").expect("a line");
        let places = rest.split('"').next().expect("its points");
        let places: Vec<(f64, f64)> = places
            .split(' ')
            .map(|place| place.split_once(',').expect("x and y"))
            .map(|(x, y)| (x.parse().expect("a number"), y.parse().expect("a number")))
            .collect();
        assert_eq!(places.len(), 3, "{picture}");
        assert!(places.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1), "{places:?}");
        let inside = |&(x, y): &(f64, f64)| (LEFT..=SIZE.0).contains(&x) && (0.0..=SIZE.1).contains(&y);
        assert!(places.iter().all(inside), "{places:?}");
    }

    #[test]
    fn no_points_are_a_picture_too() {
        assert!(!svg("loss", &[Curve::default()]).contains("NaN"));
    }

    #[test]
    fn ticks_of_an_interval() {
        assert_eq!(ticks(0.03f64.ln(), 2.5f64.ln()), [0.05, 0.1, 0.2, 0.5, 1.0, 2.0]);
    }
}
