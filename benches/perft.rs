//! Perft of every variant from its start position, in leaves a second.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use ataman::engine::Variant;
use ataman::rules::RuleOptions;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn depth(variant: Variant) -> u32 {
    match variant {
        Variant::Russian | Variant::RussianOfficial => 8,
        Variant::Bashni => 7,
        Variant::Lasca => 12,
        Variant::Siberia => 4,
        Variant::Vsadniki => 3,
    }
}

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(20);
    for variant in Variant::ALL {
        let session = variant.open(&RuleOptions::default());
        let (depth, stop) = (depth(variant), AtomicBool::new(false));
        group.throughput(Throughput::Elements(session.perft(depth, false, &stop).unwrap()));
        group.bench_function(variant.name(), |b| {
            b.iter(|| session.perft(black_box(depth), false, &stop));
        });
    }
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
