// Starts processes for the server, which has more memory: see start-spawner.ts. Its argument is the socket on which the server
// awaits connections. It ends with the server, and all that it started with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import type { FromSpawner, StartCommand, StartId, StreamTarget, ToSpawner } from './messages.ts';

const [socketPath = ''] = process.argv.slice(2);
const running = new Map<StartId, { child: ChildProcess; isGroup: boolean }>();

/** A failure means that the server is gone, which `disconnect` reports. */
const report = (message: FromSpawner): void => void process.send?.(message, undefined, undefined, () => {});

/** Connects a stream to the server. Nothing of it is read here: that belongs to the process. */
async function connectToServer(header: string): Promise<Socket> {
  const socket = connect({ path: socketPath });
  socket.pause();
  await once(socket, 'connect');
  await new Promise<void>((resolve, reject) => {
    socket.write(header, (error) => (error ? reject(error) : resolve()));
  });
  return socket;
}

/** Opens what a standard stream leads to; the disposal closes the copy that this process has. */
async function openTarget(
  target: StreamTarget,
  { id, flags, opened }: { id: StartId; flags: 'r' | 'wx'; opened: AsyncDisposableStack },
): Promise<Socket | number> {
  if (target.to === 'server') {
    const socket = await connectToServer(`${id}${flags === 'r' ? 0 : 1}`);
    opened.defer(() => void socket.destroy());
    return socket;
  }
  const file: FileHandle = await open(target.path, flags, 0o600);
  opened.defer(() => file.close());
  return file.fd;
}

async function start(
  id: StartId,
  { command, args, env, cwd, stdin, stdout, isGroup }: StartCommand,
): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const input = await openTarget(stdin, { id, flags: 'r', opened });
  const output = await openTarget(stdout, { id, flags: 'wx', opened });
  const child = spawn(command, [...args], {
    env: { ...env },
    ...(cwd !== undefined && { cwd }),
    stdio: [input, output, 'ignore'],
    detached: isGroup,
  });
  running.set(id, { child, isGroup });
  child.once('exit', (code, signal) => {
    running.delete(id);
    report({ kind: 'exited', id, code, signal });
  });
  if (child.pid === undefined) {
    running.delete(id);
    const [error] = await once(child, 'error');
    throw error;
  }
  report({ kind: 'started', id, pid: child.pid });
}

/** Ends a process that has not been waited for yet, so that its number is still its own. */
function kill(id: StartId, signal: NodeJS.Signals): void {
  const { child, isGroup } = running.get(id) ?? {};
  if (child?.pid === undefined) return;
  try {
    process.kill(isGroup ? -child.pid : child.pid, signal);
  } catch {
    // It has just ended.
  }
}

process.on('message', (message: ToSpawner) => {
  if (message.kind === 'kill') kill(message.id, message.signal);
  else
    start(message.id, message).catch((error: unknown) =>
      report({
        kind: 'failed',
        id: message.id,
        message: error instanceof Error ? error.message : String(error),
      }),
    );
});
process.once('disconnect', () => {
  for (const id of running.keys()) kill(id, 'SIGKILL');
  rmSync(dirname(socketPath), { recursive: true, force: true });
  process.exit();
});
// Terminals and service managers signal every process of the server, which still needs this one until it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
report({ kind: 'ready' });
