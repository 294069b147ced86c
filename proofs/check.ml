(* check FILE...: proves certificates of octal games and of rational lengths by the checker that is itself proven.

   This file is the part that is not proven: it reads a certificate, strictly by the grammar of the
   page "certificates", and asks the functions of Coq. A fault in it could misread what a file claims; so
   it prints the game, how many values there are, and the period that it has read. *)

open Checker

exception Refused of int * string (* the line, from 1, or 0; and the reason *)

let most_values = 1 lsl 22
let most_values_without_period = 20_000
let longest_line = 8_000
let largest_file = 64 * 1024 * 1024
let in_a_row = 100

(* The numbers of Coq. *)

let rec positive n =
  if n = 1 then XH else if n land 1 = 1 then XI (positive (n lsr 1)) else XO (positive (n lsr 1))

let binary n = if n = 0 then N0 else Npos (positive n)
let unary n = let rec up n found = if n = 0 then found else up (n - 1) (S found) in up n O

(* Equal numbers are one object: so the few values of a game stay in the cache of the processor. *)
let list_of numbers =
  let made = Hashtbl.create 1000 in
  let once n =
    match Hashtbl.find_opt made n with
    | Some number -> number
    | None -> let number = binary n in Hashtbl.add made n number; number
  in
  List.fold_left (fun found n -> Cons (once n, found)) Nil (List.rev numbers)

(* The lines of a certificate. *)

type reader = { lines : string array; mutable at : int (* the lines read so far *) }

let refuse reader reason = raise (Refused (reader.at, reason))

let without_return line =
  let length = String.length line in
  if length > 0 && line.[length - 1] = '\r' then String.sub line 0 (length - 1) else line

(* Each line ends with a line feed, the last one too. *)
let reader_of text =
  let lines = Array.of_list (String.split_on_char '\n' text) in
  let count = Array.length lines - 1 in
  if lines.(count) <> "" then raise (Refused (count + 1, "the line has no end"));
  { lines = Array.sub lines 0 count; at = 0 }

let next reader =
  if reader.at = Array.length reader.lines then begin
    reader.at <- reader.at + 1;
    refuse reader "the file ends too early"
  end;
  let line = reader.lines.(reader.at) in
  reader.at <- reader.at + 1;
  if String.length line >= longest_line then refuse reader "the line is too long";
  String.split_on_char ' ' (without_return line)

(* 0, or digits of which the first is not 0; all numbers of these certificates are at least 0. *)
let whole reader word =
  let length = String.length word in
  let digits = String.for_all (fun c -> '0' <= c && c <= '9') word in
  if length < 1 || length > 18 || not digits || (length > 1 && word.[0] = '0') then
    refuse reader
      (Printf.sprintf "'%s' is not a whole number from 0 on, of at most 18 digits" (String.escaped word));
  int_of_string word

let expect reader words = if next reader <> words then refuse reader ("expected '" ^ String.concat " " words ^ "'")

(* d0, d1, ...; the last digit is not 0, except in 0.0 and 4.0. *)
let digits_of reader code =
  let digit c =
    if c < '0' || c > '7' then refuse reader "an octal code has digits from 0 to 7";
    Char.code c - Char.code '0'
  in
  let length = String.length code in
  if length < 3 || length > 1_002 || (code.[0] <> '0' && code.[0] <> '4') || code.[1] <> '.' then
    refuse reader "an octal code begins with 0. or 4. and has 1 to 1,000 digits behind it";
  let after = List.init (length - 2) (fun place -> digit code.[place + 2]) in
  if after = [ 0 ] then [ digit code.[0] ]
  else if code.[length - 1] = '0' then refuse reader "the last digit of an octal code is not 0"
  else digit code.[0] :: after

(* A heap of n is taken from at most n times, and split at most n - 1 times. *)
let value_of reader n word =
  let value = whole reader word in
  if value > 2 * n then refuse reader (Printf.sprintf "the value number %d is above %d" n (2 * n));
  value

let rec values_of reader count known found =
  if count = known then List.rev found
  else
    match next reader with
    | "g" :: words ->
        let expected = min (count - known) in_a_row in
        if List.length words <> expected then
          refuse reader (Printf.sprintf "expected %d values" expected);
        let row = List.mapi (fun place word -> value_of reader (known + place) word) words in
        values_of reader count (known + expected) (List.rev_append row found)
    | _ -> refuse reader "expected 'g'"

(* Nothing follows the line "end". *)
let nothing_more reader =
  if reader.at < Array.length reader.lines then begin
    reader.at <- reader.at + 1;
    refuse reader "there is something behind 'end'"
  end

(* Whether all is proven: with a period and where it begins, or without, by the proven functions. *)
let decide count values period ~check_values ~check =
  let table = list_of values in
  let is_proven =
    match period with
    | None when count > most_values_without_period ->
        let says = "without a period it claims its values only, and these are taken up to" in
        raise (Refused (0, Printf.sprintf "%s %d" says most_values_without_period))
    | None -> check_values table
    | Some (p, from) -> check table (unary p) (unary from)
  in
  if is_proven <> True then begin
    let reason =
      if period <> None && check_values table = True then
        "the values are right, but the period does not follow from them"
      else "a value is not the mex of what the moves leave"
    in
    raise (Refused (0, reason))
  end

