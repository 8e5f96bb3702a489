import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { BuiltImage } from './build-image.ts';

const READY_LINE = /Muniment is ready: (https?:\/\/\S+)/;
const START_TIMEOUT_MS = 60_000;

export interface RunningImage {
  readonly origin: string;
  /** Processor time until the server was ready, and its memory then. */
  readonly start: { readonly processorMs: number; readonly residentMb: number };
  /** Runs the command of HEALTHCHECK in the root with other settings; returns its exit code. */
  checkHealth(settings: Record<string, string>): number | null;
  /** Sends SIGTERM as `docker stop` does; resolves to the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the image's command as its user, without capabilities, in its root folder, which is read-only apart from its volumes and
 * /tmp. No process of a changed root may create user namespaces: user_namespaces(7).
 */
export async function startImage(
  image: BuiltImage,
  volume: string,
  settings: Record<string, string>,
): Promise<RunningImage> {
  const environment = { ...image.environment, ...settings };
  const server = spawn('unshare', enterImage(image, volume, environment, image.command), {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'exit');
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const giveUpAt = performance.now() + START_TIMEOUT_MS;
  while (!READY_LINE.test(output)) {
    if (server.exitCode !== null || performance.now() > giveUpAt) {
      server.kill('SIGKILL');
      throw new Error(`The image did not start: ${output}`);
    }
    await wait(100);
  }
  return {
    origin: READY_LINE.exec(output)?.[1] ?? '',
    start: readUse(server.pid),
    checkHealth: (others) =>
      spawnSync('unshare', enterImage(image, volume, { ...environment, ...others }, image.healthCheck))
        .status,
    async stop() {
      server.kill('SIGTERM');
      await ended;
      return server.exitCode;
    },
  };
}

/** Reads what the server has used, which is the only child of tini. */
function readUse(init: number | undefined): RunningImage['start'] {
  const pid = readFileSync(`/proc/${init}/task/${init}/children`, 'utf8').trim();
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  // The times are fields 12 and 13 after the name of the program, which may contain spaces, in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { processorMs: ticks * 10, residentMb: Math.round(Number(resident) / 1024) };
}

/**
 * Returns the arguments of unshare(1) that run a command in the image; its last step is the command itself, so that signals reach
 * it.
 */
export function enterImage(
  { root, user, workingDirectory, volumes }: BuiltImage,
  volume: string,
  environment: Readonly<Record<string, string>>,
  command: readonly string[],
): string[] {
  const script = [
    'mount --bind "$1" "$1"',
    'mount -o remount,bind,ro "$1"',
    'mount --bind /dev "$1/dev"',
    'mount -t proc proc "$1/proc"',
    'mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"',
    'for folder in $5; do mount --bind "$2" "$1$folder"; done',
    // Changing the root and the account are the only capabilities left, and go with the account.
    `exec setpriv --no-new-privs --bounding-set=-all,+sys_chroot,+setuid,+setgid chroot --userspec=${user} --groups= "$1" env -i "\${@:6:$4}" sh -c 'cd "$0" && exec "$@"' "$3" "\${@:6+$4}"`,
  ].join(' && ');
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return [
    ...['--mount', '--propagation', 'private', 'bash', '-ec', script, 'bash'],
    ...[root, volume, workingDirectory, String(variables.length), volumes.join(' ')],
    ...variables,
    ...command,
  ];
}
