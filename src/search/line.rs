//! The keys of the game so far and of the line being searched, for repetitions.

/// Keys in a filter, by their low bits. Column games go hundreds of plies without an irreversible move: the filter
/// spares the scan wherever no position with these bits has occurred.
const FILTER: usize = 1 << 12;

/// The positions that led to the present one.
#[derive(Clone)]
pub struct Line {
    keys: Vec<u64>,
    seen: Box<[u8; FILTER]>,
    /// Index of the root: what stands before is the game.
    root: usize,
    /// Positions before this one cannot be compared with: a null move lies between.
    floor: usize,
}

impl Line {
    /// The line of a game: the keys of its positions, the last of which is the root.
    pub fn new(game: &[u64]) -> Self {
        let mut line = Line { keys: Vec::new(), seen: Box::new([0; FILTER]), root: 0, floor: 0 };
        for &key in game {
            line.push(key);
        }
        line.root = game.len().saturating_sub(1);
        line
    }

    /// Adds a position.
    #[inline(always)]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
        let slot = &mut self.seen[key as usize % FILTER];
        *slot = slot.saturating_add(1);
    }

    /// Takes the last position back.
    #[inline(always)]
    pub fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let slot = &mut self.seen[key as usize % FILTER];
            // A full counter no longer counts: it stays, and the scan decides.
            if *slot < u8::MAX {
                *slot -= 1;
            }
        }
    }

    /// Forbids comparison with what came before, and returns the limit to restore.
    pub fn raise_floor(&mut self) -> usize {
        std::mem::replace(&mut self.floor, self.keys.len())
    }

    /// Undoes [`Line::raise_floor`].
    pub fn restore_floor(&mut self, floor: usize) {
        self.floor = floor;
    }

    /// Is a position with this key, reached now, a draw by repetition? Once more in the line searched is enough, or
    /// for the third time in the whole game. `reach` is the number of plies a repetition can lie back.
    #[inline(always)]
    pub fn is_draw(&self, key: u64, reach: u16) -> bool {
        reach >= 2 && self.seen[key as usize % FILTER] != 0 && self.scan(key, reach)
    }

    #[cold]
    fn scan(&self, key: u64, reach: u16) -> bool {
        let first = self.keys.len().saturating_sub(usize::from(reach)).max(self.floor);
        let mut times = 0;
        for (i, &earlier) in self.keys.iter().enumerate().skip(first).rev() {
            if earlier == key {
                times += 1;
                if i > self.root || times == 2 {
                    return true;
                }
            }
        }
        false
    }
}

/// How often the last of these keys occurs among them, `reach` plies back at the most.
pub fn occurrences(keys: impl DoubleEndedIterator<Item = u64>, reach: u16) -> usize {
    let mut backwards = keys.rev();
    let Some(last) = backwards.next() else { return 0 };
    1 + backwards.take(usize::from(reach)).filter(|key| *key == last).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_in_the_search_or_three_times_in_all() {
        let mut line = Line::new(&[1, 2, 3, 4]);
        assert!(!line.is_draw(1, 100), "once in the game only");
        line.push(5);
        line.push(6);
        assert!(line.is_draw(5, 100));
        assert!(!line.is_draw(5, 1), "out of reach");
        line.push(1);
        assert!(line.is_draw(1, 100));
        let floor = line.raise_floor();
        assert!(!line.is_draw(5, 100));
        line.restore_floor(floor);
        assert!(line.is_draw(5, 100));
    }

    #[test]
    fn occurrences_within_reach() {
        assert_eq!(occurrences([7, 1, 7, 2, 7].into_iter(), 4), 3);
        assert_eq!(occurrences([7, 1, 7, 2, 7].into_iter(), 3), 2);
        assert_eq!(occurrences([].into_iter(), 3), 0);
    }
}
