// Runs the engine: a message is a question, and the reply is its answer.
let engine;

onmessage = async ({ data }) => {
  if (data instanceof ArrayBuffer) {
    engine = (await WebAssembly.instantiate(data)).instance.exports;
    postMessage("ready");
    return;
  }
  const question = new TextEncoder().encode(data);
  const address = engine.allocate(question.length) >>> 0;
  new Uint8Array(engine.memory.buffer, address, question.length).set(question);
  const reply = BigInt.asUintN(64, engine.answer(address, question.length));
  const bytes = new Uint8Array(engine.memory.buffer, Number(reply >> 32n), Number(reply & 0xffffffffn));
  postMessage(new TextDecoder().decode(bytes));
};
