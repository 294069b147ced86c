//! The choices from which a random question is made, and the search for the smallest question that
//! differs.
//!
//! A question is a function of a list of whole numbers: how many lengths, which numerator, and so
//! on. Fewer and smaller numbers make a smaller question. So one search, which leaves out numbers
//! and makes them smaller, serves every kind of question, and each question that it tries is one
//! that could have been asked.

use std::time::{Duration, Instant};

use fastrand::Rng;

/// How many questions a search asks at most, and for how long.
const MOST_TRIALS: usize = 4000;
const MOST_TIME: Duration = Duration::from_secs(20);

/// A list of choices: random ones that are recorded, or those that were recorded before.
pub struct Choices {
    made: Vec<u64>,
    from: Source,
}

enum Source {
    Random(Rng),
    /// Beyond the end of the list each choice is 0.
    List(std::vec::IntoIter<u64>),
}

impl Choices {
    /// The choices of one question of those that a seed stands for.
    pub fn random(seed: u64, question: u64) -> Self {
        // the first numbers of two generators with neighbouring seeds are much alike
        let mut seeds = Rng::with_seed(seed);
        let of_question = seeds.u64(..) ^ question.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut random = Rng::with_seed(of_question);
        (0..4).for_each(|_| _ = random.u64(..));
        Self { made: vec![], from: Source::Random(random) }
    }

    fn again(list: Vec<u64>) -> Self {
        Self { made: vec![], from: Source::List(list.into_iter()) }
    }

    /// A number from 0 to `end` − 1, all equally likely.
    pub fn below(&mut self, end: u64) -> u64 {
        self.choose(end, |random| random.u64(..end))
    }

    /// A number from 0 to `end` − 1, small ones more often.
    pub fn small(&mut self, end: u64) -> u64 {
        self.choose(end, |random| {
            let most = random.u64(..end);
            let most = random.u64(..=most);
            random.u64(..=most)
        })
    }

    fn choose(&mut self, end: u64, random: impl Fn(&mut Rng) -> u64) -> u64 {
        let choice = match &mut self.from {
            Source::Random(generator) => random(generator),
            Source::List(list) => list.next().unwrap_or_default().min(end - 1),
        };
        self.made.push(choice);
        choice
    }

    /// Whether something happens that happens once in this many times.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == times - 1
    }

    /// One of a list, which begins with the simplest.
    pub fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }

    /// From one to `most` things. Each has a choice of its own that it exists, so that leaving out
    /// its choices leaves it out.
    pub fn list<T>(&mut self, most: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut list = vec![one(self)];
        while list.len() < most && self.below(5) > 1 {
            list.push(one(self));
        }
        list
    }

    pub fn made(self) -> Vec<u64> {
        self.made
    }
}

/// What `differs` returns for the smallest choices that are found for which it returns `Some`; from
/// choices and what it returned for these. To leave out or to lower one more choice alone is not
/// enough for another.
pub fn smallest<T>(
    mut made: Vec<u64>,
    mut found: T,
    mut differs: impl FnMut(&mut Choices) -> Option<T>,
) -> T {
    let (mut trials, start) = (0, Instant::now());
    let mut attempt = |list: Vec<u64>, made: &mut Vec<u64>, found: &mut T| {
        trials += 1;
        if trials > MOST_TRIALS || start.elapsed() > MOST_TIME {
            return false;
        }
        let mut choices = Choices::again(list);
        let Some(difference) = differs(&mut choices) else { return false };
        let used = choices.made();
        // fewer choices, or as many of which the first that differs is smaller
        let is_smaller = (used.len(), &used) < (made.len(), &*made);
        if is_smaller {
            (*made, *found) = (used, difference);
        }
        is_smaller
    };
    loop {
        let before = made.clone();
        for width in [16, 8, 4, 3, 2, 1] {
            let mut start = 0;
            while start + width <= made.len() {
                let mut list = made.clone();
                list.drain(start..start + width);
                if !attempt(list, &mut made, &mut found) {
                    start += 1;
                }
            }
        }
        for index in 0.. {
            let Some(&choice) = made.get(index) else { break };
            let coarse = [0, choice / 2, choice - choice / 4, choice - choice / 16];
            // every smaller one, if there are few choices to try
            let finest = if made.len() < 4 { 400 } else { 24 };
            let fine = (1..=finest).map(|less| choice.saturating_sub(less));
            for smaller in coarse.into_iter().chain(fine).filter(|&smaller| smaller < choice) {
                let mut list = made.clone();
                if let Some(entry) = list.get_mut(index) {
                    *entry = smaller;
                }
                if attempt(list, &mut made, &mut found) {
                    break;
                }
            }
        }
        if made == before {
            return found;
        }
    }
}

mod tests {
    use super::*;

    #[test]
    fn no_smaller_list_is_left() {
        let sum = |choices: &mut Choices| {
            let list = choices.list(8, |choices| choices.small(1000));
            Some(list.clone()).filter(|list| list.iter().sum::<u64>() >= 700 && list.len() > 1)
        };
        let (mut found, mut asked) = (0, 0);
        while found < 20 {
            asked += 1;
            let mut choices = Choices::random(5, asked);
            if let Some(list) = sum(&mut choices) {
                found += 1;
                let smallest = smallest(choices.made(), list, sum);
                // none can be left out, and none made smaller
                assert!(smallest.len() <= 3 && smallest.iter().sum::<u64>() == 700, "{smallest:?}");
            }
        }
    }
}
