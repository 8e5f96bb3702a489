import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const START_TIMEOUT_MS = 60_000;
/** The line of our server, or of a program that prints only its address. */
const READY_LINE = /^(?:Muniment is ready: )?(https?:\/\/\S+)$/m;

/** Receives what a process writes, in pieces. */
export interface ServerOutput {
  stdout(text: string): void;
  stderr(text: string): void;
}

interface ServerOptions {
  /** The whole environment, apart from PATH and the cache of compiled code. */
  env?: Record<string, string>;
  /** The program and its arguments, relative to the repository. */
  args?: readonly string[];
  /** A command that runs the program as its last step, such as `unshare --mount`. */
  launcher?: readonly string[];
  /** Prints the standard error of the process as well. */
  printsErrors?: boolean;
  receiver?: ServerOutput | undefined;
}

interface Ended {
  /** `null` after a signal. */
  code: number | null;
  out: string;
  err: string;
}

export interface StartedServer extends AsyncDisposable {
  readonly origin: string;
  /** Time from the start of the process to its line that names the address. */
  readonly startMs: number;
  /** Standard output so far. */
  stdout(): string;
  /** Resident memory of the process. */
  memoryMb(): Promise<number>;
  /** Sends the signal and waits for the end of the process; resolves to its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a server process, by default ours, and waits until it is ready. Disposing kills it. */
export async function startServer(options: ServerOptions): Promise<StartedServer> {
  const begun = performance.now();
  const { child, output, ended } = spawnServer(options);
  const ready = Promise.withResolvers<string>();
  const timer = setTimeout(() => {
    ready.reject(new Error(`The server was not ready after ${START_TIMEOUT_MS / 1_000} s`));
    child.kill('SIGKILL');
  }, START_TIMEOUT_MS);
  child.stdout.on('data', () => {
    const origin = READY_LINE.exec(output.out)?.[1];
    if (origin !== undefined) ready.resolve(origin);
  });
  void ended.then(({ err }) => ready.reject(new Error(`The server did not start: ${err}`)));
  const origin = await ready.promise;
  clearTimeout(timer);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return (await ended).code;
  };
  return {
    origin,
    startMs: performance.now() - begun,
    stdout: () => output.out,
    async memoryMb() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
    },
    stop,
    [Symbol.asyncDispose]: async () => void (await stop('SIGKILL')),
  };
}

/** Starts a server that is expected to end by itself. */
export async function runFailingStart(
  env: Record<string, string>,
  launcher: readonly string[] = [],
): Promise<Ended> {
  const { child, ended } = spawnServer({ env, launcher });
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  const end = await ended;
  clearTimeout(timer);
  return end;
}

function spawnServer({
  env = {},
  args = ['server/app/main.ts'],
  launcher = [],
  printsErrors = false,
  receiver,
}: ServerOptions) {
  // The cache halves the processor time of a start.
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const inherited = { PATH, NODE_COMPILE_CACHE };
  const [program, ...programArgs] = [...launcher, process.execPath, ...args];
  const child = spawn(String(program), programArgs, {
    cwd: ROOT,
    env: { ...inherited, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text;
    receiver?.stdout(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text;
    receiver?.stderr(text);
    if (printsErrors) process.stderr.write(text);
  });
  const ended: Promise<Ended> = once(child, 'close').then(([code]) => ({ code, ...output }));
  return { child, output, ended };
}
