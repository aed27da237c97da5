//! Search of every variant to a fixed depth with one thread, in nodes a second.

use ataman::engine::{Request, Session, Tools, Variant};
use ataman::rules::RuleOptions;
use ataman::search::{Control, Limits};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Plies, so that a search takes some tens of milliseconds.
fn depth(variant: Variant) -> i32 {
    match variant {
        Variant::Russian | Variant::RussianOfficial => 10,
        Variant::Bashni => 9,
        Variant::Lasca => 10,
        Variant::Siberia => 8,
        Variant::Vsadniki => 4,
    }
}

fn run(session: &dyn Session, tools: &Tools, depth: i32) -> u64 {
    tools.forget();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = Request { limits, ..Request::default() };
    session.search(tools, &request, &Control::new(false, false), &|_| {}).map_or(0, |outcome| outcome.nodes)
}

fn search(c: &mut Criterion) {
    let tools = Tools::new(16, 1).unwrap();
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    for variant in Variant::ALL {
        let session = variant.open(&RuleOptions::default());
        let depth = depth(variant);
        group.throughput(Throughput::Elements(run(&*session, &tools, depth)));
        group.bench_function(variant.name(), |b| b.iter(|| run(&*session, &tools, depth)));
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
