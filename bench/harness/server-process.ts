import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..', '..');

export interface ServerProcess {
  /** Such as `http://127.0.0.1:41234`. */
  origin: string;
  /** From the start of the process to the line that says where it listens. */
  startMs: number;
  stop(): Promise<void>;
}

/** Runs one of our programs as a server of its own; it is ready when it prints its address. */
export async function startServerProcess(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (origin === undefined) continue;
    const startMs = performance.now() - begun;
    child.stdout.resume();
    return {
      origin,
      startMs,
      async stop() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error(`${args.join(' ')} ended before it was ready`);
}
