// The engine: questions go to a worker one by one, and each gets its answer or an error. What takes long is computed in
// parts, and other questions come between them.

/** After this time without an answer the page says that it computes. */
const PATIENCE = 1000;

/** The engine refused a question: its message says what is wrong and what would be right. */
export class Refusal extends Error {}

/**
 * Which share of the work for a question is done, and how far g is known, if more of it is needed.
 * @typedef {{share: number, known: ?string}} Growth
 */

/**
 * @typedef {{question: object, topic: ?string, grows: (growth: Growth) => void, resolve: Function, reject: Function,
 *   begun: ?number, share: ?number}} Request when it was begun, and which share of its work is done, if that is known
 */

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
   * @param {(state: {busy: boolean, slow: boolean, share?: number}) => void} notify is called when this changes: whether
   *   there is work, whether it takes long, and which share of what takes long is done, if that is known
   */
  constructor(source, packed, notify) {
    this.#address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.#packed = packed;
    this.#notify = notify;
    this.#start();
  }

  /**
   * The answer to a question. Rejects with a `Refusal`, or an `Error` if the engine broke off.
   * @param {(growth: Growth) => void} grows is called after each part, if there are several
   */
  ask(question, grows = () => {}) {
    return this.#add(question, null, grows);
  }

  /** The same, for a question that replaces one on the same topic which still waits; that one gets null. */
  latest(topic, question, grows = () => {}) {
    const place = this.#waiting.findIndex((request) => request.topic === topic);
    if (place >= 0) this.#waiting.splice(place, 1)[0].resolve(null);
    return this.#add(question, topic, grows);
  }

  /** Gives up all questions. */
  stop() {
    const reason = "stopped; ask for a smaller range or shorter segments";
    for (const request of this.#waiting.splice(0)) request.reject(new Error(reason));
    if (this.#open) this.#breakOff(reason);
  }

  #add(question, topic, grows) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, topic, grows, resolve, reject, begun: null, share: null });
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
    this.#open.begun ??= performance.now();
    this.#report();
  }

  /** Says how the work stands: by the request that was begun first. */
  #report() {
    clearTimeout(this.#timer);
    const begun = [this.#open, ...this.#waiting].filter((request) => request.begun !== null);
    const { begun: start, share } = begun.reduce((first, other) => (other.begun < first.begun ? other : first));
    const left = start + PATIENCE - performance.now();
    if (left > 0) this.#timer = setTimeout(() => this.#report(), left);
    this.#notify({ busy: true, slow: left <= 0, ...(share !== null && { share }) });
  }

  #receive(data) {
    if (data.crash !== undefined) {
      this.#breakOff(`the engine failed (${data.crash}); it restarts with the next question`);
      return;
    }
    if (!this.#open) return;
    if (data.growth !== undefined) {
      this.#open.share = data.growth.share;
      if (data.growth.known !== null) this.#open.grows(data.growth);
      const request = this.#close();
      const isReplaced = request.topic !== null && this.#waiting.some(({ topic }) => topic === request.topic);
      if (isReplaced) request.resolve(null);
      // others come first, among them those about what is known by now
      else this.#waiting.push(request);
      this.#next();
      return;
    }
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
