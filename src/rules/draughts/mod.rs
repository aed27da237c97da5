//! Russian draughts: `russian` and `russian-official`.
