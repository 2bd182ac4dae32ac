//! Functions of a marked module say what the same functions say outside of one: the same text is compiled twice, in a
//! module that is marked and in one that is not, and values and derivatives are compared, those of the second order with
//! difference quotients. What is inlined is seen in `explain()`.

mod fitting;
mod forms;
mod gradients;
mod kept;
mod methods;
mod sizes;
mod transformer;

use cotangent_tests::flow::normal;

/// The same items in `joined`, which is marked, and in `apart`, which is not. Their `$order` is 2 in the former alone;
/// a name that a macro takes is of where it is written, hence both are handed over.
#[macro_export]
macro_rules! twice {
    ($d:tt $order:ident $($items:tt)*) => {
        macro_rules! items {
            ([$d($d module:tt)*] $d($d $order:tt)*) => {
                $d($d module)* {
                    //! Inner words stay inside.
                    #![allow(dead_code)]
                    use cotangent::prelude::*;
                    $($items)*
                }
            };
        }
        items! { [#[differentiable] #[allow(unused)] mod joined] order = 2, }
        items! { [#[allow(unused)] mod apart] }
    };
}

/// What a report says was inlined; nothing where it does not say.
fn inlined(report: &str) -> &str {
    report.lines().find_map(|line| line.strip_prefix("inlined: ")).unwrap_or_default()
}

/// How many kernels the program of this title is, in a report.
fn kernels(report: &str, title: &str) -> usize {
    let lines = report.lines().skip_while(|line| *line != title).skip(1);
    lines.take_while(|line| line.starts_with("  ")).filter(|line| line.starts_with("  kernel ")).count()
}
