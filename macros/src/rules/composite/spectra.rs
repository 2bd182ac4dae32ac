//! Spectra of signals: transforms of windows, and what is made of them.

macro_rules! spectra {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `0.5 - 0.5 cos(2πk/n)`; with `periodic` its period is `n`, which transforms of windows want, else `n - 1`, so that it is symmetric.
    #[sample { n: 6, periodic: true }]
    fn hann_window(n: usize, periodic: bool) -> Tensor { 0.5 - 0.5 * cos(window_angle(n, periodic)) }
    /// `0.54 - 0.46 cos(2πk/n)`, periodic or not as `hann_window`.
    #[sample { n: 6, periodic: true }]
    fn hamming_window(n: usize, periodic: bool) -> Tensor { 0.54 - 0.46 * cos(window_angle(n, periodic)) }
    /// `0.42 - 0.5 cos(2πk/n) + 0.08 cos(4πk/n)`, periodic or not as `hann_window`.
    #[sample { n: 6, periodic: true }]
    fn blackman_window(n: usize, periodic: bool) -> Tensor {
        let angle = window_angle(n, periodic);
        0.42 - 0.5 * cos(angle) + 0.08 * cos(2.0 * angle)
    }
    /// `I₀(β sqrt(1 - t²)) / I₀(β)` for `t` from -1 to 1, periodic or not as `hann_window`.
    #[sample { n: 6, beta: 12.0, periodic: true }]
    fn kaiser_window(n: usize, beta: f64, periodic: bool) -> Tensor {
        let t = window_angle(n, periodic) * (1.0 / 3.141592653589793) - 1.0;
        i0(beta * sqrt(maximum(1.0 - t * t, 0.0))) / i0(beta)
    }
    /// `2πk/n` for a window of `n`.
    #[internal = true]
    #[sample { n: 6, periodic: true }]
    fn window_angle(n: usize, periodic: bool) -> Tensor {
        let turns = n.saturating_add(periodic as usize).saturating_sub(1).max(1);
        iota(n).cast() * (6.283185307179586 / turns as f64)
    }
    /// The short-time Fourier transform of the last axis: of each window, `hop` elements behind the one before, the numbers of `rfft`. It is
    /// `[.., n / 2 + 1, frames]` for a window of `n`. The signal is mirrored at both ends, so that the first window has the first element
    /// in its middle.
    #[feature = "fft"]
    #[note = "as `torch.stft` and `librosa.stft`; a `hop` of 0, and half a window as long as the signal, are errors"]
    #[sample { x: [2, 9], window: [4], hop: 2 }]
    fn stft(x: Tensor, window: Tensor, hop: usize) -> Complex {
        stft_within(mirrored_ends(x, window.dim_some(0) / 2), window, hop)
    }
    /// `stft` of the windows that lie within the signal.
    #[feature = "fft"]
    #[note = "as `torch.stft` with `center=False`; a `hop` of 0, and a window longer than the signal, are errors"]
    #[sample { x: [2, 9], window: [4], hop: 2 }]
    fn stft_within(x: Tensor, window: Tensor, hop: usize) -> Complex {
        swap_axes(rfft(windows(x, -1, window.dim_some(0), hop, 1) * window, -1), -1, -2)
    }
    /// The inverse of `stft` for a signal of `len`: windows are added up, and divided by the sum of squares of `window` there.
    #[feature = "fft"]
    #[note = "as `torch.istft`; 0 where no window reaches, and a `len` beyond the windows is an error"]
    #[sample { z: [2, 3, 5], window: [4], hop: 2, len: 7 }]
    fn istft(z: Complex, window: Tensor, hop: usize, len: usize) -> Tensor {
        narrow(added_windows(z, window, hop), -1, window.dim(0) / 2, len)
    }
    /// The inverse of `stft_within`, as long as the windows reach.
    #[feature = "fft"]
    #[note = "0 where windows are 0"]
    #[sample { z: [2, 3, 5], window: [4], hop: 2 }]
    fn istft_within(z: Complex, window: Tensor, hop: usize) -> Tensor { added_windows(z, window, hop) }
    /// Windows from their frequencies, added up over the sum of their squares.
    #[internal = true]
    #[feature = "fft"]
    #[sample { z: [2, 3, 5], window: [4], hop: 2 }]
    fn added_windows(z: Complex, window: Tensor, hop: usize) -> Tensor {
        let n = window.dim_some(0);
        let frames = irfft(swap_axes(z, -1, -2), n, -1) * window;
        let weights = broadcast_to(window * window, [z.dim(-1), n]);
        let total = spread(weights, -1, n, hop, 0, 1, 0);
        let there = total.gt(1e-11);
        select(there, spread(frames, -1, n, hop, 0, 1, 0) / select(there, total, 1.0), 0.0)
    }
    /// The last axis extended by `n` elements at each end, by its mirror image without the edge.
    #[internal = true]
    #[sample { x: [2, 5], n: 2 }]
    fn mirrored_ends(x: Tensor, n: usize) -> Tensor {
        let last = x.dim(-1);
        let front = flip(narrow(x, -1, (last > 0) as usize, n), -1);
        let back = flip(narrow(x, -1, last.saturating_sub(n).saturating_sub(1), n), -1);
        concat(&[front, x, back], -1)
    }
    /// The power of each frequency in each window: `abs2` of `stft`.
    #[feature = "fft"]
    #[note = "as `stft`"]
    #[sample { x: [2, 9], window: [4], hop: 2 }]
    fn spectrogram(x: Tensor, window: Tensor, hop: usize) -> Tensor { abs2(stft(x, window, hop)) }
    /// `spectrogram` by the bands of a `mel_bank`: `[.., mels, frames]`.
    #[feature = "fft"]
    #[note = "as `spectrogram`"]
    #[sample { x: [2, 9], window: [4], hop: 2, bank: [3, 2] }]
    fn mel_spectrogram(x: Tensor, window: Tensor, hop: usize, bank: Tensor) -> Tensor {
        matmul(t(bank), spectrogram(x, window, hop))
    }
    /// `ln(mel_spectrogram + 1e-6)`.
    #[feature = "fft"]
    #[note = "as `spectrogram`"]
    #[sample { x: [2, 9], window: [2], hop: 2, bank: 0.5..2.0 }]
    fn log_mel(x: Tensor, window: Tensor, hop: usize, bank: Tensor) -> Tensor {
        ln(mel_spectrogram(x, window, hop, bank) + 0.000001)
    }
    /// The first `n` mel-frequency cepstral coefficients, `[.., n, frames]`: `dct_matrix` of `decibels` of `mel_spectrogram`, of which
    /// nothing is more than 80 below the largest.
    #[feature = "fft"]
    #[note = "as `torchaudio` has it for one channel; as `spectrogram`"]
    #[sample { x: [2, 9], window: [2], hop: 2, bank: 0.5..2.0, n: 2 }]
    fn mfcc(x: Tensor, window: Tensor, hop: usize, bank: Tensor, n: usize) -> Tensor {
        let level = decibels(mel_spectrogram(x, window, hop, bank));
        let least = max(level, [-2, -1], true) - 80.0;
        matmul(t(dct_matrix(bank.dim(1), n)), maximum(level, least))
    }
    /// `10 log10(x)` of powers; of less than `1e-10` that of `1e-10`.
    #[note = "derivative 0 below"]
    #[sample { x: 0.5..2.0 }]
    fn decibels(x: Tensor) -> Tensor {
        let there = x.gt(1e-10);
        10.0 * log10(select(there, x, 1e-10))
    }
    /// The first `count` vectors of the orthonormal cosine transform of type 2 of `n` numbers, as columns.
    #[sample { n: 4, count: 3 }]
    fn dct_matrix(n: usize, count: usize) -> Tensor {
        let k = iota(count);
        let angle = (iota(n).cast().unsqueeze(-1) + 0.5) * k.cast() * (3.141592653589793 / n as f64);
        cos(angle) * select(k.eq(0), (1.0 / n as f64).sqrt(), (2.0 / n as f64).sqrt())
    }
    /// The power density of a signal by Welch: the mean of squares of transforms of windows without their means, for samples of `rate`.
    /// Frequencies that stand for their conjugates too count twice.
    #[feature = "fft"]
    #[note = "as `scipy.signal.welch`; errors as of `stft_within`"]
    #[sample { x: [2, 9], window: [4], hop: 2, rate: 10.0 }]
    fn welch(x: Tensor, window: Tensor, hop: usize, rate: f64) -> Tensor {
        let frames = windows(x, -1, window.dim_some(0), hop, 1);
        let power = abs2(rfft((frames - mean(frames, -1, true)) * window, -1));
        mean(power, -2, false) * half_weights(window.dim(0), 2.0) / (rate * sum(window * window, 0, false))
    }
    } };
}
pub(super) use spectra;
