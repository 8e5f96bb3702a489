import { randomInt } from 'node:crypto';
import fs, { readdir, readFile } from 'node:fs/promises';
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

/** Has the disk full; returns what gives it room again. */
async function fillDisk(): Promise<() => void> {
  const full = Object.assign(await fs.statfs('/'), { bavail: 0 });
  const free = Object.assign(await fs.statfs('/'), { bavail: 2 ** 20, bsize: 4_096 });
  const spy = vi.spyOn(fs, 'statfs').mockResolvedValue(full);
  applySpies();
  return () => void spy.mockResolvedValue(free);
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
    const makeRoom = await fillDisk();
    const error = await runSandboxed({ program: 'false', args: [] }, sandbox).catch((reason) => reason);
    expect(isUnavailable(error)).toBe(true);
    const printed = await runSandboxed({ program: 'true', args: [] }, sandbox);
    expect(printed).toBeDefined();
    await printed?.remove();
    makeRoom();
    expect(await runSandboxed({ program: 'false', args: [] }, sandbox)).toBeUndefined();
  });
});
