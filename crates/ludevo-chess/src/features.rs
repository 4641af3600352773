//! What can be said of a position as one of the players sees it: the numbers behind the terminals.

use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, File, Move, Piece, PieceMoves, Rank, Square, get_between_rays,
    get_bishop_moves, get_bishop_rays, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
    get_rook_rays,
};

/// The pieces of one player. A player who looks at a board always is white to itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Army {
    /// By kind, in the order of [`Piece::ALL`].
    pub(crate) kinds: [BitBoard; 6],
    color: Color,
}

/// A position as a player sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// The player's own pieces.
    pub(crate) own: Army,
    /// The enemy's.
    pub(crate) opp: Army,
    occupied: BitBoard,
}

/// What pieces are worth, in the order of [`Piece::ALL`]; a king has no price.
pub(crate) const VALUES: [u32; 6] = [1, 3, 3, 5, 9, 0];

impl Army {
    pub(crate) fn all(&self) -> BitBoard {
        self.kinds.iter().fold(BitBoard::EMPTY, |all, kind| all | *kind)
    }

    fn of(&self, piece: Piece) -> BitBoard {
        self.kinds[piece as usize]
    }

    /// All pieces but the king.
    fn men(&self) -> BitBoard {
        self.all() ^ self.of(Piece::King)
    }

    fn king(&self) -> Square {
        self.of(Piece::King).next_square().expect("a player has a king")
    }

    /// The pieces with their squares.
    fn each(&self) -> impl Iterator<Item = (Piece, Square)> + '_ {
        Piece::ALL.into_iter().flat_map(|piece| self.of(piece).into_iter().map(move |square| (piece, square)))
    }

    /// What a piece of this player's on a square attacks, or protects.
    #[inline]
    fn attacks_from(&self, piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
        match piece {
            Piece::Pawn => get_pawn_attacks(square, self.color),
            Piece::Knight => get_knight_moves(square),
            Piece::Bishop => get_bishop_moves(square, occupied),
            Piece::Rook => get_rook_moves(square, occupied),
            Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
            Piece::King => get_king_moves(square),
        }
    }

    /// All that the player attacks or protects.
    fn attacks(&self, occupied: BitBoard) -> BitBoard {
        self.each()
            .fold(BitBoard::EMPTY, |all, (piece, square)| all | self.attacks_from(piece, square, occupied))
    }

    /// What the pieces are worth.
    pub(crate) fn material(&self) -> u32 {
        self.kinds.iter().zip(VALUES).map(|(kind, value)| kind.len() * value).sum()
    }

    /// The lines from the king on which a piece of this player's could come: ranks and files, diagonals.
    fn lines_to(&self, king: Square) -> BitBoard {
        let has = |piece: Piece| !self.of(piece).is_empty();
        let straight = has(Piece::Rook) || has(Piece::Queen);
        let oblique = has(Piece::Bishop) || has(Piece::Queen);
        let rays = |has: bool, rays: BitBoard| if has { rays } else { BitBoard::EMPTY };
        rays(straight, get_rook_rays(king)) | rays(oblique, get_bishop_rays(king))
    }
}

/// How far a square is from the nearest edge, from 0 to 3.
fn edge_distance(square: Square) -> u32 {
    let (file, rank) = (square.file() as u32, square.rank() as u32);
    file.min(7 - file).min(rank).min(7 - rank)
}

/// How far a square is from the edges on both its lines, from 0 in the corners to 6 in the middle.
fn edges_distance(square: Square) -> u32 {
    let (file, rank) = (square.file() as u32, square.rank() as u32);
    file.min(7 - file) + rank.min(7 - rank)
}

/// How many moves of a king lead from one square to another.
fn distance(one: Square, two: Square) -> u32 {
    let files = (one.file() as u32).abs_diff(two.file() as u32);
    files.max((one.rank() as u32).abs_diff(two.rank() as u32))
}

