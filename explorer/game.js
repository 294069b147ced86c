// The game, against perfect play or between two people: its controls, the pointer on the board, and the program's replies.

import { byId, fillSelect, make, onWidth, prefersStillness, showError, withVariables } from "./elements.js";
import { approximate, segmentsText, typeset, wordsOf } from "./notation.js";
import { Board } from "./board.js";
import { Aim } from "./aim.js";
import { Turns, moveText, nextPlayer, placedText, playerName, turnText, whyText, winText } from "./turns.js";
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
  /** The turn whose board is looked at instead of the current one. */
  #past = null;
  /** How many games each player has won, but for the present one. */
  #won = {};
  /** Who asked for the next position to be played, even if a game is on. */
  #deals = null;
  /** Counts what was aimed at, so that only the last place is shown. */
  #aiming = 0;

  /** @param {import("./position.js").Position} position where games begin */
  constructor(engine, position) {
    this.#engine = engine;
    this.#position = position;
    this.#listen();
  }

  /** Begins again from a position, unless you have moved in a game with the same lengths. */
  async follow(setting, segments, reason) {
    const isDealt = this.#deals !== null;
    this.#deals = null;
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
    await this.begin(segments, reason);
  }

  /** Ends the game of other lengths: the board is empty until another one begins. */
  #close() {
    this.#run++;
    this.#turns = null;
    this.#winning = [];
    for (const id of ["board", "history", "turn", "status", "piece-segment"]) byId(id).replaceChildren();
    for (const id of ["undo", "hint", "why", "place-piece"]) byId(id).disabled = true;
    for (const id of ["game-note", "continue", "again", "legend", "now"]) byId(id).hidden = true;
    byId("score").textContent = "";
    this.#won = {};
    this.#past = null;
  }

  /** @param {string} [reason] why it is another position than was asked for */
  async begin(segments, reason = "") {
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
    showError("error-game", reason);
    byId("place").value = "";
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
    byId("why").onclick = () => this.#say(whyText(this.#past ?? this.#turns.current));
    byId("now").onclick = () => this.#look(null);
    byId("show-values").onchange = () => this.#showValues();
    this.#showValues();
    onWidth(byId("board").parentElement, () => this.#turns && this.#draw());
    this.#listenToPointer();
  }

  #showValues() {
    const areShown = byId("show-values").checked;
    document.documentElement.classList.toggle("values", areShown);
    this.#board.name(areShown);
  }

  async #deal() {
    const deal = {};
    try {
      const setting = this.#setting;
      const segments = await this.#wished();
      if (setting !== this.#setting) return;
      if (segments.join() === this.#position.segments.join()) return await this.begin(segments);
      this.#deals = deal;
      const refusal = await this.#position.take(segments);
      if (refusal) throw new Error(refusal);
    } catch (error) {
      showError("error-game", error.message);
    } finally {
      if (this.#deals === deal) this.#deals = null;
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
    return turn !== undefined && !this.#past && turn.player !== "program" && !turn.answer.over;
  }

  /** What happened, for the ear as well. */
  #say(sentence) {
    byId("status").replaceChildren(...withVariables(sentence));
  }

  /** Shows the board after a move, or with null the present one. */
  #look(turn) {
    this.#past = turn === this.#turns.current ? null : turn;
    this.#say(this.#past ? "You cannot place a piece on an earlier board." : "");
    this.#draw();
    if (this.#past) this.#board.markMove(turn.number);
    else byId("turn").focus({ preventScroll: true });
  }

  /** How many games each player has won, with the present one. */
  get #score() {
    // who cannot begin has lost, but nobody has played
    const winner = this.#turns?.moves.length ? this.#turns.winner : null;
    return winner ? { ...this.#won, [winner]: (this.#won[winner] ?? 0) + 1 } : this.#won;
  }

  /** Draws the board that is looked at. */
  #draw() {
    const { answer, rows } = this.#past ?? this.#turns.current;
    const winner = this.#past ? null : this.#turns.winner;
    const sign = winner && { by: winner, text: winText(winner) };
    this.#board.show(rows, { shortest: this.#setting.shortest, values: answer.values, sign });
    this.#board.name(byId("show-values").checked);
    byId("legend").hidden = !freeParts(rows).some(({ length, number }) => number === null && length !== "0");
    byId("board").classList.toggle("yours", this.#isYours);
    byId("now").hidden = !this.#past;
    byId("move").hidden = this.#past !== null;
    this.#showTurn();
  }

  #show() {
    this.#past = null;
    this.#draw();
    byId("again").hidden = this.#turns.winner === null;
    this.#fillSegments();
    const items = this.#turns.moves.map((turn) => {
      const sentence = `${playerName(turn.before.player, true)}: ${placedText(turn)}`;
      const text = make("span", {}, ...withVariables(sentence));
      return make("li", {}, make("button", { type: "button", onclick: () => this.#look(turn) }, text));
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

  /** A button that is switched off gives its focus to the line that says whose turn it is. */
  #enable(id, isEnabled) {
    if (!isEnabled && document.activeElement === byId(id)) byId("turn").focus({ preventScroll: true });
    byId(id).disabled = !isEnabled;
  }

  #showTurn() {
    const turn = this.#past ?? this.#turns.current;
    const element = byId("turn");
    element.dataset.turn = turn.answer.over ? "over" : turn.player;
    const winner = turn.answer.wins ? turn.player : nextPlayer(turn.player);
    const verdict = `value of the sum ${turn.answer.grundy ?? "not 0"}: ${playerName(winner)} can force a win`;
    const value = make("span", { className: "value", textContent: ` (${verdict})` });
    const text = this.#past ? `The board after move ${turn.number} of ${this.#turns.moves.length}` : turnText(turn);
    element.replaceChildren(text, ...(turn.answer.over ? [] : [value]));
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
    const chip = (length) =>
      make("button", { type: "button", data: { length }, textContent: name(length), onclick: () => this.#choose(length) });
    byId("tray").replaceChildren(...lengths.map(chip));
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
    if (this.#past) return;
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
    const turn = this.#turns.current;
    if (player !== "program") byId("place").value = "";
    const said = `${playerName(player, true)} placed ${placedText(turn)}.`;
    this.#say(turn.answer.over ? `${said} ${turnText(turn)}.` : said);
    this.#show();
    await this.#proceed();
  }

  #placeTyped() {
    if (this.#past) this.#look(null);
    if (!this.#isYours) return;
    const [segment, length] = [Number(byId("piece-segment").value), byId("piece-length").value];
    const typed = byId("place").value.trim().toLowerCase();
    if (typed === "") {
      this.#say("");
      showError("error-place", "the place is missing; type a number such as 0, 3/2 or 1+sqrt2", byId("place"));
      return;
    }
    const left = this.#turns.current.answer.left[segment - 1];
    const place = Object.hasOwn(PLACES_IN_WORDS, typed) ? PLACES_IN_WORDS[typed](left, length) : typed;
    this.#makeMove({ segment, length, place });
  }

  #undo() {
    this.#run++;
    byId("continue").hidden = true;
    showError("error-place", "", byId("place"));
    this.#turns.undo();
    this.#say("Your last move was taken back.");
    this.#show();
    this.#proceed();
  }

  #hint() {
    if (this.#past) this.#look(null);
    showError("error-place", "", byId("place"));
    const { answer: { reply, reply_wins }, rows } = this.#turns.current;
    if (!reply_wins) {
      const advice = this.#turns.canUndo ? " Undo takes back the last move." : "";
      return this.#say(`No move wins here against perfect play.${advice}`);
    }
    const { number } = freeParts(rows)[reply.segment - 1];
    this.#say(`A winning move: ${moveText({ ...reply, segment: number })}. It is entered below the board.`);
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
      else this.#leave();
    });
    document.addEventListener("pointerup", async (event) => {
      if (pressed !== event.pointerId) return;
      pressed = null;
      if (!board.contains(document.elementFromPoint(event.clientX, event.clientY))) return;
      const aimed = await this.#aimAt(event);
      this.#leave();
      if (aimed) this.#makeMove({ segment: aimed.index + 1, length: aimed.length, place: aimed.text });
    });
    document.addEventListener("pointercancel", () => {
      pressed = null;
      this.#leave();
    });
  }

  #leave() {
    this.#aiming++;
    this.#board.hideGhost();
  }

  /** Shows the piece at its exact place under the pointer, and returns it: null if it does not fit there, or nobody knows. */
  async #aimAt({ type, clientX, clientY }) {
    const element = document.elementFromPoint(clientX, clientY)?.closest(".segment");
    this.#leave();
    if (this.#past && type === "pointerup") this.#look(this.#past);
    if (!element || !this.#isYours) return null;
    const aiming = this.#aiming;
    const turn = this.#turns.current;
    const index = Number(element.dataset.index);
    const length = this.#piece;
    const moves = this.#winning[index]?.moves.find((entry) => entry.length === length);
    const segment = { length: element.dataset.length, winning: moves?.winning ?? [] };
    const middle = (clientX - element.getBoundingClientRect().left) / this.#board.unit;
    const isAtEnd = this.#setting.atEnd.includes(length);
    const how = { unit: this.#board.unit, snaps: byId("snap").checked, isAtEnd };
    let place = null;
    let reason = `A piece of length ${typeset(length)} does not fit there`;
    try {
      place = await this.#aim.place(segment, length, middle, how);
    } catch (error) {
      reason = `The piece cannot be placed: ${error.message}`;
    }
    if (this.#turns?.current !== turn || !this.#isYours) return null;
    if (place === null) {
      if (type === "pointerup") this.#say(`${reason}.`);
      return null;
    }
    const aimed = { index, length, ...place };
    // another place may be aimed at by now
    if (aiming === this.#aiming) this.#board.showGhost(aimed, "mine");
    return aimed;
  }
}
