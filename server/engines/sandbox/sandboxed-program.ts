import { constants, createWriteStream } from 'node:fs';
import { access, type FileHandle, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  MAX_OUTPUT_BYTES,
  type OutputFile,
  runInNamespaces,
  type SandboxedCommand,
  type SandboxOptions,
} from './run-in-namespaces.ts';
import { currentSpawner } from './spawner/start-spawner.ts';

/** Finds the program of that name in the path; undefined if it is not there or this system does not support the sandbox. */
export async function findSandboxableProgram(
  name: string,
  sandbox: SandboxOptions,
): Promise<string | undefined> {
  for (const folder of sandbox.path.split(delimiter).filter(Boolean)) {
    const found = resolve(folder, name);
    if (await isExecutable(found)) return (await isSandboxAvailable(sandbox)) ? found : undefined;
  }
  return undefined;
}

/** Tells whether this path is a program that can run in the sandbox. */
export async function isSandboxableProgram(path: string, sandbox: SandboxOptions): Promise<boolean> {
  return (await isExecutable(path)) && (await isSandboxAvailable(sandbox));
}

async function isSandboxAvailable(sandbox: SandboxOptions): Promise<boolean> {
  const output = await runSandboxed({ program: 'true', args: [] }, sandbox);
  await output?.remove();
  return output !== undefined;
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * Runs an installed program on a document in the sandbox (sandbox.sh), within the time limit. Returns undefined if it fails or
 * has no result; rejects only for failures that are neither its nor the document's fault.
 */
export async function runSandboxed(
  task: SandboxedCommand,
  sandbox: SandboxOptions,
): Promise<OutputFile | undefined> {
  const folder = await makeFolder();
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const input = join(folder, 'input');
    const inputFile = createWriteStream(input, { flags: 'wx', mode: 0o600 });
    await pipeline(task.input?.bytes ?? Readable.from([]), inputFile);
    const output = await runInNamespaces(task, sandbox, { input, output: join(folder, 'output'), remove });
    return output && toOutputFile(output);
  } finally {
    await remove();
  }
}

/** Makes a folder for the document and the result, which the program does not see: it has only the two open files. */
async function makeFolder(): Promise<string> {
  // Lies beside the socket of the spawner, which outlives a killed server and removes what it leaves.
  return mkdtemp(join((await currentSpawner())?.folder ?? tmpdir(), 'muniment-sandbox-'));
}

function toOutputFile(file: FileHandle): OutputFile {
  return {
    bytes: async (maxBytes = MAX_OUTPUT_BYTES) =>
      file.createReadStream({ start: 0, end: maxBytes - 1, autoClose: false }),
    remove: () => file.close(),
  };
}
