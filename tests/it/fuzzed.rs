//! The inputs that fuzzing has kept, once more: `fuzz/run` finds new ones.

#[path = "../../fuzz/src/texts.rs"]
mod texts;

use std::fs;
use std::path::Path;

/// What each corpus has at least, for its test to test something.
const LEAST: usize = 5;

fn replay(target: &str, run: fn(&[u8])) {
    let mut count = 0;
    for entry in fs::read_dir(Path::new("fuzz/corpus").join(target)).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        run(&fs::read(path).unwrap());
        count += 1;
    }
    assert!(count >= LEAST, "{count} inputs of {target}");
}

macro_rules! targets {
    ($($target:ident),+) => {$(
        #[test]
        fn $target() {
            replay(stringify!($target), texts::$target);
        }
    )+};
}

targets!(number, ask, octal, certificate, checkpoint);
