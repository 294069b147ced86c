//! Pictures show what is computed: curves, steps, strips and squares are read back and compared
//! with exact values.

use nimsweep::games::octal;
use nimsweep::games::squares::{Digit, Grundy, Lengths, Position};
use nimsweep::number::Surd;
use nimsweep::plot::{self, Look};
use num_traits::ToPrimitive;

use crate::drawn::{self, distance, document, elements, number, path_with, place};
use crate::support::{Random, lengths, surd};

/// The colours of a light picture.
const MAIN: &str = "#2b5480";
const ACCENT: &str = "#b71c1c";

fn float(number: &Surd) -> f64 {
    number.to_f64().unwrap()
}

fn look(size: &str) -> Look {
    Look { size: Some(size.parse().unwrap()), ..Look::default() }
}

/// A random number between two others, a fraction.
fn between(random: &mut Random, [from, to]: [&Surd; 2]) -> Surd {
    let share = Surd::from(random.below(1_000_000_007) as u64) / Surd::from(1_000_000_007_u64);
    from + (to - from) * share
}

#[test]
fn the_curve_is_e_within_a_part_of_a_pixel() {
    let mut random = Random::new(1);
    for (pieces, from, to, size) in [
        ("1,sqrt2", "2", "12", "600x300"),
        ("1,sqrt2", "2", "12", "2400x900"),
        ("1,sqrt2", "sqrt2", "4", "1200x400"),
        ("1,sqrt2", "2", "300", "1200x400"),
        ("1,sqrt2", "100", "101", "1200x400"),
        ("1,sqrt2", "100.001", "100.002", "1200x400"),
        ("1,100", "236", "237", "1200x400"),
        ("1", "1", "3", "1200x400"),
        ("1/5,3", "3", "5", "1200x400"),
    ] {
        let (from, to) = (surd(from), surd(to));
        let grundy = Grundy::new(&lengths(pieces), &to).unwrap();
        let picture = plot::gain(&grundy, &from, &to, &look(size)).unwrap();
        let svg = picture.svg();
        let document = document(&svg);
        let parts = path_with(&document, "stroke", MAIN);
        assert_eq!(parts.len(), 1, "one curve");
        for _ in 0..150 {
            let at = between(&mut random, [&from, &to]);
            let value = grundy.gain_at(&at).unwrap().value.to_f64().unwrap();
            let spot = place(&picture, float(&at), value);
            let off = distance(&parts[0].segments, spot);
            assert!(off < 0.15, "{off} pixels at {at} of [{from}, {to}] for {pieces}, {size}");
        }
    }
}

#[test]
fn pieces_that_bend_are_cubics() {
    let grundy = Grundy::new(&lengths("1,sqrt2"), &surd("4")).unwrap();
    let picture = plot::gain(&grundy, &surd("2"), &surd("4"), &look("1200x400")).unwrap();
    let svg = picture.svg();
    let document = document(&svg);
    let curve = elements(&document, "path").find(|path| path.attribute("stroke") == Some(MAIN)).unwrap();
    assert!(curve.attribute("d").unwrap().contains('c'));
}

#[test]
fn the_marked_maximum_is_the_certified_one() {
    for (pieces, from, to) in [
        ("1,sqrt2", "2", "10"),
        ("1,sqrt2", "200", "320"),
        ("1,100", "236", "237"),
        ("1", "(5+sqrt73)/6", "4"),
    ] {
        let (from, to) = (surd(from), surd(to));
        let grundy = Grundy::new(&lengths(pieces), &to).unwrap();
        let maxima = grundy.gain_curve(&from, &to).unwrap().maxima();
        let picture = plot::gain(&grundy, &from, &to, &Look::default()).unwrap();
        let svg = picture.svg();
        let document = document(&svg);
        let dots: Vec<_> =
            elements(&document, "circle").filter(|dot| dot.attribute("fill") == Some(ACCENT)).collect();
        assert_eq!(dots.len(), 1 + maxima.others.len());
        for (dot, maximum) in dots.iter().zip(std::iter::once(&maxima.first).chain(&maxima.others)) {
            let expected = place(&picture, maximum.at.to_f64().unwrap(), maximum.value.to_f64().unwrap());
            assert!((number(dot, "cx") - expected[0]).abs() < 0.01, "{dot:?}: {expected:?}");
            assert!((number(dot, "cy") - expected[1]).abs() < 0.01, "{dot:?}: {expected:?}");
        }
        let labels = elements(&document, "text").filter(|text| text.attribute("fill") == Some(ACCENT));
        let label: String = labels
            .flat_map(|text| text.descendants())
            .filter_map(|node| node.text().filter(|_| node.is_text()))
            .collect();
        let value = maxima.first.value.to_decimal(8);
        let is_said = label.contains(&value)
            || maxima.first.value.as_surd().is_some_and(|exact| label.contains(&exact.to_string()));
        assert!(is_said, "{label}");
        assert!(label.contains(&maxima.first.at.to_decimal(8)), "{label}");
    }
}

