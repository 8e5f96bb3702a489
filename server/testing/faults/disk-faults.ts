import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const SOURCE = join(import.meta.dirname, 'disk-faults.c');
const UNLIMITED = BigInt(2) ** BigInt(60);
const NUMBER_BYTES = 8;

/** The library of `disk-faults.c` for one test; see there what it replaces. */
export interface DiskFaults {
  /** The environment of a process whose disk has these faults. */
  readonly env: Record<string, string>;
  /** Lets so many more calls take space; then the disk is full. */
  allow(calls: number): void;
  /** Makes space again. */
  lift(): void;
  /** Returns how many calls would have taken space since the last `allow` or `lift`. */
  countCalls(): number;
  /**
   * Writes into `target` what a power cut would leave of a folder: files and names that were synced, others empty or absent.
   * Call it when no process works there any more.
   */
  copyAfterPowerCut(folder: string, target: string): void;
}

/** Is true where the library can be built: on Linux with a C compiler. Prints a line elsewhere. */
export const hasDiskFaults = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;
if (!hasDiskFaults)
  process.stderr.write('SKIPPED: tests of full disks and power cuts need Linux and a C compiler (cc).\n');

/** Builds the library for processes that write below a path; files whose path begins with it are meant. */
export function openDiskFaults(root: string, { mirrors = false } = {}): DiskFaults {
  const folder = mkdtempSync(join(tmpdir(), 'muniment-disk-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [library, controlFile, mirror] = ['faults.so', 'control', 'mirror'].map((name) => join(folder, name));
  const built = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', String(library), SOURCE, '-ldl'], {
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`disk-faults.c was not built: ${built.stderr}`);
  mkdirSync(String(mirror));
  if (mirrors) mirrorFolder(String(mirror), root);
  writeFileSync(String(controlFile), Buffer.alloc(2 * NUMBER_BYTES));
  const control = openSync(String(controlFile), 'r+');
  const set = (remaining: bigint): void => {
    const numbers = Buffer.alloc(2 * NUMBER_BYTES);
    numbers.writeBigInt64LE(remaining);
    writeSync(control, numbers, 0, numbers.length, 0);
  };
  set(UNLIMITED);
  return {
    env: {
      LD_PRELOAD: String(library),
      FAULTS_ROOT: root,
      FAULTS_CONTROL: String(controlFile),
      ...(mirrors && { FAULTS_MIRROR: String(mirror) }),
    },
    allow: (calls) => set(BigInt(calls)),
    lift: () => set(UNLIMITED),
    countCalls() {
      const numbers = Buffer.alloc(2 * NUMBER_BYTES);
      readSync(control, numbers, 0, numbers.length, 0);
      return Number(numbers.readBigInt64LE(NUMBER_BYTES));
    },
    copyAfterPowerCut: (from, target) => copyFolder(String(mirror), statSync(from).ino, target),
  };
}

/** Records what is there already as synced. */
function mirrorFolder(mirror: string, folder: string): void {
  const lines = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const path = join(folder, entry.name);
    const { ino } = statSync(path);
    if (entry.isDirectory()) mirrorFolder(mirror, path);
    else copyFileSync(path, join(mirror, `file-${ino}`));
    return `${entry.isDirectory() ? 'd' : 'f'} ${ino} ${entry.name}\n`;
  });
  writeFileSync(join(mirror, `folder-${statSync(folder).ino}`), lines.join(''));
}

function copyFolder(mirror: string, inode: number | string, target: string): void {
  mkdirSync(target, { mode: 0o700 });
  const list = join(mirror, `folder-${inode}`);
  if (!existsSync(list)) return;
  for (const line of readFileSync(list, 'utf8').split('\n').filter(Boolean)) {
    const [, type, entry = '', name = ''] = /^(.) (\d+) (.*)$/.exec(line) ?? [];
    if (type === 'd') copyFolder(mirror, entry, join(target, name));
    else if (existsSync(join(mirror, `file-${entry}`)))
      copyFileSync(join(mirror, `file-${entry}`), join(target, name));
    else writeFileSync(join(target, name), '', { mode: 0o600 });
  }
}
