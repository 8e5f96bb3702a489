import { type ChildProcess, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import type { StartCommand } from './messages.ts';
import { currentSpawner } from './start-spawner.ts';

/** A started process, of this process or of the spawner. Emits `exit` once. */
export interface StartedProcess {
  readonly pid?: number | undefined;
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
  /** Present where the stream leads to the server. */
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  /** The process was ended because the spawner was: neither its own fault nor that of a document. */
  readonly isLost?: boolean;
  kill(signal?: NodeJS.Signals): boolean;
  once(event: 'exit' | 'error', listener: () => void): unknown;
}

/** Starts a process through the spawner, or by itself where there is none, as in commands and tests. */
export async function startProcess(command: StartCommand): Promise<StartedProcess> {
  const spawner = await currentSpawner();
  return spawner ? spawner.start(command) : startHere(command);
}

async function startHere({ stdin, stdout, isGroup, ...command }: StartCommand): Promise<StartedProcess> {
  await using opened = new AsyncDisposableStack();
  const openFile = async (path: string, flags: string): Promise<number> => {
    const file = await open(path, flags, 0o600);
    opened.defer(() => file.close());
    return file.fd;
  };
  const input = stdin.to === 'server' ? 'pipe' : await openFile(stdin.path, 'r');
  const output = stdout.to === 'server' ? 'pipe' : await openFile(stdout.path, 'wx');
  const child = spawn(command.command, [...command.args], {
    env: { ...command.env },
    ...(command.cwd !== undefined && { cwd: command.cwd }),
    stdio: [input, output, 'ignore'],
    detached: isGroup,
  });
  if (!isGroup) return child;
  return Object.assign(child, { kill: (signal?: NodeJS.Signals) => killGroup(child, signal) });
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false; // It has just ended.
  }
}

export function waitForExit(process: StartedProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.once('exit', () => resolve());
  // A process that could not be started emits no exit.
  process.once('error', () => resolve());
  return promise;
}
