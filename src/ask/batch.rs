//! Many questions, one after the other, with the tables of g kept between them.

use std::ops::ControlFlow;

use num_traits::ToPrimitive;

use super::answer::{Answer, refusal};
use super::limits::LARGEST_REPLY;
use super::question::{Begun, Question};
use crate::error::{Error, ErrorKind};
use crate::games::squares::drive::{Effort, Patience};
use crate::games::squares::known::Owners;
use crate::number::Surd;
use crate::watch::unwatched;

/// If a caller shows how far it is, the first part of the work for g is this share of it,
const FIRST_PART: f64 = 0.0004;
/// and each other one as much as is done, but at most this;
const PART: f64 = 0.025;
/// and up to which multiple of the shortest length g is computed at once, as that takes no time.
const SHORT: i64 = 500;

/// Answers questions one by one. g is computed once for all questions about the same lengths by the
/// same method, and continued where a later question needs it further.
///
/// The tables of the 16 lists of lengths that were asked about last are kept.
///
/// ```
/// let mut batch = nimsweep::ask::Batch::default();
/// let reply = batch.reply(r#"{"command": "grundy", "at": "7.5"}"#);
/// assert_eq!(reply, r#"{"lengths":["1","sqrt(2)"],"at":"15/2","value":2}"#);
/// let reply = batch.reply(r#"{"command": "grundy", "at": "-1"}"#);
/// assert!(reply.starts_with(r#"{"error":"at: the length -1 is negative;"#));
/// ```
#[derive(Debug, Default)]
pub struct Batch {
    owners: Owners,
    effort: Effort,
    /// The question that was read last, with its text: default limits take some time.
    read: Option<(String, Question)>,
    /// Questions without g under way, by their texts.
    begun: Vec<(String, Begun)>,
}

/// How far the work for a question is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Growth {
    /// The share of the work that is done, from 0 to 1.
    pub share: f64,
    /// Up to which length g is known, if the question needs more of it.
    pub known: Option<Surd>,
}

impl Batch {
    /// Refuses questions for which computing g by the fastest method would take more than some
    /// seconds in a browser, of the kind [`TooLarge`](crate::ErrorKind::TooLarge): beyond
    /// 5000 times the shortest length (100,000 times if all digits are 3) and, if the lengths have
    /// a common measure, beyond 10,000 times the measure.
    ///
    /// ```
    /// let mut batch = nimsweep::ask::Batch::within_seconds();
    /// let reply = batch.reply(r#"{"command": "grundy", "at": "5001"}"#);
    /// assert!(reply.contains("computing g up to 5001 would take more than a few seconds"));
    /// ```
    #[must_use]
    pub fn within_seconds() -> Self {
        let effort = Effort { patience: Patience::Seconds, ..Effort::default() };
        Self { effort, ..Self::default() }
    }

    /// Answers a question that is given as JSON: the object that the program prints with `--json`,
    /// on one line, or a [refusal]. An answer of more than 10 MB is refused, unless the question
    /// has the key `large`.
    ///
    /// # Cost
    /// As [`Question::answer`], without the part of g that is known.
    pub fn reply(&mut self, question: &str) -> String {
        let reply = self.ask(question).and_then(|(answer, is_large)| {
            // a page takes none that is larger, and does not wait until it is counted
            let is_page = self.effort.patience == Patience::Seconds;
            let most = if is_large && !is_page { u64::MAX } else { LARGEST_REPLY };
            answer.text(true, most, is_page)
        });
        reply.unwrap_or_else(refusal)
    }

    /// Answers a question that is given as JSON, or says why there is no answer.
    ///
    /// # Errors
    /// As [`ask`](super::ask).
    ///
    /// # Cost
    /// As [`Question::answer`], without the part of g that is known.
    pub fn answer(&mut self, question: &str) -> Result<Answer, Error> {
        self.ask(question).map(|(answer, _)| answer)
    }

    fn read(&mut self, text: &str) -> Result<Question, Error> {
        if let Some((_, question)) = self.read.as_ref().filter(|(read, _)| read == text) {
            return Ok(question.clone());
        }
        let question: Question = text.parse()?;
        self.read = Some((text.to_owned(), question.clone()));
        Ok(question)
    }

    /// The answer, and whether it may be of any size.
    fn ask(&mut self, text: &str) -> Result<(Answer, bool), Error> {
        let question = self.read(text)?;
        let answer = match self.begun.iter().position(|(asked, _)| *asked == text) {
            Some(place) => {
                let (_, begun) = self.begun.remove(place);
                begun.answer(self.effort, self.owners.pool(), &mut unwatched)?
            }
            None => question.answer_in(&mut self.owners, self.effort, &mut unwatched)?,
        };
        Ok((answer, question.is_large))
    }

