//! Chess (Siberia) on 9x9.
