//! Answers of the real binary under the eyes of the slow rules.

use crate::process::Answer;
use crate::referee::walk;
use crate::slow::Slow;

/// Checks an answer in a position where a move has to be played: at least one line, every line legal, and the move
/// played and the one to ponder on are those of the last line.
pub fn check(slow: &Slow, fen: &str, answer: &Answer) {
    for info in &answer.infos {
        walk(slow, fen, &info.pv);
    }
    let last = answer.last();
    assert_eq!(answer.best, last.pv[0], "{fen}: {answer:?}");
    if let Some(ponder) = &answer.ponder {
        assert_eq!(Some(ponder), last.pv.get(1), "{fen}: {answer:?}");
    }
}
