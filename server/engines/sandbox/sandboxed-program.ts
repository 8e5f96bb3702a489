import { type ChildProcess, spawn } from 'node:child_process';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, mkdtemp, open, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from './lower-priority.ts';

const SANDBOX_SCRIPT = fileURLToPath(new URL('sandbox.sh', import.meta.url));
/** With its settings beside it, maybe in a place for programs such as /opt. */
const SERVER_ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MAX_MEMORY_BYTES = 4 * 1024 ** 3;
const MAX_OUTPUT_BYTES = 200 * 1024 ** 2;

export interface SandboxOptions {
  readonly timeoutMs: number;
  /** Folders that the program must not see, even where they stand among the machine's programs; nor does it see the server's own. */
  readonly hidden: readonly string[];
  /** Where programs are looked for. */
  readonly path: string;
  /** Nobody waits for the program any more. */
  readonly signal?: AbortSignal;
  /** Nobody waits for it at all, so whatever somebody waits for goes first. */
  readonly background?: boolean;
}

export interface SandboxedCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The document, as a file of this name in the folder where the program runs. */
  readonly input?: { readonly name: string; readonly bytes: Readable };
  /** The names, without blanks, that the program may give to what it makes in that folder; without any, that is what it prints. */
  readonly outputNames?: readonly string[];
}

/** What a program made, in a file of ours: at most 200 MB of whatever a hostile document had it write. */
export interface OutputFile {
  /** All of it, or its start. */
  bytes(most?: number): Promise<Readable>;
  remove(): Promise<void>;
}

/** The program of that name in the path, or nothing when it is not there or this system can't shut it in. */
export async function findSandboxableProgram(
  name: string,
  shutIn: SandboxOptions,
): Promise<string | undefined> {
  for (const folder of shutIn.path.split(delimiter).filter(Boolean)) {
    const found = resolve(folder, name);
    if (await isExecutable(found)) return (await isSandboxAvailable(shutIn)) ? found : undefined;
  }
  return undefined;
}

/** Whether this path is a program that can be run so. */
export async function isSandboxableProgram(path: string, shutIn: SandboxOptions): Promise<boolean> {
  return (await isExecutable(path)) && (await isSandboxAvailable(shutIn));
}

async function isSandboxAvailable(shutIn: SandboxOptions): Promise<boolean> {
  const left = await runSandboxed({ program: 'true', args: [] }, shutIn);
  await left?.remove();
  return left !== undefined;
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * Runs a program of the machine on a document in a world of its own (shut-in.sh), in time. Nothing when it does not end well
 * or makes nothing; rejects only for what is neither its nor the document's fault.
 */
export async function runSandboxed(
  task: SandboxedCommand,
  shutIn: SandboxOptions,
): Promise<OutputFile | undefined> {
  // The program does not see this folder: it gets and leaves all it may by two open files.
  const folder = await mkdtemp(join(tmpdir(), 'muniment-sandbox-'));
  const [given, left] = [join(folder, 'given'), join(folder, 'left')];
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const toGive = createWriteStream(given, { flags: 'wx', mode: 0o600 });
    await pipeline(task.input?.bytes ?? Readable.from([]), toGive);
    if (await runInNamespaces(task, shutIn, given, left)) {
      const bytes: OutputFile['bytes'] = async (most = MAX_OUTPUT_BYTES) =>
        createReadStream(left, { end: most - 1 });
      return { bytes, remove };
    }
  } catch (error) {
    await remove();
    throw error;
  }
  await remove();
  return undefined;
}

async function runInNamespaces(
  task: SandboxedCommand,
  shutIn: SandboxOptions,
  given: string,
  left: string,
): Promise<boolean> {
  const { timeoutMs, signal, path, background = false } = shutIn;
  const [input, output] = await Promise.all([open(given, 'r'), open(left, 'wx', 0o600)]);
  try {
    const child = spawn(
      'unshare',
      [...NAMESPACES, ...resourceLimitArguments(timeoutMs), ...(await sandboxArguments(task, shutIn))],
      {
        env: { ...task.env, PATH: path, HOME: '/tmp', TMPDIR: '/tmp', LANG: 'C.UTF-8' },
        cwd: '/',
        stdio: [input.fd, output.fd, 'ignore'],
        // A group of its own, which is killed as one; with the first process of the world all others in it end.
        detached: true,
      },
    );
    if (background) lowerPriority(child);
    return await exitsSuccessfully(child, timeoutMs, signal);
  } finally {
    await Promise.all([input.close(), output.close()]);
  }
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
  // Where a program stands that is not in one of the usual places; its name there may be a link to where it is.
  const shown = isAbsolute(program) ? [dirname(program), dirname(await realpath(program))] : [];
  // The deeper ones first: what is hidden already has no folders to hide.
  const covered = [...new Set([...hidden, SERVER_ROOT])].toSorted((one, other) => other.length - one.length);
  const folders = [String(covered.length), ...covered, String(shown.length), ...shown];
  return ['sh', SANDBOX_SCRIPT, input?.name ?? '', outputNames.join(' '), ...folders, program, ...args];
}

/** Whether the process ended well, in time. */
function exitsSuccessfully(
  child: ChildProcess,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  return new Promise((settled) => {
    const kill = (): void => killGroup(child);
    const timer = setTimeout(kill, timeoutMs);
    signal?.addEventListener('abort', kill);
    if (signal?.aborted) kill();
    const settle = (isDone: boolean): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      settled(isDone);
    };
    child.once('error', () => settle(false));
    child.once('exit', (code) => settle(code === 0));
  });
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended at this very moment.
  }
}
