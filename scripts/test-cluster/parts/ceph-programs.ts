import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const COMMAND_TIMEOUT_MS = 120_000;
const PROGRAMS = ['ceph-mon', 'ceph-osd', 'monmaptool', 'osdmaptool', 'radosgw', 'radosgw-admin'];

/**
 * The programs of Debian's packages ceph-mon, ceph-osd and radosgw, installed or unpacked (`dpkg -x`) in the folder CEPH_ROOT.
 */
export interface CephPrograms {
  /** The folder of Ceph's loadable parts. */
  readonly libraries: string;
  /** Runs a program to its end. */
  run(program: string, args: readonly string[]): Promise<void>;
  /** Starts a program that logs to a file; the result kills it. */
  start(program: string, args: readonly string[], logFile: string): () => Promise<void>;
}

/** Finds the programs, or returns why that is impossible. */
export async function findCephPrograms(
  root = process.env['CEPH_ROOT'] ?? '/',
): Promise<CephPrograms | string> {
  const folder = join(root, 'usr/bin');
  const missing = PROGRAMS.filter((program) => !existsSync(join(folder, program)));
  if (missing.length > 0)
    return `no ${missing.join(', ')} in ${folder}: install Debian's packages ceph-mon, ceph-osd and radosgw, or unpack them into the folder CEPH_ROOT`;
  const architecture = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  const libraries = join(root, 'usr/lib', architecture);
  const env = {
    ...process.env,
    ...(root !== '/' && {
      LD_LIBRARY_PATH: [libraries, join(libraries, 'ceph'), join(root, 'lib', architecture)].join(':'),
    }),
  };
  return {
    libraries,
    async run(program, args) {
      await run(join(folder, program), [...args], { env, timeout: COMMAND_TIMEOUT_MS });
    },
    start(program, args, logFile) {
      const child = spawn(join(folder, program), [...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const log = createWriteStream(logFile, { flags: 'a' });
      child.stdout.pipe(log, { end: false });
      child.stderr.pipe(log, { end: false });
      const gone = once(child, 'exit');
      return async () => {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
        await gone;
        log.end();
      };
    },
  };
}
