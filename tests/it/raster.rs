//! Pictures as PNG: written with the feature `png`, and refused with the way to get it without.

use std::fs;

use crate::support::{Start, command, refusal};

/// What the program says to a call in an empty folder, and the files that exist then.
fn run(call: &str) -> (String, Vec<(String, Vec<u8>)>) {
    let folder = tempfile::tempdir().unwrap();
    let output = command(call).current_dir(folder.path()).run().unwrap();
    assert!(output.stdout.is_empty(), "{call}");
    let files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let files =
        files.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()));
    (String::from_utf8(output.stderr).unwrap(), files.collect())
}

#[cfg(feature = "png")]
#[test]
fn a_png_has_the_size_times_the_scale() {
    for (options, expected) in [
        ("--size 400x200", [800, 400]),
        ("--size 400x200 --scale 1", [400, 200]),
        ("--size 300x200 --scale 3 --dark", [900, 600]),
    ] {
        let call = format!("plot gain --range 2 20 {options} -o e.png");
        let (error, files) = run(&call);
        assert_eq!(error, "");
        let [(name, png)] = &files[..] else { panic!("{call}: {} files", files.len()) };
        assert_eq!(name, "e.png");
        // the signature, then the first chunk, whose data begin with width and height
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"));
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!([number(16), number(20)], expected, "{call}");
        assert_eq!(run(&call).1, files, "a second run writes the same");
    }
}

#[cfg(feature = "png")]
#[test]
fn what_is_refused_leaves_no_file() {
    for (options, says) in [
        ("--scale 0", "--scale: '0' is out of range; give a number of dots from 1 to 8"),
        ("--scale 1.5", "--scale: '1.5' is not a whole number; give a number of dots"),
        ("--scale -2", "--scale: '-2' is negative; give a number of dots"),
        (
            "--title Länge",
            "'e.png' cannot be written: the font of pictures has no 'ä'; leave it out of the title",
        ),
        ("--scale 2 --size 8192x8192", "has too many dots at 2 for each pixel; give a smaller scale or size"),
    ] {
        let (error, files) = run(&format!("plot gain --range 2 20 {options} -o e.png"));
        assert!(error.contains(says) && error.lines().count() == 1, "{error}");
        assert!(files.is_empty());
    }
}

#[cfg(not(feature = "png"))]
#[test]
fn without_the_feature_a_png_is_refused() {
    let (error, files) = run("plot gain --range 2 20 -o e.png");
    assert_eq!(
        error,
        "nimsweep: --output: 'e.png' cannot be written, because this program was built without PNG; \
         give a name that ends in .svg, or install the program by 'cargo install --path . --features png'\n"
    );
    assert!(files.is_empty());
}

#[test]
fn an_svg_has_no_dots() {
    let says = "--scale: only a PNG has dots; leave the option out, or write to a .png file";
    assert!(refusal("plot gain --range 2 20 --scale 2").contains(says));
    let (error, files) = run("plot gain --range 2 20 --scale 2 -o e.svg");
    assert!(error.contains(says), "{error}");
    assert!(files.is_empty());
}
