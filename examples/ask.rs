//! `ask`: one question as JSON, one answer as an object and as text.

use std::error::Error;

use nimsweep::ask::ask;

fn main() -> Result<(), Box<dyn Error>> {
    let answer = ask(r#"{"command": "moves", "at": "4+sqrt2", "lengths": "1,sqrt2"}"#)?;
    println!("{answer}");
    assert!(answer.to_string().starts_with("g(4+√2) = 5, an N-position"));
    println!("{}", answer.to_json());
    assert!(answer.to_json().contains("\"grundy\": 5"));

    // the same object that `nimsweep stones sum 10^12 --mod 10^8 --json` prints
    let answer = ask(r#"{"command": "stones sum", "n": "10^12", "mod": "10^8"}"#)?;
    println!("{answer}");
    assert!(answer.to_json().contains("\"sum\": \"73114890\""));

    // a question that has no answer is an error, which says what is wrong and what would be right
    let error = ask(r#"{"command": "grundy", "at": "-1"}"#).err().ok_or("no length is negative")?;
    println!("{error}");
    assert!(error.to_string().contains("the length -1 is negative"));
    Ok(())
}
