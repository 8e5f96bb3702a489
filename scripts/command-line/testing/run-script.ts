import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Starts a command of the operator in a process of its own, with only this environment and the cache of compiled code. */
export function startScript(
  name: 'backup' | 'restore' | 'fsck' | 'keys-rotate',
  args: readonly string[],
  env: Record<string, string>,
): { child: ChildProcess; ended: Promise<Ended> } {
  const script = join(import.meta.dirname, '..', '..', `${name}.ts`);
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text;
  });
  return { child, ended: once(child, 'close').then(([code]) => ({ code, ...output })) };
}

export const runScript = (...args: Parameters<typeof startScript>): Promise<Ended> =>
  startScript(...args).ended;
