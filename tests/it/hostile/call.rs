//! A hostile call, and a table of them.

/// A call, its exit code, and what its output says.
#[derive(Clone, Debug)]
pub struct Call {
    pub arguments: Vec<String>,
    pub code: i32,
    pub says: String,
}

/// The calls, as they are added.
#[derive(Default)]
pub struct Table {
    pub calls: Vec<Call>,
}

impl Table {
    /// Adds a call.
    pub fn add(&mut self, arguments: &[&str], code: i32, says: &str) {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        self.calls.push(Call { arguments, code, says: says.to_owned() });
    }

    /// A call of the words with `{}` in place of a value, for each value.
    pub fn each(&mut self, template: &str, values: &[(&str, &str)]) {
        for (value, says) in values {
            let arguments: Vec<String> = template.split(' ').map(|word| word.replace("{}", value)).collect();
            self.calls.push(Call { arguments, code: 2, says: (*says).to_owned() });
        }
    }
}

/// Texts with another one between them.
pub fn joined(separator: &str, texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(separator)
}
