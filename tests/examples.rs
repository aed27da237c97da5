//! The examples run to their ends.

#[path = "../examples/annotate_game.rs"]
mod annotate_game;
#[path = "../examples/custom_board.rs"]
mod custom_board;
#[path = "../examples/two_settings.rs"]
mod two_settings;

#[test]
fn a_game_is_annotated() {
    annotate_game::main().unwrap();
}

#[test]
fn a_custom_board_is_played_on() {
    custom_board::main().unwrap();
}

#[test]
fn two_settings_play_a_game() {
    two_settings::main().unwrap();
}
