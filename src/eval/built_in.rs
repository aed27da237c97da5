//! The weights that the program carries in itself: the files of `weights/`.

use std::sync::{Mutex, PoisonError};

use super::model::{Features, Linear};
use super::weights::Weights;
use crate::rules::Game;

/// Name of the features and the file.
const FILES: &[(&str, &[u8])] = &[
    ("bashni", include_bytes!("../../weights/bashni.weights")),
    ("lasca", include_bytes!("../../weights/lasca.weights")),
    ("russian", include_bytes!("../../weights/russian.weights")),
    ("siberia", include_bytes!("../../weights/siberia.weights")),
    ("vsadniki", include_bytes!("../../weights/vsadniki.weights")),
];

/// The model of a game with the weights that belong to this version: those of `weights/`, or those to begin with while
/// nothing has been learned.
pub fn built_in<G: Game, F: Features<G>>() -> Linear<F> {
    // Sessions are opened for every game of a match: the file is read once.
    static READ: Mutex<Vec<Weights>> = Mutex::new(Vec::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(weights) = read.iter().find(|weights| weights.name() == F::NAME) {
        return Linear::new(weights).unwrap_or_else(|_| Linear::start());
    }
    let Some((_, file)) = FILES.iter().find(|(name, _)| *name == F::NAME) else { return Linear::start() };
    match Weights::read(file).and_then(|weights| Ok((Linear::new(&weights)?, weights))) {
        Ok((model, weights)) => {
            read.push(weights);
            model
        }
        Err(error) => {
            // The tests see to it that this never happens.
            log::error!("the built-in weights cannot be used: {error}");
            Linear::start()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;
    use crate::rules::{Notation, RuleOptions};

    struct Fits;

    impl crate::engine::Visitor for Fits {
        type Out = Result<(), String>;
        fn visit<G: Notation, F: Features<G>>(self, _game: G) -> Self::Out {
            let Some((_, file)) = FILES.iter().find(|(name, _)| *name == F::NAME) else { return Ok(()) };
            let weights = Weights::read(file).map_err(|e| e.to_string())?;
            Linear::<F>::new(&weights).map(|_| ()).map_err(|e| e.to_string())
        }
    }

    /// A change of the features without new weights would fall back to the start weights in silence.
    #[test]
    fn the_files_fit_the_features() {
        for variant in Variant::ALL {
            let fits = variant.visit(&RuleOptions::default(), Fits);
            assert_eq!(fits, Ok(()), "{variant}");
        }
    }
}
