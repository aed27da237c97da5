//! One side's officers: what they are, where they stand, what they reach.

use super::layout::*;
use super::{count, fill_behind, sides, sign};
use crate::board::nine::{
    ALFIL, BOARD, Each, FERZ, FILES, INDICES, KING, KNIGHT, RANKS, SIZE, STRIDE, Squares, file_of, rank_of, slide,
};
use crate::eval::model::Sink;
use crate::rules::siberia::{Kind, Pos, by_enemy_pawns, by_pawns};

/// What a side attacks, and what bears on the other king.
pub struct View {
    /// By number of the kind.
    pub by: [Squares; 6],
    /// By anything but the king.
    pub guarded: Squares,
    /// By anything.
    pub all: Squares,
    /// Officers that bear on squares next to the enemy king.
    pub attackers: usize,
    /// The squares each of them bears on, together.
    pub hits: usize,
}

/// Number of a square in [`Axis::Square`](super::layout), by side.
static FOLDED: [[u8; INDICES]; 2] = [folded(true), folded(false)];

const fn folded(white: bool) -> [u8; INDICES] {
    let mut out = [0; INDICES];
    let mut square = 0;
    while square < SIZE * STRIDE {
        let (file, rank) = (file_of(square), rank_of(square));
        if file < SIZE {
            let rank = if white { rank } else { SIZE - 1 - rank };
            out[square as usize] = rank * 5 + if file > 4 { SIZE - 1 - file } else { file };
        }
        square += 1;
    }
    out
}

/// Adds rank and file up such that the difference of two squares tells both.
static SPREAD: [u8; INDICES] = {
    let mut out = [0; INDICES];
    let mut square = 0;
    while square < SIZE * STRIDE {
        if file_of(square) < SIZE {
            out[square as usize] = rank_of(square) * 17 + file_of(square);
        }
        square += 1;
    }
    out
};

/// The greatest difference.
const WIDEST: usize = 8 * 17 + 8;

/// By such a difference, and [`WIDEST`]: the number of the place in [`Axis::Apart`](super::layout).
static APART_FOLDED: [u8; 512] = {
    let mut out = [0; 512];
    let mut rank = 0;
    while rank < 17 {
        let mut file = 0;
        while file < 17usize {
            out[rank * 17 + file] = (rank * 9 + file.abs_diff(8)) as u8;
            file += 1;
        }
        rank += 1;
    }
    out
};

/// A square as seen from a king, in the direction in which the side plays.
#[inline(always)]
fn apart<const WHITE: bool>(king: u8, square: u8) -> usize {
    let spread = |square: u8| usize::from(SPREAD[square as usize & 127]);
    let (near, far) = if WHITE { (king, square) } else { (square, king) };
    usize::from(APART_FOLDED[(WIDEST + spread(far) - spread(near)) & 511])
}

/// Names where a piece stands as seen from both kings.
#[inline(always)]
pub fn from_kings<const WHITE: bool, S: Sink>(pos: &Pos, kind: Kind, square: u8, sink: &mut S) {
    let (us, them) = sides::<WHITE>();
    let block = kind.index() * APART;
    sink.add(FROM_OWN_KING + block + apart::<WHITE>(pos.king(us), square), sign::<WHITE>());
    sink.add(FROM_ENEMY_KING + block + apart::<WHITE>(pos.king(them), square), sign::<WHITE>());
}

/// The feature of a piece on its square.
#[inline(always)]
pub fn placement<const WHITE: bool>(kind: Kind, square: u8) -> usize {
    let side = sides::<WHITE>().0;
    PLACEMENT + kind.index() * SQUARES + usize::from(FOLDED[side.index()][square as usize & 127])
}

/// The squares that a camel can ever reach from each square: an eighth of the board.
static CAMEL_REALM: [Squares; INDICES] = camel_realms();

