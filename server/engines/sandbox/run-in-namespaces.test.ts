import { randomInt } from 'node:crypto';
import fs, { readdir, readFile, readlink } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isUnavailable } from '#server/app/errors.ts';
import { runSandboxed } from './sandboxed-program.ts';
import { canSandbox } from './testing/can-sandbox.ts';

const sandbox = { timeoutMs: 30_000, hidden: [], path: process.env['PATH'] ?? '' };

/** Lets the modules that import a function by its name see the spy too, until the test ends. */
function applySpies(): void {
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}

function failToOpenOutputs(): void {
  const open = fs.open;
  vi.spyOn(fs, 'open').mockImplementation(async (path, flags, mode) => {
    // Only the server opens the output without flags.
    if (flags === undefined && String(path).endsWith('/output'))
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    return open(path, flags, mode);
  });
  applySpies();
}

const SIZES = {
  full: { blocks: 2 ** 20, bavail: 0, bsize: 4_096 },
  free: { blocks: 2 ** 20, bavail: 2 ** 20, bsize: 4_096 },
  unknown: { blocks: 0, bavail: 0, bsize: 4_096 },
};

/** Has the disk measured like this. */
async function measureDiskAs(measure: () => keyof typeof SIZES | Promise<keyof typeof SIZES>): Promise<void> {
  const stats = await fs.statfs('/');
  vi.spyOn(fs, 'statfs').mockImplementation(async () => Object.assign(stats, SIZES[await measure()]));
  applySpies();
}

/** Tells whether this process has the output of a program open. */
async function hasOutputOpen(): Promise<boolean> {
  const files = (await readdir('/proc/self/fd')).map((file) =>
    readlink(`/proc/self/fd/${file}`).catch(() => ''),
  );
  return (await Promise.all(files)).some((name) => name.endsWith('/output (deleted)'));
}

/** Lists the processes, also those that start or contain the program, whose commands name its argument. */
async function listWith(argument: string): Promise<string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process that ends meanwhile has no command any more.
  const commands = processes.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(commands)).filter((command) => command.includes(argument));
}

describe.runIf(canSandbox)('a sandboxed program (skipped where the system has no user namespaces)', () => {
  test('is ended when its output cannot be opened', async () => {
    failToOpenOutputs();
    const began = performance.now();
    const seconds = String(randomInt(100_000, 1_000_000));
    const running = runSandboxed({ program: 'sleep', args: [seconds] }, sandbox);
    await expect(running).rejects.toThrow('too many open files');
    expect(performance.now() - began).toBeLessThan(sandbox.timeoutMs / 2);
    await expect.poll(() => listWith(seconds), { timeout: 10_000 }).toEqual([]);
  });

  test('that fails on a full disk is not to blame, nor is its document', async () => {
    let size: keyof typeof SIZES = 'full';
    await measureDiskAs(() => size);
    const error = await runSandboxed({ program: 'false', args: [] }, sandbox).catch((reason) => reason);
    expect(isUnavailable(error)).toBe(true);
    const printed = await runSandboxed({ program: 'true', args: [] }, sandbox);
    expect(printed).toBeDefined();
    await printed?.remove();
    size = 'free';
    expect(await runSandboxed({ program: 'false', args: [] }, sandbox)).toBeUndefined();
  });

  test('that fills the disk by itself fails like others, instead of being run again without end', async () => {
    const measured: string[] = [];
    await measureDiskAs(async () => {
      const size = (await hasOutputOpen()) ? 'full' : 'free';
      measured.push(size);
      return size;
    });
    expect(await runSandboxed({ program: 'false', args: [] }, sandbox)).toBeUndefined();
    expect(measured).toEqual(['full', 'free']);
  });

  test('that fails where a file system does not say its size is not taken for one without room', async () => {
    await measureDiskAs(() => 'unknown');
    expect(await runSandboxed({ program: 'false', args: [] }, sandbox)).toBeUndefined();
  });
});
