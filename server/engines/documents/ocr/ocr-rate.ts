const WINDOW_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

/** Counts the pages that this process recognized in the last ten minutes. */
export class OcrRate {
  /** When each page was done, the oldest first. */
  #done: number[] = [];

  count(now: number): void {
    this.#forget(now);
    this.#done.push(now);
  }

  /** Returns `null` if no page was recognized. */
  perMinute(now: number): number | null {
    this.#forget(now);
    const [first] = this.#done;
    if (first === undefined) return null;
    const minutes = Math.max(1, (now - first) / MINUTE_MS);
    return Math.round((this.#done.length / minutes) * 10) / 10;
  }

  #forget(now: number): void {
    const from = this.#done.findIndex((at) => at > now - WINDOW_MS);
    if (from !== 0) this.#done = from === -1 ? [] : this.#done.slice(from);
  }
}
