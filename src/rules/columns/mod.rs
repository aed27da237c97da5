//! Column draughts: bashni and lasca.
