export interface ManagedProcess {
  isHealthy(): boolean;
  /** Resolves when the process is gone. */
  end(): Promise<void>;
}

/** Started at once, the next process would slow down the first page of the document that took the spare one. */
const START_DELAY_MS = 1_000;

/** Keeps a process ready that no document has used, since starting one takes as long as rendering a page. */
export class SpareProcess<P extends ManagedProcess> {
  readonly #start: () => P;
  readonly #end: (process: P) => Promise<void>;
  #process: P | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(start: () => P, end: (process: P) => Promise<void> = (process) => process.end()) {
    this.#start = start;
    this.#end = end;
  }

  /** Returns the spare process, or a new one; another spare one is started a moment later. Throws after `close`. */
  take(): P {
    if (this.#isClosed) throw new Error('The processes for documents are closed.');
    const spare = this.#process;
    this.#process = undefined;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#process = this.#start();
    }, START_DELAY_MS).unref();
    if (spare?.isHealthy()) return spare;
    // It died while it waited.
    if (spare) void this.#end(spare);
    return this.#start();
  }

  /** Ends the spare process; the next one is started after another was taken. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const spare = this.#process;
    this.#process = undefined;
    if (spare) await this.#end(spare);
  }

  /** Ends the spare process; there is no other after it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.end();
  }
}
