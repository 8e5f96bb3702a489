import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SandboxedCommand, SandboxOptions } from './run-in-namespaces.ts';
import { findSandboxableProgram, runSandboxed } from './sandboxed-program.ts';
import { canSandbox } from './testing/can-sandbox.ts';

const SECRET = 'the key of the room';

let place = '';
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'muniment-sandbox-test-'));
  await Promise.all(['data', 'spool', 'bin'].map((folder) => mkdir(join(place, folder))));
  await writeFile(join(place, 'data', 'master.key'), SECRET);
  vi.stubEnv('TMPDIR', join(place, 'spool'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(place, { recursive: true, force: true });
});

const SERVER_ROOT = join(import.meta.dirname, '../../..');

const sandboxOptions = (timeoutMs = 5_000): SandboxOptions => ({
  timeoutMs,
  hidden: [join(place, 'data')],
  path: process.env['PATH'] ?? '',
});

/** Runs a script as the program on the document `in`, and returns its result `out`. */
async function outputOf(script: string, timeoutMs?: number): Promise<string | undefined> {
  const given = { name: 'in', bytes: Readable.from(['a document']) };
  const left = await runSandboxed(
    { program: 'sh', args: ['-c', script], input: given, outputNames: ['out'] },
    sandboxOptions(timeoutMs),
  );
  const said = left && (await text(await left.bytes()));
  await left?.remove();
  expect(await readdir(join(place, 'spool'))).toEqual([]);
  return said;
}

async function listCommands(): Promise<string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process that ends meanwhile has no command any more.
  return Promise.all(processes.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
}

