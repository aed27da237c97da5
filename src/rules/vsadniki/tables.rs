//! What the board file says, laid out for the move generator.

use super::set::Set;
use crate::board::graph::{Graph, Jump, Mark};

/// Arrays indexed by a field have this length, so that no index of a `u8` needs a check.
pub(super) const SPAN: usize = 256;

/// What [`Tables::ground`] and the generator's copy of it say of a field.
pub(super) mod ground {
    /// An ordinary field with a pawn on it.
    pub const PAWN: u8 = 1;
    /// An empty ordinary field.
    pub const FREE: u8 = 2;
    /// An empty ordinary field that belongs to no component yet.
    pub const FRESH: u8 = 4;
    /// With `PAWN`: one of the side that does not move.
    pub const ENEMY: u8 = 8;
    /// An empty promotion field.
    pub const GOAL: u8 = 16;
    /// A jump over an enemy pawn onto an empty promotion field starts here, whatever stands here.
    pub const LAUNCH: u8 = 32;
}

/// Eight jumps from one field. A place without a jump holds the field itself twice: it cannot be jumped over while it is
/// empty, nor landed on while it is not, so that all eight can be tested without a question.
#[derive(Copy, Clone, Debug)]
pub(super) struct Block {
    pub over: [u8; 8],
    pub to: [u8; 8],
}

/// A part of a flat list.
#[derive(Copy, Clone, Debug, Default)]
struct Part {
    from: u32,
    len: u32,
}

/// One field for the generator of pawn moves.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node {
    /// Neighbours that are ordinary fields.
    pub neighbours: Set,
    /// The first eight jumps from an ordinary field over an ordinary field to an ordinary field.
    pub jumps: Block,
    /// Where [`Tables::more`] holds the rest; boards of squares have none.
    more: Part,
    /// Jumps over this field that a pawn starting here could come to, see [`Tables::hazards`].
    hazards: Part,
}

/// What pawns use between ordinary fields.
#[derive(Debug)]
struct Walks {
    nodes: Box<[Node; SPAN]>,
    more: Vec<Block>,
    hazards: Vec<(u8, u8)>,
}

/// The tables of a board.
#[derive(Debug)]
pub struct Tables {
    /// Ordinary fields.
    pub ordinary: Set,
    /// Promotion fields.
    pub promotion: Set,
    /// Start fields of both sides.
    pub start: [Set; 2],
    /// Ordinary fields over which a promotion field can be reached.
    pub brink: Set,
    /// Ordinary fields from which jumps alone can lead to a promotion field, if the pawns stand well. Jumps move by two, so
    /// that on a board of squares this is a quarter of the fields.
    pub risers: Set,
    /// Steps to the nearest promotion field, at most [`Tables::FAR`].
    pub to_promotion: [u8; SPAN],
    /// Steps to the nearest start field of each side, at most [`Tables::FAR`].
    pub to_start: [[u8; SPAN]; 2],
    /// For each side, what the surroundings of a field are like: fields alike on any board have the same number, below
    /// [`Tables::SURROUNDINGS`].
    pub surroundings: [[u16; SPAN]; 2],
    /// An empty board, in the terms of [`ground`].
    pub(super) ground: [u8; SPAN],
    walks: Walks,
    promotions: Vec<(u8, u8)>,
    by_origin: Box<[Part; SPAN]>,
    launches: Vec<(u8, u8)>,
    by_brink: Box<[Part; SPAN]>,
    captures: Vec<(u8, u8)>,
    by_rider: Box<[Part; SPAN]>,
}

impl Tables {
    /// The largest distance that is told from others.
    pub const FAR: u8 = 31;

    /// What a pawn on a field has to do with promotion (see [`Tables::part_in_promotion`]), steps to the nearest
    /// promotion field up to 5 and to the other side's start fields up to 15.
    pub const SURROUNDINGS: usize = 4 * 6 * 16;

