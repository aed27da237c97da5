//! Putting a position together, and refusing what cannot be one.

use crate::board::diagonal::{Name, Squares};
use crate::rules::Side;
use crate::rules::fen::{Counters, FenError};

use super::position::{DraughtsPos, FAR_RANK};

/// Pieces that a side may have.
const MOST_PIECES: usize = 12;

/// Puts a position together piece by piece and checks it.
#[derive(Default)]
pub(super) struct Builder {
    pieces: [Squares; 2],
    kings: Squares,
}

impl Builder {
    pub fn put(&mut self, side: Side, king: bool, square: u8) -> Result<(), FenError> {
        let bit = 1 << square;
        if (self.pieces[0] | self.pieces[1]) & bit != 0 {
            return Err(FenError::Occupied { square: Name(square).to_string() });
        }
        if !king && FAR_RANK[side.index()] & bit != 0 {
            return Err(FenError::ManOnFarRank { square: Name(square).to_string() });
        }
        self.pieces[side.index()] |= bit;
        if king {
            self.kings |= bit;
        }
        Ok(())
    }

    pub fn finish(self, side: Side, counters: Counters) -> Result<DraughtsPos, FenError> {
        if self.pieces == [0, 0] {
            return Err(FenError::EmptyBoard);
        }
        for side in [Side::White, Side::Black] {
            let found = self.pieces[side.index()].count_ones() as usize;
            if found > MOST_PIECES {
                return Err(FenError::TooManyPieces { side, found, most: MOST_PIECES });
            }
        }
        Ok(DraughtsPos::new(self.pieces, self.kings, side, counters))
    }
}
