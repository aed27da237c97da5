//! Standings as text: the line that is shown while a match runs, and the table at its end.

use std::fmt::Write;

use super::standings::{Score, Standings};
use super::statistics::{Decision, Estimate, Sprt};

fn elo_text(elo: Option<Estimate>) -> String {
    match elo {
        None => "no pair".to_owned(),
        Some(elo) if elo.value.is_infinite() => if elo.value > 0.0 { "+inf" } else { "-inf" }.to_owned(),
        Some(elo) if elo.error().is_infinite() => format!("{:+.1} +/- inf", elo.value),
        // All pairs alike: there is no spread to judge by.
        Some(elo) if elo.error() == 0.0 => format!("{:+.1} +/- ?", elo.value),
        Some(elo) => format!("{:+.1} +/- {:.1}", elo.value, elo.error()),
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// The test in one line.
pub fn sprt_text(sprt: &Sprt, score: &Score) -> String {
    let (low, high) = sprt.bounds();
    let verdict = match sprt.decide(&score.pairs) {
        None => "undecided",
        Some(Decision::H0) => "H0 accepted",
        Some(Decision::H1) => "H1 accepted",
    };
    format!("LLR {:.2} in ({low:.2}, {high:.2}) [{}, {}] {verdict}", sprt.llr(&score.pairs), sprt.elo0, sprt.elo1)
}

/// One line on a match in progress.
pub fn progress(standings: &Standings, sprt: Option<&Sprt>) -> String {
    if let [_, _] = standings.names() {
        let score = standings.between(0, 1);
        let mut line = format!("{}-{}-{} {}", score.wins, score.draws, score.losses, elo_text(score.pairs.elo()));
        if let Some(sprt) = sprt {
            let (low, high) = sprt.bounds();
            let _ = write!(line, " LLR {:.2} ({low:.2}, {high:.2})", sprt.llr(&score.pairs));
        }
        return line;
    }
    let points =
        (0..standings.names().len()).map(|i| format!("{} {}", standings.names()[i], standings.total(i).points()));
    points.collect::<Vec<_>>().join(", ")
}

/// The table of a tournament.
pub fn table(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let names = standings.names();
    let totals: Vec<Score> = (0..names.len()).map(|i| standings.total(i)).collect();
    let mut order: Vec<usize> = (0..names.len()).collect();
    let rate = |i: &usize| -totals[*i].points() / totals[*i].games().max(1) as f64;
    order.sort_by(|a, b| rate(a).total_cmp(&rate(b)));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    let mut out = format!(
        "{:<width$} {:>6} {:>7} {:>6} {:>5} {:>5} {:>5} {:>16} {:>6} {:>6} {:>9} {:>8} {:>6}\n",
        "name",
        "games",
        "points",
        "score",
        "won",
        "drawn",
        "lost",
        "Elo",
        "LOS",
        "depth",
        "nodes/s",
        "time s",
        "faults"
    );
    for i in order {
        let total = &totals[i];
        let score = 100.0 * total.points() / total.games().max(1) as f64;
        let los = total.pairs.superiority().map_or_else(String::new, |p| format!("{:.1}%", 100.0 * p));
        let depth = total.used.mean_depth().map_or_else(String::new, |d| format!("{d:.1}"));
        let speed = total.used.speed().map_or_else(String::new, |s| format!("{s:.0}"));
        let _ = writeln!(
            out,
            "{:<width$} {:>6} {:>7.1} {score:>5.1}% {:>5} {:>5} {:>5} {:>16} {los:>6} {depth:>6} {speed:>9} {:>8.1} {:>6}",
            names[i],
            total.games(),
            total.points(),
            total.wins,
            total.draws,
            total.losses,
            elo_text(total.pairs.elo()),
            total.used.time.as_secs_f64(),
            total.faults,
        );
    }
    if names.len() > 2 {
        out += &meetings(standings);
    }
    let [white, draws, black] = standings.by_colour();
    let games = standings.games();
    let first = white as f64 + draws as f64 / 2.0;
    let _ = writeln!(
        out,
        "draws {:.1}%, White scores {:.1}% (+{white} ={draws} -{black})",
        percent(draws, games),
        100.0 * first / games.max(1) as f64,
    );
    if let [_, _] = names {
        let score = standings.between(0, 1);
        let _ = writeln!(out, "pairs of {}, 0 to 2 points: {:?}", names[0], score.pairs.0);
        if let Some(sprt) = sprt {
            let _ = writeln!(out, "{}", sprt_text(sprt, score));
        }
    }
    out
}

/// Who scored what against whom.
fn meetings(standings: &Standings) -> String {
    let names = standings.names();
    let mut out = String::new();
    for (a, name) in names.iter().enumerate() {
        for (b, other) in names.iter().enumerate().skip(a + 1) {
            let score = standings.between(a, b);
            if score.games() > 0 {
                let elo = elo_text(score.pairs.elo());
                let _ = writeln!(out, "{name} - {other}: +{} ={} -{}, {elo}", score.wins, score.draws, score.losses);
            }
        }
    }
    out
}
