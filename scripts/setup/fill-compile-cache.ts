// Starts the server once on an empty folder, so that Node stores the compiled code of a start in NODE_COMPILE_CACHE: for the
// first start, which is faster and takes less memory then, and for an image, whose containers cannot keep it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SERVER = join(import.meta.dirname, '../../server/app/main.ts');
/** Long enough for an image that is built for another processor. */
const TIMEOUT_MS = 900_000;

/** Nothing else: the settings of an installation, such as its database, are not read here. */
const INHERITED = ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE', 'NODE_ENV'];

const dataDir = await mkdtemp(join(tmpdir(), 'muniment-start-'));
try {
  const inherited = Object.entries(process.env).filter(([name]) => INHERITED.includes(name));
  const settings = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir };
  const server = spawn(process.execPath, [SERVER], {
    env: { ...Object.fromEntries(inherited), ...settings },
    // This is not shown: it names a password of this start.
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: TIMEOUT_MS,
  });
  const ended = once(server, 'exit');
  await Promise.race([untilReady(server), ended]);
  server.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`The server ended with code ${code}.`);
} finally {
  await rm(dataDir, { recursive: true });
}

/** Resolves at the line that says so. Reads on afterwards, or the server could not write its last lines. */
function untilReady({ stdout }: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let output = '';
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.includes('Muniment is ready')) resolve();
  });
  return promise;
}
