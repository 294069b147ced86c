// The game, against perfect play or between two people: its controls, the pointer on the board, and the program's replies.

import { byId, fillSelect, make, onWidth, prefersStillness, showError, withVariables } from "./elements.js";
import { approximate, segmentsText, typeset, wordsOf } from "./notation.js";
import { Board } from "./board.js";
import { Aim } from "./aim.js";
import { Turns, moveText, placedText, playerName, turnText, whyText, winText } from "./turns.js";
import { freeParts } from "./row.js";
import { randomMove, randomSegments } from "./deal.js";

/** How long the program's piece is shown before it is placed, in milliseconds. */
const REPLY_TIME = 500;
/** The pointer is drawn to places on segments of up to this many shortest lengths. */
const LONGEST_AIMED = 1000;
/** Places as words. */
const PLACES_IN_WORDS = {
  start: () => "0",
  mid: (length, piece) => `((${length})-(${piece}))/2`,
  end: (length, piece) => `(${length})-(${piece})`,
};

export class Game {
  #engine;
  #setting;
  #position;
  #board = new Board();
  #aim;
  #turns;
  /** Counts games and undone moves, so that what began before them ends. */
  #run = 0;
  /** Counts the games that were asked for, so that only the last one begins. */
  #asked = 0;
  #winning = [];
  #piece = "";
  #aimed = null;
  /** The turn whose board is looked at instead of the current one. */
  #seen = null;
  /** How many games each player has won, but for the present one. */
  #won = {};
  /** Whether the next position is to be played, even if a game is on. */
  #isDealing = false;

  /** @param {import("./position.js").Position} position where games begin */
  constructor(engine, position) {
    this.#engine = engine;
    this.#position = position;
    this.#listen();
  }

  /** Begins again from a position, unless you have moved in a game with the same lengths. */
  async follow(setting, segments) {
    const isDealt = this.#isDealing;
    this.#isDealing = false;
    byId("start-segments").value = segmentsText(segments);
    if (this.#setting === setting && this.#turns?.canUndo && !isDealt) {
      byId("game-note").hidden = this.#turns.start.join() === segments.join();
      return;
    }
    if (this.#setting !== setting) {
      this.#setting = setting;
      this.#close();
      this.#fillPieces();
    }
    await this.begin(segments);
  }

