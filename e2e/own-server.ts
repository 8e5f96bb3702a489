import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { administrator } from './administrator.ts';

interface OwnServer extends AsyncDisposable {
  origin: string;
  /** Ends the process by this signal and waits until it is gone; answers its exit code, `null` when it was killed. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts a server of the test's own on this data folder, on a port that is free. */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<OwnServer> {
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      DATA_DIR: dataDir,
      TESSERACT_PATH: 'off',
      PORT: '0',
      ADMIN_USERNAME: administrator.username,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  const stop = async (signal: NodeJS.Signals) => {
    server.kill(signal);
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    return server.exitCode;
  };
  return {
    origin: await readOrigin(server),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop('SIGKILL')),
  };
}

async function readOrigin({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The server has no output');
  for await (const line of createInterface(stdout)) {
    const origin = /^Muniment is ready: (\S+)$/.exec(line)?.[1];
    if (origin === undefined) continue;
    // What it says after that is read and dropped, or a full pipe would stop it.
    stdout.resume();
    return origin;
  }
  throw new Error('The server ended before it was ready');
}