impl Seen {
    pub(crate) fn new(own: [BitBoard; 6], opp: [BitBoard; 6]) -> Seen {
        let own = Army { kinds: own, color: Color::White };
        let opp = Army { kinds: opp, color: Color::Black };
        Seen { own, opp, occupied: own.all() | opp.all() }
    }

    /// A board as the player of this colour sees it, ranks turned round for black.
    pub(crate) fn of(board: &Board, viewer: Color) -> Seen {
        let turned = |squares: BitBoard| if viewer == Color::White { squares } else { squares.flip_ranks() };
        let army = |color: Color| Piece::ALL.map(|piece| turned(board.colored_pieces(color, piece)));
        Seen::new(army(viewer), army(!viewer))
    }

    /// Whether neither player attacks a piece of the other's, kings included.
    pub(crate) fn is_quiet(&self) -> bool {
        self.opp.attacks(self.occupied).is_disjoint(self.own.all())
            && self.own.attacks(self.occupied).is_disjoint(self.opp.all())
    }

    /// The same with the eyes of the enemy. Pawns keep their direction.
    pub(crate) fn turned(self) -> Seen {
        Seen { own: self.opp, opp: self.own, occupied: self.occupied }
    }

    /// Whether the player's king is attacked.
    pub(crate) fn is_in_check(&self) -> bool {
        self.opp.attacks(self.occupied).has(self.own.king())
    }

    /// How far the player's king is from the nearest edge.
    pub(crate) fn king_edge_distance(&self) -> u32 {
        edge_distance(self.own.king())
    }

    /// How many of the player's pieces, not counting the king, are attacked.
    pub(crate) fn attacked(&self) -> u32 {
        (self.opp.attacks(self.occupied) & self.own.men()).len()
    }

    /// How many pieces the player has besides the king.
    pub(crate) fn men(&self) -> u32 {
        self.own.men().len()
    }

    /// What those pieces of the player's are worth that attack something.
    pub(crate) fn attacking_value(&self) -> u32 {
        let enemies = self.opp.all();
        let attacks = |(piece, square): &(Piece, Square)| {
            !self.own.attacks_from(*piece, *square, self.occupied).is_disjoint(enemies)
        };
        self.own.each().filter(attacks).map(|(piece, _)| VALUES[piece as usize]).sum()
    }

    /// Whether a queen of the player's is attacked.
    pub(crate) fn is_queen_attacked(&self) -> bool {
        !self.opp.attacks(self.occupied).is_disjoint(self.own.of(Piece::Queen))
    }

    /// Whether a piece of the player's that nobody attacks attacks two pieces of the enemy's or more, kings included.
    pub(crate) fn forks(&self) -> bool {
        let enemies = self.opp.all();
        let attacked = self.opp.attacks(self.occupied);
        self.own.each().any(|(piece, square)| {
            let aims = self.own.attacks_from(piece, square, self.occupied) & enemies;
            aims.len() >= 2 && !attacked.has(square)
        })
    }

    /// Where the player's king could go if it were the player's turn.
    pub(crate) fn king_moves(&self) -> BitBoard {
        let king = self.own.king();
        let moves = get_king_moves(king) & !self.own.all();
        moves & !self.opp.attacks(self.occupied ^ king.bitboard())
    }

