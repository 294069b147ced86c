//! The commands of stones, coins and halving: JSON objects, tables, and what people read.

use serde_json::{Value, json};

use crate::support::{object, printed};

#[test]
fn stones_sum_gives_its_keys_exactly_and_modulo() {
    assert_eq!(object("stones sum 100"), json!({ "n": "100", "ratio": 2, "modulus": null, "sum": "728" }));
    assert_eq!(object("stones sum 100 --mod 100")["sum"], "28");
    assert_eq!(object("stones sum 1e2 --ratio 1 --mod 1")["sum"], "0");
    let exact = object("stones sum 10^18")["sum"].as_str().unwrap().to_owned();
    let reduced = object("stones sum 10^18 --mod 10^8");
    assert_eq!(reduced["modulus"], "100000000");
    assert_eq!(reduced["sum"].as_str().unwrap(), exact[exact.len() - 8..].trim_start_matches('0'));
}

#[test]
fn stones_move_gives_its_keys() {
    let pile = object("stones move 17");
    assert_eq!(pile["losing"], false);
    assert_eq!((&pile["max_move"], &pile["min_move"]), (&json!("4"), &json!("1")));
    assert_eq!(pile["winning_moves"], json!([["1", "1"], ["4", "4"]]));
    assert_eq!((&pile["threshold"], &pile["representation"]), (&json!("1"), &json!(["13", "3", "1"])));
    let lost = object("stones move 5");
    assert_eq!(
        (&lost["losing"], &lost["max_move"], &lost["winning_moves"]),
        (&json!(true), &json!("0"), &json!([]))
    );
}

#[test]
fn people_read_the_verdict_on_a_pile() {
    assert_eq!(
        printed("stones move 22 --ratio 1"),
        "n = 22, each move at most 1 times the one before: an N-position, the first\n  player wins\n\
         winning first moves: 2, 6\nM(n) = 6, the largest winning first move\n\
         T(n) = 2, the smallest bound that makes n stones an N-position\n\
         n = 16 + 4 + 2, a sum of P-positions\n"
    );
    let huge = printed("stones move 2^4000-1 --ratio 1");
    assert!(huge.contains("more; the JSON object lists them all)"));
    assert!(huge.contains(" (1205 digits), each move"), "{huge}");
}

#[test]
fn a_table_is_text_or_csv_or_json() {
    let csv =
        "n,losing,max_move,min_move,threshold\n1,true,0,0,1\n2,true,0,0,2\n3,true,0,0,3\n4,false,1,1,1\n";
    assert_eq!(printed("stones table 4 --csv"), csv);
    assert_eq!(printed("stones table 4 --csv -"), csv);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("stones.csv");
    assert_eq!(printed(&format!("stones table 4 --csv {}", file.display())), "");
    assert_eq!(std::fs::read_to_string(file).unwrap(), csv);
    assert_eq!(printed("stones table 4").lines().count(), 5);
    let rows = &object("stones table 4")["rows"];
    assert_eq!(
        rows[3],
        json!({ "n": "4", "losing": false, "max_move": "1", "min_move": "1", "threshold": "1" })
    );
    assert_eq!(
        printed("halving table 3 --csv"),
        "n,winner,grundy,winning_move\n0,Bob,0,\n1,Alice,1,1\n2,Bob,0,\n3,Alice,1,1\n"
    );
    assert_eq!(object("halving table 3")["rows"][2]["winning_move"], Value::Null);
}

#[test]
fn coins_count_gives_its_keys_exactly_and_modulo() {
    assert_eq!(
        object("coins count 10"),
        json!({ "stacks": 10, "height": 2, "modulus": null, "count": "63594" })
    );
    assert_eq!(object("coins count 2")["count"], "4");
    assert_eq!(object("coins count 0")["count"], "1"); // the row of no stacks
    // a modulus that the recurrence cannot divide by
    assert_eq!(object("coins count 10 --mod 1000")["count"], "594");
    assert_eq!(object("coins count 6 --height 1")["count"], "20");
    let exact = object("coins count 300")["count"].as_str().unwrap().to_owned();
    let reduced = object("coins count 300 --mod 10^9")["count"].as_str().unwrap().to_owned();
    assert_eq!(reduced, exact[exact.len() - 9..].trim_start_matches('0'));
}

#[test]
fn coins_value_gives_its_keys() {
    for (stack, value) in [("GG", "2"), ("SS", "-2"), ("SG", "1/2"), ("GS", "-1/2"), ("gsg", "3/4")] {
        let answer = object(&format!("coins value {stack}"));
        assert_eq!(answer, json!({ "stack": stack.to_uppercase(), "value": value }));
    }
    assert_eq!(printed("coins value SG"), "SG = 1/2, Gary wins\n");
    assert_eq!(
        printed("coins table 2 --csv"),
        "value,value_decimal,stacks\n-2,-2.0,1\n-1/2,-0.5,1\n1/2,0.5,1\n2,2.0,1\n"
    );
}

#[test]
fn a_row_of_stacks_says_who_wins_and_how() {
    let fair = object("coins row GG SS");
    assert_eq!((&fair["value"], &fair["winner"]), (&json!("0"), &json!("second player")));
    let row = object("coins row GG GS");
    assert_eq!((&row["value"], &row["winner"]), (&json!("3/2"), &json!("Gary")));
    let moves = json!({ "Gary": [{ "stack": 1, "coin": 1 }, { "stack": 2, "coin": 1 }], "Sally": [] });
    assert_eq!(row["winning_moves"], moves);
    assert!(
        printed("coins row GG GS")
            .contains("Gary, moving first, wins by removing coin 1 of stack 1, coin 1 of stack 2\n")
    );
}

#[test]
fn halving_play_gives_its_keys() {
    assert_eq!(
        object("halving play 18"),
        json!({ "n": "18", "winner": "Alice", "grundy": "9", "winning_moves": [["7", "7"]] })
    );
    let lost = object("halving play 3*2^5000-1");
    assert_eq!(
        (&lost["winner"], &lost["grundy"], &lost["winning_moves"]),
        (&json!("Bob"), &json!("0"), &json!([]))
    );
    assert_eq!(
        printed("halving play 100"),
        "100 stones, Alice moves first: Alice wins\nthe only winning move takes 5 and leaves 95\nGrundy value 50\n"
    );
}

#[test]
fn options_may_come_first() {
    assert_eq!(object("stones sum --mod 100 100"), object("stones sum 100 --mod 100"));
    assert_eq!(printed("coins row --json GG SS"), printed("coins row GG SS --json"));
    assert_eq!(printed("halving play --json 18"), printed("halving play 18 --json"));
}
