import { open } from 'node:fs/promises';

/** The write-ahead log of a database. */
interface CommitLog {
  datasync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the log, which exists from the first statement on. */
export const openLogOf = (databaseFile: string) => (): Promise<CommitLog> =>
  open(`${databaseFile}-wal`, 'r+');

/**
 * Makes the commits of SQLite durable: a sync of the write-ahead log covers every commit before it, so those that arrive during
 * a sync share the next one, and the main thread does not wait. SQLite itself then syncs at checkpoints only (`synchronous =
 * NORMAL`); what is committed counts once `durable` has resolved.
 */
export class DurableCommits {
  readonly #open: () => Promise<CommitLog>;
  /** Stays open: SQLite removes the log when its last connection closes, not before. */
  #log: CommitLog | undefined;
  #committed = 0;
  #synced = 0;
  #syncing: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(openLog: () => Promise<CommitLog>) {
    this.#open = openLog;
  }

  /** Called after each commit, before anything else runs. */
  committed(): void {
    this.#committed += 1;
  }

  /**
   * Resolves once every commit until now survives a power cut. After a failed sync it rejects until the process is started again:
   * the system may have dropped what it could not write, and would call the next sync a success.
   */
  async durable(): Promise<void> {
    const wanted = this.#committed;
    while (this.#synced < wanted) {
      if (this.#failure) throw this.#failure;
      this.#syncing ??= this.#sync();
      await this.#syncing;
    }
  }

  /** Syncs what is committed, of which those who wait hear by themselves, and closes the log. */
  async close(): Promise<void> {
    await this.durable().catch(() => undefined);
    // A commit that came last may have another sync under way, which would open the log again.
    while (this.#syncing) await this.#syncing;
    await this.#log?.close();
    this.#log = undefined;
  }

  async #sync(): Promise<void> {
    const covered = this.#committed;
    try {
      this.#log ??= await this.#open();
      await this.#log.datasync();
      this.#synced = covered;
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    } finally {
      this.#syncing = undefined;
    }
  }
}
