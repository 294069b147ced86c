//! Questions whose answers have certificates: the verifier, which shares no code with what makes
//! them, accepts each; and after one change it refuses it, or what is stated then is so, too.

use itertools::Itertools;

use super::choices::Choices;
use super::question::{Kind, Outcome, Question, RandomDifference, entries, text};
use super::segment::{Game, Pieces};
use nimsweep::internal::{Effort, Owners, unwatched};
use nimsweep::proof::{Proven, ProvenClaim, ProvenGame, verify};

/// All kinds of questions with certificates.
pub const KINDS: &[Kind] = &[
    ("squares", "certificates", "verifier", certificate),
    ("squares", "certificates with one change", "verifier, or else the answer to what is stated", changed),
];

/// A question that has a certificate.
fn random_question(choices: &mut Choices) -> Question {
    let kind = choices.below(5);
    let pieces = if kind < 2 { Pieces::Anywhere } else { Pieces::AnyDigits };
    let game = Game::random(choices, pieces, 60);
    let start = if kind < 2 { game.longest() } else { game.longest().zero() };
    let [from, to] = [start, start].map(|start| game.random_place(choices, start));
    let [from, to] = [from.min(to), from.max(to)].map(|end| game.write(end));
    game.about(match kind {
        0 => Question::new("gain").option("at", to),
        1 => Question::new("range").list("range", "", &[from, to]),
        2 => Question::new("grundy").option("upto", to),
        3 => Question::new("moves").list("segments", "", &[from, to]),
        _ => Question::new("grundy").option("upto", game.write(game.last())),
    })
}

/// The certificate of its answer, and what it proves.
fn proven(question: &Question) -> Result<(String, Proven), RandomDifference> {
    let asked = question.parsed()?;
    question.unless_it_panics(|| {
        let (mut owners, effort) = (Owners::default(), Effort::default());
        let answer = asked.answer_in(&mut owners, effort, &mut unwatched)?;
        let (known, _) = asked.owner(&mut owners, effort)?.ok_or("it needs no g")?;
        let mut text = vec![];
        asked.certificate(known.table(), &answer)?.write(&mut text)?;
        let proven = verify(&text[..])?;
        Ok((String::from_utf8(text)?, proven))
    })
}

fn certificate(choices: &mut Choices) -> Outcome {
    let question = random_question(choices);
    let (_, proven) = proven(&question)?;
    holds(&question, &proven)
}

fn changed(choices: &mut Choices) -> Outcome {
    let question = random_question(choices);
    let (certificate, first) = proven(&question)?;
    let mut lines = certificate.lines().map(str::to_owned).collect_vec();
    let at = choices.below(lines.len() as u64) as usize;
    match choices.below(6) {
        0 => _ = lines.remove(at),
        1 => lines.insert(at, lines[at].clone()),
        2 => lines.swap(at, (at + 1) % certificate.lines().count()),
        _ => {
            let mut words = lines[at].split(' ').map(str::to_owned).collect_vec();
            let word = choices.below(words.len() as u64) as usize;
            let more = choices.one_of(&[1, -1, 2, -2, 10]);
            if let Ok(number) = words[word].parse::<i128>() {
                words[word] = number.saturating_add(more).to_string();
            }
            lines[at] = words.join(" ");
        }
    }
    let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let verified = question.unless_it_panics(|| Ok(verify(text.as_bytes())))?;
    let Some(proven) = verified.ok().filter(|_| text != certificate) else { return Ok(()) };
    let differs = |error: String| {
        let line = lines.get(at).map_or("", String::as_str);
        question
            .no_answer(format_args!("its certificate with the line {} '{line}' is accepted: {error}", at + 1))
    };
    // a rational game may be stated with any radicand; of every other line, all is stated or proven
    if proven == first
        && !lines.iter().any(|line| line.starts_with("radicand ") && !certificate.contains(line))
    {
        return Err(differs("what it states is the same".to_owned()));
    }
    holds(&question, &proven).map_err(|error| differs(error.to_string()))
}

/// Asks for what a certificate states.
fn holds(question: &Question, proven: &Proven) -> Outcome {
    let ProvenGame::Squares { lengths, rule, limit, steps } = &proven.game else { return Ok(()) };
    let about = |question: Question| {
        let question = question.option("lengths", lengths.iter().join(","));
        if let Some(rule) = rule { question.option("rule", rule) } else { question }
    };
    let table = about(Question::new("grundy").option("upto", limit)).answer()?;
    question.compare("steps of a certificate", &table["steps"], steps)?;
    match &proven.claim {
        ProvenClaim::Range(range) => {
            let ends = range.range.each_ref();
            let answer =
                about(Question::new("range").list("range", "", &ends).option("digits", 20)).answer()?;
            question.compare("value of a certificate", text(&answer["value"]), &range.value)?;
            let places = entries(&answer["places"]).iter().map(|place| text(&place["at"])).collect_vec();
            question.need(places.contains(&range.at), "the place of a certificate has the maximum")
        }
        ProvenClaim::Moves { segments, grundy, places, .. } => {
            let answer = about(Question::new("moves").list("segments", "", segments)).answer()?;
            question.compare("value of a certificate", &answer["grundy"], grundy)?;
            let one = [answer.clone()];
            let parts = if segments.len() == 1 { &one } else { entries(&answer["segments"]) };
            let moves = parts.iter().flat_map(|part| entries(&part["moves"]));
            let intervals: usize = moves.map(|piece| entries(&piece["winning"]).len()).sum();
            question.compare("places of a certificate", intervals, places)
        }
        _ => Ok(()),
    }
}
