//! Vsadniki: riders, on a graph of fields.