(* The game of a code on heaps of tokens. *)
let prove_octal reader code =
  let places = digits_of reader code in
  let digits = list_of places in
  let count =
    match next reader with
    | [ "values"; count ] -> whole reader count
    | _ -> refuse reader "expected 'values' and their number"
  in
  if count < 1 || count > most_values then
    refuse reader (Printf.sprintf "expected 1 to %d values" most_values);
  let values = values_of reader count 0 [] in
  let period =
    match next reader with
    | [ "period"; p; from ] ->
        let p = whole reader p and from = whole reader from in
        if p < 1 then refuse reader "a period is at least 1";
        (* before they become unary *)
        if p > count || from > count || (2 * max from 1) + (2 * p) + List.length places - 1 > count then
          refuse reader "there are too few values for this period";
        expect reader [ "end" ];
        Some (p, from)
    | [ "end" ] -> None
    | _ -> refuse reader "expected 'period', p and n, or 'end'"
  in
  nothing_more reader;
  decide count values period ~check_values:(check_values digits) ~check:(check digits);
  let says = Printf.sprintf "%s: the values of the heaps 0 to %d" code (count - 1) in
  match period with
  | None -> says
  | Some (p, from) -> Printf.sprintf "%s, and G(n + %d) = G(n) for all n >= %d" says p from

(* Squares on the line, with rational lengths. *)

let rec divisor a b = if b = 0 then a else divisor b (a mod b)

(* a/denominator, in lowest terms *)
let fraction denominator a =
  let common = divisor a denominator in
  if denominator = common then string_of_int (a / common)
  else Printf.sprintf "%d/%d" (a / common) (denominator / common)

(* The pairs a 0 of a line. *)
let rec pairs reader = function
  | [] -> []
  | a :: b :: rest ->
      if whole reader b <> 0 then refuse reader "the radicand is 0, so each second number is 0";
      let a = whole reader a in
      a :: pairs reader rest
  | _ -> refuse reader "expected pairs of numbers"

let pair reader words name =
  match words with
  | [ word; a; b ] when word = name -> List.hd (pairs reader [ a; b ])
  | _ -> refuse reader (Printf.sprintf "expected '%s' and a pair" name)

let rec ascending = function a :: (b :: _ as rest) -> a < b && ascending rest | _ -> true

(* The steps of g, each a start and a value, below the limit. *)
let steps_of reader count limit measure =
  let step index before =
    match (next reader, before) with
    | [ "g"; a; b; v ], _ ->
        let a = List.hd (pairs reader [ a; b ]) in
        let v = value_of reader (a / measure) v in
        let is_next =
          match before with
          | [] -> (a, v) = (0, 0)
          | (last, value) :: _ -> last < a && value <> v
        in
        if not (is_next && a <= limit) then
          refuse reader "the first step is 'g 0 0 0', and each is beyond the one before it, with another value";
        (a, v) :: before
    | _ -> refuse reader (Printf.sprintf "expected step %d" index)
  in
  let rec go index before = if index = count then List.rev before else go (index + 1) (step index before) in
  go 0 []

(* The value of each whole number of measures up to the limit. *)
let values_of_steps reader steps measure count =
  let table = Array.make count 0 in
  let rec put = function
    | [] -> ()
    | (start, value) :: rest ->
        if start mod measure <> 0 then refuse reader "a step is at no multiple of the common measure";
        let next = match rest with (start, _) :: _ -> start / measure | [] -> count in
        Array.fill table (start / measure) (max 0 (next - (start / measure))) value;
        put rest
  in
  put steps;
  table

