// Pointer, wheel and keys on the curves become changes of the view and of the cross-hair.

import { byId } from "./elements.js";

const PAN_PART = 0.15;
const ZOOM_FACTOR = 0.7;

/**
 * @param {HTMLElement} area where gestures begin
 * @param {object} target with `partAt(clientX)`, `change(view => boolean)`, `point(part)`, `step(pixels)`,
 *   `crossPart()`, `showAll()`, `open()` by a key
 */
export function listen(area, target) {
  listenToPointers(area, target);
  area.addEventListener("wheel", (event) => {
    const unit = event.deltaMode === 1 ? 30 : 1;
    const part = target.partAt(event.clientX);
    const changed =
      Math.abs(event.deltaX) > Math.abs(event.deltaY)
        ? target.change((view) => view.move((event.deltaX * unit) / area.clientWidth))
        : target.change((view) => view.zoom(Math.exp(event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.002)), part));
    // at the widest range the wheel scrolls the page
    if (changed) event.preventDefault();
  }, { passive: false });
  const zoomBy = (factor) => () => target.change((view) => view.zoom(factor, target.crossPart()));
  const moveBy = (part) => () => target.change((view) => view.move(part));
  const arrow = (sign) => (event) =>
    event.shiftKey ? moveBy(sign * PAN_PART)() : target.step(sign * (event.repeat ? 4 : 1));
  const keys = {
    ArrowLeft: arrow(-1),
    ArrowRight: arrow(1),
    "+": zoomBy(ZOOM_FACTOR),
    "=": zoomBy(ZOOM_FACTOR),
    "-": zoomBy(1 / ZOOM_FACTOR),
    _: zoomBy(1 / ZOOM_FACTOR),
    PageUp: moveBy(-0.9),
    PageDown: moveBy(0.9),
    Enter: () => target.open(),
    Home: () => target.showAll(),
  };
  area.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || (event.ctrlKey && event.key !== "Home") || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key](event);
  });
  byId("zoom-in").onclick = zoomBy(ZOOM_FACTOR ** 2);
  byId("zoom-out").onclick = zoomBy(ZOOM_FACTOR ** -2);
  byId("pan-left").onclick = moveBy(-PAN_PART * 2);
  byId("pan-right").onclick = moveBy(PAN_PART * 2);
  byId("whole").onclick = () => target.showAll();
}

/** A pointer that moves less than this, in pixels, drags nothing. */
const STILL = 4;

/** One pointer points or drags, two pinch. */
function listenToPointers(area, target) {
  const pointers = new Map();
  /** Where a pointer was pressed that has not moved since, and no other one came. */
  let pressed = null;
  const selection = byId("selection");
  let selecting = null;

  const frame = () => {
    const [first, second = first] = [...pointers.values()];
    return { middle: target.partAt((first + second) / 2), gap: Math.abs(first - second) };
  };

  area.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    area.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event.clientX);
    if (event.shiftKey) selecting = event.clientX;
    pressed = pointers.size === 1 && selecting === null ? event : null;
    if (event.pointerType !== "touch") target.point(target.partAt(event.clientX));
  });

  area.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) {
      target.point(target.partAt(event.clientX));
      return;
    }
    if (pressed && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) >= STILL) pressed = null;
    if (selecting !== null) {
      const left = area.getBoundingClientRect().left;
      selection.hidden = false;
      selection.style.left = `${Math.min(selecting, event.clientX) - left}px`;
      selection.style.width = `${Math.abs(event.clientX - selecting)}px`;
      return;
    }
    // a hand is never quite still
    if (pressed) return;
    const before = frame();
    pointers.set(event.pointerId, event.clientX);
    const after = frame();
    if (after.middle === before.middle && after.gap === before.gap) return;
    area.classList.add("dragged");
    target.change((view) => {
      const moved = view.move(before.middle - after.middle);
      const zoomed = pointers.size > 1 && after.gap > 8 && view.zoom(before.gap / after.gap, after.middle);
      return moved || zoomed;
    });
    if (event.pointerType !== "touch") target.point(after.middle);
  });

  const release = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    area.classList.remove("dragged");
    if (selecting !== null && Math.abs(event.clientX - selecting) > STILL && event.type === "pointerup") {
      const ends = [target.partAt(selecting), target.partAt(event.clientX)];
      target.change((view) => view.select(...ends.map((part) => Math.min(Math.max(part, 0), 1))));
    }
    // fingers that move or pinch the curves leave the cross-hair where it is
    if (pressed && event.type === "pointerup") target.point(target.partAt(event.clientX));
    pressed = null;
    selecting = null;
    selection.hidden = true;
  };
  area.addEventListener("pointerup", release);
  area.addEventListener("pointercancel", release);
}
