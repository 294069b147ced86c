//! Periods of regions: against a table of an independent program, the definition at random points
//! of proven cells, the sweeps of single games, and theorems that are known.

use itertools::Itertools;
use nimsweep::ask::ask;
use nimsweep::number::Surd;
use nimsweep::regions::{ProvenCell, Region, RegionProof};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use serde_json::{Value, json};

use crate::property;
use crate::support::{Random, Start, command, printed, refusal};

fn proof(lengths: &str, rule: &str, conditions: &str) -> RegionProof {
    RegionProof::new(Region::new(lengths, rule, conditions).unwrap())
}

/// A region of which all is proven.
fn proven(lengths: &str, rule: &str, conditions: &str) -> RegionProof {
    let mut proof = proof(lengths, rule, conditions);
    while proof.advance() {}
    assert!(proof.is_whole() && proof.share().is_one(), "{lengths}: {conditions}");
    proof
}

fn fraction(text: &str) -> BigRational {
    text.parse().unwrap()
}

fn value(form: &[BigRational], place: &[BigRational]) -> BigRational {
    form[0].clone() + form[1..].iter().zip(place).map(|(factor, part)| factor * part).sum::<BigRational>()
}

/// Whether a place lies in a cell, by the sides on which it lies of all edges.
fn contains(cell: &ProvenCell, place: &[BigRational]) -> bool {
    let corners = &cell.corners;
    let zero = BigRational::zero();
    let between = |a: &BigRational, x: &BigRational, b: &BigRational| a.min(b) < x && x < a.max(b);
    let turn = |a: &[BigRational], b: &[BigRational]| {
        (&b[0] - &a[0]) * (&place[1] - &a[1]) - (&b[1] - &a[1]) * (&place[0] - &a[0])
    };
    match &corners[..] {
        [corner] => corner == place,
        [a, b] if a.len() == 1 => between(&a[0], &place[0], &b[0]),
        [a, b] => turn(a, b) == zero && (0..2).any(|axis| between(&a[axis], &place[axis], &b[axis])),
        _ => (0..corners.len())
            .all(|index| turn(&corners[index], &corners[(index + 1) % corners.len()]) > zero),
    }
}

