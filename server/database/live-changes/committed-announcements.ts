import type SqliteDatabase from 'better-sqlite3';

type Listener = (texts: readonly string[]) => void;

/** A transaction that announces more is announced as a loss: everything may have changed. */
const MAX_ANNOUNCEMENTS = 20_000;
/** Announced in place of texts that were not kept. */
export const LOST = 'lost';
/** The SQL function that the triggers of `open-announcements.ts` call. */
export const ANNOUNCE = 'announce_change';

/** Collects what a transaction on SQLite announces, and passes it on at the commit. */
export class CommittedAnnouncements {
  readonly #listeners = new Set<Listener>();
  #texts = new Set<string>();

  constructor(database: SqliteDatabase.Database) {
    database.function(ANNOUNCE, (text: unknown) => {
      if (typeof text === 'string' && this.#listeners.size > 0 && this.#texts.size <= MAX_ANNOUNCEMENTS)
        this.#texts.add(text);
      return null;
    });
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called after each commit, also that of a statement outside a transaction. */
  committed(): void {
    if (this.#texts.size === 0) return;
    const texts = this.#texts.size > MAX_ANNOUNCEMENTS ? [LOST] : [...this.#texts];
    this.#texts = new Set();
    for (const listener of this.#listeners) listener(texts);
  }

  rolledBack(): void {
    this.#texts.clear();
  }
}
