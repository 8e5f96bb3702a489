import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { File } from '#shared/contracts/files.ts';

const MAIN_FILE = join(import.meta.dirname, '..', 'app', 'main.ts');
const EXIT_TIMEOUT_MS = 20_000;

/** A whole server as an operator starts it, in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  /** All of standard output so far. */
  stdout(): string;
  /** Resolves to the exit code, `null` after a signal. */
  end(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** The process's resident memory, in MB. */
  memory(): Promise<number>;
  /** Signs in and returns the cookie. */
  signIn(password?: string): Promise<string>;
}

export const ADMIN_PASSWORD = 'a password of the operator';

function spawnServer(
  env: Record<string, string>,
  launcher: readonly string[] = [],
): {
  child: ChildProcess;
  output: { out: string; err: string };
  ended: Promise<number | null>;
} {
  // Nothing of this machine's own environment reaches it but where programs are.
  const [program, ...args] = [...launcher, process.execPath, MAIN_FILE];
  const child = spawn(String(program), args, {
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.err += text;
  });
  return { child, output, ended: once(child, 'close').then(([code]) => code) };
}

/** Starts a server that is expected not to come up. */
export async function runFailingStart(
  env: Record<string, string>,
): Promise<{ code: number | null; out: string; err: string }> {
  const { child, output, ended } = spawnServer(env);
  const timer = setTimeout(() => child.kill('SIGKILL'), EXIT_TIMEOUT_MS);
  const code = await ended;
  clearTimeout(timer);
  return { code, ...output };
}

/** A `launcher` is a command that becomes the server's process in the end. */
export async function startServer(
  env: Record<string, string>,
  launcher?: readonly string[],
): Promise<ServerProcess> {
  const { child, output, ended } = spawnServer(env, launcher);
  const url = await vi.waitFor(
    () => {
      if (child.exitCode !== null) return '';
      const ready = /^Muniment is ready: (\S+)$/m.exec(output.out)?.[1];
      expect(ready, output.err).toBeDefined();
      return ready ?? '';
    },
    { timeout: EXIT_TIMEOUT_MS },
  );
  if (url === '') throw new Error(`The server did not start: ${output.err}`);
  return {
    url,
    stdout: () => output.out,
    end(signal) {
      child.kill(signal);
      return ended;
    },
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
    },
    async signIn(password = ADMIN_PASSWORD) {
      const answer = await fetch(`${url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password }),
      });
      if (!answer.ok) throw new Error(`No sign-in: ${await answer.text()}`);
      return String(answer.headers.get('set-cookie')?.split(';')[0]);
    },
  };
}

/** Uploads to the root with a real request; returns what was acknowledged. */
export async function upload(
  url: string,
  cookie: string,
  file: { name: string; content: string | Buffer<ArrayBuffer> },
): Promise<File> {
  const form = new FormData();
  form.append('file', new Blob([file.content]), file.name);
  const answer = await fetch(`${url}/api/files`, { method: 'POST', headers: { cookie }, body: form });
  if (answer.status !== 201) throw new Error(`No file: ${await answer.text()}`);
  return answer.json() as Promise<File>; // held to this contract by the server itself
}
