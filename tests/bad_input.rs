//! Bad input: one clear line on standard error, nothing on standard output, exit code 2, no file.

use assert_cmd::Command;

#[track_caller]
fn complaint(arguments: &[&str]) -> String {
    let output = Command::cargo_bin("nimsweep").unwrap().args(arguments).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed a result");
    assert!(error.starts_with("nimsweep: ") && error.ends_with('\n'), "{error:?}");
    assert_eq!(error.lines().count(), 1, "{error:?}");
    error
}

macro_rules! refused {
    ($name:ident, [$($argument:expr),*], $says:expr) => {
        #[test]
        fn $name() {
            let error = complaint(&[$($argument),*]);
            assert!(error.contains($says), "{error:?} does not say {:?}", $says);
        }
    };
}

refused!(
    reversed_range,
    ["--range", "5", "2"],
    "the range from 5 to 2 is reversed; give the smaller end first"
);
refused!(
    range_below_the_longest_length,
    ["--range", "1", "5"],
    "defined for L of at least sqrt(2), the longest length; 1 is"
);
refused!(range_of_one_number, ["--range", "5"], "2 values required for '--range <A> <B>'");
refused!(
    nan,
    ["--range", "NaN", "5"],
    "--range: cannot read 'NaN': unexpected 'N' at column 1; write a number such as"
);
refused!(infinity, ["--range", "2", "inf"], "cannot read 'inf'");
refused!(empty_number, ["--range", "", "5"], "cannot read '': it is empty; write a number such as");
refused!(garbage, ["gain", "--at", "4x"], "--at: cannot read '4x': unexpected 'x' at column 2");
refused!(line_breaks, ["gain", "--at", "4\nx"], "cannot read '4 x'");
refused!(division_by_zero, ["gain", "--at", "4/0"], "cannot read '4/0': division by zero");
refused!(
    a_number_of_two_fields,
    ["gain", "--at", "sqrt2+sqrt3"],
    "sqrt(2) and sqrt(3) do not lie in one quadratic field"
);
refused!(root_of_a_negative_number, ["gain", "--at", "sqrt(-2)"], "the root of a negative number");
refused!(
    negative_segment,
    ["grundy", "--at", "-3"],
    "--at: the length -3 is negative; a segment has a length of at least 0"
);
refused!(negative_table, ["grundy", "--upto", "-1/2"], "is negative");
refused!(gain_below_the_longest_length, ["gain", "--at", "1.4"], "7/5 is below it");
refused!(zero_length, ["--range", "2", "9", "--lengths", "0,1"], "the length 0 is not positive");
refused!(negative_length, ["--range", "2", "9", "--lengths", "-1,1"], "the length -1 is not positive");
refused!(
    duplicate_length,
    ["--range", "2", "9", "--lengths", "1,sqrt8,2sqrt2"],
    "the length 2*sqrt(2) is given twice"
);
refused!(
    lengths_of_two_fields,
    ["--range", "2", "9", "--lengths", "sqrt2,sqrt3"],
    "sqrt(2) and sqrt(3) do not lie in one"
);
refused!(
    no_lengths,
    ["--range", "2", "9", "--lengths", ""],
    "there is an empty length; give lengths with one comma"
);
refused!(an_empty_length, ["--range", "2", "9", "--lengths", "1,,2"], "there is an empty length");
refused!(garbage_length, ["moves", "--at", "9", "--lengths", "1,two"], "--lengths: cannot read 'two'");
refused!(
    limit_beyond_the_keys,
    ["--range", "2", "10^12"],
    "the limit 1000000000000 is too large for 64-bit keys"
);
refused!(
    limit_beyond_everything,
    ["grundy", "--upto", "10^1000"],
    "is too large for 64-bit keys with these lengths"
);
refused!(too_many_digits, ["--range", "2", "9", "--digits", "10001"], "give a whole number from 0 to 10000");
refused!(negative_digits, ["--range", "2", "9", "--digits", "-1"], "'-1' is not a number of decimals");
refused!(digits_in_words, ["gain", "--at", "4", "--digits", "many"], "'many' is not a number of decimals");
refused!(
    moves_in_another_field,
    ["moves", "--at", "5+sqrt3"],
    "sqrt(2) and sqrt(3) do not lie in one quadratic field"
);
refused!(unknown_command, ["squares"], "unrecognized subcommand 'squares'; see 'nimsweep --help'");
refused!(unknown_option, ["--rnge", "2", "9"], "unexpected argument '--rnge'");
refused!(neither_place_nor_table, ["grundy"], "not provided");
refused!(place_and_table, ["grundy", "--at", "1", "--upto", "2"], "cannot be used with");
refused!(table_as_csv_and_json, ["grundy", "--upto", "2", "--csv", "-", "--json"], "cannot be used with");
refused!(
    missing_folder,
    ["grundy", "--upto", "9", "--csv", "no/such/folder/x.csv"],
    "cannot write 'no/such/folder/x.csv': No such file"
);

#[test]
fn a_folder_is_no_place_for_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let error = complaint(&["grundy", "--upto", "9", "--csv", folder.path().to_str().unwrap()]);
    assert!(error.contains("give a file in a folder that can be written"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_was_there_stays_where_the_input_is_bad() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("steps.csv");
    std::fs::write(&file, "old").unwrap();
    complaint(&["grundy", "--upto", "10^12", "--csv", file.to_str().unwrap()]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
}
