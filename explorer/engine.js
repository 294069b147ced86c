// The engine: questions go to a worker one by one, and each gets its answer or an error.

/** After this time without an answer the page says that it computes. */
const PATIENCE = 1000;

/** The engine refused a question: its message says what is wrong and what would be right. */
export class Refusal extends Error {}

/** @typedef {{question: object, topic: ?string, resolve: Function, reject: Function}} Request */

export class Engine {
  /** @type {Request[]} */
  #waiting = [];
  /** @type {?Request} */
  #open = null;
  #worker = null;
  #address;
  #packed;
  #timer = 0;
  #notify;

  /**
   * @param {string} source the text of the worker
   * @param {string} packed base64 of gzip of the WebAssembly module
   * @param {(state: {busy: boolean, slow: boolean}) => void} notify is called when this changes
   */
  constructor(source, packed, notify) {
    this.#address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.#packed = packed;
    this.#notify = notify;
    this.#start();
  }

  /** The answer to a question. Rejects with a `Refusal`, or an `Error` if the engine broke off. */
  ask(question) {
    return this.#add(question, null);
  }

  /** The same, for a question that replaces one on the same topic which still waits; that one gets null. */
  latest(topic, question) {
    const place = this.#waiting.findIndex((request) => request.topic === topic);
    if (place >= 0) this.#waiting.splice(place, 1)[0].resolve(null);
    return this.#add(question, topic);
  }

  /** Gives up all questions. */
  stop() {
    const reason = "stopped; ask for a smaller range or shorter segments";
    for (const request of this.#waiting.splice(0)) request.reject(new Error(reason));
    if (this.#open) this.#breakOff(reason);
  }

  #add(question, topic) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, topic, resolve, reject });
      this.#next();
    });
  }

  #start() {
    const worker = new Worker(this.#address);
    this.#worker = worker;
    // a worker that has been given up may still send something; it does not answer the current
    // question
    const ifCurrent = (act) => (event) => worker === this.#worker && act(event);
    worker.onmessage = ifCurrent(({ data }) => this.#receive(data));
    worker.onerror = ifCurrent((event) => this.#breakOff(`the engine failed: ${event.message}`));
    worker.postMessage({ engine: this.#packed });
  }

  #next() {
    if (this.#open || this.#waiting.length === 0) return;
    this.#open = this.#waiting.shift();
    if (!this.#worker) this.#start();
    this.#worker.postMessage({ question: JSON.stringify(this.#open.question) });
    this.#timer = setTimeout(() => this.#notify({ busy: true, slow: true }), PATIENCE);
    this.#notify({ busy: true, slow: false });
  }

  #receive(data) {
    if (data.crash !== undefined) {
      this.#breakOff(`the engine failed (${data.crash}); it restarts with the next question`);
      return;
    }
    if (!this.#open) return;
    const { resolve, reject } = this.#close();
    const answer = JSON.parse(data.answer);
    if (answer.error === undefined) resolve(answer);
    else reject(new Refusal(answer.error));
    this.#continue();
  }

  /** The next question starts a new worker: one that cannot start is not tried without end. */
  #breakOff(reason) {
    this.#worker.terminate();
    this.#worker = null;
    this.#close()?.reject(new Error(reason));
    this.#continue();
  }

  #close() {
    clearTimeout(this.#timer);
    const request = this.#open;
    this.#open = null;
    return request;
  }

  #continue() {
    // the code that gets the answer may ask again at once, so the engine is idle only after that
    queueMicrotask(() => {
      this.#next();
      if (!this.#open) setTimeout(() => this.#open || this.#notify({ busy: false, slow: false }));
    });
  }
}
