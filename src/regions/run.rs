//! The sweep of one cell: the same events in the same order at each of its points, or a form that
//! decides their order and has both signs there.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::iter::zip;

use num_bigint::BigInt;
use num_rational::BigRational;

use super::cell::ConvexCell;
use super::form::LengthForm;
use crate::games::squares::Digit;
use crate::sweep::{Nimber, NimberCounts, Queue};

/// What is proven for every point of a cell: g(L + period) = g(L) for L ≥ from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FormPeriod {
    /// The least start at every point.
    pub(crate) from: LengthForm,
    /// The least period at almost every point.
    pub(crate) period: LengthForm,
}

/// The work of a moment, if that of a corner is 1: 20 million are a second on one core.
pub(super) const MOMENT: u64 = 5;
/// The most work of a piece of a sweep.
const PIECE: u64 = MOMENT << 16;

/// A sweep under way: each call does a piece of it, and the last one returns what it finds.
pub(super) type SweepRun = Box<dyn FnMut() -> Option<Swept> + Send + Sync>;

/// What a sweep finds.
pub(super) struct Swept {
    /// The part of the cell where the order of events is always the same, if that is of some size.
    pub(super) kept: Option<ConvexCell>,
    /// Its period, if one showed.
    pub(super) found: Option<FormPeriod>,
    /// The other parts.
    pub(super) rest: Vec<ConvexCell>,
    /// The work it took.
    pub(super) work: u64,
}

/// The cell has to be cut where this form is 0, and what is left would be small.
struct Undecided(LengthForm);

/// Begins to sweep a cell on which all lengths are positive.
///
/// # The order of events
/// It is that at one point of the cell. Of two events in a row, the difference of their forms is
/// positive on the whole cell, or 0 if they are one moment. So the order is the same at every
/// point. Where a difference has both signs, the cell is cut, and the sweep goes on in the part
/// around that point, if that is at least a quarter of the cell.
///
/// What still waits when a period P is found at a step e lies beyond e on the whole cell, too. A
/// place w that waits is a sum of a length and of a step, or of two, at which g repeats at that
/// point: if it is greater than e there, w − P is such a sum as well. So is w − kP, for the first k
/// for which it is at most e, and greater than e − P. That place was taken after the step e − P, so
/// that it is greater on the whole cell, and hence w > e − P + kP ≥ e.
///
/// And one length is the longest on the whole cell then: each is a place, and a period is found
/// beyond the longest one only.
pub(super) fn begin(lengths: &[(LengthForm, Digit)], cell: ConvexCell, most_work: u64) -> SweepRun {
    /// How many times longer the same takes with large numbers.
    const OF_LARGE_NUMBERS: u64 = 8;
    let sample = cell.sample();
    if sample.narrow_value(LengthForm::default()).is_some() {
        let value = move |form| sample.narrow_value(form).unwrap_or_default();
        Sweep::new(lengths, cell, value).in_pieces(most_work, 1)
    } else {
        let value = move |form: LengthForm| sample.value(&form.wide());
        Sweep::new(lengths, cell, value).in_pieces(most_work, OF_LARGE_NUMBERS)
    }
}

struct Sweep<K, V> {
    /// What is left of the cell, and what was cut off.
    cell: ConvexCell,
    rest: Vec<ConvexCell>,
    /// What is left is at least as large.
    least: BigRational,
    /// The value at the sample.
    value: V,
    longest: LengthForm,
    weights: [u64; 3],
    /// The moment that was swept last.
    last: LengthForm,
    steps: Vec<FormStep<K>>,
    options: NimberCounts,
    reach: NimberCounts,
    /// Where nimbers come into reach, or leave it.
    transitions: Vec<(LengthForm, Nimber, bool)>,
    delays: Vec<LengthDelay>,
    /// The corners of steps i ≥ j that wait.
    queue: Queue<K, (LengthForm, u32, u32)>,
    /// Those of this moment.
    corners: Vec<(u32, u32)>,
    /// The steps by the sum of their windows: that which was found last.
    windows: HashMap<u64, usize>,
    /// The first step of the window of the last step, and the sums over its steps.
    first: usize,
    sums: [u64; 3],
    candidate: Option<PeriodCandidate>,
    /// Whether a piece may lie anywhere, so that corners count.
    has_corners: bool,
    /// What was done so far: [`MOMENT`] for each moment, and 1 for each corner.
    work: u64,
}