let prove_lengths reader =
  let denominator =
    match next reader with
    | [ "denominator"; d ] when whole reader d > 0 -> whole reader d
    | _ -> refuse reader "expected 'denominator' and a number from 1 on"
  in
  let lengths =
    match next reader with
    | "lengths" :: words when words <> [] -> pairs reader words
    | _ -> refuse reader "expected 'lengths' and pairs"
  in
  if List.length lengths > 64 || List.hd lengths < 1 || not (ascending lengths) then
    refuse reader "the lengths are 1 to 64, positive and ascending";
  let measure = List.fold_left divisor 0 lengths in
  let sevens = List.map (fun _ -> "7") lengths in
  let digits, limit =
    match next reader with
    | "digits" :: digits ->
        let are_digits = List.for_all (fun digit -> digit = "3" || digit = "7") digits in
        if List.length digits <> List.length lengths || (not are_digits) || digits = sevens then
          refuse reader "expected a digit 3 or 7 for each length, not all 7";
        (digits, pair reader (next reader) "limit")
    | words -> (sevens, pair reader words "limit")
  in
  (* sums of five numbers up to it have to be numbers of OCaml *)
  if limit > 100_000_000_000_000_000 then refuse reader "this checker takes limits of up to 10^17";
  let steps =
    match next reader with
    | [ "steps"; count ] ->
        let count = whole reader count in
        if count < 1 || count > most_values then
          refuse reader (Printf.sprintf "expected 1 to %d steps" most_values);
        steps_of reader count limit measure
    | _ -> refuse reader "expected 'steps' and their number"
  in
  let longest = List.fold_left max 0 lengths / measure in
  let count = (limit / measure) + 1 in
  if count > most_values || longest > most_values then
    refuse reader (Printf.sprintf "this checker takes lengths up to %d common measures" (most_values - 1));
  let given = values_of_steps reader steps measure count in
  let only_at_ends = List.for_all (fun digit -> digit = "3") digits in
  let period =
    match next reader with
    | [ "period"; a; b; c; d ] -> (
        match pairs reader [ a; b; c; d ] with
        | [ p; from ] when p > 0 ->
            if p mod measure <> 0 then refuse reader "the period is not a multiple of the common measure";
            let known = if only_at_ends then from else (2 * from) + p in
            if p > limit || from > limit || known + (longest * measure) + p > limit then
              refuse reader "g is not known far enough for this period";
            expect reader [ "end" ];
            (* a period from there on is proven from the multiple of the measure before it on *)
            Some (p / measure, from)
        | _ -> refuse reader "a period is positive")
    | [ "end" ] -> None
    | _ -> refuse reader "expected 'period' or 'end': this checker takes no other claims"
  in
  nothing_more reader;
  (* The theorem for octal games needs some values more than that for segments. They follow from the
     period that is claimed, and are proven like all others. *)
  let values =
    match period with
    | None -> Array.to_list given
    | Some (p, from) ->
        let needed = (2 * max (from / measure) 1) + (2 * p) + longest + 1 in
        let all = Array.make (max count needed) 0 in
        Array.blit given 0 all 0 count;
        for n = count to needed - 1 do all.(n) <- all.(n - p) done;
        Array.to_list all
  in
  let one length digit = Pair (unary (length / measure), if digit = "7" then True else False) in
  let pieces = List.fold_right2 (fun length digit rest -> Cons (one length digit, rest)) lengths digits Nil in
  let in_measures = match period with None -> None | Some (p, from) -> Some (p, from / measure) in
  decide count values in_measures ~check_values:(check_lengths_values pieces) ~check:(check_lengths pieces);
  let number = fraction denominator in
  let rule = if digits = sevens then "" else " by the rule " ^ String.concat "," digits in
  let says =
    Printf.sprintf "pieces %s%s: g on [0, %s]"
      (String.concat ", " (List.map number lengths)) rule (number limit)
  in
  match period with
  | None -> says
  | Some (p, from) ->
      let p = number (p * measure) in
      Printf.sprintf "%s, and g(L + %s) = g(L) for all L >= %s" says p (number from)

(* What a certificate that is proven claims. *)
let prove text =
  let reader = reader_of text in
  expect reader [ "nimsweep"; "certificate"; "1" ];
  match next reader with
  | [ "octal"; code ] -> prove_octal reader code
  | [ "radicand"; "0" ] -> prove_lengths reader
  | _ -> refuse reader "expected 'octal' and a code, or 'radicand 0': this checker takes no roots"

(* The text of a file or a pipe. *)
let read path =
  let channel = open_in_bin path in
  let text = Buffer.create 65_536 in
  let rec more () =
    match input_char channel with
    | exception End_of_file -> Buffer.contents text
    | c ->
        if Buffer.length text = largest_file then raise (Refused (0, "the file is larger than 64 MiB"));
        Buffer.add_char text c;
        more ()
  in
  Fun.protect ~finally:(fun () -> close_in channel) more

let usage = "check FILE...: proves certificates of octal games, and of squares on the line with rational lengths"

let () =
  let files = List.tl (Array.to_list Sys.argv) in
  if files = [ "--help" ] || files = [ "-h" ] then begin
    print_endline usage;
    exit 0
  end;
  if files = [] then begin
    prerr_endline ("check: name at least one certificate; " ^ usage);
    exit 2
  end;
  let unread path reason =
    Printf.eprintf "check: %s: %s\n%!" path reason;
    2
  in
  let judge worst path =
    match prove (read path) with
    | says -> Printf.printf "%s: proven: %s\n%!" path says; worst
    | exception Refused (line, reason) ->
        let place = if line = 0 then "" else Printf.sprintf "line %d: " line in
        Printf.printf "%s: refused: %s%s\n%!" path place reason;
        max worst 1
    | exception Sys_error reason ->
        let known = path ^ ": " in
        let is_named = String.starts_with ~prefix:known reason in
        let length = String.length known in
        unread path (if is_named then String.sub reason length (String.length reason - length) else reason)
    | exception (Stack_overflow | Out_of_memory) -> unread path "it takes more memory than there is"
  in
  exit (List.fold_left judge 0 files)