/// Where more pieces than pixels meet, every local maximum lies inside the range that the curve
/// covers in its column, and nothing is above the greatest.
#[test]
fn no_maximum_is_lost_in_a_crowd() {
    let (from, to) = (surd("2"), surd("900"));
    let grundy = Grundy::new(&lengths("1,sqrt2"), &to).unwrap();
    let picture = plot::gain(&grundy, &from, &to, &look("300x200")).unwrap();
    let svg = picture.svg();
    let document = document(&svg);
    let segments = &path_with(&document, "stroke", MAIN)[0].segments;
    let maxima = grundy.gain_curve(&from, &to).unwrap().local_maxima(400);
    assert!(maxima.len() >= 400);
    for maximum in maxima {
        let [x, y] = place(&picture, maximum.at.to_f64().unwrap(), maximum.value.to_f64().unwrap());
        let column = segments.iter().filter(|segment| segment[0][0] <= x + 1.0 && segment[3][0] >= x - 1.0);
        let highest = column.flat_map(|segment| [segment[0][1], segment[3][1]]).fold(f64::INFINITY, f64::min);
        assert!(highest <= y + 0.1, "{} at {x}: {highest} is below {y}", maximum.at.to_decimal(3));
    }
    let top = f64::from(picture.frame.top);
    assert!(segments.iter().all(|segment| segment[3][1] >= top - 0.011));
}

/// A crowd is a band: each value of e lies between its edges.
#[test]
fn a_band_has_all_values() {
    let (from, to) = (surd("2"), surd("900"));
    let grundy = Grundy::new(&lengths("1,sqrt2"), &to).unwrap();
    let picture = plot::gain(&grundy, &from, &to, &look("600x300")).unwrap();
    let svg = picture.svg();
    let document = document(&svg);
    let edges: Vec<_> =
        elements(&document, "path").filter(|path| path.attribute("stroke") == Some(MAIN)).collect();
    let [highest, lowest] =
        <[_; 2]>::try_from(edges).unwrap().map(|edge| drawn::parts(edge.attribute("d").unwrap()));
    let mut random = Random::new(3);
    for _ in 0..300 {
        let at = between(&mut random, [&from, &to]);
        let value = grundy.gain_at(&at).unwrap().value.to_f64().unwrap();
        let [x, y] = place(&picture, float(&at), value);
        let heights = |edge: &[drawn::Part]| -> Vec<f64> {
            let near = edge[0]
                .segments
                .iter()
                .filter(|segment| segment[0][0] <= x + 0.02 && segment[3][0] >= x - 0.02);
            near.flat_map(|segment| [segment[0][1], segment[3][1]]).collect()
        };
        let top = heights(&highest).into_iter().fold(f64::INFINITY, f64::min);
        let bottom = heights(&lowest).into_iter().fold(f64::NEG_INFINITY, f64::max);
        assert!(top <= y + 0.1 && y - 0.1 <= bottom, "e({at}) at {y}: from {top} to {bottom}");
    }
    // and no more: each edge is near a piece of the curve in its window
    let curve = grundy.gain_curve(&from, &to).unwrap();
    let ends: Vec<[f64; 2]> = curve
        .pieces()
        .map(|piece| {
            place(
                &picture,
                float(&piece.start),
                grundy.gain_at(&piece.start).unwrap().value.to_f64().unwrap(),
            )
        })
        .collect();
    let level = highest[0]
        .segments
        .iter()
        .chain(&lowest[0].segments)
        .filter(|segment| segment[0][1] == segment[3][1]);
    let mut seen = 0;
    for segment in level.filter(|segment| segment[3][0] - segment[0][0] > 2.0) {
        let own = ends.windows(2).filter(|pair| pair[1][0] >= segment[0][0] && pair[0][0] <= segment[3][0]);
        let height = segment[0][1];
        let is_value = |pair: &[[f64; 2]]| {
            let [low, high] = [pair[0][1].min(pair[1][1]), pair[0][1].max(pair[1][1])];
            low - 2.0 <= height && height <= high + 2.0
        };
        assert!(own.clone().any(is_value), "{segment:?}");
        seen += 1;
    }
    assert!(seen > 200, "{seen}");
}

