import type { File } from '#shared/contracts/files.ts';
import { type StartedServer, startServer as startProcess } from './start-server.ts';

export interface ServerProcess {
  readonly url: string;
  readonly stdout: StartedServer['stdout'];
  readonly end: StartedServer['stop'];
  readonly memory: StartedServer['memoryMb'];
  /** Signs in as the first administrator and returns the cookie. */
  signIn(password?: string): Promise<string>;
}

export const ADMIN_PASSWORD = 'a password of the operator';

/** Starts a server process, with a first administrator to sign in as. */
export async function startServer(
  env: Record<string, string>,
  launcher: readonly string[] = [],
  program = 'server/app/main.ts',
): Promise<ServerProcess> {
  const { origin, stdout, stop, memoryMb } = await startProcess({ env, launcher, args: [program] });
  return {
    url: origin,
    stdout,
    end: stop,
    memory: memoryMb,
    async signIn(password = ADMIN_PASSWORD) {
      const response = await fetch(`${origin}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password }),
      });
      if (!response.ok) throw new Error(`The sign-in failed: ${await response.text()}`);
      return String(response.headers.get('set-cookie')?.split(';')[0]);
    },
  };
}

/** Uploads a file to the root over a connection; returns it as the server acknowledged it. */
export async function upload(
  url: string,
  cookie: string,
  file: { name: string; content: string | Buffer<ArrayBuffer> },
): Promise<File> {
  const form = new FormData();
  form.append('file', new Blob([file.content]), file.name);
  const response = await fetch(`${url}/api/files`, { method: 'POST', headers: { cookie }, body: form });
  if (response.status !== 201) throw new Error(`The upload failed: ${await response.text()}`);
  return response.json() as Promise<File>; // the server validates its responses by this contract
}