    /// Lays out a board.
    pub fn new(graph: &Graph) -> Tables {
        let pick = |wanted: &dyn Fn(Mark) -> bool| -> Set {
            (0..).zip(graph.fields()).filter(|(_, spot)| wanted(spot.mark)).map(|(i, _)| i).collect()
        };
        let promotion = pick(&|mark| mark == Mark::Promotion);
        let ordinary = pick(&|mark| mark != Mark::Promotion);
        let start = [pick(&|mark| mark == Mark::White), pick(&|mark| mark == Mark::Black)];
        let mut ground = [0; SPAN];
        ordinary.for_each(|f| ground[f as usize] = ground::FREE | ground::FRESH);
        promotion.for_each(|f| ground[f as usize] = ground::GOAL);

        let over_ordinary = || graph.jumps().iter().copied().filter(|j| ordinary.has(j.over));
        let walks: Vec<Jump> = over_ordinary().filter(|j| ordinary.has(j.from) && ordinary.has(j.to)).collect();
        let rises: Vec<Jump> = over_ordinary().filter(|j| ordinary.has(j.from) && promotion.has(j.to)).collect();
        let rides: Vec<Jump> = over_ordinary().filter(|j| promotion.has(j.from) && promotion.has(j.to)).collect();
        let (promotions, by_origin) = lists(&rises, |j| j.from, |j| (j.over, j.to));
        let (launches, by_brink) = lists(&rises, |j| j.over, |j| (j.from, j.to));
        let (captures, by_rider) = lists(&rides, |j| j.from, |j| (j.over, j.to));
        let mut tables = Tables {
            surroundings: [[0; SPAN]; 2],
            ordinary,
            promotion,
            start,
            risers: risers(graph, &walks, &rises),
            brink: rises.iter().map(|j| j.over).collect(),
            to_promotion: distances(graph, promotion),
            to_start: start.map(|set| distances(graph, set)),
            ground,
            walks: nodes(graph, ordinary, &walks),
            promotions,
            by_origin,
            launches,
            by_brink,
            captures,
            by_rider,
        };
        for field in (0..=u8::MAX).filter(|field| usize::from(*field) < graph.fields().len()) {
            let steps = usize::from(tables.to_promotion[usize::from(field)].min(5));
            for side in 0..2 {
                let far = usize::from(tables.to_start[1 - side][usize::from(field)].min(15));
                let number = (tables.part_in_promotion(field) * 6 + steps) * 16 + far;
                tables.surroundings[side][usize::from(field)] = number as u16;
            }
        }
        tables
    }

    /// What a pawn on a field has to do with promotion: 1 if it can be jumped for it, 2 if jumps alone can lead it
    /// there, 3 if one jump can, else 0. The last two may be jumped too.
    pub fn part_in_promotion(&self, field: u8) -> usize {
        match (self.promotions(field).is_empty(), self.risers.has(field), self.brink.has(field)) {
            (false, ..) => 3,
            (_, true, _) => 2,
            (.., true) => 1,
            _ => 0,
        }
    }

    #[inline(always)]
    pub(super) fn node(&self, field: u8) -> &Node {
        &self.walks.nodes[field as usize]
    }

    /// The jumps of a field past its first eight.
    #[inline(always)]
    pub(super) fn more(&self, node: &Node) -> &[Block] {
        part(&self.walks.more, node.more)
    }

    /// Pairs of ordinary fields joined by a jump over this one which a pawn that starts here might pass. For that pawn
    /// the jump is off, since its own field counts as empty; for all others it is on.
    #[inline(always)]
    pub(super) fn hazards(&self, node: &Node) -> &[(u8, u8)] {
        part(&self.walks.hazards, node.hazards)
    }

    /// Over and landing of the jumps from an ordinary field to promotion fields.
    #[inline(always)]
    pub fn promotions(&self, from: u8) -> &[(u8, u8)] {
        part(&self.promotions, self.by_origin[from as usize])
    }

    /// Start and landing of the jumps over an ordinary field to promotion fields.
    #[inline(always)]
    pub fn launches(&self, over: u8) -> &[(u8, u8)] {
        part(&self.launches, self.by_brink[over as usize])
    }

    /// Over and landing of a rider's captures from a promotion field.
    #[inline(always)]
    pub fn captures(&self, from: u8) -> &[(u8, u8)] {
        part(&self.captures, self.by_rider[from as usize])
    }

    /// Ordinary neighbours of a field.
    #[inline(always)]
    pub fn neighbours(&self, field: u8) -> Set {
        self.node(field).neighbours
    }
}

