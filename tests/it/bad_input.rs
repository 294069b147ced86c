//! Bad input: one clear line on standard error, nothing on standard output, exit code 2, no file.

use crate::support::refusal;

macro_rules! refused {
    ($name:ident, [$($argument:expr),*], $says:expr) => {
        #[test]
        fn $name() {
            let error = refusal(&[$($argument),*]);
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
    "defined for L of at least √2, the longest length; 1 is"
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
refused!(line_breaks, ["gain", "--at", "4\nx"], r"cannot read '4\nx'");
refused!(division_by_zero, ["gain", "--at", "4/0"], "cannot read '4/0': division by zero");
refused!(
    a_number_of_two_fields,
    ["gain", "--at", "sqrt2+sqrt3"],
    "√2 and √3 do not lie in one quadratic field"
);
refused!(root_of_a_negative_number, ["gain", "--at", "sqrt(-2)"], "a root of a negative number is not read");
refused!(
    negative_segment,
    ["grundy", "--at", "-3"],
    "--at: the length -3 is negative; a segment has a length of at least 0"
);
refused!(negative_table, ["grundy", "--upto", "-1/2"], "is negative");
refused!(gain_below_the_longest_length, ["gain", "--at", "1.4"], "7/5 is below it");
refused!(top_without_range, ["gain", "--at", "4", "--top", "3"], "cannot be used with");
refused!(
    top_of_nothing,
    ["gain", "--range", "2", "9", "--top", "0"],
    "--top: '0' is out of range; give a number of rows from 1 to 1000000"
);
refused!(
    certificate_of_a_drawing,
    ["gain", "--range", "2", "9", "--draw", "--certificate", "never.cert"],
    "there are certificates of ranges"
);
refused!(
    top_of_a_fraction,
    ["gain", "--range", "2", "9", "--top", "2.5"],
    "--top: '2.5' is not a whole number"
);
refused!(
    too_many_maxima,
    ["gain", "--range", "2", "9", "--top", "10^7"],
    "give a number of rows from 1 to 1000000"
);
refused!(zero_length, ["--range", "2", "9", "--lengths", "0,1"], "the length 0 is not positive");
refused!(negative_length, ["--range", "2", "9", "--lengths", "-1,1"], "the length -1 is not positive");
refused!(
    duplicate_length,
    ["--range", "2", "9", "--lengths", "1,sqrt8,2sqrt2"],
    "the length 2√2 is given twice"
);
refused!(
    lengths_of_two_fields,
    ["--range", "2", "9", "--lengths", "sqrt2,sqrt3"],
    "√2 and √3 do not lie in one"
);
refused!(no_lengths, ["--range", "2", "9", "--lengths", ""], "cannot read '': it is empty; write a number");
refused!(an_empty_length, ["--range", "2", "9", "--lengths", "1,,2"], "cannot read '': it is empty");
refused!(garbage_length, ["moves", "--at", "9", "--lengths", "1,two"], "--lengths: cannot read 'two'");
refused!(
    limit_beyond_the_keys,
    ["--range", "2", "10^12"],
    "the limit is too large for these lengths; the largest is about 1518500246"
);
refused!(
    limit_beyond_everything,
    ["grundy", "--upto", "10^1000"],
    "the limit is too large for these lengths; the largest is about 1518500246"
);
refused!(
    winning_measure_of_too_large_numbers,
    ["--range", "2", "5", "--lengths", "1/10,1/10+1/10^17"],
    "winning measures up to 5 need numbers that are too large"
);
refused!(
    too_many_digits,
    ["--range", "2", "9", "--digits", "10001"],
    "give a number of decimals from 0 to 10000"
);
refused!(
    negative_digits,
    ["--range", "2", "9", "--digits", "-1"],
    "'-1' is negative; give a number of decimals"
);
refused!(
    digits_in_words,
    ["gain", "--at", "4", "--digits", "many"],
    "cannot read 'many'; give a number of decimals from 0 to 10000"
);
refused!(moves_in_another_field, ["moves", "--at", "5+sqrt3"], "√2 and √3 do not lie in one quadratic field");
refused!(unknown_command, ["squares"], "unrecognized subcommand 'squares'; see 'nimsweep --help'");
refused!(unknown_option, ["--rnge", "2", "9"], "unexpected argument '--rnge'");
refused!(neither_place_nor_table, ["grundy", "--json"], "not provided");
refused!(place_and_csv, ["grundy", "--at", "1", "--upto", "2", "--csv"], "cannot be used with");
refused!(no_segment, ["moves", "--json"], "not provided: <L|--at <L>>; see 'nimsweep moves --help'");
refused!(segment_below_zero, ["moves", "3", "-2"], "L: the length -2 is negative");
refused!(part_that_is_reversed, ["moves", "9", "--within", "3", "2"], "the range from 3 to 2 is reversed");
refused!(
    part_outside,
    ["moves", "9", "--within", "10", "12"],
    "the part begins beyond the longest segment, which"
);
refused!(part_below_zero, ["moves", "9", "--within", "-1", "2"], "the length -1 is negative");
refused!(part_at_random, ["moves", "9", "--within", "2", "3", "--random"], "cannot be used with '--random'");
refused!(
    long_segment_without_period,
    ["moves", "10^100", "--lengths", "1,2", "--upto", "300"],
    "g is computed up to 300, and shows no period there that would answer"
);
refused!(
    long_segment_as_a_whole,
    ["moves", "10^100", "--lengths", "1"],
    "g has too many steps below (a number of 333 binary digits) to list all places; ask for those of a part"
);
refused!(period_without_memory, ["period", "--upto", "10^30"], "the limit is");
refused!(
    no_position,
    ["play"],
    "no segment is given; give the length of at least one, or --game to play; see"
);
refused!(
    half_a_move,
    ["play", "5", "--segment", "1", "--length", "1"],
    "not provided: --place <X>; see 'nimsweep play --help'"
);
refused!(
    segment_number_zero,
    ["play", "5", "--segment", "0", "--length", "1", "--place", "0"],
    "--segment: '0' is out of range; give the number of a segment from 1 to 1"
);
refused!(
    segment_number_too_large,
    ["play", "5", "--segment", "2", "--length", "1", "--place", "0"],
    "--segment: '2' is out of range; give the number of a segment from 1 to 1"
);
refused!(
    piece_that_is_none,
    ["play", "5", "--segment", "1", "--length", "2", "--place", "0"],
    "there is no piece of length 2; the lengths are 1, √2"
);
refused!(
    piece_over_the_end,
    ["play", "5", "--segment", "1", "--length", "sqrt2", "--place", "3.6"],
    "cannot lie at 18/5; its left end must be from 0 to 5-√2"
);
refused!(
    piece_before_the_start,
    ["play", "5", "--segment", "1", "--length", "1", "--place", "-0.1"],
    "cannot lie at -1/10; its left end must be from 0 to 4"
);
refused!(
    piece_in_another_field,
    ["play", "5", "--segment", "1", "--length", "1", "--place", "sqrt3"],
    "a place in another field leaves segments whose winning places have no closed form"
);
refused!(period_below_the_lengths, ["period", "--upto", "1"], "no period can show below the longest length");
refused!(table_as_csv_and_json, ["grundy", "--upto", "2", "--csv", "-", "--json"], "cannot be used with");
refused!(
    missing_folder,
    ["grundy", "--upto", "9", "--csv", "no/such/folder/x.csv"],
    "cannot write 'no/such/folder/x.csv': No such file or directory (os error 2); give a file in a folder"
);

#[test]
fn a_folder_is_no_place_for_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let error = refusal(&["grundy", "--upto", "9", "--csv", folder.path().to_str().unwrap()]);
    assert!(error.contains("give a file in a folder that can be written"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn existing_files_stay_if_the_input_is_bad() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("steps.csv");
    std::fs::write(&file, "old").unwrap();
    refusal(&["grundy", "--upto", "10^12", "--csv", file.to_str().unwrap()]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
}

refused!(
    stones_without_a_question,
    ["stones", "--color", "never"],
    "requires a subcommand but one was not provided [subcommands: sum, move, table]"
);
refused!(
    no_number_of_stones,
    ["stones", "sum", "many"],
    "N: cannot read 'many'; give a whole number such as 100"
);
refused!(
    half_a_stone,
    ["stones", "sum", "2.5"],
    "N: '2.5' is not a whole number; give a whole number such as"
);
refused!(irrational_stones, ["halving", "play", "sqrt2"], "N: 'sqrt2' is not a whole number");
refused!(negative_stones, ["stones", "move", "-5"], "N: '-5' is negative; give a whole number such as");
refused!(
    no_stones_to_move,
    ["stones", "move", "0"],
    "a pile of 0 stones has no first move; give a pile of 1"
);
refused!(no_stones_in_a_table, ["stones", "table", "0"], "a pile of 0 stones has no first move");
refused!(
    ratio_of_nothing,
    ["stones", "sum", "9", "--ratio", "0"],
    "--ratio: the ratio is 0, and no second move"
);
refused!(broken_ratio, ["stones", "sum", "9", "--ratio", "3/2"], "--ratio: '3/2' is not a whole number");
refused!(
    ratio_beyond_memory,
    ["stones", "sum", "10^20", "--ratio", "10^15"],
    "more than a gigabyte of memory; give a smaller ratio or number"
);
refused!(
    modulus_zero_for_stones,
    ["stones", "sum", "9", "--mod", "0"],
    "--mod: the modulus is 0; give a whole"
);
refused!(
    modulus_zero_for_coins,
    ["coins", "count", "9", "--mod", "0"],
    "--mod: the modulus is 0; give a whole"
);
refused!(negative_modulus, ["coins", "count", "9", "--mod=-7"], "--mod: '-7' is negative");
refused!(
    table_of_too_many_rows,
    ["halving", "table", "10^9"],
    "N: '10^9' is out of range; give a number of rows from 0 to 1000000"
);
refused!(pile_whose_moves_fill_the_screen, ["stones", "move", "10^20000"], "more than 10000 digits");
refused!(power_without_end, ["halving", "play", "9^9999999"], "the power is too large");
refused!(bronze_coin, ["coins", "value", "GBS"], "STACK: cannot read a stack: 'B' at column 2 is not a coin");
refused!(stack_too_tall, ["coins", "value", &"GS".repeat(31)], "it has 62 coins; at most 60 are possible");
refused!(bronze_coin_in_a_row, ["coins", "row", "GG", "X"], "'X' at column 1 is not a coin; write G or S");
refused!(height_too_large, ["coins", "count", "9", "--height", "21"], "a height of at most 20 is possible");
refused!(height_beyond_every_word, ["coins", "table", "10^30"], "H: '10^30' is out of range");
refused!(negative_height, ["coins", "table", "-1"], "H: '-1' is negative");
refused!(
    too_many_stacks,
    ["coins", "count", "10^15"],
    "exactly takes more than some minutes; give at most 741470 stacks, or a modulus"
);
refused!(
    pile_with_too_many_terms,
    ["stones", "move", "10^9999", "--ratio", "5000"],
    "with the ratio 5000 take more than some minutes; give a smaller ratio or pile"
);
refused!(
    range_given_twice,
    ["gain", "--range", "2", "5", "--range", "2", "5"],
    "the argument '--range <A> <B>' cannot be used multiple times; see 'nimsweep gain --help'"
);
refused!(negative_stacks, ["coins", "count", "-1"], "N: '-1' is negative");
refused!(check_of_no_folder, ["check", "--data", "/nonexistent"], "give a folder with the tables of data/");
refused!(
    unwritable_table,
    ["halving", "table", "5", "--csv", "/nonexistent/table.csv"],
    "cannot write '/nonexistent/table.csv': No such file or directory (os error 2); give a file in a folder that can be written"
);
refused!(length_of_too_many_digits, ["gain", "--at", "3+10^-20000"], "more than 16384 binary digits");
