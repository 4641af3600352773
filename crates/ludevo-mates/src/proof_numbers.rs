//! A search for a mate by proof numbers: the attack that looks easiest to prove is looked at next, and the reply to it
//! that looks easiest to get by with.
//!
//! Trees say how hard an attack or a reply looks before it is made, so that only those are made that are looked at. A move
//! is made once: positions are kept until they are decided. Whether two moves mate is found out at once, without numbers.

use cozy_chess::{Board, Move, Square};
use ludevo_chess::Moves;

use super::guide::{Guide, Numbers};
use super::meter::{Meter, Stopped};
use super::survey::{Around, Survey};
use super::table::Table;

/// How often moves of each pair of squares did something.
type Counts = [[u16; 64]; 64];

/// The most moves that a mate may take.
pub const LONGEST: u8 = 20;

/// A position that is not decided yet.
struct Node {
    board: Board,
    /// Moves that the attacker may still make.
    left: u8,
    /// Where this position hangs: the node above, and which of its edges. The root has none.
    above: Option<(u32, u16)>,
    edges: Vec<Edge>,
}

/// A move from a node, with where it leads once it was made.
struct Edge {
    action: Move,
    numbers: Numbers,
    below: Option<u32>,
}

const PROVED: Numbers = Numbers { proof: 0.0, disproof: f64::INFINITY };
const DISPROVED: Numbers = Numbers { proof: f64::INFINITY, disproof: 0.0 };

fn decided(mates: bool) -> Numbers {
    if mates { PROVED } else { DISPROVED }
}

/// What a position turned out to be when it was reached.
enum Reached {
    Decided(bool),
    Open(u32, Numbers),
}

/// A search with its memory.
pub struct ProofNumbers {
    guide: Guide,
    nodes: Vec<Node>,
    /// Places of `nodes` that nothing hangs on any more.
    free: Vec<u32>,
    edges: usize,
    /// What was proved for the problem so far.
    pub table: Table,
    worked: Box<Counts>,
    refuted: Box<Counts>,
    /// The last refuting reply by the moves that were left.
    killers: [Option<Move>; LONGEST as usize + 1],
}

/// Whether the player to move is mated, stalemated or neither, given its moves.
fn is_mate(board: &Board, replies: &[Move]) -> bool {
    replies.is_empty() && !board.checkers().is_empty()
}

fn moves_of(board: &Board) -> Vec<Move> {
    Moves::of(board).collect()
}

impl ProofNumbers {
    /// A search.
    pub fn new(guide: Guide) -> Self {
        ProofNumbers {
            guide,
            nodes: Vec::new(),
            free: Vec::new(),
            edges: 0,
            table: Table::default(),
            worked: Box::new([[0; 64]; 64]),
            refuted: Box::new([[0; 64]; 64]),
            killers: [None; LONGEST as usize + 1],
        }
    }

    /// Forgets all about the last problem.
    pub fn clear(&mut self) {
        self.forget_nodes();
        self.table.clear();
        *self.worked = [[0; 64]; 64];
        *self.refuted = [[0; 64]; 64];
        self.killers = [None; LONGEST as usize + 1];
    }

    fn forget_nodes(&mut self) {
        self.nodes = Vec::new();
        self.free = Vec::new();
        self.edges = 0;
    }

    fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.edges * size_of::<Edge>() + self.table.bytes()
    }

    /// Whether the player to move mates with so many moves.
    pub fn mates(&mut self, board: &Board, left: u8, meter: &mut Meter) -> Result<bool, Stopped> {
        self.forget_nodes();
        let root = match self.attack(board, left, None, meter)? {
            Reached::Decided(mates) => return Ok(mates),
            Reached::Open(root, _) => root,
        };
        loop {
            meter.check(self.bytes())?;
            let (node, edge) = self.most_proving(root);
            let place = self.reach(node, edge, meter)?;
            if let Some(mates) = self.back_up(place) {
                self.forget_nodes();
                return Ok(mates);
            }
        }
    }

    /// The move to look at next, from the root down.
    fn most_proving(&self, root: u32) -> (u32, usize) {
        let mut at = root;
        let mut attacks = true;
        loop {
            let by = |edge: &Edge| if attacks { edge.numbers.proof } else { edge.numbers.disproof };
            let edges = &self.nodes[at as usize].edges;
            let (mut best, mut lowest) = (0, f64::INFINITY);
            for (place, edge) in edges.iter().enumerate() {
                if by(edge) < lowest {
                    (best, lowest) = (place, by(edge));
                }
            }
            match edges[best].below {
                // What was decided elsewhere since is taken over where the move is looked at again.
                Some(below) if self.known(below).is_none() => {
                    at = below;
                    attacks = !attacks;
                }
                _ => return (at, best),
            }
        }
    }

    fn known(&self, node: u32) -> Option<bool> {
        let Node { board, left, .. } = &self.nodes[node as usize];
        self.table.verdict(board.hash(), *left)
    }

    /// Makes a move for the first time, or takes over what became known of where it leads; the node whose numbers changed.
    fn reach(&mut self, node: u32, place: usize, meter: &mut Meter) -> Result<u32, Stopped> {
        let Node { board, left, edges, .. } = &self.nodes[node as usize];
        let Edge { action, below, .. } = edges[place];
        if let Some(below) = below {
            let mates = self.known(below).expect("it became known");
            self.drop_below(below);
            self.set(node, place, decided(mates), None);
            return Ok(node);
        }
        let attacks = self.is_attackers(node);
        let (left, mut next) = (*left, board.clone());
        meter.make(&mut next, action);
        let above = Some((node, place as u16));
        let reached = if attacks {
            self.defend(&next, left - 1, (above, action), meter)?
        } else {
            self.attack(&next, left, above, meter)?
        };
        match reached {
            Reached::Decided(mates) => self.set(node, place, decided(mates), None),
            Reached::Open(below, numbers) => self.set(node, place, numbers, Some(below)),
        }
        Ok(node)
    }

    fn set(&mut self, node: u32, place: usize, numbers: Numbers, below: Option<u32>) {
        let edge = &mut self.nodes[node as usize].edges[place];
        (edge.numbers, edge.below) = (numbers, below);
    }

    /// Whether the attacker is to move: levels of the tree alternate.
    fn is_attackers(&self, node: u32) -> bool {
        let mut attacks = true;
        let mut at = node;
        while let Some((above, _)) = self.nodes[at as usize].above {
            attacks = !attacks;
            at = above;
        }
        attacks
    }

    /// The attacker is to move.
    fn attack(
        &mut self,
        board: &Board,
        left: u8,
        above: Option<(u32, u16)>,
        meter: &mut Meter,
    ) -> Result<Reached, Stopped> {
        if let Some(mates) = self.table.verdict(board.hash(), left) {
            return Ok(Reached::Decided(mates));
        }
        if left == 1 {
            return Ok(Reached::Decided(self.mates_at_once(board, meter)?.is_some()));
        }
        let survey = Survey::new(board);
        let moves = moves_of(board);
        meter.look(moves.len());
        let edge = |action: Move| {
            let worked = self.worked[action.from as usize][action.to as usize];
            let numbers = self.guide.attack(&survey.attack(action, left, worked).readings);
            Edge { action, numbers, below: None }
        };
        let edges: Vec<Edge> = moves.into_iter().map(edge).collect();
        if edges.is_empty() {
            return Ok(Reached::Decided(false));
        }
        Ok(self.open(Node { board: board.clone(), left, above, edges }, true))
    }

    /// The defender is to move, after the attacker made `last`.
    fn defend(
        &mut self,
        board: &Board,
        left: u8,
        (above, last): (Option<(u32, u16)>, Move),
        meter: &mut Meter,
    ) -> Result<Reached, Stopped> {
        if let Some(mates) = self.table.verdict(board.hash(), left) {
            return Ok(Reached::Decided(mates));
        }
        let replies = moves_of(board);
        if replies.is_empty() || left == 0 {
            return Ok(Reached::Decided(is_mate(board, &replies)));
        }
        let edges = self.replies(board, left, last.to, replies, meter);
        if left == 1 {
            let mates = self.all_mated(board, edges, meter)?;
            if mates {
                self.table.prove(board.hash(), 1, None);
            } else {
                self.table.disprove(board.hash(), 1);
            }
            return Ok(Reached::Decided(mates));
        }
        Ok(self.open(Node { board: board.clone(), left, above, edges }, false))
    }

    fn replies(
        &self,
        board: &Board,
        left: u8,
        last: Square,
        replies: Vec<Move>,
        meter: &mut Meter,
    ) -> Vec<Edge> {
        let survey = Survey::new(board);
        meter.look(replies.len());
        let count = replies.len();
        let edge = |action: Move| {
            let around = Around {
                left,
                replies: count,
                last: Some(last),
                is_killer: self.killers[usize::from(left)] == Some(action),
                refuted: self.refuted[action.from as usize][action.to as usize],
            };
            let numbers = self.guide.reply(&survey.reply(action, &around));
            Edge { action, numbers, below: None }
        };
        replies.into_iter().map(edge).collect()
    }

    /// A new node and its numbers.
    fn open(&mut self, node: Node, attacks: bool) -> Reached {
        let numbers = numbers_of(&node.edges, attacks);
        self.edges += node.edges.len();
        let place = match self.free.pop() {
            Some(place) => {
                self.nodes[place as usize] = node;
                place
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        };
        Reached::Open(place, numbers)
    }

    /// The move that mates at once, if there is one.
    fn mates_at_once(&mut self, board: &Board, meter: &mut Meter) -> Result<Option<Move>, Stopped> {
        let survey = Survey::new(board);
        let mut tried: Vec<(f64, Move)> = Vec::new();
        for action in Moves::of(board) {
            meter.look(1);
            let looked = survey.attack(action, 1, self.worked[action.from as usize][action.to as usize]);
            if looked.may_mate {
                tried.push((self.guide.attack(&looked.readings).proof, action));
            }
        }
        tried.sort_by(|(one, _), (two, _)| one.total_cmp(two));
        for (_, action) in tried {
            meter.check(0)?;
            let mut next = board.clone();
            meter.make(&mut next, action);
            if is_mate(&next, &moves_of(&next)) {
                self.credit_attack(action);
                self.table.prove(board.hash(), 1, Some(action));
                return Ok(Some(action));
            }
        }
        self.table.disprove(board.hash(), 1);
        Ok(None)
    }

    /// Whether the attacker mates at once after each of the replies.
    fn all_mated(&mut self, board: &Board, mut edges: Vec<Edge>, meter: &mut Meter) -> Result<bool, Stopped> {
        edges.sort_by(|one, two| one.numbers.disproof.total_cmp(&two.numbers.disproof));
        for Edge { action, .. } in edges {
            meter.check(0)?;
            let mut next = board.clone();
            meter.make(&mut next, action);
            let mates = match self.table.verdict(next.hash(), 1) {
                Some(mates) => mates,
                None => self.mates_at_once(&next, meter)?.is_some(),
            };
            if !mates {
                self.credit_reply(action, 1);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn credit_attack(&mut self, action: Move) {
        let count = &mut self.worked[action.from as usize][action.to as usize];
        *count = count.saturating_add(1);
    }

    fn credit_reply(&mut self, action: Move, left: u8) {
        let count = &mut self.refuted[action.from as usize][action.to as usize];
        *count = count.saturating_add(1);
        self.killers[usize::from(left)] = Some(action);
    }

    /// Works out the numbers of a node and of those above it; what the root turned out to be, if it is decided.
    fn back_up(&mut self, mut at: u32) -> Option<bool> {
        let mut attacks = self.is_attackers(at);
        loop {
            let Node { board, left, above, edges } = &self.nodes[at as usize];
            let (hash, left, above) = (board.hash(), *left, *above);
            let numbers = numbers_of(edges, attacks);
            let is_decided = numbers.proof == 0.0 || numbers.disproof == 0.0;
            if is_decided {
                let mates = numbers.proof == 0.0;
                let decisive = |edge: &&Edge| {
                    if mates { edge.numbers.proof == 0.0 } else { edge.numbers.disproof == 0.0 }
                };
                // One move decides for whoever is to move and has it.
                let action = edges.iter().find(decisive).map(|edge| edge.action);
                if mates {
                    self.table.prove(hash, left, action.filter(|_| attacks));
                } else {
                    self.table.disprove(hash, left);
                }
                match action {
                    Some(action) if mates && attacks => self.credit_attack(action),
                    Some(action) if !mates && !attacks => self.credit_reply(action, left),
                    _ => {}
                }
                self.drop_below(at);
            }
            let Some((node, place)) = above else {
                return is_decided.then_some(numbers.proof == 0.0);
            };
            let below = (!is_decided).then_some(at);
            self.set(node, usize::from(place), numbers, below);
            at = node;
            attacks = !attacks;
        }
    }

    /// Gives back a node and all that hangs on it.
    fn drop_below(&mut self, node: u32) {
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            let edges = std::mem::take(&mut self.nodes[node as usize].edges);
            self.edges -= edges.len();
            waiting.extend(edges.iter().filter_map(|edge| edge.below));
            self.free.push(node);
        }
    }
}

/// The numbers of a node by those of its moves.
fn numbers_of(edges: &[Edge], attacks: bool) -> Numbers {
    let proofs = edges.iter().map(|edge| edge.numbers.proof);
    let disproofs = edges.iter().map(|edge| edge.numbers.disproof);
    if attacks {
        Numbers { proof: proofs.fold(f64::INFINITY, f64::min), disproof: disproofs.sum() }
    } else {
        Numbers { proof: proofs.sum(), disproof: disproofs.fold(f64::INFINITY, f64::min) }
    }
}
