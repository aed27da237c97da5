//! Where pawns can go.
//!
//! A pawn's jumps are a flood over empty ordinary fields. The pawns that are jumped stay, so a jump between two empty
//! fields can be made both ways and by everybody: the empty fields fall into components, which are found once in a
//! position and shared by all pawns. Only the jumps over the moving pawn's own field are off for it (the field counts
//! as empty); the board's tables know the few fields where that can matter.

use arrayvec::ArrayVec;

use super::set::Set;
use super::tables::ground::{ENEMY, FREE, FRESH, GOAL, LAUNCH, PAWN};
use super::tables::{Block, Node, SPAN, Tables};
use crate::board::graph::MOST_FIELDS;

/// Where a pawn can go from its field.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Reach {
    /// Ordinary fields, by a step or by jumps.
    pub ordinary: Set,
    /// Promotion fields.
    pub promotion: Set,
}

/// A position as pawns see it.
pub(super) struct Ground<'a> {
    tables: &'a Tables,
    /// A byte a field: whatever a jump asks is one load away.
    state: [u8; SPAN],
    pub free: Set,
    /// Can a promotion field be reached from anywhere?
    pub launches: bool,
    /// The component of each empty field that is not `FRESH`.
    component: [u8; SPAN],
    components: ArrayVec<Reach, MOST_FIELDS>,
    /// The fields of the components found so far, one component after the other, and how many they are.
    order: [u8; SPAN],
    ordered: u8,
}

impl<'a> Ground<'a> {
    /// `own` and `enemy` are the pieces of the side to move and of the other.
    #[inline]
    pub fn new(tables: &'a Tables, own: Set, enemy: Set) -> Self {
        let mut state = tables.ground;
        (own & tables.ordinary).for_each(|f| state[f as usize] = PAWN);
        (enemy & tables.ordinary).for_each(|f| state[f as usize] = PAWN | ENEMY);
        ((own | enemy) & tables.promotion).for_each(|f| state[f as usize] = 0);
        let mut launches = false;
        (enemy & tables.brink).for_each(|over| {
            for &(from, to) in tables.launches(over) {
                let open = state[to as usize] & GOAL;
                launches |= open != 0;
                state[from as usize] |= open * (LAUNCH / GOAL);
            }
        });
        Ground {
            tables,
            state,
            free: tables.ordinary & !(own | enemy),
            launches,
            component: [0; SPAN],
            components: ArrayVec::new(),
            order: [0; SPAN],
            ordered: 0,
        }
    }

    /// Calls `f` with each of these pawns of the side to move and where it can go.
    #[inline(always)]
    pub fn each_pawn(&mut self, pawns: Set, mut f: impl FnMut(u8, Reach)) {
        pawns.for_each(|from| f(from, self.reach(from)));
    }

    #[inline(always)]
    fn reach(&mut self, from: u8) -> Reach {
        let node = self.tables.node(from);
        let mut reach = Reach { ordinary: Set::EMPTY, promotion: self.promotions(from) };
        let (mut block, mut more) = (&node.jumps, self.tables.more(node));
        loop {
            let mut mask = self.open(block, FREE);
            while mask != 0 {
                let id = self.component_of(block.to[(mask.trailing_zeros() & 7) as usize]);
                mask &= mask - 1;
                if let Some(component) = self.components.get(id as usize) {
                    reach.ordinary |= component.ordinary;
                    reach.promotion |= component.promotion;
                }
            }
            match more.split_first() {
                Some((first, rest)) => (block, more) = (first, rest),
                None => break,
            }
        }
        if self.self_jump(node, reach.ordinary) {
            reach = self.jumps_alone(from);
        }
        reach.ordinary |= node.neighbours & self.free;
        reach
    }

    /// Could the flood of the pawn on this node have jumped over the pawn itself?
    #[inline(always)]
    fn self_jump(&self, node: &Node, reach: Set) -> bool {
        self.tables.hazards(node).iter().any(|&(a, b)| self.free.has(a) && self.free.has(b) && reach.has(a))
    }

    /// Where the pawn on `from` can jump: a flood for this pawn only, with its own field empty.
    #[cold]
    pub fn jumps_alone(&self, from: u8) -> Reach {
        let mut state = self.state;
        state[from as usize] = FREE;
        let mut reach = Reach::default();
        let mut todo = vec![from];
        while let Some(at) = todo.pop() {
            reach.promotion |= self.promotions(at);
            let node = self.tables.node(at);
            for block in std::iter::once(&node.jumps).chain(self.tables.more(node)) {
                for (&over, &to) in block.over.iter().zip(&block.to) {
                    if state[over as usize] & PAWN != 0 && state[to as usize] & FREE != 0 && !reach.ordinary.has(to) {
                        reach.ordinary.insert(to);
                        todo.push(to);
                    }
                }
            }
        }
        // Coming back to the start is no move.
        if reach.ordinary.has(from) {
            reach.ordinary.toggle(from);
        }
        reach
    }

    /// The component of an empty field.
    #[inline(always)]
    fn component_of(&mut self, field: u8) -> u8 {
        if self.state[field as usize] & FRESH != 0 { self.flood(field) } else { self.component[field as usize] }
    }

    #[inline(always)]
    fn flood(&mut self, field: u8) -> u8 {
        let tables = self.tables;
        let id = self.components.len() as u8;
        let mut reach = Reach::default();
        let mut next = self.ordered;
        self.claim(field, id);
        while next != self.ordered {
            let at = self.order[next as usize];
            next += 1;
            reach.ordinary.insert(at);
            reach.promotion |= self.promotions(at);
            let node = tables.node(at);
            let (mut block, mut more) = (&node.jumps, tables.more(node));
            loop {
                let mut mask = self.open(block, FRESH);
                while mask != 0 {
                    let to = block.to[(mask.trailing_zeros() & 7) as usize];
                    mask &= mask - 1;
                    // Two jumps of a block may lead to one field.
                    if self.state[to as usize] & FRESH != 0 {
                        self.claim(to, id);
                    }
                }
                match more.split_first() {
                    Some((first, rest)) => (block, more) = (first, rest),
                    None => break,
                }
            }
        }
        // No more components than fields, so the list cannot be full.
        let _ = self.components.try_push(reach);
        id
    }

    /// Puts a fresh field into a component. Each field is claimed once, so that `ordered` stays below 192.
    #[inline(always)]
    fn claim(&mut self, field: u8, id: u8) {
        self.state[field as usize] &= !FRESH;
        self.component[field as usize] = id;
        self.order[self.ordered as usize] = field;
        self.ordered += 1;
    }

    /// The jumps of a block that lead over a pawn to a field with this mark, a bit each.
    #[inline(always)]
    fn open(&self, block: &Block, mark: u8) -> u8 {
        let shift = mark.trailing_zeros();
        let mut mask = 0;
        for i in 0..8 {
            let (over, to) = (self.state[block.over[i] as usize], self.state[block.to[i] as usize]);
            mask |= (over & (to >> shift) & PAWN) << i;
        }
        mask
    }

    /// Empty promotion fields a single jump over an enemy pawn away.
    #[inline(always)]
    fn promotions(&self, from: u8) -> Set {
        let mut goals = Set::EMPTY;
        if self.state[from as usize] & LAUNCH != 0 {
            for &(over, to) in self.tables.promotions(from) {
                if self.state[over as usize] & ENEMY != 0 && self.state[to as usize] & GOAL != 0 {
                    goals.insert(to);
                }
            }
        }
        goals
    }
}