describe.runIf(canSandbox)('a sandboxed program (skipped where the system has no user namespaces)', () => {
  test('converts a document to a file', async () => {
    expect(await outputOf('tr a-z A-Z < in > out; echo "not this"')).toBe('A DOCUMENT');
  });

  test('is given files that have no name any more once it runs, so that a kill leaves none', async () => {
    const stopping = new AbortController();
    const running = runSandboxed(
      { program: 'sh', args: ['-c', 'exec sleep 7345'], input: { name: 'in', bytes: Readable.from(['x']) } },
      { ...sandboxOptions(60_000), signal: stopping.signal },
    );
    await expect.poll(listCommands, { timeout: 10_000 }).toContain('sleep\x007345\0');
    await expect.poll(() => readdir(join(place, 'spool')), { timeout: 10_000 }).toEqual([]);
    stopping.abort();
    expect(await running).toBeUndefined();
  });

  test('prints its result, of which the caller may read a part', async () => {
    const printed = await runSandboxed({ program: 'echo', args: ['a long story'] }, sandboxOptions());
    expect(printed && (await text(await printed.bytes(6)))).toBe('a long');
    await printed?.remove();
  });

  test.each([
    ['fails', 'echo half > out; exit 1'],
    ['makes nothing', 'true'],
    ['leaves a folder', 'mkdir out'],
    ['leaves a pipe that nobody writes to', 'mkfifo out'],
    ['leaves a link to a device without end', 'ln -s /dev/zero out'],
    ['writes without end', 'exec cat /dev/zero > out'],
    ['never ends', 'echo all > out; sleep 7343'],
  ])('a sandboxed program has no result if it %s', async (_, script) => {
    expect(await outputOf(script, 2_500)).toBeUndefined();
  });

  test.each(['data/master.key', 'spool', 'spool/../data/master.key'])(
    'a sandboxed program has no result if it leaves a link to %s',
    async (target) => {
      expect(await outputOf(`ln -s ${place}/${target} out`)).toBeUndefined();
      expect(await outputOf(`ln -s ${place}/${target} /tmp/link; cat /tmp/link > out; true`)).toBe('');
    },
  );

  test.each([
    ['the folders that are hidden', (at: string) => `${at}/data`],
    ['the documents of others', (at: string) => `${at}/spool`],
    ['the machine’s own programs', () => '/usr/bin /bin /lib /opt'],
    ['the machine’s settings', () => '/etc /proc/sys/kernel'],
  ])('a sandboxed program cannot write into %s', async (_, folders) => {
    const names = await outputOf(
      `for folder in ${folders(place)}; do mkdir -p $folder; echo > $folder/muniment-was-here && echo $folder >> out; done; touch out`,
    );
    const written = (names ?? '').split('\n').filter((name) => !name.startsWith(place));
    expect(written).toEqual(['']);
    expect(await readdir(join(place, 'data'))).toEqual(['master.key']);
  });

  test('a sandboxed program cannot undo the sandbox', async () => {
    const attempts = [
      `umount ${place}/data`,
      'umount -l /proc',
      'mount -o remount,bind,rw /usr',
      'mount -t tmpfs none /tmp',
      'unshare --map-root-user --mount true',
      'mknod disk b 254 0',
    ];
    const succeeded = attempts.map((attempt) => `${attempt} && echo "${attempt}" >> out`).join('\n');
    expect(
      await outputOf(`${succeeded}\ngrep Cap /proc/self/status | grep -v 0000000000000000 >> out; touch out`),
    ).toBe('');
  });

  test('a sandboxed program sees programs and a folder of its own, and nothing else of the machine', async () => {
    const seen = (await outputOf('ls -A / > out'))?.trim().split('\n') ?? [];
    const known = [
      'bin',
      'dev',
      'etc',
      'lib',
      'lib32',
      'lib64',
      'libx32',
      'nix',
      'opt',
      'proc',
      'run',
      'sbin',
      'tmp',
      'usr',
      'var',
    ];
    expect(seen.filter((name) => !known.includes(name))).toEqual([]);
    expect(await outputOf('ls -A /dev /tmp > list; mv list out')).toBe(
      '/dev:\nnull\nrandom\nurandom\nzero\n\n/tmp:\nin\nlist\n',
    );
  });

  test('a sandboxed program sees neither other processes nor a network nor the environment', async () => {
    vi.stubEnv('MASTER_KEY', SECRET);
    const said = await outputOf(
      "{ ls /proc | grep -c '^[0-9]'; grep -c : /proc/net/route; env | grep -c MASTER; true; } > out",
    );
    const [processes, routes, secrets] = (said ?? '').trim().split('\n').map(Number);
    expect(processes).toBeLessThan(10);
    expect([routes, secrets]).toEqual([0, 0]);
  });

  test('a sandboxed program reaches no service by a socket in the file system', async () => {
    const socket = join(place, 'bin', 'service');
    const service = createServer().listen(socket);
    await new Promise((resolve) => service.once('listening', resolve));
    expect(await outputOf(`[ -e ${socket} ] && echo seen > out; touch out`)).toBe('');
    service.close();
  });

  test('a sandboxed program is found in its folder, also by a link, and sees only that folder and its own', async () => {
    await mkdir(join(place, 'real'));
    await writeFile(join(place, 'real', 'program'), '#!/bin/sh\necho "$0"; ls -A "$1"\n', {
      mode: 0o755,
    });
    await symlink('../real/program', join(place, 'bin', 'program'));
    const where = { ...sandboxOptions(), path: `${place}/bin:${process.env['PATH']}` };
    const program = await findSandboxableProgram('program', where);
    expect(program).toBe(join(place, 'bin', 'program'));
    const printed = await runSandboxed({ program: program ?? '', args: [place] }, where);
    expect(printed && (await text(await printed.bytes()))).toBe(`${program}\nbin\nreal\n`);
    await printed?.remove();
  });

  test('a sandboxed program sees the files beside it, but no hidden folder', async () => {
    const program = join(place, 'program');
    await writeFile(program, '#!/bin/sh\ncd "$(dirname "$0")" && ls && ls -A data\n', { mode: 0o755 });
    const printed = await runSandboxed({ program, args: [] }, sandboxOptions());
    expect(printed && (await text(await printed.bytes()))).toBe('bin\ndata\nprogram\nspool\n');
    await printed?.remove();
  });

  test('a sandboxed program sees nothing of the server, wherever the server is installed', async () => {
    const inside = await mkdtemp(join(SERVER_ROOT, 'node_modules', '.muniment-'));
    onTestFinished(() => rm(inside, { recursive: true, force: true }));
    const program = join(inside, 'program');
    await writeFile(program, '#!/bin/sh\necho seen\n', { mode: 0o755 });
    expect(await runSandboxed({ program, args: [] }, sandboxOptions())).toBeUndefined();
    const nested = { ...sandboxOptions(), hidden: [place, join(place, 'data'), SERVER_ROOT] };
    const printed = await runSandboxed({ program: 'echo', args: ['all is well'] }, nested);
    expect(printed && (await text(await printed.bytes()))).toBe('all is well\n');
    await printed?.remove();
  });

  test('a program is not started on an unreadable document, which is not blamed on the document', async () => {
    const bytes = new Readable({ read: () => bytes.destroy(new Error('the disk is gone')) });
    const task: SandboxedCommand = { program: 'true', args: [], input: { name: 'in', bytes } };
    await expect(runSandboxed(task, sandboxOptions())).rejects.toThrow('the disk is gone');
    expect(await readdir(join(place, 'spool'))).toEqual([]);
  });

  test('a sandboxed program ends together with every process that it started', async () => {
    expect(await outputOf('setsid sleep 7343 & sleep 7343', 1_000)).toBeUndefined();
    // The kernel ends the processes of a namespace with its first one, a moment later.
    await expect.poll(listCommands).not.toContain('sleep\x007343\0');
  });
});