    /// Does a part of the work for a question, for callers that show how far it is; the other parts
    /// follow with the next calls. `None` if the question can be answered now, or refused:
    /// [`Self::reply`] does either.
    ///
    /// ```
    /// let mut batch = nimsweep::ask::Batch::default();
    /// let question = r#"{"command": "grundy", "at": "2000"}"#;
    /// assert!(batch.advance(question).unwrap().share < 0.1);
    /// while batch.advance(question).is_some() {}
    /// assert!(batch.reply(question).ends_with(r#""at":"2000","value":430}"#));
    /// ```
    ///
    /// # Cost
    /// About a fortieth of the work for g; until 4,096 steps are known, a slower method has these
    /// swept by places once more.
    pub fn advance(&mut self, text: &str) -> Option<Growth> {
        let question = self.read(text).ok()?;
        let Some((games, effort)) = question.needs(self.effort) else {
            return self.advance_begun(text, &question);
        };
        self.owners.of(games, effort).ok()?.iter_mut().zip(games).find_map(|(known, (_, need))| {
            // a refusal comes with the answer
            let limit = known.next(need).ok()??;
            if limit <= Surd::from(SHORT) * known.table().lengths().shortest() {
                return None;
            }
            let mut begun_at = None;
            let part = known.to(&limit, &mut |share| {
                let begun_at = *begun_at.get_or_insert(share);
                let is_over = share > begun_at + begun_at.clamp(FIRST_PART, PART);
                if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if part.is_err_and(|error| error.kind() != ErrorKind::Stopped) {
                return None;
            }
            let shortest = known.table().lengths().shortest();
            let reached = Surd::from(known.last_step().try_div_floor(shortest).ok()?) * shortest;
            let reached = reached.min(need.furthest().clone());
            // the work for g grows about like the cube of the length
            let share = (reached.to_f64()? / need.furthest().to_f64()?).powi(3);
            Some(Growth { share, known: Some(reached) })
        })
    }

    /// Does a piece of the work for a question without g.
    fn advance_begun(&mut self, text: &str, question: &Question) -> Option<Growth> {
        /// So many questions may take turns.
        const MOST_BEGUN: usize = 16;
        let place = self.begun.iter().position(|(asked, _)| asked == text).unwrap_or(self.begun.len());
        if place == self.begun.len() {
            let begun = question.begun(self.effort.patience)?;
            self.begun.push((text.to_owned(), begun));
        }
        self.begun[place..].rotate_left(1);
        let others = self.begun.len().saturating_sub(MOST_BEGUN);
        self.begun.drain(..others);
        let mut share = 0.0;
        let is_more = self.begun.last_mut()?.1.advance(&mut |done| {
            share = done;
            ControlFlow::Continue(())
        });
        is_more.then_some(Growth { share, known: None })
    }
}

#[cfg(test)]
mod tests {
    use std::iter::zip;
    use std::sync::Arc;

    use super::*;

    /// A period that shows within seconds answers, though the question would look for it further.
    #[test]
    fn within_seconds_a_short_period_answers() {
        let [mut quick, mut patient] = [Batch::within_seconds(), Batch::default()];
        for question in [
            r#"{"command": "grundy", "at": "10^30", "lengths": "1"}"#,
            r#"{"command": "period", "lengths": "1"}"#,
            r#"{"command": "play", "segments": ["90000", "7"], "lengths": "1"}"#,
            r#"{"command": "moves", "segments": ["10^30"], "within": ["0", "9"], "lengths": "1,5"}"#,
        ] {
            while quick.advance(question).is_some() {}
            let reply = quick.reply(question);
            assert_eq!(reply, patient.reply(question));
            assert!(!reply.contains("error"), "{reply}");
        }
        // without one, nothing is computed that takes longer
        for question in [
            r#"{"command": "grundy", "at": "1000001", "lengths": "1,2"}"#,
            r#"{"command": "grundy", "at": "5001"}"#,
        ] {
            let reply = quick.reply(question);
            assert!(reply.contains("would take more than a few seconds"), "{reply}");
        }
    }

    #[test]
    fn parts_lead_to_the_same_answer_and_refusals_have_none() {
        let mut batch = Batch::within_seconds();
        for question in [
            r#"{"command": "grundy", "at": "500"}"#,
            r#"{"command": "grundy", "upto": "5001"}"#,
            r#"{"command": "grundy", "at": "-1"}"#,
            r#"{"command": "coins value", "stack": "GS"}"#,
            "no question",
        ] {
            assert_eq!(batch.advance(question), None, "{question}");
        }
        for question in [
            r#"{"command": "gain", "at": "900+sqrt2"}"#,
            r#"{"command": "grundy", "at": "700", "lengths": "1,2", "method": "sort"}"#,
        ] {
            let (mut known, mut shares) = (vec![], vec![0.0]);
            while let Some(growth) = batch.advance(question) {
                known.extend(growth.known);
                shares.push(growth.share);
            }
            assert!((45..50).contains(&known.len()) && known.is_sorted(), "{question}: {known:?}");
            let parts = shares.windows(2).map(|pair| pair[1] - pair[0]);
            assert!(parts.clone().all(|part| (0.0..0.05).contains(&part)), "{question}: {shares:?}");
            assert!(parts.sum::<f64>() > 0.99, "{question}: {shares:?}");
            let whole = Batch::default().reply(question);
            assert_eq!(batch.reply(question), whole, "{question}");
        }
    }

    /// Each question comes to its end, though another one to another limit is under way; a share is
    /// at most 1; and quotients in no field are not needed.
    #[test]
    fn questions_of_one_game_take_turns() {
        let mut batch = Batch::within_seconds();
        let question = |at: &str| format!(r#"{{"command": "grundy", "at": "{at}", "method": "engine"}}"#);
        let shares = |batch: &mut Batch, question: &str, most: usize| {
            let parts: Vec<_> = (0..most).map_while(|_| batch.advance(question)).collect();
            assert!(parts.iter().all(|part| (0.0..=1.0).contains(&part.share)), "{question}: {parts:?}");
            parts.len()
        };
        let [long, short] = ["700", "600"].map(question);
        assert_eq!(shares(&mut batch, &long, 30), 30);
        assert!((1..100).contains(&shares(&mut batch, &short, 100)));
        assert_eq!(batch.reply(&short), Batch::default().reply(&short));
        assert!((1..60).contains(&shares(&mut batch, &long, 60)));
        let wide = r#"{"command": "grundy", "upto": "sqrt18446744073709551557/10^6", "lengths": "sqrt2,2"}"#;
        assert!((1..200).contains(&shares(&mut batch, wide, 200)));
    }

    #[test]
    fn work_without_g_is_done_in_parts_that_take_turns() {
        let questions = [
            r#"{"command": "regions", "lengths": "1,x,y,x+y", "rule": "3", "for": "1<x<y<2", "cells": 60}"#,
            r#"{"command": "octal", "octal": "0.106", "upto": "300000"}"#,
            r#"{"command": "octal", "octal": "0.6", "at": "100000"}"#,
        ];
        let (mut batch, mut shares) = (Batch::default(), [(); 3].map(|()| vec![]));
        while zip(questions, &mut shares).fold(false, |is_more, (question, shares)| {
            let growth = batch.advance(question);
            shares.extend(growth.as_ref().map(|growth| growth.share));
            growth.is_some() || is_more
        }) {}
        for (question, shares) in zip(questions, shares) {
            assert!(!shares.is_empty() && shares.is_sorted(), "{question}: {shares:?}");
            assert_eq!(batch.reply(question), Batch::default().reply(question), "{question}");
        }
        assert!(batch.begun.is_empty());
        // a refusal comes with the answer, after a part of the work
        let (mut quick, long) =
            (Batch::within_seconds(), r#"{"command": "octal", "octal": "0.6", "upto": "10^7"}"#);
        while quick.advance(long).is_some() {}
        assert!(quick.reply(long).contains("G up to 10000000 would take more than a few seconds"));
    }

    #[test]
    fn g_of_a_pair_is_computed_once() {
        let question = |games: &str| format!(r#"{{"command": "compare", "upto": "300", "games": {games}}}"#);
        let tables = |batch: &mut Batch| {
            ["1,sqrt2", "1,sqrt3"].map(|lengths| {
                let known = batch.owners.one(&lengths.parse().unwrap(), batch.effort).unwrap();
                assert_eq!(known.table().limit(), &Surd::from(300));
                Arc::clone(known.table())
            })
        };
        let mut batch = Batch::default();
        batch.reply(&question(r#"["1,sqrt2", "1,sqrt3"]"#));
        let first = tables(&mut batch);
        for question in [
            question(r#"["1,sqrt2", "1,sqrt3"]"#),
            question(r#"["1,sqrt3", "1,sqrt2"]"#),
            question(r#"["1,sqrt3", "1,sqrt3"]"#),
            r#"{"command": "grundy", "at": "290"}"#.to_owned(),
        ] {
            assert_eq!(batch.reply(&question), Batch::default().reply(&question), "{question}");
        }
        assert!(first.iter().zip(&tables(&mut batch)).all(|(first, last)| Arc::ptr_eq(first, last)));
    }

    /// Neither on what else is known, nor on the field of a limit.
    #[test]
    fn an_answer_does_not_depend_on_the_questions_before_it() {
        let questions = [
            r#"{"command": "play", "segments": ["5400"]}"#,
            r#"{"command": "play", "segments": ["5", "7", "5400", "5400"]}"#,
            r#"{"command": "grundy", "at": "5500"}"#,
            r#"{"command": "period", "upto": "700", "lengths": "1,2"}"#,
            r#"{"command": "grundy", "at": "10^30", "lengths": "1"}"#,
            r#"{"command": "period", "upto": "100", "lengths": "1"}"#,
            // 18 shows from 3 to 29, which needs g up to 47
            r#"{"command": "period", "upto": "46", "lengths": "1,5"}"#,
            r#"{"command": "period", "upto": "47", "lengths": "1,5"}"#,
            r#"{"command": "grundy", "at": "300", "lengths": "1,5"}"#,
            r#"{"command": "grundy", "at": "700*sqrt5"}"#,
            r#"{"command": "grundy", "at": "700*sqrt3"}"#,
        ];
        let mut batch = Batch::default();
        for question in questions.iter().rev().chain(&questions) {
            while batch.advance(question).is_some() {}
            let alone = Batch::default().reply(question);
            assert_eq!(batch.reply(question), alone, "{question}");
        }
    }
}
