//! The evaluation of the column games: `features` that a linear model weighs.

use crate::search::Params;

mod features;
mod shape;
mod tops;

/// The features of bashni and lasca.
#[derive(Copy, Clone, Debug, Default)]
pub struct ColumnsEval;

/// How the search is tuned.
const PARAMS: Params = Params { probcut: 120, reduction: 70, ..Params::PLAIN };

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::model::Linear;
    use crate::eval::symmetry;
    use crate::rules::columns::{Bashni, BashniShort, ColumnRules, Columns, Lasca};
    use crate::rules::{Game, Notation, Position, RuleOptions, Side};
    use crate::search::Judge;

    fn game<R: ColumnRules>() -> Columns<R> {
        Columns::new(&RuleOptions::default())
    }

    fn value<R: ColumnRules>(fen: &str) -> i32 {
        Linear::<ColumnsEval>::start::<Columns<R>>().evaluate(&game::<R>(), &game::<R>().parse_fen(fen).unwrap())
    }

    /// The same position seen from the other side: the board turned round and the colours swapped.
    fn turned(fen: &str) -> String {
        let mut fields = fen.split(' ');
        let board = fields.next().unwrap_or_default();
        let side = if fields.next() == Some("w") { "b" } else { "w" };
        let swap = |c: char| match c {
            'w' => 'b',
            'b' => 'w',
            'W' => 'B',
            'B' => 'W',
            other => other,
        };
        let mut cells: Vec<String> = Vec::new();
        let mut column: Option<String> = None;
        for c in board.chars().map(swap) {
            match (c, &mut column) {
                ('(', _) => column = Some("(".to_owned()),
                (')', Some(open)) => {
                    cells.push(format!("{open})"));
                    column = None;
                }
                (_, Some(open)) => open.push(c),
                _ => cells.push(c.to_string()),
            }
        }
        cells.reverse();
        format!("{} {side}", cells.concat())
    }

    /// Every position of random games, and the same seen from the other side: all features with the opposite sign.
    fn sides_are_alike<R: ColumnRules>() {
        let game = game::<R>();
        let mut tall = 0;
        symmetry::check::<_, ColumnsEval>(
            &game,
            (20, 150),
            |_, _| false,
            turned,
            |fen| {
                tall += usize::from(fen.split(['(', ')']).skip(1).step_by(2).any(|column| column.len() > 5));
            },
        );
        assert!(tall > 50, "{tall} positions with high columns");
    }

    #[test]
    fn sides_are_alike_in_all_column_games() {
        sides_are_alike::<Bashni>();
        sides_are_alike::<BashniShort>();
        sides_are_alike::<Lasca>();
    }

    #[test]
    fn the_start_is_even() {
        fn even<R: ColumnRules>() {
            let terms = Linear::<ColumnsEval>::start::<Columns<R>>().terms(&game::<R>(), &game::<R>().start());
            assert_eq!(terms, [0, 0, 0, 0, 0, 0, 6, 0]);
        }
        even::<Bashni>();
        even::<Lasca>();
    }

    #[test]
    fn a_guard_is_worth_more_than_a_prisoner() {
        assert!(value::<Lasca>("6b/7/7/7/2(wwbb)4/7/7 w") > value::<Lasca>("6b/7/7/7/2(wbwb)4/7/7 w"));
    }

    #[test]
    fn no_position_overflows() {
        for fen in [
            "WWWWWWWW/8/8/8/8/8/8/8 w",
            "8/8/8/3(WwWwWwWwWwWwBbBbBbBbBbBb)4/8/8/8/8 b",
            "1W1W1W1W/W1W1W1W1/1W1W1W1W/8/8/8/8/8 b",
        ] {
            if let Ok(pos) = game::<Bashni>().parse_fen(fen) {
                let judge = Linear::<ColumnsEval>::start::<Columns<Bashni>>();
                assert!(judge.evaluate(&game::<Bashni>(), &pos).abs() < 12_000, "{fen}");
            }
        }
        assert_eq!(game::<Bashni>().start().side(), Side::White);
    }
}
