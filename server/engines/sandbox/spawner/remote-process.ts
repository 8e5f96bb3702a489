import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { StartCommand } from './messages.ts';

/** A process that the spawner started, with connections of its own to this process. */
export class RemoteProcess extends EventEmitter<{ exit: []; error: [Error] }> {
  pid: number | undefined;
  exitCode: number | null = null;
  signalCode: NodeJS.Signals | null = null;
  stdin: Socket | null = null;
  stdout: Socket | null = null;
  /** The process was ended because the spawner was. */
  isLost = false;
  readonly #command: StartCommand;
  readonly #sendKill: (signal: NodeJS.Signals) => void;
  readonly #started = Promise.withResolvers<this>();
  #hasExited = false;

  constructor(command: StartCommand, sendKill: (signal: NodeJS.Signals) => void) {
    super();
    this.#command = command;
    this.#sendKill = sendKill;
    this.#started.promise.catch(() => {}); // The caller that waits for it reports it.
  }

  whenStarted(): Promise<this> {
    return this.#started.promise;
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): boolean {
    if (!this.#hasExited) this.#sendKill(signal);
    return !this.#hasExited;
  }

  /** Adopts the connection of a standard stream. */
  attach(stream: 'stdin' | 'stdout', socket: Socket): void {
    this[stream] = socket;
    // Nothing comes from there but the end, which closes it.
    if (stream === 'stdin') socket.resume();
    this.#resolveWhenComplete();
  }

  setStarted(pid: number): void {
    this.pid = pid;
    this.#resolveWhenComplete();
  }

  setFailed(error: Error): void {
    this.#started.reject(error);
    this.#end();
  }

  setExited(code: number | null, signal: NodeJS.Signals | null): void {
    this.exitCode = code;
    this.signalCode = signal;
    this.#end();
  }

  /** The spawner has ended: the system ends what it started, in most sandboxes, and this everything else. */
  setLost(): void {
    if (this.#hasExited) return;
    this.isLost = true;
    this.#started.reject(new Error('the process that starts others has ended'));
    if (this.pid !== undefined)
      try {
        process.kill(this.#command.isGroup ? -this.pid : this.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    this.setExited(null, 'SIGKILL');
  }

  #resolveWhenComplete(): void {
    const { stdin, stdout } = this.#command;
    const isComplete =
      this.pid !== undefined &&
      (this.stdin !== null || stdin.to !== 'server') &&
      (this.stdout !== null || stdout.to !== 'server');
    if (isComplete) this.#started.resolve(this);
  }

  #end(): void {
    if (this.#hasExited) return;
    this.#hasExited = true;
    const leave = (): void => {
      this.stdin?.destroy();
      // What nobody reads would keep it open.
      if (this.stdout?.readable) this.stdout.resume();
      this.emit('exit');
    };
    // Waits until the caller that awaited the start can listen.
    this.#started.promise.then(
      () => setImmediate(leave),
      () => setImmediate(leave),
    );
  }
}
