//! The program: arguments in, one command out.

use std::process::ExitCode;

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    ataman::command::run(std::env::args_os())
}