/// A step has its first place and not its last one: a filled dot, and a ring. With pieces of length
/// 1, steps begin at whole numbers.
#[test]
fn ends_of_few_steps_are_told_apart() {
    for (from, to, starts, ends) in
        [("0", "9", 0..=9, 1..=9), ("1/2", "9", 1..=9, 1..=9), ("2", "7/2", 2..=3, 3..=3)]
    {
        let (from, to) = (surd(from), surd(to));
        let grundy = Grundy::new(&lengths("1"), &to).unwrap();
        let picture = plot::grundy(&grundy, &from, &to, &Look::default()).unwrap();
        let svg = picture.svg();
        let document = document(&svg);
        let dots = |is_ring: bool| {
            let dots =
                elements(&document, "circle").filter(move |dot| dot.attribute("stroke").is_some() == is_ring);
            dots.map(|dot| [number(&dot, "cx"), number(&dot, "cy")]).collect::<Vec<_>>()
        };
        let value = |at: Surd| f64::from(grundy.value_at(&at).unwrap());
        let starts = starts.map(|n| [f64::from(n), value(Surd::from(n))]);
        // the value before
        let ends = ends.map(|n| [f64::from(n), value(Surd::from(n) - Surd::from(1) / Surd::from(2))]);
        for (shown, expected) in [(dots(false), starts.collect::<Vec<_>>()), (dots(true), ends.collect())] {
            assert_eq!(shown.len(), expected.len(), "{from}");
            for (shown, [at, value]) in shown.iter().zip(expected) {
                let expected = place(&picture, at, value);
                assert!(
                    (0..2).all(|side| (shown[side] - expected[side]).abs() < 0.011),
                    "{shown:?} {expected:?}"
                );
            }
        }
    }
}

/// A short segment beside a long one has a scale of its own, which its header says.
#[test]
fn a_short_segment_is_drawn_larger() {
    let pieces = lengths("1");
    let segments = ["4", "100"].map(surd);
    let grundy = Grundy::new(&pieces, &segments[1]).unwrap();
    let position = Position::new(&pieces, segments).unwrap();
    let picture = plot::moves(&grundy, &position, 1, &Look::default()).unwrap();
    let svg = picture.svg();
    let document = document(&svg);
    let value = grundy.value_at(&surd("4")).unwrap();
    let header = format!("segment 1: L = 4, g(L) = {value}, drawn 20 times as large");
    assert!(drawn::texts(&document).contains(&header), "{svg}");
    let strips = elements(&document, "path").filter(|path| path.attribute("fill") == Some("#e4e9f0"));
    let strips: Vec<_> =
        strips.map(|strip| drawn::parts(strip.attribute("d").unwrap())[0].bounds()).collect();
    // where the piece may lie: up to 3 and 99
    for (strip, end) in strips.iter().zip([3.0 * 20.0, 99.0]) {
        assert!((strip[1][0] - place(&picture, end, 0.0)[0]).abs() < 0.02, "{strip:?}");
    }
}

#[test]
fn steps_are_those_of_g() {
    let mut random = Random::new(2);
    for (pieces, from, to) in
        [("1,sqrt2", "0", "60"), ("1,sqrt2", "33.3", "40"), ("1,3", "0", "30"), ("2,3", "0", "1")]
    {
        let (from, to) = (surd(from), surd(to));
        let grundy = Grundy::new(&lengths(pieces), &to).unwrap();
        let picture = plot::grundy(&grundy, &from, &to, &Look::default()).unwrap();
        let svg = picture.svg();
        let document = document(&svg);
        let [bars, lost] = [MAIN, ACCENT].map(|color| path_with(&document, "stroke", color));
        for _ in 0..200 {
            let at = between(&mut random, [&from, &to]);
            let value = grundy.value_at(&at).unwrap();
            let [x, y] = place(&picture, float(&at), f64::from(value));
            let is_there = |bar: &drawn::Part| {
                let [low, high] = bar.bounds();
                low[0] - 0.02 <= x && x <= high[0] + 0.02 && (low[1] - y).abs() < 0.02
            };
            assert_eq!(bars.iter().any(is_there), value > 0, "{at}");
            assert_eq!(lost.iter().any(is_there), value == 0, "{at}");
        }
    }
}

