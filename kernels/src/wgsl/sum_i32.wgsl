// A sum that wraps.

alias CtSum = i32;

fn ct_plus(sum: CtSum, x: i32) -> CtSum {
    return sum + x;
}

fn ct_joined(a: CtSum, b: CtSum) -> CtSum {
    return a + b;
}

fn ct_total(sum: CtSum) -> i32 {
    return sum;
}
