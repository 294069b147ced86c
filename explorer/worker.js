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

function reply(question) {
  const bytes = new TextEncoder().encode(question);
  const address = exports.allocate(bytes.length) >>> 0;
  // 0: the question is too long, and the engine says so
  if (address !== 0) new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
  const place = BigInt.asUintN(64, exports.answer(address, bytes.length));
  // the memory may have grown, so that its buffer is another one now
  const answer = new Uint8Array(exports.memory.buffer, Number(place >> 32n), Number(place & 0xffffffffn));
  const text = new TextDecoder().decode(answer);
  exports.release?.();
  return text;
}

onmessage = async ({ data }) => {
  try {
    started ??= start(data.engine);
    await started;
    if (data.question !== undefined) postMessage({ answer: reply(data.question) });
  } catch (error) {
    postMessage({ crash: String(error.message ?? error) });
  }
};
