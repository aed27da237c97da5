//! Search parameters from the environment, for experiments: `ATAMAN_PARAMS="reduction=45,probcut=0"`. Only in builds
//! with the feature `tune`; everywhere else the parameters are constants.

use std::sync::OnceLock;

use crate::rules::Game;

use super::judge::{Judge, Params};

/// The parameters of a game with what the environment says instead.
pub fn params<G: Game, J: Judge<G>>() -> &'static Params {
    static CHANGED: OnceLock<Params> = OnceLock::new();
    // One process experiments with one game: the first one asked for is the one that counts.
    CHANGED.get_or_init(|| {
        let mut params = J::PARAMS;
        for change in std::env::var("ATAMAN_PARAMS").unwrap_or_default().split(',').filter(|c| !c.is_empty()) {
            let known = change.split_once('=').and_then(|(name, value)| {
                *field(&mut params, name)? = value.parse().ok()?;
                Some(())
            });
            if known.is_none() {
                log::error!("ATAMAN_PARAMS: '{change}' is no parameter");
            }
        }
        params
    })
}

fn field<'a>(params: &'a mut Params, name: &str) -> Option<&'a mut i32> {
    Some(match name {
        "aspiration" => &mut params.aspiration,
        "null_move" => &mut params.null_move,
        "probcut" => &mut params.probcut,
        "probcut_depth" => &mut params.probcut_depth,
        "extend_compelled" => &mut params.extend_compelled,
        "singular" => &mut params.singular,
        "full_moves" => &mut params.full_moves,
        "reduction" => &mut params.reduction,
        "cut_nodes" => &mut params.cut_nodes,
        "forcing" => &mut params.forcing,
        "root_step" => &mut params.root_step,
        "history_step" => &mut params.history_step,
        "futility" => &mut params.futility,
        "frontier" => &mut params.frontier,
        "late_moves" => &mut params.late_moves,
        "razor" => &mut params.razor,
        "delta" => &mut params.delta,
        "quiet_table" => &mut params.quiet_table,
        "threat_plies" => &mut params.threat_plies,
        "correction" => &mut params.correction,
        _ => return None,
    })
}
