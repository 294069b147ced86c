//! What is fuzzed: everything that reads foreign text, and the engine of the page.

#[path = "../../explorer/engine/src/lib.rs"]
mod exports;
mod texts;

pub use texts::{ask, certificate, checkpoint, number, octal};

/// The exports of the page's engine take any addresses and lengths, in any order.
pub fn engine(bytes: &[u8]) {
    for call in bytes.chunks_exact(9) {
        let [one, other] = [&call[1..5], &call[5..9]]
            .map(|part| part.iter().fold(0_u32, |number, &byte| number << 8 | u32::from(byte)));
        match call[0] % 4 {
            0 => drop(exports::allocate(one % 2_000_000)),
            1 => {
                let place = exports::answer(one, other);
                assert!(place as u32 > 0, "an answer has bytes");
            }
            2 => drop(exports::advance(one, other)),
            _ => exports::release(),
        }
    }
    // with an address that is the right one
    let address = exports::allocate(bytes.len() as u32);
    assert!(address == 0 || exports::answer(address, bytes.len() as u32) as u32 > 0);
}