    /// Whether a move of the enemy's, whose pawns and castling are not looked at, might mate the player: it says no only if
    /// after every check the king has somewhere to go. That is far cheaper to see than to make the moves.
    pub(crate) fn might_be_mated_by_a_piece(&self) -> bool {
        let king = self.own.king();
        let enemies = self.opp.all();
        let straight = (self.opp.of(Piece::Rook) | self.opp.of(Piece::Queen)) & get_rook_rays(king);
        let oblique = (self.opp.of(Piece::Bishop) | self.opp.of(Piece::Queen)) & get_bishop_rays(king);
        // Whoever leaves a line opens it.
        if (straight | oblique).into_iter().any(|slider| !get_between_rays(king, slider).is_disjoint(enemies))
        {
            return true;
        }
        let mates = |piece: Piece, from: Square, to: Square| {
            let occupied = (self.occupied ^ from.bitboard() | to.bitboard()) & !king.bitboard();
            let others = self.opp.each().filter(|(_, square)| *square != from);
            let attacked = others.fold(self.opp.attacks_from(piece, to, occupied), |all, (other, square)| {
                all | self.opp.attacks_from(other, square, occupied)
            });
            let own = self.own.all() & !to.bitboard();
            (get_king_moves(king) & !own & !attacked).is_empty()
        };
        let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        pieces.into_iter().any(|piece| {
            self.opp.of(piece).into_iter().any(|from| {
                let checks = self.own.attacks_from(piece, king, self.occupied ^ from.bitboard());
                let reached = self.opp.attacks_from(piece, from, self.occupied) & !enemies & checks;
                reached.into_iter().any(|to| mates(piece, from, to))
            })
        })
    }

    /// How far the player's king is from its nearest rook, if there is one.
    pub(crate) fn rook_distance(&self) -> Option<u32> {
        let king = self.own.king();
        self.own.of(Piece::Rook).into_iter().map(|rook| distance(king, rook)).min()
    }

    /// Whether two pieces of the player's besides the king protect each other.
    pub(crate) fn protect_each_other(&self) -> bool {
        let men = self.own.men();
        let protects =
            |piece: Piece, square: Square| self.own.attacks_from(piece, square, self.occupied) & men;
        let men = || self.own.each().filter(|(piece, _)| *piece != Piece::King);
        men().any(|(piece, square)| {
            let protected = protects(piece, square);
            men().any(|(other, there)| protected.has(there) && protects(other, there).has(square))
        })
    }

    /// Whether the player's king protects one of its pieces.
    pub(crate) fn king_protects(&self) -> bool {
        !get_king_moves(self.own.king()).is_disjoint(self.own.men())
    }

    /// Whether one of the player's protects a piece besides the king.
    pub(crate) fn protects(&self) -> bool {
        !self.own.attacks(self.occupied).is_disjoint(self.own.men())
    }

    /// How much more the player's pieces are worth.
    pub(crate) fn material(&self) -> f64 {
        f64::from(self.own.material()) - f64::from(self.opp.material())
    }

    /// How many squares the player's pieces besides the king attack where none of its own stands, each piece for itself.
    pub(crate) fn mobility(&self) -> u32 {
        let free = !self.own.all();
        let men = self.own.each().filter(|(piece, _)| *piece != Piece::King);
        men.map(|(piece, square)| (self.own.attacks_from(piece, square, self.occupied) & free).len()).sum()
    }

    /// How far the kings are apart.
    pub(crate) fn kings_apart(&self) -> u32 {
        distance(self.own.king(), self.opp.king())
    }

    /// How far the player's king is from the edges on both its lines, from 0 in the corners to 6 in the middle.
    pub(crate) fn king_edges_distance(&self) -> u32 {
        edges_distance(self.own.king())
    }

    /// How many empty squares the player's king could walk to, its own included, if nobody else moved.
    pub(crate) fn king_room(&self) -> u32 {
        let king = self.own.king();
        let attacked = self.opp.attacks(self.occupied ^ king.bitboard());
        let free = !attacked & !self.occupied;
        let mut room = king.bitboard();
        loop {
            let next = room.into_iter().fold(room, |all, square| all | get_king_moves(square) & free);
            if next == room {
                return room.len();
            }
            room = next;
        }
    }

