//! The library as a WebAssembly module without imports: questions and answers as JSON in its
//! memory.
//!
//! A caller asks for a buffer ([`allocate`]), writes a question into it, and gets the address and
//! the length of the reply ([`answer`]). What takes long is computed in parts ([`advance`]). The
//! tables of g are kept between questions. The attributes that give the exports their names are the
//! only `unsafe` here, and addresses are only compared.
//!
//! A panic would be a fault of the library. It ends the module (a trap), and the caller starts it
//! again; so does running out of memory.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use std::cell::RefCell;

use nimsweep::ask::{Batch, Growth, refusal};

/// The longest question that is read, in bytes, as in `nimsweep batch`.
const LONGEST_QUESTION: u32 = 1_000_000;

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new());
}

/// What the module keeps between calls.
struct Engine {
    batch: Batch,
    question: Vec<u8>,
    reply: Vec<u8>,
}

impl Engine {
    fn new() -> Self {
        Self { batch: Batch::within_seconds(), question: vec![], reply: vec![] }
    }

    /// A new buffer in place of the one before, and its address; 0 if it would be too long.
    fn allocate(&mut self, length: u32) -> u32 {
        self.question = vec![];
        if length > LONGEST_QUESTION {
            return 0;
        }
        // a question of no bytes has an address, too
        self.question = vec![0; length.max(1) as usize];
        address(&mut self.question)
    }

    /// Does a part of the work for the question in the buffer, and leaves the question there:
    /// `{"share": …, "known": …}`, which share of the work is done then, and how far g is known, if
    /// more of it is needed; or nothing if the question can be answered.
    fn advance(&mut self, at: u32, length: u32) -> u64 {
        let is_there = at != 0 && address(&mut self.question) == at;
        let question = self.question.get(..length as usize).filter(|_| is_there);
        let growth = question.and_then(|question| self.batch.advance(std::str::from_utf8(question).ok()?));
        let growth = growth.map(|Growth { share, known, .. }| {
            // a number is written without quotes and backslashes
            let known = known.map_or_else(|| "null".to_owned(), |known| format!("\"{known}\""));
            format!("{{\"share\":{share},\"known\":{known}}}")
        });
        self.reply = growth.unwrap_or_default().into_bytes();
        self.place()
    }

    /// Where the reply is: its address times 2³² and its length. Both have 32 bits.
    fn place(&mut self) -> u64 {
        u64::from(address(&mut self.reply)) << 32 | self.reply.len() as u64
    }

    /// Replies to the question in the buffer.
    fn answer(&mut self, at: u32, length: u32) -> u64 {
        let mut buffer = std::mem::take(&mut self.question);
        let is_there = at != 0 && address(&mut buffer) == at;
        let reply = match buffer.get(..length as usize).filter(|_| is_there).map(std::str::from_utf8) {
            Some(Ok(question)) => self.batch.reply(question),
            Some(Err(_)) => refusal("the question is not UTF-8; write JSON in UTF-8"),
            None => refusal(format!(
                "the question is not in a buffer of its size; allocate one, of at most {LONGEST_QUESTION} bytes"
            )),
        };
        self.reply = reply.into_bytes();
        self.place()
    }
}

/// Where a buffer is in the memory of the module. Others write there, so its content is no longer
/// known.
fn address(buffer: &mut Vec<u8>) -> u32 {
    buffer.as_mut_ptr().expose_provenance() as u32 // an address has 32 bits in WebAssembly
}

/// A buffer for a question of this many bytes, in place of the one before: its address in the
/// memory, or 0 if no question may be as long.
#[expect(unsafe_code, reason = "an export needs its name")]
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: u32) -> u32 {
    ENGINE.with_borrow_mut(|engine| engine.allocate(length))
}

/// Does a part of the work for the question in the buffer, so that a caller can show how far it is:
/// a reply as of [`answer`], a JSON object with the keys `share` and `known`, which is empty if the
/// question can be answered. The question stays in its buffer.
#[expect(unsafe_code, reason = "an export needs its name")]
#[unsafe(no_mangle)]
pub extern "C" fn advance(address: u32, length: u32) -> u64 {
    ENGINE.with_borrow_mut(|engine| engine.advance(address, length))
}

/// The reply to the question that was written into the buffer, as JSON: its address times 2³² and
/// its length in bytes. It stays there until the next answer, or until [`release`].
///
/// The reply is the object that the program prints with `--json`, or an object with the key
/// `error`. The buffer of the question is given back.
#[expect(unsafe_code, reason = "an export needs its name")]
#[unsafe(no_mangle)]
pub extern "C" fn answer(address: u32, length: u32) -> u64 {
    ENGINE.with_borrow_mut(|engine| engine.answer(address, length))
}

/// Gives the memory of the last reply back.
#[expect(unsafe_code, reason = "an export needs its name")]
#[unsafe(no_mangle)]
pub extern "C" fn release() {
    ENGINE.with_borrow_mut(|engine| engine.reply = vec![]);
}
