// The engine in a worker: bytes of the module in, then one JSON question in, one JSON answer out.

let exports;
/** Resolves when the exports are ready. */
let started;

/** Unpacks the module: base64 of gzip of WebAssembly. */
async function start(packed) {
  const bytes = Uint8Array.from(atob(packed.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = new Response(stream, { headers: { "Content-Type": "application/wasm" } });
  exports = (await WebAssembly.instantiateStreaming(module)).instance.exports;
}

/** Where a reply lies in the memory: its address times 2^32 and its length. */
function textAt(place) {
  const [address, length] = [place >> 32n, place & 0xffffffffn].map((part) => Number(BigInt.asUintN(32, part)));
  // the memory may have grown, so that its buffer is another one now
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address, length));
}

/** The answer to a question, or how far the engine is if there is more to do before. */
function reply(question) {
  const bytes = new TextEncoder().encode(question);
  const address = exports.allocate(bytes.length) >>> 0;
  // 0: the question is too long, and the engine says so
  if (address !== 0) new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
  const growth = textAt(exports.advance?.(address, bytes.length) ?? 0n);
  if (growth !== "") return { growth: JSON.parse(growth) };
  const answer = textAt(exports.answer(address, bytes.length));
  exports.release?.();
  return { answer };
}

onmessage = async ({ data }) => {
  try {
    started ??= start(data.engine);
    await started;
    if (data.question !== undefined) postMessage(reply(data.question));
  } catch (error) {
    postMessage({ crash: String(error.message ?? error) });
  }
};
