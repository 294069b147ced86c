//! What a picture draws, read back from its text: the attributes of its elements and the places of
//! its paths.

use nimsweep::plot::Picture;
use roxmltree::{Document, Node};

/// A place in pixels.
pub type Spot = [f64; 2];

/// A part of a path from one place to the next; a straight line has its thirds as control points.
pub type Segment = [Spot; 4];

/// A part of a path that begins on its own.
#[derive(Clone, Debug)]
pub struct Part {
    pub segments: Vec<Segment>,
}

impl Part {
    /// The least and the greatest coordinates.
    pub fn bounds(&self) -> [Spot; 2] {
        let ends = self.segments.iter().flat_map(|segment| [segment[0], segment[3]]);
        let start = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        ends.fold(start, |[low, high], [x, y]| {
            [[low[0].min(x), low[1].min(y)], [high[0].max(x), high[1].max(y)]]
        })
    }

    /// Whether a rectangle holds a place.
    pub fn holds(&self, [x, y]: Spot) -> bool {
        let [low, high] = self.bounds();
        low[0] <= x && x < high[0] && low[1] <= y && y < high[1]
    }
}

/// Reads the text of a picture.
#[track_caller]
pub fn document(svg: &str) -> Document<'_> {
    Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"))
}

/// All elements of this name.
pub fn elements<'a>(document: &'a Document<'_>, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
}

/// The lines of text, without their styles.
pub fn texts(document: &Document<'_>) -> Vec<String> {
    elements(document, "text").map(|text| letters(&text)).collect()
}

/// The letters of a line of text.
pub fn letters(text: &Node<'_, '_>) -> String {
    text.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

/// The number of an attribute.
#[track_caller]
pub fn number(node: &Node<'_, '_>, attribute: &str) -> f64 {
    node.attribute(attribute).unwrap().parse().unwrap()
}

/// The parts of the path that is drawn with this value of an attribute; none if there is no such
/// path.
pub fn path_with(document: &Document<'_>, attribute: &str, value: &str) -> Vec<Part> {
    let path = elements(document, "path").find(|path| path.attribute(attribute) == Some(value));
    path.map(|path| parts(path.attribute("d").unwrap())).unwrap_or_default()
}

/// Reads the data of a path: the relative commands m, l, h, v, c and z.
pub fn parts(data: &str) -> Vec<Part> {
    let (mut parts, mut at) = (Vec::<Part>::new(), [0.0, 0.0]);
    let mut start = at;
    let commands: Vec<(usize, char)> = data.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).collect();
    for (index, &(place, command)) in commands.iter().enumerate() {
        let end = commands.get(index + 1).map_or(data.len(), |next| next.0);
        let numbers: Vec<f64> = data[place + 1..end]
            .split([',', ' '])
            .filter(|text| !text.is_empty())
            .map(|text| text.parse().unwrap())
            .collect();
        let by = |from: Spot, dx: f64, dy: f64| [from[0] + dx, from[1] + dy];
        match command {
            'm' => {
                at = by(at, numbers[0], numbers[1]);
                start = at;
                parts.push(Part { segments: vec![] });
                assert_eq!(numbers.len(), 2);
            }
            'c' => {
                for six in numbers.chunks(6) {
                    let segment =
                        [at, by(at, six[0], six[1]), by(at, six[2], six[3]), by(at, six[4], six[5])];
                    parts.last_mut().unwrap().segments.push(segment);
                    at = segment[3];
                }
            }
            'z' => at = start,
            _ => {
                let size = if command == 'l' { 2 } else { 1 };
                for step in numbers.chunks(size) {
                    let to = match command {
                        'l' => by(at, step[0], step[1]),
                        'h' => by(at, step[0], 0.0),
                        'v' => by(at, 0.0, step[0]),
                        other => panic!("unknown command {other}"),
                    };
                    let third = |share: f64| by(at, (to[0] - at[0]) * share, (to[1] - at[1]) * share);
                    parts.last_mut().unwrap().segments.push([at, third(1.0 / 3.0), third(2.0 / 3.0), to]);
                    at = to;
                }
            }
        }
    }
    parts
}

/// A place on a segment, for a part t of it.
pub fn on(segment: &Segment, t: f64) -> Spot {
    let weights = [(1.0 - t).powi(3), 3.0 * t * (1.0 - t).powi(2), 3.0 * t * t * (1.0 - t), t.powi(3)];
    [0, 1].map(|axis| segment.iter().zip(weights).map(|(spot, weight)| spot[axis] * weight).sum())
}

/// How far a place is from the nearest segment.
pub fn distance(segments: &[Segment], spot: Spot) -> f64 {
    let near =
        segments.iter().filter(|segment| segment[0][0] <= spot[0] + 2.0 && segment[3][0] >= spot[0] - 2.0);
    let distances = near.flat_map(|segment| {
        const STEPS: u32 = 200;
        (0..STEPS).map(move |step| {
            let [start, end] = [step, step + 1].map(|step| on(segment, f64::from(step) / f64::from(STEPS)));
            to_line(spot, start, end)
        })
    });
    distances.fold(f64::INFINITY, f64::min)
}

/// How far a place is from the straight line between two others.
fn to_line(spot: Spot, start: Spot, end: Spot) -> f64 {
    let [dx, dy] = [end[0] - start[0], end[1] - start[1]];
    let square = dx * dx + dy * dy;
    let share = ((spot[0] - start[0]) * dx + (spot[1] - start[1]) * dy) / square.max(f64::MIN_POSITIVE);
    let share = share.clamp(0.0, 1.0);
    (spot[0] - start[0] - share * dx).hypot(spot[1] - start[1] - share * dy)
}

/// Where a number lies on the axis of x, and on that of y.
pub fn place(picture: &Picture, x: f64, y: f64) -> Spot {
    let frame = picture.frame;
    let ends = |axis: Option<&[String; 2]>| {
        axis.unwrap().each_ref().map(|text| {
            text.parse::<nimsweep::number::Surd>()
                .map(|end| num_traits::ToPrimitive::to_f64(&end).unwrap())
                .unwrap()
        })
    };
    let between = |[low, high]: [f64; 2], value: f64, [start, end]: [u32; 2]| {
        f64::from(start) + (value - low) / (high - low) * (f64::from(end) - f64::from(start))
    };
    let horizontal = between(ends(picture.x.as_ref()), x, [frame.left, frame.right]);
    [
        horizontal,
        picture.y.as_ref().map_or(0.0, |axis| between(ends(Some(axis)), y, [frame.bottom, frame.top])),
    ]
}