  /** Ends the game of other lengths: the board is empty until another one begins. */
  #close() {
    this.#run++;
    this.#turns = null;
    this.#winning = [];
    this.#aimed = null;
    for (const id of ["board", "history", "turn", "status", "piece-segment"]) byId(id).replaceChildren();
    for (const id of ["undo", "hint", "why", "place-piece"]) byId(id).disabled = true;
    for (const id of ["game-note", "continue", "again", "legend", "now"]) byId(id).hidden = true;
    this.#won = {};
  }

  async begin(segments) {
    // the current game continues until another one begins
    const asked = ++this.#asked;
    const turns = new Turns(this.#engine, this.#setting);
    try {
      await turns.begin(segments, byId("first").value);
    } catch (error) {
      if (asked === this.#asked) showError("error-game", error.message);
      return;
    }
    if (asked !== this.#asked) return;
    this.#run++;
    showError("error-game", "");
    for (const id of ["game-note", "continue"]) byId(id).hidden = true;
    showError("error-place", "", byId("place"));
    this.#won = this.#score;
    this.#turns = turns;
    this.#aim = new Aim(this.#engine, this.#setting.pieces);
    this.#learnPlaces(this.#aim);
    this.#say("");
    this.#show();
    await this.#proceed();
  }

  #listen() {
    byId("new").onsubmit = (event) => {
      event.preventDefault();
      this.#deal();
    };
    byId("source").onchange = () => {
      const isRandom = byId("source").value === "random";
      for (const field of document.querySelectorAll(".random")) field.hidden = !isRandom;
      byId("typed").hidden = isRandom;
    };
    byId("move").onsubmit = (event) => {
      event.preventDefault();
      this.#placeTyped();
    };
    byId("piece-length").onchange = () => this.#choose(byId("piece-length").value);
    byId("undo").onclick = () => this.#undo();
    byId("hint").onclick = () => this.#hint();
    byId("continue").onclick = () => this.#continue();
    byId("again").onclick = () => this.#deal();
    byId("why").onclick = () => this.#say(whyText(this.#seen ?? this.#turns.current));
    byId("now").onclick = () => this.#look(null);
    byId("show-values").onchange = () => this.#showValues();
    this.#showValues();
    onWidth(byId("board").parentElement, () => this.#turns && this.#show());
    this.#listenToPointer();
  }

  #showValues() {
    const areShown = byId("show-values").checked;
    document.documentElement.classList.toggle("values", areShown);
    this.#board.name(areShown);
  }

  async #deal() {
    try {
      const segments = await this.#wished();
      if (segments.join() === this.#position.segments.join()) return await this.begin(segments);
      this.#isDealing = true;
      const refusal = await this.#position.take(segments);
      if (refusal) throw new Error(refusal);
    } catch (error) {
      showError("error-game", error.message);
    } finally {
      this.#isDealing = false;
    }
  }

  /** The segments of the next game, as typed or random. */
  async #wished() {
    if (byId("source").value === "field") {
      const { segments } = this.#position;
      const typed = byId("start-segments").value;
      // what is shown stands for the exact segments
      return typed === segmentsText(segments) ? segments : wordsOf(typed);
    }
    const wish = {
      count: Math.min(Math.max(Math.round(Number(byId("random-count").value)) || 1, 1), 8),
      size: byId("random-size").value,
      outcome: byId("random-outcome").value,
    };
    return randomSegments(this.#engine, this.#setting, wish);
  }

  /** Whether a person may place a piece now. */
  get #isYours() {
    const turn = this.#turns?.current;
    return turn !== undefined && !this.#seen && turn.player !== "program" && !turn.answer.over;
  }

  /** What happened, for the ear as well. */
  #say(sentence) {
    byId("status").replaceChildren(...withVariables(sentence));
  }

  /** Shows the board after a move, or with null the present one. */
  #look(turn) {
    this.#seen = turn === this.#turns.current ? null : turn;
    this.#say(this.#seen ? `The board after move ${turn.number}.` : "");
    this.#draw();
    byId("now").hidden = !this.#seen;
    if (!this.#seen) byId("turn").focus({ preventScroll: true });
  }

  /** How many games each player has won, with the present one. */
  get #score() {
    const winner = this.#turns?.winner;
    return winner ? { ...this.#won, [winner]: (this.#won[winner] ?? 0) + 1 } : this.#won;
  }

  /** Draws the board that is looked at. */
  #draw() {
    const { answer, rows } = this.#seen ?? this.#turns.current;
    const winner = this.#seen ? null : this.#turns.winner;
    const sign = winner && { by: winner, text: winText(winner) };
    this.#board.show(rows, { shortest: this.#setting.shortest, values: answer.values, sign });
    this.#board.name(byId("show-values").checked);
    byId("legend").hidden = !freeParts(rows).some(({ length, number }) => number === null && length !== "0");
    byId("board").classList.toggle("yours", this.#isYours);
  }

  #show() {
    this.#seen = null;
    byId("now").hidden = true;
    this.#draw();
    byId("again").hidden = this.#turns.winner === null;
    this.#showTurn();
    this.#fillSegments();
    const items = this.#turns.moves.map((turn) => {
      const sentence = `${playerName(turn.before.player, true)}: ${placedText(turn)}`;
      return make("li", {}, make("button", { type: "button", onclick: () => this.#look(turn) }, ...withVariables(sentence)));
    });
    byId("history").replaceChildren(...items);
    this.#enable("undo", this.#turns.canUndo);
    for (const id of ["hint", "place-piece"]) this.#enable(id, this.#isYours);
    byId("why").disabled = false;
    const score = this.#score;
    const players = [["you", "program"], ["first", "second"]].find((pair) => pair.includes(this.#turns.current.player));
    const won = players.map((player) => `${playerName(player)} ${score[player] ?? 0}`);
    byId("score").textContent = players.some((player) => score[player]) ? `Games won: ${won.join(", ")}.` : "";
  }

  /** A move in words, by the number of its segment. */
  #moveText(move, { rows }) {
    return moveText({ ...move, segment: freeParts(rows)[move.segment - 1].number });
  }

  /** A button that is switched off gives its focus to the line that says whose turn it is. */
  #enable(id, isEnabled) {
    if (!isEnabled && document.activeElement === byId(id)) byId("turn").focus({ preventScroll: true });
    byId(id).disabled = !isEnabled;
  }

  #showTurn() {
    const turn = this.#turns.current;
    const element = byId("turn");
    element.dataset.turn = turn.answer.over ? "over" : turn.player;
    const winner = turn.answer.wins ? turn.player : this.#turns.next;
    const verdict = `value of the sum ${turn.answer.grundy ?? "not 0"}: ${playerName(winner)} can force a win`;
    const value = make("span", { className: "value", textContent: ` (${verdict})` });
    element.replaceChildren(turnText(turn), ...(turn.answer.over ? [] : [value]));
  }

  #fillSegments() {
    const turn = this.#turns.current;
    const pairs = freeParts(turn.rows).flatMap(({ length, number }, index) => {
      return number === null ? [] : [[`${index + 1}`, `${number}: length ${typeset(length)}`]];
    });
    fillSelect(byId("piece-segment"), pairs);
  }

  #fillPieces() {
    const { all: lengths, atEnd } = this.#setting;
    const name = (length) => typeset(length) + (atEnd.includes(length) ? " at an end" : "");
    fillSelect(byId("piece-length"), lengths.map((length) => [length, name(length)]));
    const chips = lengths.map((length) => {
      const chip = make("button", { type: "button", data: { length }, textContent: name(length) });
      chip.onclick = () => this.#choose(length);
      return chip;
    });
    byId("tray").replaceChildren(...chips);
    this.#choose(lengths.includes(this.#piece) ? this.#piece : lengths[0]);
  }

  #choose(length) {
    this.#piece = length;
    byId("piece-length").value = length;
    for (const chip of byId("tray").children) chip.setAttribute("aria-pressed", chip.dataset.length === length);
  }

  /** What follows a move: your turn begins, or the program replies. */
  async #proceed() {
    const run = this.#run;
    const { answer, player } = this.#turns.current;
    this.#winning = [];
    if (answer.over) return;
    if (player !== "program") {
      await this.#learnWinning(run);
      return;
    }
    const isEasy = byId("easy").checked && Math.random() < 0.5;
    const easy = isEasy && (await randomMove(this.#engine, this.#turns.current, this.#setting).catch(() => null));
    const reply = easy || answer.reply;
    if (run !== this.#run) return;
    this.#ghost(reply, "reply");
    await new Promise((resolve) => setTimeout(resolve, prefersStillness() ? 0 : REPLY_TIME));
    if (run !== this.#run) return;
    this.#board.hideGhost();
    await this.#makeMove(reply);
  }

  /** Where anything changes, for the pointer to be drawn to; without it the pointer is free. */
  async #learnPlaces(aim) {
    const [longest] = this.#turns.start.toSorted((a, b) => approximate(b) - approximate(a));
    if (approximate(longest) <= LONGEST_AIMED * this.#setting.shortest.value) await aim.learn(longest).catch(() => {});
  }

  /** The winning places, for the pointer to snap to. */
  async #learnWinning(run) {
    const question = { command: "moves", segments: this.#turns.current.answer.left, ...this.#setting.pieces };
    try {
      const answer = await this.#engine.ask(question);
      if (run === this.#run) this.#winning = answer.segments ?? [answer];
    } catch (error) {
      if (run === this.#run) showError("error-game", error.message);
    }
  }

  /** Lets the program move, after the engine broke off. */
  #continue() {
    byId("turn").focus({ preventScroll: true });
    byId("continue").hidden = true;
    this.#proceed();
  }

  /** Shows a move of the engine as a ghost. */
  #ghost({ segment, length, place, place_decimal }, kind) {
    if (this.#seen) return;
    this.#board.showGhost({ index: segment - 1, length, value: Number(place_decimal), text: place }, kind);
  }

  async #makeMove(move) {
    const run = this.#run;
    const { player } = this.#turns.current;
    showError("error-place", "", byId("place"));
    try {
      if (!(await this.#turns.make(move))) return;
    } catch (error) {
      if (run !== this.#run) return;
      // what was said of the position before is not about this
      this.#say("");
      showError("error-place", error.message, ...(player === "program" ? [] : [byId("place")]));
      byId("continue").hidden = player !== "program";
      return;
    }
    if (run !== this.#run) return;
    this.#aimed = null;
    const { answer, move: made, before } = this.#turns.current;
    if (player !== "program") byId("place").value = "";
    const said = `${playerName(player, true)} placed ${this.#moveText(made, before)}.`;
    this.#say(answer.over ? `${said} ${turnText(this.#turns.current)}.` : said);
    this.#show();
    await this.#proceed();
  }

  #placeTyped() {
    if (this.#seen) this.#look(null);
    if (!this.#isYours) return;
    const [segment, length] = [Number(byId("piece-segment").value), byId("piece-length").value];
    const typed = byId("place").value.trim();
    if (typed === "") {
      this.#say("");
      showError("error-place", "the place is missing; write a number such as 0, 3/2 or 1+sqrt2", byId("place"));
      return;
    }
    const place = PLACES_IN_WORDS[typed]?.(this.#turns.current.answer.left[segment - 1], length) ?? typed;
    this.#makeMove({ segment, length, place });
  }

  #undo() {
    this.#run++;
    byId("continue").hidden = true;
    showError("error-place", "", byId("place"));
    this.#turns.undo();
    this.#say("The last move is taken back.");
    this.#show();
    this.#proceed();
  }

  #hint() {
    if (this.#seen) this.#look(null);
    showError("error-place", "", byId("place"));
    const { reply, reply_wins } = this.#turns.current.answer;
    if (!reply_wins) {
      this.#say("No move wins here against perfect play. Undo takes back the last move.");
      return;
    }
    this.#say(`A winning move: ${this.#moveText(reply, this.#turns.current)}. It is filled in below the board.`);
    byId("piece-segment").value = reply.segment;
    this.#choose(reply.length);
    byId("place").value = typeset(reply.place);
    this.#ghost(reply, "hint");
  }

  /** A piece is aimed with the pointer and placed on release; from the tray it can be dragged. */
  #listenToPointer() {
    const board = byId("board");
    const tray = byId("tray");
    let pressed = null;
    const leave = () => {
      this.#aimed = null;
      this.#board.hideGhost();
    };
    board.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      pressed = event.pointerId;
      board.releasePointerCapture?.(event.pointerId);
      this.#aimAt(event);
    });
    tray.addEventListener("pointerdown", (event) => {
      const chip = event.target.closest("button");
      if (!chip || event.button !== 0) return;
      this.#choose(chip.dataset.length);
      pressed = event.pointerId;
    });
    document.addEventListener("pointermove", (event) => {
      const isOver = board.contains(document.elementFromPoint(event.clientX, event.clientY));
      if (isOver && (event.pointerType === "mouse" || pressed === event.pointerId)) this.#aimAt(event);
      else if (this.#aimed) leave();
    });
    document.addEventListener("pointerup", async (event) => {
      if (pressed !== event.pointerId) return;
      pressed = null;
      if (!board.contains(document.elementFromPoint(event.clientX, event.clientY))) return;
      const isKnown = await this.#aimAt(event);
      const aimed = this.#aimed;
      leave();
      if (!this.#isYours || !isKnown) return;
      if (aimed) this.#makeMove({ segment: aimed.index + 1, length: aimed.length, place: aimed.text });
      else this.#say(`A piece of length ${typeset(this.#piece)} does not fit there.`);
    });
    document.addEventListener("pointercancel", () => {
      pressed = null;
      leave();
    });
  }

  /** Shows the piece at its exact place under the pointer; returns whether it is known if it fits there. */
  async #aimAt({ clientX, clientY }) {
    const element = document.elementFromPoint(clientX, clientY)?.closest(".segment");
    if (!element || !this.#isYours) {
      this.#aimed = null;
      this.#board.hideGhost();
      return true;
    }
    const turn = this.#turns.current;
    const index = Number(element.dataset.index);
    const length = this.#piece;
    const moves = this.#winning[index]?.moves.find((entry) => entry.length === length);
    const segment = { length: element.dataset.length, winning: moves?.winning ?? [] };
    const middle = (clientX - element.getBoundingClientRect().left) / this.#board.unit;
    const isAtEnd = this.#setting.atEnd.includes(length);
    const how = { unit: this.#board.unit, snaps: byId("snap").checked, isAtEnd };
    let place = null;
    let failure = "";
    try {
      place = await this.#aim.place(segment, length, middle, how);
    } catch (error) {
      failure = error.message;
    }
    if (this.#turns?.current !== turn) return false;
    if (failure) this.#say(`The place of the piece is not known: ${failure}.`);
    if (place === null) {
      this.#aimed = null;
      this.#board.hideGhost();
      return !failure;
    }
    this.#aimed = { index, length, ...place };
    this.#board.showGhost(this.#aimed, "mine");
    return true;
  }
}
