import { type FileHandle, open, realpath, statfs } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { countChild } from './child-counts.ts';
import { lowerPriority } from './lower-priority.ts';
import { type StartedProcess, startProcess } from './spawner/start-process.ts';

const SANDBOX_SCRIPT = fileURLToPath(new URL('sandbox.sh', import.meta.url));
/** Contains the settings too, and may be in a folder for programs such as /opt. */
const SERVER_ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MAX_MEMORY_BYTES = 4 * 1024 ** 3;
export const MAX_OUTPUT_BYTES = 200 * 1024 ** 2;
/** With less, a failure may be that of the disk. */
const MIN_FREE_BYTES = 1024 ** 2;

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
  /**
   * Names, without spaces, that the program may give to its result in that directory; without any, the result is what it prints.
   */
  readonly outputNames?: readonly string[];
}

/**
 * The result of a program, in a file of the server without a name: at most 200 MB of anything a malicious document made it write.
 */
export interface OutputFile {
  /** Opens the file, or its first `maxBytes` bytes. */
  bytes(maxBytes?: number): Promise<Readable>;
  /** Frees the file. Read its bytes before. */
  remove(): Promise<void>;
}

interface ProgramFiles {
  readonly input: string;
  readonly output: string;
  /** Removes the names of the files. */
  remove(): Promise<void>;
}

/**
 * Runs the program; returns its open output if it has succeeded. Rejects when it could not have: without room on the disk, for
 * example.
 */
export async function runInNamespaces(
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
    // Lets it be killed as a whole: all processes of a namespace end with its first one.
    isGroup: true,
  });
  countChild(child);
  if (background) lowerPriority(child);
  const exiting = exitsSuccessfully(child, timeoutMs, signal);
  await using opened = new AsyncDisposableStack();
  const output = opened.use(await openOutput(files).catch(endWith(child, exiting)));
  const isSuccessful = await exiting;
  if (child.isLost) throw new Error('a program ended with the process that started it');
  if (!isSuccessful) {
    const folder = dirname(dirname(files.output));
    if (!(await isDiskFull(folder))) return undefined;
    // Frees what it wrote: a document whose result alone is larger than the free space would be tried again without end.
    await opened.disposeAsync();
    if (await isDiskFull(folder)) throw diskFullError();
    return undefined;
  }
  opened.move();
  return output;
}

/** Opens the output and leaves only open files, which end with their processes, however those end. */
async function openOutput(files: ProgramFiles): Promise<FileHandle> {
  const output = await open(files.output);
  try {
    await files.remove();
    return output;
  } catch (error) {
    await output.close();
    throw error;
  }
}

/** Ends the program, whose result nobody could read, and rejects with the reason. */
const endWith =
  (child: StartedProcess, exiting: Promise<unknown>) =>
  async (reason: unknown): Promise<never> => {
    child.kill('SIGKILL');
    await exiting;
    throw reason;
  };

/** Tells whether a program may have failed because its output had no room. File systems without a size never are. */
async function isDiskFull(folder: string): Promise<boolean> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return blocks > 0 && bavail * bsize < MIN_FREE_BYTES;
}

const diskFullError = (): Error =>
  Object.assign(new Error('The disk for temporary files is full.'), { code: 'ENOSPC' });

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
