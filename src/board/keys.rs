//! Random numbers for Zobrist keys.
//!
//! The numbers come from a fixed splitmix64 (CITE: Steele, Lea, Flood, 2014), never from a crate: node counts and the
//! `bench` signature depend on them, and a crate may change its stream between versions.

/// One step of splitmix64: advances `state` and returns the next number and the new state.
pub const fn splitmix64(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ (z >> 31), state)
}

/// `N` numbers that depend on `seed` alone. Each table of keys in the crate has a seed of its own.
pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut out = [0; N];
    let mut state = seed;
    let mut i = 0;
    while i < N {
        (out[i], state) = splitmix64(state);
        i += 1;
    }
    out
}

/// A single key.
pub const fn key(seed: u64) -> u64 {
    keys::<1>(seed)[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference values of splitmix64 for seed 1234567, as published with the xoshiro generators.
    #[test]
    fn stream_is_splitmix64() {
        assert_eq!(keys::<3>(1_234_567), [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }
}
