import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The part of the memory that V8's heap may take; buffers, wasm and the program itself need the rest. */
const HEAP_SHARE = 0.75;

type Child = ChildProcessByStdio<Writable, Readable, null>;

/**
 * A Node process with nothing to lose: no environment (so no keys), no writing, no other program, no eval, and reading only
 * of this folder, `folder` and the libraries. Node 24 cannot close the network to a process; there is nothing secret to
 * send over it but the document itself. What needs `addons` runs compiled code, which these rules don't bind.
 */
export function spawnChild(file: URL, memoryMb: number, { addons = false, folder = HERE } = {}): Child {
  const readable = [...READABLE, fileURLToPath(folder)];
  return spawn(
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
}

const HERE = new URL('.', import.meta.url);
const ROOT = new URL('../../../', import.meta.url);
const MODULES = fileURLToPath(new URL('node_modules', ROOT));
/** node_modules may be a link: Node asks for the path as written and as it is. */
const READABLE = [
  fileURLToPath(HERE),
  fileURLToPath(new URL('package.json', ROOT)),
  MODULES,
  realpathSync(MODULES),
];
