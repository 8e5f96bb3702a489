import { realpath } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { builtProgram, builtProgramsFolder } from '#server/engines/programs/built-program.ts';
import { countChild } from './child-counts.ts';
import { LAUNCHER_PATH, type Launcher } from './launcher.ts';
import { lowerPriority } from './lower-priority.ts';
import { type StartedProcess, startProcess } from './spawner/start-process.ts';

/** The share of the memory for V8's heap; buffers, wasm and the program itself need the rest. */
const HEAP_SHARE = 0.75;

export type Child = StartedProcess & { readonly stdin: Writable; readonly stdout: Readable };

export interface ChildProgram {
  readonly file: URL;
  /** Other folders with its source: it may read these, this folder, and the libraries. */
  readonly folders: readonly URL[];
  /** Allows native addons, which the permission model does not restrict. */
  readonly addons?: boolean;
  /** Lowers its priority, because nobody waits for it. */
  readonly background?: boolean;
}

/**
 * Starts a Node process without privileges: no environment (so no keys), no writing, no other program, no eval, and no
 * reading except of its source. The launcher adds what the system can enforce.
 */
export async function spawnChild(
  program: ChildProgram,
  memoryMb: number,
  launcher: Launcher,
): Promise<Child> {
  const { folders, addons = false, background = false } = program;
  const file = builtProgram(program.file);
  const built = builtProgramsFolder();
  const programFolders = built ? [...folders, built] : folders;
  const readable = [...(await listReadablePaths()), ...programFolders.map((folder) => fileURLToPath(folder))];
  const node = [
    process.execPath,
    '--permission',
    ...(addons ? ['--allow-addons'] : []),
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
    fileURLToPath(file),
  ];
  const [command = '', ...args] = await launcher.commandFor(node, [process.execPath, ...readable], memoryMb);
  const child = await startProcess({
    command,
    args,
    env: { PATH: LAUNCHER_PATH },
    stdin: { to: 'server' },
    stdout: { to: 'server' },
    isGroup: false,
  });
  countChild(child);
  if (background) lowerPriority(child);
  if (!hasStreams(child)) throw new Error('a child process has no streams');
  return child;
}

const hasStreams = (child: StartedProcess): child is Child => child.stdin !== null && child.stdout !== null;

/** Lists the libraries and this folder. node_modules may be a link: Node asks for the path as written and as it is. */
async function listReadablePaths(): Promise<string[]> {
  const root = new URL('../../../', import.meta.url);
  const libraries = fileURLToPath(new URL('node_modules', root));
  return [
    fileURLToPath(new URL('.', import.meta.url)),
    fileURLToPath(new URL('package.json', root)),
    libraries,
    await realpath(libraries),
  ];
}
