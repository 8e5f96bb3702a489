import { constants, createWriteStream } from 'node:fs';
import { access, type FileHandle, mkdtemp, open, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { countChild } from './child-counts.ts';
import { lowerPriority } from './lower-priority.ts';
import { type StartedProcess, startProcess } from './spawner/start-process.ts';
import { currentSpawner } from './spawner/start-spawner.ts';

const SANDBOX_SCRIPT = fileURLToPath(new URL('sandbox.sh', import.meta.url));
/** Contains the settings too, and may be in a folder for programs such as /opt. */
const SERVER_ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MAX_MEMORY_BYTES = 4 * 1024 ** 3;
const MAX_OUTPUT_BYTES = 200 * 1024 ** 2;

export interface SandboxOptions {
  readonly timeoutMs: number;
  /** Folders to hide from the program, even inside folders of programs; the server's own folder is always hidden. */
  readonly hidden: readonly string[];
  /** Folders to search for programs, as in PATH. */
  readonly path: string;
  /** Ends the program when nobody waits for it any more. */
  readonly signal?: AbortSignal;
  /** Lowers its priority, because nobody waits for it. */
  readonly background?: boolean;
}

export interface SandboxedCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The document, stored as a file of this name in the working directory of the program. */
  readonly input?: { readonly name: string; readonly bytes: Readable };
  /** Names, without spaces, that the program may give to its result in that directory; without any, the result is what it prints. */
  readonly outputNames?: readonly string[];
}

/** The result of a program, in a file of the server without a name: at most 200 MB of anything a malicious document made it write. */
export interface OutputFile {
  /** Opens the file, or its first `maxBytes` bytes. */
  bytes(maxBytes?: number): Promise<Readable>;
  /** Frees the file. Read its bytes before. */
  remove(): Promise<void>;
}

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
  // Beside the socket of the spawner, which outlives a server that is killed and removes what it leaves.
  return mkdtemp(join((await currentSpawner())?.folder ?? tmpdir(), 'muniment-sandbox-'));
}

function toOutputFile(file: FileHandle): OutputFile {
  return {
    bytes: async (maxBytes = MAX_OUTPUT_BYTES) =>
      file.createReadStream({ start: 0, end: maxBytes - 1, autoClose: false }),
    remove: () => file.close(),
  };
}

interface ProgramFiles {
  readonly input: string;
  readonly output: string;
  /** Removes the names of the files. */
  remove(): Promise<void>;
}

/** Returns the open output of a program that succeeded. */
async function runInNamespaces(
  task: SandboxedCommand,
  sandbox: SandboxOptions,
  files: ProgramFiles,
): Promise<FileHandle | undefined> {
  const { timeoutMs, signal, path, background = false } = sandbox;
  const child = await startProcess({
    command: 'unshare',
    args: [...NAMESPACES, ...resourceLimitArguments(timeoutMs), ...(await sandboxArguments(task, sandbox))],
    env: { ...task.env, PATH: path, HOME: '/tmp', TMPDIR: '/tmp', LANG: 'C.UTF-8' },
    cwd: '/',
    stdin: { to: 'file', path: files.input },
    stdout: { to: 'file', path: files.output },
    // To kill it as a whole; with the first process of the namespace all others in it end.
    isGroup: true,
  });
  countChild(child);
  if (background) lowerPriority(child);
  const exiting = exitsSuccessfully(child, timeoutMs, signal);
  await using opened = new AsyncDisposableStack();
  const output = opened.use(await open(files.output));
  // Only open files are left, which end with their processes, however those end.
  await files.remove();
  const isSuccessful = await exiting;
  if (child.isLost) throw new Error('a program ended with the process that started it');
  if (!isSuccessful) return undefined;
  opened.move();
  return output;
}

const NAMESPACES = [
  ...['--map-root-user', '--net', '--ipc', '--mount', '--pid', '--fork'],
  ...['--kill-child', '--mount-proc'],
];

function resourceLimitArguments(timeoutMs: number): string[] {
  const seconds = Math.ceil(timeoutMs / 1000);
  return [
    'prlimit',
    `--cpu=${seconds}`,
    `--as=${MAX_MEMORY_BYTES}`,
    `--fsize=${MAX_OUTPUT_BYTES}`,
    '--core=0',
    '--',
  ];
}

async function sandboxArguments(
  { program, args, input, outputNames = [] }: SandboxedCommand,
  { hidden }: SandboxOptions,
): Promise<string[]> {
  // The folder of a program outside the usual folders; its name there may be a link to another folder.
  const shown = isAbsolute(program) ? [dirname(program), dirname(await realpath(program))] : [];
  // The deepest first, because a hidden folder contains no folders to hide.
  const hiddenFolders = [...new Set([...hidden, SERVER_ROOT])].toSorted((a, b) => b.length - a.length);
  const folders = [String(hiddenFolders.length), ...hiddenFolders, String(shown.length), ...shown];
  return ['sh', SANDBOX_SCRIPT, input?.name ?? '', outputNames.join(' '), ...folders, program, ...args];
}

/** Tells whether the process succeeded in time. */
function exitsSuccessfully(
  child: StartedProcess,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  return new Promise((settled) => {
    const kill = (): void => void child.kill('SIGKILL');
    const timer = setTimeout(kill, timeoutMs);
    signal?.addEventListener('abort', kill);
    if (signal?.aborted) kill();
    const settle = (isDone: boolean): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      settled(isDone);
    };
    child.once('error', () => settle(false));
    child.once('exit', () => settle(child.exitCode === 0));
  });
}
