//! Functions of a marked module say what the same functions say outside of one: the same text is compiled twice, in a
//! module that is marked and in one that is not, and values and derivatives of both orders are compared, those of the
//! first also with difference quotients. What is inlined is seen in `explain()`.

mod forms;
mod kept;
mod methods;
mod sizes;
mod transformer;

use cotangent_tests::flow::normal;

/// The same items in `joined`, which is marked, and in `apart`, which is not.
#[macro_export]
macro_rules! twice {
    ($($items:tt)*) => {
        #[differentiable]
        #[allow(unused)]
        mod joined {
            //! Inner words stay inside.
            #![allow(dead_code)]
            use cotangent::prelude::*;
            $($items)*
        }
        #[allow(unused)]
        mod apart {
            use cotangent::prelude::*;
            $($items)*
        }
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
