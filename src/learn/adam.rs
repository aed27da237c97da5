//! Adam (CITE: Kingma and Ba, 2014): gradient descent in which every weight has a step of its own.

/// Decay of the mean, and of the mean square, of gradients.
const DECAY: [f32; 2] = [0.9, 0.999];
const TINY: f32 = 1e-12;

/// The state of a descent.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    pub weights: Vec<f32>,
    pub mean: Vec<f32>,
    pub square: Vec<f32>,
    /// Steps taken.
    pub steps: u32,
}

impl Adam {
    /// A descent that begins with these weights.
    pub fn new(weights: Vec<f32>) -> Self {
        let zeros = vec![0.0; weights.len()];
        Adam { weights, mean: zeros.clone(), square: zeros, steps: 0 }
    }

    /// A step down the gradient, of the length `rate` for a weight whose gradient is always the same.
    pub fn step(&mut self, gradient: &[f32], rate: f32) {
        self.steps = self.steps.saturating_add(1);
        let power = self.steps.min(1 << 20) as i32;
        let grown = DECAY.map(|decay| 1.0 - decay.powi(power));
        let state = self.weights.iter_mut().zip(&mut self.mean).zip(&mut self.square);
        for (((weight, mean), square), g) in state.zip(gradient) {
            *mean = DECAY[0] * *mean + (1.0 - DECAY[0]) * g;
            *square = DECAY[1] * *square + (1.0 - DECAY[1]) * g * g;
            *weight -= rate * (*mean / grown[0]) / ((*square / grown[1]).sqrt() + TINY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bottom of a bowl that is a thousand times steeper one way than the other.
    #[test]
    fn it_finds_the_bottom() {
        let mut adam = Adam::new(vec![0.0, 0.0]);
        for step in 0..4000 {
            let w = &adam.weights;
            let gradient = [1e-6 * (w[0] - 300.0), 1e-3 * (w[1] + 50.0)];
            adam.step(&gradient, 1.0 - step as f32 / 4000.0);
        }
        assert!((adam.weights[0] - 300.0).abs() < 1.0 && (adam.weights[1] + 50.0).abs() < 1.0, "{:?}", adam.weights);
    }
}