/// g of whole lengths with the digit 3, value by value.
pub fn subtraction(lengths: &[usize], end: usize) -> Vec<usize> {
    let mut values: Vec<usize> = vec![];
    for heap in 0..end {
        let options: Vec<_> = lengths.iter().filter(|&&s| s <= heap).map(|s| values[heap - s]).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// The least period of g from `from` on, and that no smaller start has it, by the definition.
fn check_subtraction(lengths: &[BigRational], from: &BigRational, period: &BigRational) {
    let unit = lengths.iter().fold(BigInt::one(), |unit, length| unit.lcm(length.denom()));
    let whole = |number: &BigRational| (number * &unit).to_integer().to_usize().unwrap();
    let heaps: Vec<usize> = lengths.iter().map(whole).collect();
    let (from, period) = (whole(from), whole(period));
    let end = from + *heaps.iter().max().unwrap();
    let values = subtraction(&heaps, end + period);
    // as long as the longest length, and then forever
    assert!((from..end).all(|heap| values[heap] == values[heap + period]), "{lengths:?}");
    assert!(
        from == 0 || values[from - 1] != values[from - 1 + period],
        "{lengths:?}: it begins before {from}"
    );
}

#[test]
fn points_have_the_periods_of_the_table() {
    let reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path("data/regions.csv");
    let rows: Vec<Vec<BigRational>> =
        reader.unwrap().records().map(|row| row.unwrap().iter().map(fraction).collect()).collect();
    assert_eq!(rows.len(), 150);
    let mut triangle = proof("1,x,y", "3", "1<=x<=y<=3");
    while triangle.share() < fraction("17/20") {
        triangle.advance();
    }
    let mut inside = 0;
    for row in &rows {
        let [x, y, from, period] = &row[..] else { panic!("{row:?}") };
        let point = proven("1,x,y", "3", &format!("x={x}, {y}=y"));
        let cell =
            point.cells().exactly_one().unwrap_or_else(|cells| panic!("{row:?}: {} cells", cells.len()));
        let place = [x.clone(), y.clone()];
        assert_eq!([value(&cell.from, &place), value(&cell.period, &place)], [from.clone(), period.clone()]);
        let cells: Vec<_> = triangle.cells().filter(|cell| contains(cell, &place)).collect();
        assert!(cells.len() <= 1, "{row:?} lies in {} cells", cells.len());
        for cell in cells {
            inside += 1;
            assert_eq!(
                [value(&cell.from, &place), value(&cell.period, &place)],
                [from.clone(), period.clone()]
            );
        }
    }
    assert!(inside > 75, "{inside} points lie in proven cells");
}

/// A random place of a cell: its corners with random weights.
fn random_place(random: &mut Random, cell: &ProvenCell) -> Vec<BigRational> {
    let weights: Vec<_> =
        cell.corners.iter().map(|_| BigRational::from(BigInt::from(1 + random.below(3)))).collect();
    let total: BigRational = weights.iter().sum();
    (0..cell.corners[0].len())
        .map(|axis| {
            let parts = cell.corners.iter().zip(&weights).map(|(corner, weight)| &corner[axis] * weight);
            parts.sum::<BigRational>() / &total
        })
        .collect()
}

/// Nothing shows here for long, and what is being swept is not proven.
#[test]
fn a_cell_that_is_swept_is_open() {
    for conditions in ["1/2<x<10^6", "x=1000003/7"] {
        let mut proof = proof("1,x", "7", conditions);
        for _ in 0..40 {
            assert!(proof.advance());
            assert!(!proof.is_whole() && proof.share() < fraction("1/100"), "{conditions}: {proof:?}");
        }
    }
}

#[test]
fn random_points_of_proven_cells_are_as_the_definition_has_it() {
    let mut random = Random::new(72);
    let points = property::cases(120).cases as usize;
    for (lengths, conditions, share) in [
        ("1,x,y", "1<x<y<3", "17/20"),
        ("1,x,y,x+y", "1<=x<=2, x<=y<=3", "4/5"),
        ("1,x,x+1/2,5/2", "1/2<x<=2", "4/5"),
    ] {
        let mut proof = proof(lengths, "3", conditions);
        while proof.share() < fraction(share) && proof.cells().len() < points && proof.advance() {}
        let cells: Vec<_> = proof.cells().collect();
        let mut checked = 0;
        for _ in 0..40 * points {
            let cell = &cells[random.below(cells.len())];
            let place = random_place(&mut random, cell);
            assert!(contains(cell, &place));
            // larger tables take long
            let unit = place.iter().fold(BigInt::from(2), |unit, part| unit.lcm(part.denom()));
            if unit > BigInt::from(5000.min(20 * points)) || checked == points {
                continue;
            }
            let of_letters = |text: &str| match text {
                "x" => place[0].clone(),
                "y" => place[1].clone(),
                "x+y" => &place[0] + &place[1],
                "x+1/2" => &place[0] + fraction("1/2"),
                number => fraction(number),
            };
            let lengths: Vec<_> = lengths.split(',').map(of_letters).collect();
            check_subtraction(&lengths, &value(&cell.from, &place), &value(&cell.period, &place));
            checked += 1;
        }
        assert_eq!(checked, points, "{lengths}");
    }
}

/// Digits 7 and mixed ones: the sweep of a single game proves its period by itself.
#[test]
fn points_of_regions_with_any_digits_have_the_periods_of_their_games() {
    let mut random = Random::new(73);
    for (lengths, rule, conditions) in [
        ("1,x,3", "7", "1<=x<=3"),
        ("1,2,z", "7", "5<=z<=6"),
        ("1,x", "7,3", "4/3<=x<=3/2"),
        ("x,2,5/2", "7,3,3", "3/2<=x<=2"),
        ("1,3,x", "7", "3/2<=x<=3"),
        ("1,x,y", "7", "5/2<=x<=3, y=3"),
        // 11 is seen from N = 4 up to 22, which is 2N + p or more, and no further
        ("1,5,x", "7", "x=16"),
    ] {
        let mut proof = proof(lengths, rule, conditions);
        while proof.advance() {}
        let cells: Vec<_> = proof.cells().collect();
        for _ in 0..12 {
            let cell = &cells[random.below(cells.len())];
            let place = random_place(&mut random, cell);
            let text = lengths.replace('x', &place[0].to_string()).replace('z', &place[0].to_string());
            let text = place.get(1).map_or(text.clone(), |y| text.replace('y', &y.to_string()));
            let question = json!({ "command": "period", "lengths": text, "rule": rule, "upto": 3000 });
            let answer = match ask(&question.to_string()) {
                // of a point where two lengths are one
                Err(error) if error.to_string().contains("is given twice") => continue,
                answer => answer.unwrap(),
            };
            let answer: Value = serde_json::from_str(&answer.to_json()).unwrap();
            let expected = [&cell.from, &cell.period].map(|form| value(form, &place).to_string());
            assert_eq!([&answer["from"], &answer["period"]], expected.each_ref(), "{text}, {rule}");
        }
    }
}

/// Moriwaki's theorem for three lengths; {1, x, 3} has the period of {1, 3}; and one with 2.
#[test]
fn three_theorems_take_one_command_each() {
    let text = printed("regions --lengths 1,x,3 --for 1<=x<=3");
    assert!(text.contains("period 24 from 142 on") && text.contains("proven for all of it"), "{text}");
    let text = printed("regions --lengths 1,2,z --for 5<=z<=6");
    assert!(text.contains("period 4 from 3 on") && text.contains("proven for all of it"), "{text}");
    let moriwaki = proven("1,x,y", "3", "1<=x<=2, x<=y<=1+x");
    assert_eq!(moriwaki.cells().len(), 11);
    for cell in moriwaki.cells() {
        assert!(cell.from.iter().all(BigRational::is_zero));
        // 1 + y is a multiple of the period at each corner, and so it is in the cell, as a form
        let multiples = cell
            .corners
            .iter()
            .map(|corner| (corner[1].clone() + BigRational::one()) / value(&cell.period, corner));
        let multiples: Vec<_> = multiples.collect();
        assert!(multiples[0].is_integer() && multiples.iter().all(|multiple| *multiple == multiples[0]));
    }
}

/// Every point lies in one cell: areas and points say so.
#[test]
fn cells_cover_a_region_without_overlap() {
    let mut random = Random::new(74);
    let region = proven("1,x,y", "3", "1<=x<=2, x<=y<=1+x");
    let area: BigRational = region.cells().map(|cell| cell.share).sum();
    assert!(area.is_one(), "{area}");
    for _ in 0..300 {
        let x = fraction(&format!("{}/12", 12 + random.below(13)));
        let y = &x + fraction(&format!("{}/12", random.below(13)));
        let cells = region.cells().filter(|cell| contains(cell, &[x.clone(), y.clone()]));
        assert_eq!(cells.count(), 1, "{x}, {y}");
    }
    // with either end, written either way
    for conditions in ["2>=x, x>=1", "1<=x<=2", "2≥x≥1"] {
        let closed = proven("1,x", "3", conditions);
        let is_in = |x: &str| closed.cells().any(|cell| contains(&cell, &[fraction(x)]));
        assert!(["1", "3/2", "2"].into_iter().all(is_in) && !is_in("9/4"), "{conditions}");
    }
    // an edge that a condition leaves out belongs to no cell
    let open = proven("1,x,y", "3", "1<x<=2, x<y<1+x");
    let is_in = |x: &str, y: &str| open.cells().any(|cell| contains(&cell, &[fraction(x), fraction(y)]));
    assert_eq!(
        [("2", "5/2"), ("1", "3/2"), ("3/2", "3/2"), ("3/2", "5/2"), ("3/2", "2")].map(|(x, y)| is_in(x, y)),
        [true, false, false, false, true]
    );
}

#[test]
fn what_is_no_region_is_refused_in_a_line() {
    for (lengths, conditions, says) in [
        ("1,x", "1<x", "the region is unbounded"),
        ("1,x,y", "1<x<2,y>0", "the region is unbounded"),
        ("1,x", "2<x<1", "contradict each other"),
        ("1,x,y", "x<y<x,1<x<2", "contradict each other"),
        ("1,x", "-1<x<2", "the length x is not positive"),
        ("1,x-1", "1<x<2", "the length -1+x is not positive"),
        ("1,2-x", "1<=x<=3", "the length 2-x is not positive"),
        ("1,2-x", "x<1", "the region is unbounded"),
        ("1,x", "1<x+x*(x-1)*(x-7919)<2", "the term x*(x-1) is not linear"),
        ("1,x*(x-1)*(x-7919)+x", "1<x<2", "the term x*(x-1) is not linear"),
        ("1,x,y+x*y*(x-7919)", "1<x<2,1<y<2", "the term x*y is not linear"),
        ("1,x", "1<xx<2", "the term xx is not linear"),
        ("1,x", "1<2(1+x)(x-x)<2", "the term 2(1+x)(x-x) is not linear"),
        ("1,x", "1<2^x<2", "has the letter x where no letter may be"),
        ("1,x", "1<x<10^300000", "has numbers of more than 200 digits"),
        ("1,x/10^201", "1<x<2", "has numbers of more than 200 digits"),
        ("1,sqrt2,x", "1<x<2", "'sqrt2' has a root; give fractions"),
        ("1,x", "x*x<2,x>1", "is not linear"),
        ("1,x", "x^2<2,x>1", "is not linear"),
        ("1,x", "x/(1+x)<2,x>1", "is not linear"),
        ("1,x", "1/x<2,x>1", "the term 1/x is not linear"),
        ("1,x,y", "x*y<2,x>1", "is not linear"),
        ("1,x", "1<y<2", "has the letter y, which no length has"),
        ("1,x", "1<x<sqrt2", "has a root"),
        ("1,√2*x", "1<x<2", "has a root"),
        ("1,x", "1<1/2x<3", "it is ambiguous: x/2, or 1/(2x)"),
        ("1,x", "1", "has no < or >; write, for example, 1<x<y<3"),
        ("1,x", "", "--for: cannot read '': it is empty"),
        ("1,2", "1<2", "have 0 letters"),
        ("x,y,z", "1<x<2", "have 3 letters"),
        ("1e-3,x", "1<x", "the region is unbounded"),
        ("1,λ", "1<x<2", "has the letter x, which no length has"),
        ("1 x", "1<x<2", "cannot read '1 x': "),
        ("1,x", "x>1 x<2", "cannot read '1 x': "),
        ("1,10^20*x", "1<x<2", "the numbers in the lengths are too large"),
    ] {
        let line = refusal(&["regions", "--lengths", lengths, "--rule", "3", "--for", conditions]);
        assert!(line.contains(says), "{lengths}, {conditions}: {line}");
    }
    for (option, says) in
        [("--share 0", "give a number above 0"), ("--within -1", "above 0"), ("--cells 0", "cells")]
    {
        let line = refusal(&format!("regions --lengths 1,x --for 1<x<2 {option}"));
        assert!(line.contains(says), "{option}: {line}");
    }
    let line = refusal("regions --lengths 1,x --rule 3,3,3 --for 1<x<2");
    assert!(line.contains("--rule: 3 digits are given for 2 lengths"), "{line}");
}

/// The work is counted, so that the answer depends on neither threads nor machine; only who asks
/// for seconds gets what these give.
#[test]
fn the_answer_is_the_same_on_one_and_on_two_threads() {
    let call = "regions --lengths 1,x,y --rule 3 --for 1<x<y<3 --cells 100 --json";
    let by_threads = ["1", "2"].map(|threads| {
        let output = command(call).env("RAYON_NUM_THREADS", threads).run().unwrap();
        assert!(output.status.success() && output.stderr.is_empty());
        String::from_utf8(output.stdout).unwrap()
    });
    let question = r#"{"command": "regions", "lengths": "1,x,y", "rule": 3, "for": "1<x<y<3", "cells": 100}"#;
    let alone = nimsweep::ask::ask(question).unwrap().to_json() + "\n";
    assert!(by_threads.iter().all(|answer| *answer == alone));
    let answer: Value = serde_json::from_str(&alone).unwrap();
    assert!(answer["proven"].as_str().unwrap().parse::<f64>().unwrap() > 0.5, "{}", answer["proven"]);
    // all of a region that nothing proves is wanted, and some seconds of work are done
    let quick = r#"{"command": "regions", "lengths": "1,x", "for": "1<x<2", "share": "1"}"#;
    assert!(nimsweep::ask::Batch::within_seconds().reply(quick).starts_with(r#"{"lengths":"#));
    let short = printed("regions --lengths 1,x --for 1<x<3 --within 0.1");
    assert!(short.ends_with("proven for 0.0000 % of it; nothing is proven about the rest\n"), "{short}");
}

/// A share is exact, and where its decimals would say nothing or all, the text says so.
#[test]
fn shares_are_none_or_all_only_where_they_are() {
    let rows = |call: &str| -> Vec<[String; 2]> {
        let answer: Value = serde_json::from_str(&printed(&format!("regions {call} --json"))).unwrap();
        let cells = answer["cells"].as_array().unwrap().iter();
        cells.map(|cell| ["share", "share_exact"].map(|key| cell[key].as_str().unwrap().to_owned())).collect()
    };
    // a region that is one cell, and its ends
    let mut shares = rows("--lengths 1,x --rule 3 --for 1<=x<=2");
    shares.sort();
    assert_eq!(shares, [["0", "0"], ["0", "0"], ["1", "1"]]);
    let shares = rows("--lengths 1,x,1+x --rule 3 --for 1<x<2+1/10^8 --share 0.9999999");
    let exact: Vec<_> = shares.iter().map(|[_, exact]| fraction(exact)).collect();
    for ([decimal, _], exact) in shares.iter().zip(&exact).filter(|(_, exact)| !exact.is_zero()) {
        assert_eq!(*decimal, Surd::from(exact.clone()).to_decimal(6));
    }
    assert!(exact.iter().sum::<BigRational>() < BigRational::one());
    let said = printed("regions --lengths 1,x,1+x --rule 3 --for 1<x<2+1/10^8 --share 0.9999999");
    assert!(said.contains("proven for more than 99.9999 % of it"), "{said}");
    // an open interval of length 10^-30
    let said = printed("regions --lengths 1,x,1+x --rule 3 --for 2-1/10^30<x<5/2 --cells 9");
    assert!(said.contains("less than 0.001 %  period 2+x from 0 on"), "{said}");
}

/// The area of a region before its edges: when it is proven, some of these are left.
#[test]
fn a_region_is_proven_but_for_some_edges() {
    let said =
        |share: &str| printed(&format!("regions --lengths 1,x --rule 3 --for 1<=x<=100 --share {share}"));
    assert!(said("0.9").ends_with("\nproven for all of it but some edges or points\n"));
    assert!(said("1").ends_with("\nproven for all of it\n"));
    let mut proof = proof("1,x", "3", "1<=x<=100");
    while !proof.is_almost_whole() {
        assert!(proof.share() < BigRational::one() && proof.advance());
    }
    assert!(!proof.is_whole() && proof.share().is_one());
}

/// Numbers far beyond machine words, and a region that is a single game.
#[test]
fn corners_may_be_of_any_size() {
    let tiny = proven("1,x", "3", "1<=x<=1+1/10^60");
    assert_eq!(tiny.cells().len(), 3);
    let point = proven("1,x", "3", "x=1+1/10^40");
    assert_eq!(point.cells().len(), 1);
    let two = printed("regions --lengths 2,x --rule 3 --for x=3 --json");
    let two: Value = serde_json::from_str(&two).unwrap();
    assert_eq!((&two["proven"], &two["cells"][0]["period"]), (&json!("1"), &json!(["2", "1"])));
}
