//! What a worker remembers from evaluation to evaluation.

/// Slots of a memory: 128 KB, which stays in the cache nearest but one.
const SLOTS: usize = 1 << 13;

/// Sums of an evaluation by a key of all that they depend on. Forgetful: a slot keeps what came last. What is remembered
/// must be what would be computed, so that no search depends on it.
#[derive(Clone, Debug, Default)]
pub struct Memo(Box<[(u64, i32)]>);

impl Memo {
    /// One that remembers nothing, for an evaluation now and then.
    pub fn none() -> Self {
        Memo::default()
    }

    /// An empty memory.
    pub fn new() -> Self {
        Memo(vec![(0, 0); SLOTS].into_boxed_slice())
    }

    /// What is remembered under the key, or what is computed now. The key's bits must be well mixed.
    #[inline(always)]
    pub fn recall(&mut self, key: u64, compute: impl FnOnce() -> i32) -> i32 {
        match self.0.get_mut(key as usize % SLOTS) {
            Some(slot) if slot.0 == key => slot.1,
            Some(slot) => {
                *slot = (key, compute());
                slot.1
            }
            None => compute(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_computed_once_until_another_takes_its_slot() {
        let mut memo = Memo::new();
        let other = 5 + SLOTS as u64;
        for (key, computed, expected) in [(5, 7, 7), (5, 8, 7), (other, 9, 9), (5, 10, 10), (6, 11, 11)] {
            assert_eq!(memo.recall(key, || computed), expected);
        }
        let mut none = Memo::none();
        assert_eq!((none.recall(5, || 1), none.recall(5, || 2)), (1, 2));
    }
}
