import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtProgram } from '#server/engines/programs/built-program.ts';
import {
  type FromSpawner,
  HEADER_BYTES,
  type StartCommand,
  type StartId,
  type ToSpawner,
} from './messages.ts';
import { RemoteProcess } from './remote-process.ts';

/** It starts other programs and holds no data. */
const MEMORY_FLAGS = ['--max-old-space-size=64', '--max-semi-space-size=1'];

/**
 * Starts processes from a small one: starting a process copies the page tables of the one that starts it, which then stands
 * still.
 */
export interface Spawner {
  /** The process that starts others; another one after it ended. */
  readonly pid: number | undefined;
  /** A folder that it removes when this process has ended, also by a kill. */
  readonly folder: string;
  start(command: StartCommand): Promise<RemoteProcess>;
}

let spawner: Promise<Spawner | undefined> | undefined;

/**
 * Starts the spawner of this process, while it has little memory itself. Without one, as where sockets are impossible, processes
 * are started as before.
 */
export async function startSpawner(): Promise<void> {
  spawner = openSpawner().catch(() => undefined);
  await spawner;
}

export const currentSpawner = (): Promise<Spawner | undefined> => spawner ?? Promise.resolve(undefined);

interface Spawning {
  readonly path: string;
  readonly processes: Map<StartId, RemoteProcess>;
}

async function openSpawner(): Promise<Spawner> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-spawner-'));
  const path = join(folder, 's');
  const processes = new Map<StartId, RemoteProcess>();
  const server = createServer((socket) => adopt(socket, processes));
  server.unref().listen(path);
  await once(server, 'listening');
  let pid: number | undefined;
  let helper: Promise<ChildProcess> | undefined;
  const findHelper = (): Promise<ChildProcess> => {
    helper ??= forkHelper({ path, processes }, () => {
      helper = undefined;
    });
    return helper;
  };
  ({ pid } = await findHelper());
  return {
    folder,
    get pid() {
      return pid;
    },
    async start(command) {
      const found = await findHelper();
      ({ pid } = found);
      const id = randomUUID();
      const started = new RemoteProcess(command, (signal) => send(found, { kind: 'kill', id, signal }));
      processes.set(id, started);
      // A process that runs keeps this one, as a child does, which would end while it waits for nothing else.
      found.channel?.ref();
      started.once('exit', () => {
        processes.delete(id);
        if (processes.size === 0) found.channel?.unref();
      });
      send(found, { kind: 'start', id, ...command });
      return started.whenStarted();
    },
  };
}

/** A failure is reported by the end of the process. */
const send = (helper: ChildProcess, message: ToSpawner): void => void helper.send(message, () => {});

/** Starts the process that starts others; `onEnd` is called when it has ended, whereupon all that it started counts as lost. */
async function forkHelper({ path, processes }: Spawning, onEnd: () => void): Promise<ChildProcess> {
  const program = fileURLToPath(builtProgram(new URL('./spawner-child.ts', import.meta.url)));
  const helper = fork(program, [path], {
    execArgv: MEMORY_FLAGS,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = Promise.withResolvers<void>();
  const end = (): void => {
    onEnd();
    ready.reject(new Error('the process that starts others did not start'));
    for (const started of processes.values()) started.setLost();
  };
  helper.once('exit', end).once('error', end);
  helper.on('message', (message: FromSpawner) => {
    if (message.kind === 'ready') ready.resolve();
    else report(message, processes.get(message.id));
  });
  await ready.promise;
  // It ends with this process, and does not keep it.
  helper.unref();
  helper.channel?.unref();
  return helper;
}

function report(message: Exclude<FromSpawner, { kind: 'ready' }>, started: RemoteProcess | undefined): void {
  if (message.kind === 'started') started?.setStarted(message.pid);
  else if (message.kind === 'exited') started?.setExited(message.code, message.signal);
  else started?.setFailed(new Error(message.message));
}

/** Reads to which process a connection belongs, and leaves it what follows. */
function adopt(socket: Socket, processes: ReadonlyMap<StartId, RemoteProcess>): void {
  // The end of the process reports it.
  socket.on('error', () => {});
  const readHeader = (): void => {
    const header = socket.read(HEADER_BYTES);
    if (!Buffer.isBuffer(header)) return;
    socket.off('readable', readHeader);
    const text = header.toString('latin1');
    const started = processes.get(text.slice(0, -1));
    if (started) started.attach(text.endsWith('0') ? 'stdin' : 'stdout', socket);
    else socket.destroy();
  };
  socket.on('readable', readHeader);
}