#[test]
fn a_crowd_of_steps_is_marked_cell_by_cell() {
    let mut random = Random::new(3);
    let (from, to) = (surd("0"), surd("700"));
    let grundy = Grundy::new(&lengths("1,sqrt2"), &to).unwrap();
    let picture = plot::grundy(&grundy, &from, &to, &look("600x300")).unwrap();
    let svg = picture.svg();
    let document = document(&svg);
    let marks = path_with(&document, "stroke", MAIN);
    assert!(marks.len() > 500);
    for _ in 0..300 {
        let at = between(&mut random, [&Surd::from(1), &to]);
        let spot = place(&picture, float(&at), f64::from(grundy.value_at(&at).unwrap()));
        let near = marks.iter().map(|mark| distance(&mark.segments, spot)).fold(f64::INFINITY, f64::min);
        assert!(near < 1.6, "{near} pixels at {at}");
    }
    // and no mark is where g has no step near
    let steps = grundy.intervals().map(|(start, end, value)| {
        let [from, y] = place(&picture, float(&start), f64::from(value));
        [from, place(&picture, float(&end), 0.0)[0], y]
    });
    let steps: Vec<_> = steps.collect();
    for mark in &marks {
        let [low, high] = mark.bounds();
        let is_near = |&[from, to, y]: &[f64; 3]| {
            (y - low[1]).abs() < 1.6 && from <= high[0] + 1.1 && to >= low[0] - 1.1
        };
        assert!(steps.iter().any(is_near), "{low:?} {high:?}");
    }
}

#[test]
fn strips_are_the_winning_places() {
    let mut random = Random::new(4);
    for segments in [vec!["20+3sqrt2"], vec!["2", "3", "7.5"], vec!["4", "4"], vec!["0.5", "6"]] {
        let pieces = lengths("1,sqrt2");
        let position = Position::new(&pieces, segments.iter().map(|text| surd(text))).unwrap();
        let grundy = Grundy::new(&pieces, &surd("25")).unwrap();
        let moves = position.moves(&grundy, None).unwrap();
        let picture = plot::moves(&grundy, &position, 1, &Look::default()).unwrap();
        let svg = picture.svg();
        let document = document(&svg);
        let strips: Vec<_> =
            elements(&document, "path").filter(|path| path.attribute("fill") == Some("#e4e9f0")).collect();
        let placements: Vec<_> = moves.segments.iter().flat_map(|segment| &segment.placements).collect();
        assert_eq!(strips.len(), placements.len());
        let is_bar = |path: &roxmltree::Node<'_, '_>| {
            path.attribute("fill") == Some(MAIN) && path.attribute("fill-opacity").is_none()
        };
        let bars: Vec<_> = elements(&document, "path").filter(is_bar).collect();
        let bars: Vec<drawn::Part> =
            bars.iter().flat_map(|path| drawn::parts(path.attribute("d").unwrap())).collect();
        let singles = elements(&document, "path").filter(|path| path.attribute("stroke") == Some(ACCENT));
        let singles: usize = singles.map(|path| drawn::parts(path.attribute("d").unwrap()).len()).sum();
        let is_single = |interval: &&nimsweep::games::squares::Interval| interval.start == interval.end;
        let expected: usize = placements.iter().map(|one| one.winning.iter().filter(is_single).count()).sum();
        assert_eq!(singles, expected, "{segments:?}");
        for (strip, one) in strips.iter().zip(placements) {
            let [low, high] = drawn::parts(strip.attribute("d").unwrap())[0].bounds();
            for _ in 0..100 {
                let share = Surd::from(random.below(9973) as u64) / Surd::from(9973_u64);
                // the strip ends where the piece does not fit any more
                let last = picture.x.as_ref().unwrap()[1].parse::<Surd>().unwrap();
                let at = last * share;
                let [x, _] = place(&picture, float(&at), 0.0);
                if x >= high[0] - 0.02 {
                    continue;
                }
                let near_end = one.winning.iter().flat_map(|interval| [&interval.start, &interval.end]);
                let near_end = near_end
                    .map(|end| (place(&picture, float(end), 0.0)[0] - x).abs())
                    .fold(f64::INFINITY, f64::min);
                if near_end > 0.6 {
                    let wins = one.winning.iter().any(|interval| interval.contains(&at));
                    let middle = f64::midpoint(low[1], high[1]);
                    assert_eq!(bars.iter().any(|bar| bar.holds([x, middle])), wins, "{at} of {segments:?}");
                }
            }
        }
    }
}