/// A length, and the next step of g or transition of reach that is due at its delay.
struct LengthDelay {
    length: LengthForm,
    digit: Digit,
    next: usize,
}

/// A step of g.
struct FormStep<K> {
    at: LengthForm,
    value: Nimber,
    /// Where it begins at the sample.
    place: K,
    /// The first step of its window, which begins less than the longest length before it.
    first: usize,
}

/// What may be a period.
struct PeriodCandidate {
    /// How many steps it has.
    shift: usize,
    period: LengthForm,
    from: LengthForm,
}

impl<K: Ord + Clone, V: Fn(LengthForm) -> K> Sweep<K, V> {
    fn new(lengths: &[(LengthForm, Digit)], cell: ConvexCell, value: V) -> Self {
        let longest = lengths.iter().map(|(length, _)| *length).max_by_key(|length| value(*length));
        Self {
            least: cell.size() / BigInt::from(4),
            rest: vec![],
            longest: longest.unwrap_or_default(),
            weights: cell.weights(),
            cell,
            last: LengthForm::default(),
            steps: vec![],
            options: NimberCounts::default(),
            reach: NimberCounts::default(),
            transitions: vec![],
            delays: lengths.iter().map(|&(length, digit)| LengthDelay { length, digit, next: 0 }).collect(),
            queue: Queue::default(),
            corners: vec![],
            windows: HashMap::new(),
            first: 0,
            sums: [0; 3],
            candidate: None,
            has_corners: lengths.iter().any(|length| length.1 == Digit::Anywhere),
            work: 0,
            value,
        }
    }

    /// The sweep, if its work counts so many times.
    fn in_pieces(self, most_work: u64, times: u64) -> SweepRun
    where
        Self: Send + Sync + 'static,
    {
        let mut under_way = Some(self);
        Box::new(move || {
            let sweep = under_way.as_mut()?;
            let work = (sweep.work + PIECE / times).min(most_work / times);
            let result = sweep.sweep(work);
            if matches!(result, Ok(None)) && sweep.work < most_work / times {
                return None;
            }
            let Self { cell, mut rest, work, .. } = under_way.take()?;
            let (kept, found) = match result {
                Ok(found) => (Some(cell), found),
                Err(Undecided(form)) => {
                    rest.extend(cell.cut(&form.wide()).into_iter().flatten());
                    (None, None)
                }
            };
            Some(Swept { kept, found, rest, work: times * work })
        })
    }

