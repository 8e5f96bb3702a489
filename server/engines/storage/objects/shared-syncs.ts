import { syncDirectory } from '../sync-directory.ts';

/**
 * Makes the names in folders durable, those that arrive together with one sync. A sync that has not begun covers every name that
 * is in the folder by then; one that runs may have begun too early.
 */
export class SharedSyncs {
  readonly #sync: (path: string) => Promise<void>;
  readonly #running = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, Promise<void>>();

  constructor(sync: (path: string) => Promise<void> = syncDirectory) {
    this.#sync = sync;
  }

  /** Resolves when the names that the folder has now are durable; rejects if the sync that was to do it fails. */
  sync(path: string): Promise<void> {
    const running = this.#running.get(path);
    if (!running) return this.#begin(path);
    const waiting = this.#waiting.get(path) ?? this.#after(running, path);
    this.#waiting.set(path, waiting);
    return waiting;
  }

  async #after(running: Promise<void>, path: string): Promise<void> {
    // If it fails, those who wait fail too: their names may have been among what could not be written, which the system reports
    // once.
    await running.finally(() => this.#waiting.delete(path));
    return this.#begin(path);
  }

  async #begin(path: string): Promise<void> {
    const running = this.#sync(path).finally(() => this.#running.delete(path));
    this.#running.set(path, running);
    return running;
  }
}