/// A piece that may lie only at an end has a mark at each of the two, filled where it wins.
#[test]
fn ends_are_marked_and_filled_where_they_win() {
    for (rule, segments) in
        [("3", ["20", "4"]), ("3", ["7.5", "6"]), ("3,7", ["20", "3"]), ("7,3", ["5", "6"])]
    {
        let digits: Vec<_> = rule.split(',').map(|digit| digit.parse().unwrap()).collect();
        let pieces = Lengths::with_rule(["1", "sqrt2"].map(surd), &digits).unwrap();
        let position = Position::new(&pieces, segments.map(surd)).unwrap();
        let grundy = Grundy::new(&pieces, &surd("25")).unwrap();
        let moves = position.moves(&grundy, None).unwrap();
        let picture = plot::moves(&grundy, &position, 1, &Look::default()).unwrap();
        let svg = picture.svg();
        let document = document(&svg);
        let drawn = |key: &str, color: &str| -> Vec<f64> {
            let paths = elements(&document, "path").filter(|path| path.attribute(key) == Some(color));
            let paths = paths.filter(|path| path.attribute("transform").is_none());
            let parts = paths.flat_map(|path| drawn::parts(path.attribute("d").unwrap()));
            let boxes = parts.map(|part| part.bounds()).filter(|[low, high]| high[1] - low[1] > 1.0);
            boxes.map(|[low, high]| f64::midpoint(low[0], high[0])).collect()
        };
        let (mut filled, mut outlined) = (vec![], vec![]);
        for (own, segment) in moves.segments.iter().zip(position.segments()) {
            for (one, piece) in own.placements.iter().zip(pieces.pieces()) {
                for at in [Surd::from(0), segment - &one.length] {
                    let wins = one.winning.iter().any(|interval| interval.contains(&at));
                    if piece.digit == Digit::AtAnEnd {
                        let marks = if wins { &mut filled } else { &mut outlined };
                        marks.push(place(&picture, float(&at), 0.0)[0]);
                    }
                }
            }
        }
        for (found, expected) in [(drawn("fill", ACCENT), filled), (drawn("stroke", "#b4bac4"), outlined)] {
            assert_eq!(found.len(), expected.len(), "{rule} {segments:?}: {found:?} {expected:?}");
            let is_there = |at: &f64| found.iter().any(|mark| (mark - at).abs() < 0.1);
            assert!(expected.iter().all(is_there), "{rule} {segments:?}: {found:?} {expected:?}");
        }
        let strips = elements(&document, "path").filter(|path| path.attribute("fill") == Some("#e4e9f0"));
        let anywhere = pieces.pieces().filter(|piece| piece.digit == Digit::Anywhere).count();
        assert_eq!(strips.count(), segments.len() * anywhere, "{rule}");
    }
}

/// Where many intervals meet in each column of pixels, the shades tell how much of the strip wins.
#[test]
fn a_crowded_strip_has_the_shade_of_the_part_that_wins() {
    let pieces = lengths("1");
    let grundy = Grundy::new(&pieces, &surd("100000")).unwrap();
    let position = Position::new(&pieces, [surd("100000")]).unwrap();
    let moves = position.moves(&grundy, None).unwrap();
    let picture = plot::moves(&grundy, &position, 1, &Look::default()).unwrap();
    let svg = picture.svg();
    assert!(svg.len() < 100_000, "{}", svg.len());
    let document = document(&svg);
    let measure: f64 =
        moves.segments[0].placements[0].winning.iter().map(|one| float(&(&one.end - &one.start))).sum();
    let frame = picture.frame;
    let wins = measure / 100_000.0 * f64::from(frame.right - frame.left);
    let shown = elements(&document, "path").filter(|path| path.attribute("fill") == Some(MAIN)).map(|path| {
        let parts = drawn::parts(path.attribute("d").unwrap());
        let width: f64 = parts.iter().map(|part| part.bounds()).map(|[low, high]| high[0] - low[0]).sum();
        // almost nothing has an opacity of 0.3, all has 1
        let opacity = path.attribute("fill-opacity").map_or(1.0, |text| text.parse::<f64>().unwrap());
        width * (opacity - 0.3) / 0.7
    });
    let shown: f64 = shown.sum();
    assert!((shown / wins - 1.0).abs() < 0.1, "{shown} pixels for {wins}");
}

