import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(import.meta.dirname, '..', 'demo.ts');

interface RunningDemo {
  origin: string;
  visitorLink: string;
  stop: () => Promise<void>;
}

/** Starts the demo in a folder; resolves when its data has been created. */
export async function startDemo(dataDir: string, port: string): Promise<RunningDemo> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let origin: string | undefined;
  let visitorLink: string | undefined;
  for await (const line of createInterface(child.stdout)) {
    origin ??= /^The demo is ready: (\S+)$/.exec(line)?.[1];
    visitorLink ??= /^\s+Visitor link: (\S+)$/.exec(line)?.[1];
    if (origin !== undefined && visitorLink !== undefined) break;
  }
  if (origin === undefined || visitorLink === undefined) throw new Error('The demo did not start.');
  return {
    origin,
    visitorLink,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
