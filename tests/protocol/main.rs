//! The real binary over its protocol, what it must answer to what: well-behaved, sloppy and hostile clients.

#[path = "../support/answers.rs"]
mod answers;
#[path = "../support/dice.rs"]
mod dice;
#[path = "../support/process.rs"]
mod process;
#[path = "../support/referee.rs"]
mod referee;
#[path = "../slow/mod.rs"]
mod slow;

mod input;
mod limits;
mod options;
mod positions;
mod searching;
