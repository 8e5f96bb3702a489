import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeRoot } from './root-layout.ts';

/**
 * - `namespaces`: Linux namespaces separate a child process from the network, from other processes and from all files but
 *   those of its program; it has no privileges and cannot write.
 * - `permissions`: only Node's permission model refuses files, programs and threads. The network can be reached.
 */
export type SandboxLevel = 'namespaces' | 'permissions';

/** Starts child processes at one level of the sandbox. */
export interface Launcher {
  readonly level: SandboxLevel;
  /** Returns the command that runs `command`, which may read `paths` and the libraries of the system. */
  commandFor(command: readonly string[], paths: readonly string[], memoryMb: number): Promise<string[]>;
}

/** The only variable in the environment of a launcher: folders in which systems keep shells and util-linux. */
export const LAUNCHER_PATH =
  '/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin:/usr/local/sbin:/usr/local/bin';

const SANDBOX_FOLDER = fileURLToPath(new URL('.', import.meta.url));
const SCRIPT = fileURLToPath(new URL('sandbox-child.sh', import.meta.url));
const PROBE_TIMEOUT_MS = 10_000;
const MAX_OPEN_FILES = 256;
/** Processes and threads: Node has about 12, and an inference library starts one for each core. */
const MAX_TASKS = 32 + availableParallelism();
/** Writable memory that the kernel grants: a limit for what grows between two checks. Node reserves 600 MB at the start. */
const maxDataBytes = (memoryMb: number): number => (Math.ceil(memoryMb) * 2 + 1024) * 1024 ** 2;

/** Ends the child together with the server, even if that is killed. */
const END_WITH_SERVER = ['setpriv', '--pdeathsig', 'KILL'];
/** The kernel does not limit the number of processes of root, and root may read every file and end every process. */
const AS_NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups'];
const NAMESPACES = [
  ...['unshare', '--map-root-user', '--net', '--ipc', '--uts', '--mount', '--pid', '--fork'],
  ...['--kill-child', '--mount-proc'],
];
/** Sets the limits that the system supports, then clears the environment. */
const LIMIT_AND_RUN = [
  'ulimit -c 0; ulimit -f 0; ulimit -n "$1"; ulimit -d "$2"',
  'shift 2',
  // Libraries fail where a user has no home directory.
  'exec env -i HOME=/nonexistent "$@"',
].join('; ');

export const namespaceLauncher: Launcher = {
  level: 'namespaces',
  async commandFor(command, paths, memoryMb) {
    const { directories, files, fstab } = await describeRoot(paths);
    return [
      ...[...END_WITH_SERVER, ...(await identityFor(paths)), ...NAMESPACES],
      ...['prlimit', '--core=0', `--nofile=${MAX_OPEN_FILES}`, `--nproc=${MAX_TASKS}`],
      ...[`--data=${maxDataBytes(memoryMb)}`, '--'],
      ...['sh', SCRIPT, directories.join('\n'), files.join('\n'), fstab, ...command],
    ];
  },
};

const limitingShell = (memoryMb: number): string[] => [
  ...['sh', '-c', LIMIT_AND_RUN, 'sh', String(MAX_OPEN_FILES), String(maxDataBytes(memoryMb) / 1024)],
];

/** Launches without privileges, on a Linux without user namespaces. */
export const unprivilegedLauncher: Launcher = {
  level: 'permissions',
  async commandFor(command, paths, memoryMb) {
    const identity = await identityFor(paths);
    const dropped = identity.length > 0 ? [...identity, '--bounding-set=-all', '--inh-caps=-all'] : [];
    const prefix = [...END_WITH_SERVER, '--no-new-privs', ...dropped];
    return [...prefix, ...limitingShell(memoryMb), ...command];
  },
};

/** Launches on systems without util-linux, such as macOS. */
export const portableLauncher: Launcher = {
  level: 'permissions',
  commandFor: async (command, _paths, memoryMb) =>
    process.platform === 'win32' ? [...command] : [...limitingShell(memoryMb), ...command],
};

let detected: Promise<Launcher> | undefined;

/** Returns the launcher of the strictest level that this system supports; tries them once per process. */
export function detectLauncher(): Promise<Launcher> {
  detected ??= findLauncher([namespaceLauncher, unprivilegedLauncher]);
  return detected;
}

async function findLauncher(candidates: readonly Launcher[]): Promise<Launcher> {
  for (const launcher of candidates) if (await canStart(launcher)) return launcher;
  return portableLauncher;
}

/** Tells whether a child can read its program there and start Node. */
export async function canStart(launcher: Launcher): Promise<boolean> {
  const test = ['sh', '-c', 'test -r "$1" && test -x "$2"', 'sh', SCRIPT, process.execPath];
  const [program = '', ...args] = await launcher.commandFor(test, [SANDBOX_FOLDER, process.execPath], 0);
  const probe = spawn(program, args, {
    env: { PATH: LAUNCHER_PATH },
    stdio: 'ignore',
    timeout: PROBE_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  return once(probe, 'exit').then(
    ([code]) => code === 0,
    () => false, // No such program.
  );
}

/** Returns the options of setpriv that change a server's root to nobody, if that user can read all paths. */
async function identityFor(paths: readonly string[]): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return [];
  const readable = await Promise.all(paths.map(isReadableForAll));
  return readable.every(Boolean) ? AS_NOBODY : [];
}

async function isReadableForAll(path: string): Promise<boolean> {
  const parents: string[] = [];
  for (let at = path; at !== dirname(at); at = dirname(at)) parents.push(dirname(at));
  const [file, ...above] = await Promise.all(
    [path, ...parents].map(async (each) => (await stat(each).catch(() => undefined))?.mode),
  );
  // An absent path is left out.
  return file === undefined || ((file & 0o004) !== 0 && above.every((mode = 0) => (mode & 0o001) !== 0));
}
