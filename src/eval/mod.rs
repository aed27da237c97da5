//! What each game looks at in a position.
