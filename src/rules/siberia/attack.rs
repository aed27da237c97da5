//! Who attacks what: attackers of a square, the squares a side attacks, checks and pins.

use super::position::{Kind, Move, Pos};
use crate::board::nine::{
    ALFIL, CROSS, Each, FERZ, INDICES, KING, KNIGHT, NEAR, PAWN, Squares, between, bit, same_rank, several, shift,
    slide,
};
use crate::rules::{Position, Side};

/// The pieces of both sides that attack a square, with these squares taken for occupied.
#[inline]
pub(super) fn attackers(pos: &Pos, square: u8, occupied: Squares) -> Squares {
    let i = square as usize & 127;
    let mut out = KNIGHT[i] & pos.kind(Kind::Knight)
        | ALFIL[i] & pos.kind(Kind::Camel)
        | FERZ[i] & pos.kind(Kind::Dog)
        | KING[i] & pos.kind(Kind::King)
        | PAWN[Side::White.index()][i] & pos.of(Side::Black, Kind::Pawn)
        | PAWN[Side::Black.index()][i] & pos.of(Side::White, Kind::Pawn);
    if CROSS[i] & pos.kind(Kind::Rook) != 0 {
        out |= slide(square, occupied) & pos.kind(Kind::Rook);
    }
    out
}

/// Where a king gives check from.
static NOWHERE: [Squares; INDICES] = [0; INDICES];

/// Does the move, a legal one, attack the other king?
pub(super) fn gives_check(pos: &Pos, mv: Move) -> bool {
    let them = !pos.side();
    let king = pos.king(them);
    let i = king as usize & 127;
    let (from, to) = (bit(mv.from()), bit(mv.to()));
    let kind = if mv.is_promotion() { Kind::Dog } else { Kind::ALL[mv.kind()] };
    let reach = match kind {
        Kind::Pawn => &PAWN[them.index()],
        Kind::Knight => &KNIGHT,
        Kind::Camel => &ALFIL,
        Kind::Dog => &FERZ,
        Kind::Rook => &CROSS,
        Kind::King => &NOWHERE,
    };
    let direct = reach[i] & to != 0;
    if direct && kind != Kind::Rook {
        return true;
    }
    // Or a rook does, from where it goes or uncovered.
    if !direct && CROSS[i] & from == 0 {
        return false;
    }
    let mut rooks = pos.of(pos.side(), Kind::Rook) & !from;
    if kind == Kind::Rook {
        rooks |= to;
    }
    rooks & CROSS[i] != 0 && slide(king, (pos.occupied() & !from) | to) & rooks != 0
}

/// Squares attacked by pawns of a side.
#[inline(always)]
pub fn by_pawns<const WHITE: bool>(pawns: Squares) -> Squares {
    if WHITE { shift::<10>(pawns) | shift::<12>(pawns) } else { shift::<-10>(pawns) | shift::<-12>(pawns) }
}

/// Squares attacked by pawns of the other side.
#[inline(always)]
pub fn by_enemy_pawns<const WHITE: bool>(pawns: Squares) -> Squares {
    if WHITE { by_pawns::<false>(pawns) } else { by_pawns::<true>(pawns) }
}

/// Squares attacked by knights, ghosts included.
#[inline(always)]
fn by_knights(set: Squares) -> Squares {
    // The four one-file and the four two-file leaps share their sideways steps.
    let (one, two) = (set << 1 | set >> 1, set << 2 | set >> 2);
    one << 22 | one >> 22 | two << 11 | two >> 11
}

/// Squares next to the king of `side` that the other side attacks, with the king itself lifted off the board; squares
/// further away may be missing, ghosts may be in it.
#[inline(always)]
pub(super) fn danger<const WHITE: bool>(pos: &Pos) -> Squares {
    let (us, them) = if WHITE { (Side::White, Side::Black) } else { (Side::Black, Side::White) };
    let (king, other) = (pos.king(us), pos.king(them));
    let enemy = pos.all_of(them);
    let mut out = KING[other as usize & 127];
    // No leaper further than three steps from the king bears on a square next to it: usually that is all of them.
    let near = enemy & NEAR[king as usize & 127] & !pos.kind(Kind::Rook);
    if near != 0 {
        let dogs = near & pos.kind(Kind::Dog);
        let camels = near & pos.kind(Kind::Camel);
        let (beside, apart) = (dogs << 1 | dogs >> 1, camels << 2 | camels >> 2);
        out |= by_enemy_pawns::<WHITE>(near & pos.kind(Kind::Pawn));
        out |= beside << 11 | beside >> 11 | apart << 22 | apart >> 22;
        out |= by_knights(near & pos.kind(Kind::Knight));
    }
    let occupied = pos.occupied() & !bit(king);
    for rook in Each(enemy & pos.kind(Kind::Rook)) {
        out |= slide(rook, occupied);
    }
    out
}

/// Checks and pins of the side to move.
pub(super) struct Checks {
    /// Pieces that give check.
    pub checkers: Squares,
    /// Own pieces pinned on the king's file.
    pub on_file: Squares,
    /// Own pieces pinned on the king's rank.
    pub on_rank: Squares,
}

impl Checks {
    /// Only rooks slide, so pins are along ranks and files: a pinned knight, camel or dog never moves, a pinned pawn
    /// steps forward on its file at most, and no table of lines is needed.
    #[inline(always)]
    pub fn of<const WHITE: bool>(pos: &Pos) -> Checks {
        let (us, them) = if WHITE { (Side::White, Side::Black) } else { (Side::Black, Side::White) };
        let king = pos.king(us);
        let i = king as usize & 127;
        let enemy = pos.all_of(them);
        let leapers = KNIGHT[i] & pos.kind(Kind::Knight)
            | ALFIL[i] & pos.kind(Kind::Camel)
            | FERZ[i] & pos.kind(Kind::Dog)
            | PAWN[us.index()][i] & pos.kind(Kind::Pawn);
        let mut out = Checks { checkers: leapers & enemy, on_file: 0, on_rank: 0 };
        for rook in Each(CROSS[i] & enemy & pos.kind(Kind::Rook)) {
            let blockers = between(king, rook) & pos.occupied();
            if blockers == 0 {
                out.checkers |= bit(rook);
            } else if !several(blockers) {
                let pinned = blockers & pos.all_of(us);
                if same_rank(king, rook) {
                    out.on_rank |= pinned;
                } else {
                    out.on_file |= pinned;
                }
            }
        }
        out
    }
}