    /// What the player's pieces are worth that are attacked and not protected, or attacked by something cheaper.
    pub(crate) fn loose_value(&self) -> u32 {
        let protected = self.own.attacks(self.occupied);
        let threatened = |(piece, square): &(Piece, Square)| {
            let price = VALUES[*piece as usize];
            *piece != Piece::King
                && self.opp.each().any(|(attacker, there)| {
                    let is_cheaper = attacker != Piece::King && VALUES[attacker as usize] < price;
                    (is_cheaper || !protected.has(*square))
                        && self.opp.attacks_from(attacker, there, self.occupied).has(*square)
                })
        };
        self.own.each().filter(threatened).map(|(piece, _)| VALUES[piece as usize]).sum()
    }

    /// Whether the player's king and a piece behind it, two squares or more away, stand on a line that a piece of the
    /// enemy's attacks from the other side, or can come to attack by its next move to a square that nobody guards.
    pub(crate) fn can_be_skewered(&self) -> bool {
        let king = self.own.king();
        let guarded = self.own.attacks(self.occupied);
        let sliders = [(Piece::Queen, true, true), (Piece::Rook, true, false), (Piece::Bishop, false, true)];
        let aligned = self.own.men() & self.opp.lines_to(king);
        let behind = |man: &Square| {
            distance(king, *man) >= 2 && get_between_rays(king, *man).is_disjoint(self.occupied)
        };
        aligned.into_iter().filter(behind).any(|man| {
            let is_straight = get_rook_rays(king).has(man);
            // The squares before the king on that line, as far as nothing is in the way.
            let sight = if is_straight {
                get_rook_moves(king, self.occupied)
            } else {
                get_bishop_moves(king, self.occupied)
            };
            let before =
                sight & cozy_chess::get_line_rays(king, man) & !get_between_rays(king, man) & !man.bitboard();
            sliders.iter().any(|(piece, straight, oblique)| {
                (if is_straight { *straight } else { *oblique })
                    && self.opp.of(*piece).into_iter().any(|slider| {
                        let reach = self.opp.attacks_from(*piece, slider, self.occupied) | slider.bitboard();
                        !(reach & before & !guarded & !self.opp.all() | slider.bitboard() & before).is_empty()
                    })
            })
        })
    }

    /// Whether the player attacks a piece of the enemy's that is not protected.
    pub(crate) fn attacks_unprotected(&self) -> bool {
        let loose = self.opp.men() & !self.opp.attacks(self.occupied);
        !self.own.attacks(self.occupied).is_disjoint(loose)
    }

    /// Whether every move of the player's king leads nearer to the edges.
    pub(crate) fn is_king_stuck(&self) -> bool {
        let now = edges_distance(self.own.king());
        self.king_moves().into_iter().all(|square| edges_distance(square) < now)
    }

    /// Whether the player's king stands two squares or more behind one of its pieces, with nothing between them, on a line
    /// on which the enemy has a piece to attack along.
    pub(crate) fn is_king_behind_piece(&self) -> bool {
        let king = self.own.king();
        let aligned = self.own.men() & self.opp.lines_to(king);
        aligned
            .into_iter()
            .any(|man| distance(king, man) >= 2 && get_between_rays(king, man).is_disjoint(self.occupied))
    }

    /// Whether a piece of the player's is pinned to its king.
    pub(crate) fn is_pinned(&self) -> bool {
        let king = self.own.king();
        let straight = (self.opp.of(Piece::Rook) | self.opp.of(Piece::Queen)) & get_rook_rays(king);
        let oblique = (self.opp.of(Piece::Bishop) | self.opp.of(Piece::Queen)) & get_bishop_rays(king);
        (straight | oblique).into_iter().any(|pinner| {
            let between = get_between_rays(king, pinner) & self.occupied;
            between.len() == 1 && between.is_subset(self.own.all())
        })
    }
}

/// What a board shows besides the pieces, as the player sees it who is white on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Surroundings {
    /// Whether it is the player's turn.
    pub(crate) is_own_turn: bool,
    /// Castling rights, of white to the king's and the queen's side, and of black.
    pub(crate) rights: [bool; 4],
    /// The file on which a pawn can be captured in passing.
    pub(crate) en_passant: Option<u8>,
}

