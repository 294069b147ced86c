// The winning places on a segment, drawn to scale: one lane for each length of a piece.

import { draw } from "./elements.js";
import { approximate, typeset } from "./notation.js";

const LANE = 18;
const GAP = 8;
const LABEL = 44;
const RIGHT = 12;
const AXIS = 26;
/** Narrower intervals are drawn as wide as this, in pixels, so that they can be seen. */
const NARROWEST_BAR = 1.4;

/** "[2, 1 + √2)" or "{2}". */
export function intervalText({ start, end, start_included, end_included }) {
  if (start === end) return `{${typeset(start)}}`;
  return `${start_included ? "[" : "("}${typeset(start)}, ${typeset(end)}${end_included ? "]" : ")"}`;
}

/**
 * A picture of one segment of an answer of `moves`.
 * @param {{at: string, moves: object[]}} segment
 * @param {{width: number, longest: number}} scale pixels, and the length that fills them
 * @param {(text: string) => void} say is called with the winning place that is pointed at
 */
export function drawLanes(segment, scale, say) {
  const length = approximate(segment.at);
  const unit = (scale.width - LABEL - RIGHT) / scale.longest;
  const x = (place) => LABEL + place * unit;
  const height = segment.moves.length * (LANE + GAP) + AXIS;
  const name = `Winning places on the segment of length ${typeset(segment.at)}`;
  const svg = draw("svg", { width: scale.width, height, role: "img", "aria-label": name });
  segment.moves.forEach((moves, row) => svg.append(...lane(moves, row * (LANE + GAP), length, x)));
  svg.append(...axis(segment.at, length, height - AXIS + 4, x));
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    const moves = segment.moves[Math.floor((event.clientY - box.top) / (LANE + GAP))];
    const place = (event.clientX - box.left - LABEL) / unit;
    say(moves ? pointedAt(moves, place, 4 / unit) : "");
  });
  return svg;
}

function lane(moves, top, length, x) {
  const last = length - approximate(moves.length);
  const bars = [];
  const ticks = [];
  for (const interval of moves.winning) {
    const [start, end] = [x(Number(interval.start_decimal)), x(Number(interval.end_decimal))];
    if (interval.start === interval.end) ticks.push(`M${start.toFixed(2)} ${top - 3}v${LANE + 6}`);
    else {
      const width = Math.max(end - start, NARROWEST_BAR);
      const left = (start + end - width) / 2;
      bars.push(`M${left.toFixed(2)} ${top}h${width.toFixed(2)}v${LANE}h${(-width).toFixed(2)}z`);
    }
  }
  const label = draw("text", { class: "lane-label", x: LABEL - 8, y: top + LANE - 5 });
  label.textContent = typeset(moves.length);
  return [
    label,
    draw("path", { class: "track", d: `M${x(0)} ${top}H${Math.max(x(last), x(0) + 1).toFixed(2)}v${LANE}H${x(0)}z` }),
    draw("path", { class: "winning", d: bars.join("") }),
    draw("path", { class: "single", d: ticks.join("") }),
  ];
}

function axis(at, length, top, x) {
  const text = (place, anchor, content) => {
    const label = draw("text", { class: "axis-label", x: x(place), y: top + 16, "text-anchor": anchor });
    label.textContent = content;
    return label;
  };
  const line = draw("path", { class: "axis", d: `M${x(0)} ${top + 3}v-3H${x(length).toFixed(2)}v3` });
  return [line, text(0, "middle", "0"), text(length, x(length) < LABEL + 40 ? "start" : "end", typeset(at))];
}

function pointedAt(moves, place, reach) {
  let best = null;
  let least = reach;
  for (const interval of moves.winning) {
    const distance = Math.max(Number(interval.start_decimal) - place, place - Number(interval.end_decimal), 0);
    if (distance < least) [best, least] = [interval, distance];
  }
  const piece = `A piece of length ${typeset(moves.length)}`;
  return best ? `${piece} wins with its left end in ${intervalText(best)}.` : `${piece} does not win here.`;
}
