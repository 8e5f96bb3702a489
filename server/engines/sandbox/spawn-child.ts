import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from './lower-priority.ts';

/** The part of the memory that V8's heap may take; buffers, wasm and the program itself need the rest. */
const HEAP_SHARE = 0.75;

type Child = ChildProcessByStdio<Writable, Readable, null>;

export interface ChildProgram {
  readonly file: URL;
  /** Where else its source is: it may read these folders, this one, and the libraries. */
  readonly folders: readonly URL[];
  /** For libraries of compiled code, which the rules below don't bind. */
  readonly addons?: boolean;
  /** Nobody waits for it, so whatever somebody waits for goes first. */
  readonly background?: boolean;
}

/**
 * A Node process with nothing to lose: no environment (so no keys), no writing, no other program, no eval, and no reading
 * but of its source. Node 24 cannot close the network to a process; there is nothing secret to send over it but the
 * document itself.
 */
export function spawnChild(program: ChildProgram, memoryMb: number): Child {
  const { file, folders, addons = false, background = false } = program;
  const readable = [...listReadablePaths(), ...folders.map((folder) => fileURLToPath(folder))];
  const child = spawn(
    process.execPath,
    [
      '--permission',
      ...(addons ? ['--allow-addons'] : []),
      ...readable.map((path) => `--allow-fs-read=${path}`),
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
      fileURLToPath(file),
    ],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  if (background) lowerPriority(child);
  return child;
}

/** Lists the libraries and this folder. node_modules may be a link: Node asks for the path as written and as it is. */
function listReadablePaths(): string[] {
  const root = new URL('../../../', import.meta.url);
  const libraries = fileURLToPath(new URL('node_modules', root));
  return [
    fileURLToPath(new URL('.', import.meta.url)),
    fileURLToPath(new URL('package.json', root)),
    libraries,
    realpathSync(libraries),
  ];
}