/// The colours of the scale beside the square, from 0 on, and where each clipped path has which
/// colour, from the back to the front.
type Square<'a> = (Vec<&'a str>, Vec<(Vec<drawn::Part>, Vec<drawn::Part>, &'a str)>);

fn square<'a>(document: &'a roxmltree::Document<'_>) -> Square<'a> {
    let crisp = elements(document, "path").filter(|path| path.attribute("shape-rendering").is_some());
    let boxes = crisp
        .filter(|path| path.parent_element().unwrap().has_tag_name(("http://www.w3.org/2000/svg", "svg")));
    let scale = boxes.map(|path| path.attribute("fill").unwrap()).collect();
    let parts = |path: &roxmltree::Node<'_, '_>| drawn::parts(path.attribute("d").unwrap());
    let clips = elements(document, "clipPath").zip(elements(document, "g")).flat_map(|(clip, group)| {
        assert_eq!(group.attribute("clip-path").unwrap(), format!("url(#{})", clip.attribute("id").unwrap()));
        let inside = parts(&clip.first_element_child().unwrap());
        let own = group.children().filter(|node| node.is_element());
        own.map(|path| (inside.clone(), parts(&path), path.attribute("fill").unwrap())).collect::<Vec<_>>()
    });
    (scale, clips.collect())
}

#[test]
fn the_square_shows_each_value_in_its_shade() {
    let mut random = Random::new(4);
    for (pieces, upto, greatest) in
        [("1,sqrt2", "12", 15), ("1,sqrt2", "60", 31), ("1", "20", 7), ("2", "1", 0)]
    {
        let upto = surd(upto);
        let grundy = Grundy::new(&lengths(pieces), &upto).unwrap();
        let picture = plot::pairs(&grundy, &upto, &Look::default()).unwrap();
        let svg = picture.svg();
        let document = document(&svg);
        let (scale, clips) = square(&document);
        assert_eq!(scale.len(), greatest + 1);
        let mut seen = 0;
        for _ in 0..400 {
            let [x, y] = [(), ()].map(|()| between(&mut random, [&Surd::from(0), &upto]));
            let spot = place(&picture, float(&x), float(&y));
            let edges = clips
                .iter()
                .flat_map(|(inside, level, _)| inside.iter().chain(level))
                .flat_map(drawn::Part::bounds);
            let is_near =
                |edge: drawn::Spot| (edge[0] - spot[0]).abs() < 0.02 || (edge[1] - spot[1]).abs() < 0.02;
            if edges.into_iter().any(is_near) {
                continue; // the edge is rounded to a hundredth of a pixel
            }
            let holds = |parts: &[drawn::Part]| parts.iter().any(|part| part.holds(spot));
            let shown =
                clips.iter().rev().find(|(inside, level, _)| holds(inside) && holds(level)).unwrap().2;
            let value = grundy.value_at(&x).unwrap() ^ grundy.value_at(&y).unwrap();
            assert_eq!(shown, scale[value as usize], "({x}, {y})");
            seen += 1;
        }
        assert!(seen > 300, "{seen}");
    }
}

/// What a colour of sRGB looks like with three kinds of colour-blindness, and to who sees all: the
/// matrices of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, IEEE Trans. Vis. Comput.
/// Graph. 15 (2009), for the greatest severity, on linear light.
const SEEN: [[[f64; 3]; 3]; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [
        [0.152_286, 1.052_583, -0.204_868],
        [0.114_503, 0.786_281, 0.099_216],
        [-0.003_882, -0.048_116, 1.051_998],
    ],
    [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ],
    [
        [1.255_528, -0.076_749, -0.178_779],
        [-0.078_411, 0.930_809, 0.147_602],
        [0.004_733, 0.691_367, 0.303_900],
    ],
];

/// The lightness L* of a colour as it is seen.
fn lightness(color: &str, seen: [[f64; 3]; 3]) -> f64 {
    let linear = [1, 3, 5].map(|at| {
        let part = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    let weights = [0.2126, 0.7152, 0.0722];
    let luminance: f64 = (0..3)
        .map(|row| weights[row] * (0..3).map(|at| seen[row][at] * linear[at]).sum::<f64>().clamp(0.0, 1.0))
        .sum();
    if luminance > 216.0 / 24_389.0 { 116.0 * luminance.cbrt() - 16.0 } else { luminance * 24_389.0 / 27.0 }
}

/// In grey, and for the colour-blind: neighbours on the scale differ, and 0 differs from all.
#[test]
fn shades_are_told_apart_by_everybody() {
    for (upto, shades) in [("3", 3), ("6", 7), ("20", 15), ("60", 16), ("300", 16)] {
        for dark in [false, true] {
            let grundy = Grundy::new(&lengths("1,sqrt2"), &surd(upto)).unwrap();
            let picture = plot::pairs(&grundy, &surd(upto), &Look { dark, ..Look::default() }).unwrap();
            let svg = picture.svg();
            let document = document(&svg);
            let (mut scale, _) = square(&document);
            let zero = scale.remove(0);
            scale.dedup();
            assert_eq!(scale.len(), shades, "{upto}");
            for seen in SEEN {
                let of = |color: &str| lightness(color, seen);
                for pair in scale.windows(2) {
                    let step = if dark { of(pair[1]) - of(pair[0]) } else { of(pair[0]) - of(pair[1]) };
                    assert!(step >= 4.0, "{pair:?}: {step}");
                }
                for shade in &scale {
                    assert!(
                        of(zero) - of(shade) >= 8.0,
                        "{zero} {shade}: {} {} {seen:?}",
                        of(zero),
                        of(shade)
                    );
                }
            }
        }
    }
}

/// Twelve segments stand in two columns, each with its axis.
#[test]
fn many_segments_stand_in_columns() {
    let pieces = lengths("1");
    let segments: Vec<_> = (2..14).map(Surd::from).collect();
    let grundy = Grundy::new(&pieces, &segments[11]).unwrap();
    let position = Position::new(&pieces, segments).unwrap();
    let picture = plot::moves(&grundy, &position, 1, &Look::default()).unwrap();
    let svg = picture.svg();
    let document = document(&svg);
    let texts = drawn::texts(&document);
    assert_eq!(texts.iter().filter(|text| *text == "left end x of the piece").count(), 2);
    assert!(texts.iter().any(|text| text.starts_with("segment 12: L = 13, ")), "{texts:?}");
    let strips = elements(&document, "path").filter(|path| path.attribute("fill") == Some("#e4e9f0"));
    let strips: Vec<_> =
        strips.map(|strip| drawn::parts(strip.attribute("d").unwrap())[0].bounds()).collect();
    assert_eq!(strips.len(), 12);
    for (index, [low, high]) in strips.iter().enumerate() {
        let [first, unit] = [strips[index / 6 * 6][0], [(strips[11][1][0] - strips[11][0][0]) / 12.0; 2]];
        assert!((low[0] - first[0]).abs() < 0.01 && low[1] >= first[1], "{strips:?}");
        // the piece may lie up to L - 1
        assert!((high[0] - low[0] - unit[0] * (index as f64 + 1.0)).abs() < 0.03, "{strips:?}");
    }
    assert!(strips[6][0][0] > strips[5][1][0] && strips[6][0][1] == strips[0][0][1]);
}

/// A dot for each value: of Kayles over n modulo its period 12, and its fourteen exceptions; of
/// another game over n.
#[test]
fn values_of_octal_games_are_dots() {
    // G(n) for n modulo 12 (Guy and Smith), and the exceptions
    let kayles = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
    let exceptions = [
        (0, 0),
        (3, 3),
        (6, 3),
        (9, 4),
        (11, 6),
        (15, 7),
        (18, 3),
        (21, 4),
        (22, 6),
        (28, 5),
        (34, 6),
        (39, 3),
        (57, 4),
        (70, 6),
    ];
    let mut values = octal::Values::new("0.77".parse().unwrap());
    while values.advance(200) {}
    let mut other = octal::Values::new("0.007".parse().unwrap());
    while other.advance(51) {}
    // no move before three tokens: the mex of all that is left
    let mut treblecross: Vec<usize> = vec![0, 0, 0];
    for n in 3..=50 {
        let left: Vec<usize> = (0..=n - 3).map(|a| treblecross[a] ^ treblecross[n - 3 - a]).collect();
        treblecross.push((0..).find(|value| !left.contains(value)).unwrap());
    }
    let [blue, red]: [Vec<(usize, usize)>; 2] =
        [|value: usize| value > 0, |value| value == 0].map(|of: fn(usize) -> bool| {
            treblecross.iter().copied().enumerate().filter(|&(_, value)| of(value)).collect()
        });
    let of_kayles =
        [kayles.into_iter().enumerate().collect(), exceptions.map(|(n, value)| (n % 12, value)).to_vec()];
    // more heaps than pixels: each lies in a cell of its value
    let mut many = octal::Values::new("0.007".parse().unwrap());
    while many.advance(5001) {}
    let picture = plot::octal(&many, None, &Look::default()).unwrap();
    let svg = picture.svg();
    let many_cells = drawn::document(&svg);
    for (color, is_zero) in [(MAIN, false), (ACCENT, true)] {
        let cells = path_with(&many_cells, "stroke", color);
        for (n, &value) in many.as_slice().iter().enumerate().filter(|(_, value)| (**value == 0) == is_zero) {
            let [x, y] = place(&picture, n as f64, value.into());
            let is_there = cells.iter().any(|cell| {
                let [low, high] = cell.bounds();
                low[0] - 1.0 <= x && x <= high[0] + 1.0 && (low[1] - y).abs() <= 1.0
            });
            assert!(is_there, "G({n}) = {value}");
        }
        let (left, right) = (f64::from(picture.frame.left), f64::from(picture.frame.right));
        assert!(
            cells.iter().all(|cell| cell.bounds()[0][0] >= left - 1.5 && cell.bounds()[1][0] <= right + 1.5)
        );
    }
    for (values, expected) in [(&values, of_kayles), (&other, [blue, red])] {
        let picture = plot::octal(values, None, &Look::default()).unwrap();
        let svg = picture.svg();
        let document = document(&svg);
        for (color, expected) in [MAIN, ACCENT].into_iter().zip(expected) {
            let dots = elements(&document, "circle").filter(|dot| dot.attribute("fill") == Some(color));
            let mut shown: Vec<_> = dots.map(|dot| [number(&dot, "cx"), number(&dot, "cy")]).collect();
            let mut expected: Vec<_> =
                expected.into_iter().map(|(n, value)| place(&picture, n as f64, value as f64)).collect();
            for places in [&mut shown, &mut expected] {
                places.sort_by(|left, right| left.partial_cmp(right).unwrap());
            }
            assert_eq!(shown.len(), expected.len(), "{color}");
            let is_near =
                |(a, b): (&[f64; 2], &[f64; 2])| (0..2).all(|side| (a[side] - b[side]).abs() < 0.011);
            assert!(shown.iter().zip(&expected).all(is_near), "{shown:?} {expected:?}");
        }
    }
}

#[test]
fn growth_ends_with_the_numbers_of_the_range() {
    let (pieces, upto) = (lengths("1,sqrt2"), surd("500"));
    let grundy = Grundy::new(&pieces, &upto).unwrap();
    let picture = plot::growth(&grundy, &upto, &Look::default()).unwrap();
    let svg = picture.svg();
    let document = document(&svg);
    let texts = drawn::texts(&document);
    for expected in ["485,252 corner events ∝ L^2.", "1,829 steps of g ∝ L^1.", "largest value 211 ∝ L^1."]
    {
        assert!(texts.iter().any(|text| text.starts_with(expected)), "{texts:?}");
    }
    assert!(texts.iter().any(|text| text == "exponents fitted for 50 ≤ L ≤ 500"), "{texts:?}");
    // the axes begin with a round number
    for expected in ["2", "10", "100", "500", "10^0", "10^5"] {
        assert!(texts.iter().any(|text| text == expected), "{texts:?}");
    }
    // Kayles has a step for each unit until it repeats
    let kayles = Grundy::new(&lengths("1"), &surd("1000")).unwrap();
    let picture = plot::growth(&kayles, &surd("1000"), &Look::default()).unwrap();
    let svg = picture.svg();
    let desc = svg.split("<desc>").nth(1).unwrap().split("</desc>").next().unwrap();
    assert!(desc.contains("1001 steps of g, fitted exponent 1.00"), "{desc}");
    assert!(desc.contains("largest value 8, fitted exponent"), "{desc}");
}
