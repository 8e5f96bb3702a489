import { type ManagedProcess, SpareProcess } from './spare-process.ts';

interface IdleProcess<P> {
  readonly owner: string;
  readonly process: P;
}

/**
 * Reuses each process only for documents of the same sender, who need not own their files: a malicious
 * document that controls its process reaches no documents but those of the user, or the group of visitors, who uploaded it.
 */
export class OwnerProcesses<P extends ManagedProcess> {
  readonly #startProcess: () => P;
  readonly #maxIdle: number;
  readonly #spare: SpareProcess<P> | undefined;
  /** Least recently used first. */
  readonly #idle: IdleProcess<P>[] = [];
  readonly #processes = new Set<P>();
  #isClosed = false;

  constructor(startProcess: () => P, { maxIdle, keepsSpare }: { maxIdle: number; keepsSpare: boolean }) {
    this.#startProcess = startProcess;
    this.#maxIdle = maxIdle;
    this.#spare = keepsSpare
      ? new SpareProcess(
          () => this.start(),
          (process) => this.end(process),
        )
      : undefined;
  }

  /** Returns an idle process of that owner, or a new one. Throws after `close`. */
  acquire(owner: string): P {
    const idle = this.#takeIdle(owner);
    if (idle) return idle;
    return this.#spare?.take() ?? this.start();
  }

  /** Keeps the process for more documents of that owner, or ends it. */
  async release(owner: string, process: P, isReusable: boolean): Promise<void> {
    if (!isReusable || !process.isHealthy() || this.#isClosed) return this.end(process);
    this.#idle.push({ owner, process });
    const oldest = this.#idle.length > this.#maxIdle ? this.#idle.shift() : undefined;
    if (oldest) await this.end(oldest.process);
  }

  /** Starts a process for a single document. After `close`, which would no longer end it, it throws. */
  start(): P {
    if (this.#isClosed) throw new Error('The processes for documents are closed.');
    const process = this.#startProcess();
    this.#processes.add(process);
    return process;
  }

  async end(process: P): Promise<void> {
    await process.end();
    this.#processes.delete(process);
  }

  /** Ends the processes that nobody uses. */
  async endIdle(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ process }) => this.end(process)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#spare?.close();
    await Promise.all([...this.#processes].map((process) => this.end(process)));
  }

  #takeIdle(owner: string): P | undefined {
    const at = this.#idle.findLastIndex((idle) => idle.owner === owner);
    const [found] = at === -1 ? [] : this.#idle.splice(at, 1);
    if (!found || found.process.isHealthy()) return found?.process;
    // It died while it was idle.
    void this.end(found.process);
    return this.#takeIdle(owner);
  }
}