    /// The period, if one shows before so much work is done.
    fn sweep(&mut self, most_work: u64) -> Result<Option<FormPeriod>, Undecided> {
        let mut moment = vec![];
        if self.steps.is_empty() {
            self.step(self.last, 0)?;
        }
        while self.work < most_work {
            self.work += MOMENT;
            self.settle_corners(self.last);
            self.take_next(&mut moment);
            // a step waits at every delay
            let at = moment.first().copied().unwrap_or_default();
            self.expect(Ordering::Equal, moment.drain(..).filter(|form| *form != at).map(|form| form - at))?;
            self.expect(Ordering::Greater, [at - self.last])?;
            self.last = at;
            self.options.settle();
            let value = self.options.mex();
            if self.steps.last().is_none_or(|step| step.value != value)
                && let Some(found) = self.step(at, value)?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// What is due next at a delay.
    fn due(&self, LengthDelay { length, digit, next }: &LengthDelay) -> Option<LengthForm> {
        let at = match digit {
            Digit::AtAnEnd => self.steps.get(*next).map(|step| step.at),
            Digit::Anywhere => self.transitions.get(*next).map(|transition| transition.0),
        };
        Some(at? + *length)
    }

    /// Applies all that happens next at the sample, and notes where it happens on the cell.
    fn take_next(&mut self, moment: &mut Vec<LengthForm>) {
        let due = self.delays.iter().filter_map(|delay| self.due(delay)).map(&self.value);
        let Some(place) = due.chain(self.queue.next_key().cloned()).min() else { return };
        for index in 0..self.delays.len() {
            while let Some(form) = self.due(&self.delays[index]).filter(|form| (self.value)(*form) == place) {
                moment.push(form);
                let LengthDelay { digit, next, .. } = &mut self.delays[index];
                match digit {
                    Digit::AtAnEnd => {
                        let left = next.checked_sub(1).map(|before| self.steps[before].value);
                        left.into_iter().for_each(|left| self.options.add(left, -1));
                        self.options.add(self.steps[*next].value, 1);
                    }
                    Digit::Anywhere => {
                        let (_, nimber, held) = self.transitions[*next];
                        self.options.add(nimber, if held { 1 } else { -1 });
                    }
                }
                *next += 1;
            }
        }
        if self.queue.next_key() == Some(&place) {
            let mut corners = vec![];
            self.queue.take_next(|_, (form, i, j)| {
                moment.push(form);
                corners.push((i, j));
            });
            corners.into_iter().for_each(|(i, j)| self.take(i, j));
        }
    }

    /// Cuts off what is not around the sample, until all forms have this sign on the whole cell.
    fn expect(
        &mut self,
        sign: Ordering,
        forms: impl IntoIterator<Item = LengthForm>,
    ) -> Result<(), Undecided> {
        for form in forms {
            if self.cell.sign(form) == Some(sign) {
                continue;
            }
            let mut parts = self.cell.cut(&form.wide());
            let (dimension, least) = (self.cell.dimension(), &self.least);
            let is_large = |part: &mut ConvexCell| part.dimension() == dimension && part.size() >= *least;
            let kept = parts[(sign as i8 + 1) as usize].take_if(is_large);
            self.cell = kept.ok_or(Undecided(form))?;
            self.rest.extend(parts.into_iter().flatten());
        }
        Ok(())
    }

    /// The corner of steps i ≥ j: their cell enters, and cell (i − 1, j − 1) leaves.
    fn take(&mut self, i: u32, j: u32) {
        let nimber = |i: u32, j: u32| self.steps[i as usize].value ^ self.steps[j as usize].value;
        let entered = nimber(i, j);
        // i ≥ j, so that i − 1 is a step, too
        let left = j.checked_sub(1).map(|before| nimber(i - 1, before));
        self.reach.add(entered, 1);
        left.into_iter().for_each(|left| self.reach.add(left, -1));
        self.corners.push((i, j));
        self.work += 1;
    }

    fn settle_corners(&mut self, at: LengthForm) {
        let changes = self.reach.settle().iter();
        self.transitions.extend(changes.map(|&(nimber, held)| (at, nimber, held)));
        for (i, j) in self.corners.drain(..).filter(|(i, j)| j < i) {
            // j + 1 ≤ i is a step
            let at = self.steps[i as usize].at + self.steps[j as usize + 1].at;
            self.queue.schedule((self.value)(at), (at, i, j + 1));
        }
    }

    /// A step of g begins; the period, if it proves one.
    fn step(&mut self, at: LengthForm, value: Nimber) -> Result<Option<FormPeriod>, Undecided> {
        let index = self.steps.len();
        let sum = self.window_sum(at, value);
        self.steps.push(FormStep { at, value, place: (self.value)(at), first: self.first });
        if self.has_corners {
            // the first corner of a step is with the step at 0, right here
            self.take(index as u32, 0); // below 2³²
        }
        self.follow(index, sum)?;
        Ok(self.proven(index))
    }

    /// Whether the last step goes on as the candidate has it; if not, another candidate, if the
    /// last window was there before.
    fn follow(&mut self, last: usize, sum: u64) -> Result<(), Undecided> {
        // before the first full window there is none that could come again
        let before = if self.first > 0 { self.windows.insert(sum, last) } else { None };
        if self
            .candidate
            .as_ref()
            .is_some_and(|found| !self.is_repeated(last - found.shift, last, found.period))
        {
            self.candidate = None;
        }
        let before = before.filter(|&before| self.candidate.is_none() && self.is_same_window(before, last));
        if let Some(before) = before {
            let period = self.steps[last].at - self.steps[before].at;
            let from = self.least_start(before, last, period)?;
            self.candidate = Some(PeriodCandidate { shift: last - before, period, from });
        }
        Ok(())
    }

    /// Moves the window on to a step that begins there, which is the next one; returns what is the
    /// same for windows that agree, and hardly ever for others: a sum over their steps of values,
    /// and of where each begins relative to the last, each by a factor that tells how far back it
    /// is.
    fn window_sum(&mut self, at: LengthForm, value: Nimber) -> u64 {
        const FACTOR: u64 = 0x5851_f42d_4c95_7f2d;
        let of_form = |form: LengthForm| {
            let product = |index: usize| self.weights[index].wrapping_mul(form.0[index] as u64);
            product(0).wrapping_add(product(1)).wrapping_add(product(2))
        };
        let of_step = |at: LengthForm, value: Nimber| [1, of_form(at), u64::from(value + 1).wrapping_pow(5)];
        let (own, before) = (of_step(at, value), (self.value)(at - self.longest));
        for (sum, part) in zip(&mut self.sums, own) {
            *sum = sum.wrapping_mul(FACTOR).wrapping_add(part);
        }
        while self.steps.get(self.first).is_some_and(|step| step.place <= before) {
            let (step, back) = (&self.steps[self.first], self.steps.len() - self.first);
            let factor = FACTOR.wrapping_pow(back as u32); // below 2³²
            for (sum, part) in zip(&mut self.sums, of_step(step.at, step.value)) {
                *sum = sum.wrapping_sub(part.wrapping_mul(factor));
            }
            self.first += 1;
        }
        let in_force = self.first.checked_sub(1).map_or(0, |step| u64::from(self.steps[step].value) + 1);
        let [count, starts, values] = self.sums;
        let relative = own[1].wrapping_mul(count).wrapping_sub(starts);
        [relative, values, in_force]
            .into_iter()
            .fold(0, |sum: u64, part| sum.wrapping_mul(FACTOR) ^ part.wrapping_mul(FACTOR))
    }

    /// Whether two steps have one value, and begin this far apart on the whole cell.
    fn is_repeated(&self, before: usize, last: usize, period: LengthForm) -> bool {
        let (before, last) = (&self.steps[before], &self.steps[last]);
        before.value == last.value && self.cell.sign(last.at - before.at - period) == Some(Ordering::Equal)
    }

    /// Whether the windows of the longest length that end with these steps agree.
    fn is_same_window(&self, before: usize, last: usize) -> bool {
        let period = self.steps[last].at - self.steps[before].at;
        let [count, same] = [before, last].map(|step| step - self.steps[step].first);
        let in_force = |step: usize| Some(self.steps[self.steps[step].first.checked_sub(1)?].value);
        count == same
            && in_force(before) == in_force(last)
            && (0..=count).all(|back| self.is_repeated(before - back, last - back, period))
    }

    /// From where on g repeats, if it does between these two steps.
    fn least_start(
        &mut self,
        mut before: usize,
        mut last: usize,
        period: LengthForm,
    ) -> Result<LengthForm, Undecided> {
        while before > 0 {
            let [left, right] = [before, last].map(|step| &self.steps[step - 1]);
            if left.value != right.value {
                break;
            }
            // the part of the next step to the left that is still equal
            let (left, repeated) = (left.at, right.at - period);
            if self.cell.sign(left - repeated) != Some(Ordering::Equal) {
                let order = (self.value)(left).cmp(&(self.value)(repeated));
                self.expect(order, [left - repeated])?;
                return Ok(if order.is_gt() { left } else { repeated });
            }
            (before, last) = (before - 1, last - 1);
        }
        Ok(self.steps[before].at)
    }

    /// The candidate, if what is known proves it. If all digits are 3, a window that comes again
    /// does; else g has to repeat up to 2N + p + M, by the
    /// [period theorem](crate::games::squares::Period).
    fn proven(&self, last: usize) -> Option<FormPeriod> {
        let &PeriodCandidate { shift, period, from } = self.candidate.as_ref()?;
        let seen_to = from + from + period + self.longest;
        let room = self.steps[last - shift].at - seen_to;
        if self.has_corners && self.cell.sign(room).is_none_or(Ordering::is_lt) {
            return None;
        }
        Some(FormPeriod { from, period })
    }
}