/// The board that the player sees, who is white on it.
pub(crate) fn board(seen: &Seen, around: Surroundings) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    for army in [&seen.own, &seen.opp] {
        for (piece, square) in army.each() {
            *builder.square_mut(square) = Some((piece, army.color));
        }
    }
    builder.side_to_move = if around.is_own_turn { Color::White } else { Color::Black };
    for (color, [short, long]) in [
        (Color::White, [around.rights[0], around.rights[1]]),
        (Color::Black, [around.rights[2], around.rights[3]]),
    ] {
        let rights = builder.castle_rights_mut(color);
        rights.short = short.then_some(File::H);
        rights.long = long.then_some(File::A);
    }
    builder.en_passant = around.en_passant.map(|file| {
        Square::new(File::index(usize::from(file)), Rank::Sixth.relative_to(builder.side_to_move))
    });
    builder.build().ok()
}

/// Whether the player to move is mated.
pub(crate) fn is_mate(board: &Board) -> bool {
    !board.checkers().is_empty() && !board.generate_moves(|_| true)
}

/// Whether the player to move has no move and is not in check.
pub(crate) fn is_stalemate(board: &Board) -> bool {
    board.checkers().is_empty() && !board.generate_moves(|_| true)
}

/// Whether the player to move mates by some move. Only moves that may give check are made.
pub(crate) fn mates(board: &Board) -> bool {
    let mover = board.side_to_move();
    let (own, king, occupied) = (board.colors(mover), board.king(!mover), board.occupied());
    let straight = own & (board.pieces(Piece::Rook) | board.pieces(Piece::Queen)) & get_rook_rays(king);
    let oblique = own & (board.pieces(Piece::Bishop) | board.pieces(Piece::Queen)) & get_bishop_rays(king);
    let hidden = (straight | oblique)
        .into_iter()
        .fold(BitBoard::EMPTY, |hidden, slider| hidden | get_between_rays(king, slider));
    let may_check = |moves: &PieceMoves| {
        let left = occupied ^ moves.from.bitboard();
        match moves.piece {
            _ if hidden.has(moves.from) => BitBoard::FULL,
            // It promotes, or captures in passing and opens a line, or just attacks.
            Piece::Pawn => BitBoard::FULL,
            Piece::Knight => get_knight_moves(king),
            Piece::Bishop => get_bishop_moves(king, left),
            Piece::Rook => get_rook_moves(king, left),
            Piece::Queen => get_bishop_moves(king, left) | get_rook_moves(king, left),
            // Castling is written as a capture of the rook.
            Piece::King => own,
        }
    };
    any_move(board, may_check, |next, _| is_mate(next))
}

/// Whether the player to move captures something and the other cannot capture back.
pub(crate) fn captures_freely(board: &Board) -> bool {
    let enemies = board.colors(!board.side_to_move());
    let may_capture = |moves: &PieceMoves| match moves.piece {
        Piece::Pawn if board.en_passant().is_some() => BitBoard::FULL,
        _ => enemies,
    };
    any_move(board, may_capture, |next, action| {
        let is_capture = enemies.has(action.to) || next.occupied().len() < board.occupied().len();
        is_capture && !next.generate_moves(|moves| moves.to.has(action.to))
    })
}

/// Whether `holds` of the board after some move, and the move, among those to squares that `aims` says of each piece.
fn any_move(
    board: &Board,
    aims: impl Fn(&PieceMoves) -> BitBoard,
    mut holds: impl FnMut(&Board, Move) -> bool,
) -> bool {
    board.generate_moves(|moves| {
        let aimed = PieceMoves { to: moves.to & aims(&moves), ..moves };
        aimed.into_iter().any(|action| {
            let mut next = board.clone();
            next.play_unchecked(action);
            holds(&next, action)
        })
    })
}