const fn camel_realms() -> [Squares; INDICES] {
    let mut out = [0; INDICES];
    let mut from = 0;
    while from < SIZE * STRIDE {
        let mut to = 0;
        while to < SIZE * STRIDE && file_of(from) < SIZE {
            let (across, along) = (file_of(from).abs_diff(file_of(to)), rank_of(from).abs_diff(rank_of(to)));
            let met = across % 2 == 0 && along % 2 == 0 && (across + along) % 4 == 0;
            if met && file_of(to) < SIZE {
                out[from as usize] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    out
}

/// The squares of a1's colour.
const DARK: Squares = {
    let (mut set, mut square) = (0, 0);
    while square < SIZE * STRIDE {
        if (file_of(square) + rank_of(square)).is_multiple_of(2) {
            set |= 1 << square;
        }
        square += 1;
    }
    set & BOARD
};

/// Looks at every officer of a side once.
#[inline(always)]
pub fn survey<const WHITE: bool, S: Sink>(pos: &Pos, sink: &mut S) -> View {
    let (us, them) = sides::<WHITE>();
    let sign = sign::<WHITE>();
    let own = pos.all_of(us);
    let (pawns, enemy_pawns) = (pos.of(us, Kind::Pawn), pos.of(them, Kind::Pawn));
    let (cover, attacked) = (by_pawns::<WHITE>(pawns), by_enemy_pawns::<WHITE>(enemy_pawns));
    let occupied = pos.occupied();
    let safe = !own & !attacked;
    let ring = KING[pos.king(them) as usize & 127];
    let (spare_pawns, enemy_rooks) = (count(pawns) - 5, count(pos.of(them, Kind::Rook)));
    let mut view = View { by: [0; 6], guarded: cover, all: 0, attackers: 0, hits: 0 };
    view.by[Kind::Pawn.index()] = cover;
    view.by[Kind::King.index()] = KING[pos.king(us) as usize & 127];
    for (officer, (kind, moves)) in OFFICER_MOBILITY.into_iter().enumerate() {
        let (k, set) = (kind.index(), own & pos.kind(kind));
        let number = count(set);
        if number == 0 {
            continue;
        }
        sink.add(MATERIAL + k, sign * number);
        sink.add(WITH_PAWNS + officer, sign * number * spare_pawns);
        sink.add(AGAINST_ROOKS + officer, sign * number * enemy_rooks);
        let pair = if kind == Kind::Dog { set & DARK != 0 && set & !DARK != 0 } else { number > 1 };
        if pair {
            sink.add(PAIR + officer, sign);
        }
        let mut reached = 0;
        for square in Each(set) {
            let i = square as usize & 127;
            let reach = match kind {
                Kind::Knight => KNIGHT[i],
                Kind::Camel => ALFIL[i],
                Kind::Dog => FERZ[i],
                _ => slide(square, occupied),
            };
            reached |= reach;
            sink.add(placement::<WHITE>(kind, square), sign);
            from_kings::<WHITE, S>(pos, kind, square, sink);
            sink.add(moves + count(reach & safe) as usize, sign);
            let hits = reach & ring;
            if hits != 0 {
                view.attackers += 1;
                view.hits += count(hits) as usize;
                sink.add(ATTACKER + officer, sign);
            }
        }
        view.by[k] = reached;
        view.guarded |= reached;
    }
    view.all = view.guarded | view.by[Kind::King.index()];
    leapers::<WHITE, S>(pos, cover, !fill_behind::<WHITE>(attacked), sink);
    rooks::<WHITE, S>(pos, sink);
    view
}

/// The officers, with the first feature of their mobility.
const OFFICER_MOBILITY: [(Kind, usize); 4] = [
    (Kind::Knight, KNIGHT_MOBILITY),
    (Kind::Camel, CAMEL_MOBILITY),
    (Kind::Dog, DOG_MOBILITY),
    (Kind::Rook, ROOK_MOBILITY),
];

/// Ranks where an outpost is worth something, from the side's own.
const FORWARD: [Squares; 2] = [RANKS[3] | RANKS[4] | RANKS[5] | RANKS[6], RANKS[2] | RANKS[3] | RANKS[4] | RANKS[5]];

/// Outposts, and the squares that camels and dogs are bound to. `never`: what enemy pawns can never attack.
#[inline(always)]
fn leapers<const WHITE: bool, S: Sink>(pos: &Pos, cover: Squares, never: Squares, sink: &mut S) {
    let (us, them) = sides::<WHITE>();
    let sign = sign::<WHITE>();
    let posts = never & FORWARD[us.index()];
    for (i, kind) in [Kind::Knight, Kind::Camel, Kind::Dog].into_iter().enumerate() {
        let set = pos.of(us, kind) & posts;
        if set != 0 {
            let guarded = count(set & cover);
            sink.add(OUTPOST + 2 * i, sign * (count(set) - guarded));
            sink.add(OUTPOST + 2 * i + 1, sign * guarded);
        }
    }
    for camel in Each(pos.of(us, Kind::Camel)) {
        let realm = CAMEL_REALM[camel as usize & 127] & pos.all_of(them);
        for kind in Kind::ALL {
            sink.add(IN_CAMEL_REACH + kind.index(), -sign * count(realm & pos.kind(kind)));
        }
    }
    for dog in Each(pos.of(us, Kind::Dog)) {
        let colour = if DARK >> (dog & 127) & 1 == 1 { DARK } else { !DARK } & pos.kind(Kind::Pawn);
        sink.add(DOG_PREY, sign * count(colour & pos.all_of(them)));
        sink.add(DOG_PAWNS, sign * count(colour & pos.all_of(us)));
    }
}

/// Rooks on files without own pawns.
#[inline(always)]
fn rooks<const WHITE: bool, S: Sink>(pos: &Pos, sink: &mut S) {
    let (us, them) = sides::<WHITE>();
    let pawns = pos.of(us, Kind::Pawn);
    for rook in Each(pos.of(us, Kind::Rook)) {
        let file = FILES[file_of(rook) as usize % FILES.len()];
        if file & pawns == 0 {
            let open = file & pos.kind(Kind::Pawn) == 0;
            sink.add(ROOK_FILE + usize::from(open), sign::<WHITE>());
            if file & pos.of(them, Kind::King) != 0 {
                sink.add(ROOK_FILE + 2, sign::<WHITE>());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By its own moves a camel reaches all of its realm and nothing else.
    #[test]
    fn realms_are_what_camels_reach() {
        for square in Each(BOARD) {
            let mut seen = 1 << square;
            loop {
                let more = Each(seen).fold(seen, |set, s| set | ALFIL[s as usize]);
                if more == seen {
                    break;
                }
                seen = more;
            }
            assert_eq!(seen, CAMEL_REALM[square as usize]);
        }
    }
}