#[inline(always)]
fn part<T>(list: &[T], part: Part) -> &[T] {
    if part.len == 0 {
        return &[];
    }
    let from = part.from as usize;
    list.get(from..from + part.len as usize).unwrap_or_default()
}

/// A flat list sorted by an owner, and each owner's part of it.
fn lists(
    jumps: &[Jump],
    owner: impl Fn(&Jump) -> u8,
    entry: impl Fn(&Jump) -> (u8, u8),
) -> (Vec<(u8, u8)>, Box<[Part; SPAN]>) {
    let mut parts = Box::new([Part::default(); SPAN]);
    let mut list = Vec::new();
    for field in 0..=u8::MAX {
        let from = list.len();
        list.extend(jumps.iter().filter(|j| owner(j) == field).map(&entry));
        parts[field as usize] = piece(from, list.len());
    }
    (list, parts)
}

/// Lists are at most as long as there are triples of fields, seven million.
fn piece(from: usize, to: usize) -> Part {
    Part { from: from as u32, len: (to - from) as u32 }
}

/// Node tables, the jumps past the eighth of each field, and the hazards.
fn nodes(graph: &Graph, ordinary: Set, walks: &[Jump]) -> Walks {
    let class = classes(graph.fields().len(), walks);
    let blank = Block { over: [0; 8], to: [0; 8] };
    let empty = Node { neighbours: Set::EMPTY, jumps: blank, more: Part::default(), hazards: Part::default() };
    let mut nodes = Box::new([empty; SPAN]);
    let (mut more, mut hazards) = (Vec::new(), Vec::new());
    for (i, node) in (0..).zip(nodes.iter_mut()).take(graph.fields().len()) {
        node.neighbours = graph.neighbours().iter().filter(|(from, _)| *from == i).map(|(_, to)| *to).collect();
        node.neighbours = node.neighbours & ordinary;
        let own: Vec<Jump> = walks.iter().copied().filter(|j| j.from == i).collect();
        let mut blocks = own.chunks(8).map(|chunk| {
            let mut block = Block { over: [i; 8], to: [i; 8] };
            for (slot, jump) in chunk.iter().enumerate() {
                (block.over[slot], block.to[slot]) = (jump.over, jump.to);
            }
            block
        });
        node.jumps = blocks.next().unwrap_or(Block { over: [i; 8], to: [i; 8] });
        let from = more.len();
        more.extend(blocks);
        node.more = piece(from, more.len());
        let from = hazards.len();
        let over = walks.iter().filter(|j| j.over == i && j.from < j.to);
        hazards.extend(over.filter(|j| class[j.from as usize] == class[i as usize]).map(|j| (j.from, j.to)));
        node.hazards = piece(from, hazards.len());
    }
    Walks { nodes, more, hazards }
}

/// Fields that jumps can join at all have the same number.
fn classes(fields: usize, walks: &[Jump]) -> Vec<usize> {
    let mut class: Vec<usize> = (0..fields).collect();
    loop {
        let mut changed = false;
        for jump in walks {
            let (from, to) = (jump.from as usize, jump.to as usize);
            if class[to] < class[from] {
                class[from] = class[to];
                changed = true;
            }
        }
        if !changed {
            return class;
        }
    }
}

/// The fields that jumps can join at all with a start of a jump to a promotion field.
fn risers(graph: &Graph, walks: &[Jump], rises: &[Jump]) -> Set {
    let class = classes(graph.fields().len(), walks);
    let rising: Vec<usize> = rises.iter().map(|j| class[j.from as usize]).collect();
    (0..).zip(&class).filter(|(_, class)| rising.contains(class)).map(|(field, _)| field).collect()
}

/// Steps from each field to the nearest of `goals`.
fn distances(graph: &Graph, goals: Set) -> [u8; SPAN] {
    let mut out = [Tables::FAR; SPAN];
    goals.for_each(|f| out[f as usize] = 0);
    for round in 0..Tables::FAR - 1 {
        for &(from, to) in graph.neighbours() {
            if out[from as usize] == round && out[to as usize] > round + 1 {
                out[to as usize] = round + 1;
            }
        }
    }
    out
}
