(* check FILE...: proves certificates of octal games by the checker that is itself proven.

   This file is the part that is not proven: it reads a certificate, strictly by the grammar of the
   page "certificates", and asks [Checker.check]. A fault in it could misread what a file claims; so
   it prints the claim that it has read. *)

open Checker

exception Refused of int * string (* the line, from 1, or 0; and the reason *)

let most_values = 1 lsl 22
let most_values_without_period = 20_000
let longest_line = 8_000
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
    refuse reader (Printf.sprintf "'%s' is no whole number" (String.escaped word));
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

let rec values_of reader count found =
  if count = 0 then List.rev found
  else
    match next reader with
    | "g" :: words ->
        let expected = min count in_a_row in
        if List.length words <> expected then
          refuse reader (Printf.sprintf "expected %d values" expected);
        values_of reader (count - expected) (List.rev_append (List.map (whole reader) words) found)
    | _ -> refuse reader "expected 'g'"

(* A line for a certificate that is proven. *)
let prove text =
  let reader = reader_of text in
  expect reader [ "nimsweep"; "certificate"; "1" ];
  let code =
    match next reader with
    | [ "octal"; code ] -> code
    | _ -> refuse reader "expected 'octal' and a code: this checker takes octal games only"
  in
  let digits = digits_of reader code in
  let count =
    match next reader with
    | [ "values"; count ] -> whole reader count
    | _ -> refuse reader "expected 'values' and their number"
  in
  if count < 1 || count > most_values then
    refuse reader (Printf.sprintf "expected 1 to %d values" most_values);
  let values = values_of reader count [] in
  let period =
    match next reader with
    | [ "period"; p; from ] ->
        let p = whole reader p and from = whole reader from in
        if p < 1 then refuse reader "a period is at least 1";
        (* before they become unary *)
        if p > count || from > count then refuse reader "there are too few values for this period";
        expect reader [ "end" ];
        Some (p, from)
    | [ "end" ] -> None
    | _ -> refuse reader "expected 'period', p and n, or 'end'"
  in
  if reader.at < Array.length reader.lines then begin
    reader.at <- reader.at + 1;
    refuse reader "there is something behind 'end'"
  end;
  let digits = list_of digits and table = list_of values in
  let proven says = Printf.sprintf "proven: %s: the values of the heaps 0 to %d%s" code (count - 1) says in
  match period with
  | None when count > most_values_without_period ->
      let most = most_values_without_period in
      raise (Refused (0, Printf.sprintf
        "without a period it claims its values only, and these are taken up to %d" most))
  | None when check_values digits table = True -> proven ""
  | Some (p, from) when check digits table (unary p) (unary from) = True ->
      proven (Printf.sprintf ", and G(n + %d) = G(n) for all n >= %d" p from)
  | _ when check_values digits table = True ->
      raise (Refused (0, "the values are right, but the period does not follow from them"))
  | _ -> raise (Refused (0, "a value is not the mex of what the moves leave"))

let read path =
  let channel = open_in_bin path in
  Fun.protect
    ~finally:(fun () -> close_in channel)
    (fun () -> really_input_string channel (in_channel_length channel))

let () =
  let files = List.tl (Array.to_list Sys.argv) in
  if files = [] then begin
    prerr_endline "check: name at least one certificate of an octal game: check FILE...";
    exit 2
  end;
  let judge worst path =
    match prove (read path) with
    | says -> Printf.printf "%s: %s\n%!" path says; worst
    | exception Refused (line, reason) ->
        let place = if line = 0 then "" else Printf.sprintf "line %d: " line in
        Printf.printf "%s: refused: %s%s\n%!" path place reason;
        max worst 1
    | exception Sys_error reason ->
        Printf.eprintf "check: %s\n%!" reason;
        2
  in
  exit (List.fold_left judge 0 files)
