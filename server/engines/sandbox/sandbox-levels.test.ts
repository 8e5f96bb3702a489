import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { encodeFrame, readFrames } from './frames.ts';
import {
  canStart,
  LAUNCHER_PATH,
  type Launcher,
  namespaceLauncher,
  portableLauncher,
  unprivilegedLauncher,
} from './launcher.ts';
import { SandboxedChild } from './sandbox.ts';

const FOLDER = new URL('./testing/', import.meta.url);
const CHILD = new URL('./testing/malicious-child.ts', import.meta.url);
const SERVER_ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MEMORY_MB = 400;

const [hasNamespaces, hasUtilLinux] = await Promise.all([
  canStart(namespaceLauncher),
  canStart(unprivilegedLauncher),
]);
if (!hasNamespaces) {
  process.stderr.write(
    '\nNOT TESTED: sandbox level "namespaces", because this system has no user namespaces\n',
  );
}

/** Returns what a malicious document achieves in a process as the server starts it. */
async function attemptIn(launcher: Launcher, attempt: string, argument = ''): Promise<string> {
  const limits = { timeoutMs: 30_000, memoryMb: MEMORY_MB };
  const child = new SandboxedChild({ file: CHILD, folders: [FOLDER] }, limits, Promise.resolve(launcher));
  try {
    return await child.request({
      message: { attempt, argument },
      read: async (frames) => String((await frames.next()).value),
    });
  } finally {
    await child.end();
  }
}

/** Returns what a document achieves that also overcomes Node's permission model, for example with machine code. */
async function attemptNatively(attempt: string, argument = ''): Promise<string> {
  const node = [process.execPath, fileURLToPath(CHILD)];
  const paths = [
    process.execPath,
    `${SERVER_ROOT}package.json`,
    fileURLToPath(new URL('.', FOLDER)),
    SERVER_ENGINE,
  ];
  const [program = '', ...args] = await namespaceLauncher.commandFor(node, paths, MEMORY_MB);
  const child = spawn(program, args, { env: { PATH: LAUNCHER_PATH }, stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.write(Buffer.concat([JSON.stringify({ attempt, argument }), ''].map(encodeFrame)));
  const frames = readFrames(child.stdout);
  await frames.next();
  return String((await frames.next()).value ?? 'ended');
}
const SERVER_ENGINE = fileURLToPath(new URL('.', import.meta.url));

/** A process of the same user, in place of the server. */
async function startServerProcess(): Promise<{ pid: number; isAlive(): boolean }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log(1)'], {
    env: { MASTER_KEY: 'the key of the room' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return { pid: child.pid ?? 0, isAlive: () => child.exitCode === null && child.signalCode === null };
}

async function startServer(): Promise<{ port: number; connections(): number }> {
  let connections = 0;
  const server = createServer(() => {
    connections += 1;
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, connections: () => connections }; // listens on a port
}

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muniment-data-'));
  await writeFile(join(dataDir, 'master.key'), 'the key of the room');
  return () => rm(dataDir, { recursive: true });
});

const levels = [
  { name: 'namespaces', launcher: namespaceLauncher, isAvailable: hasNamespaces },
  { name: 'permissions, with util-linux', launcher: unprivilegedLauncher, isAvailable: hasUtilLinux },
  { name: 'permissions, on any system', launcher: portableLauncher, isAvailable: true },
];

describe.for(levels)('at the level $name', ({ launcher, isAvailable }) => {
  test.skipIf(!isAvailable)('a malicious document cannot read files of the server', async () => {
    const { pid } = await startServerProcess();
    for (const path of [join(dataDir, 'master.key'), `/proc/${pid}/environ`, '/etc/passwd'])
      expect(await attemptIn(launcher, 'read file', path)).toBe('refused: ERR_ACCESS_DENIED');
    expect(await attemptIn(launcher, 'list folder', dataDir)).toBe('refused: ERR_ACCESS_DENIED');
  });

  test.skipIf(!isAvailable)('a malicious document sees no environment', async () => {
    vi.stubEnv('MASTER_KEY', 'the key of the room');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await attemptIn(launcher, 'show environment')).toBe('achieved: {"HOME":"/nonexistent"}');
  });

  test.skipIf(!isAvailable)('a malicious document can neither write nor start programs', async () => {
    for (const path of [join(dataDir, 'new'), join(tmpdir(), 'new'), fileURLToPath(CHILD)])
      expect(await attemptIn(launcher, 'write file', path)).toBe('refused: ERR_ACCESS_DENIED');
    expect(await attemptIn(launcher, 'run program', 'true')).toBe('refused: ERR_ACCESS_DENIED');
    expect(await attemptIn(launcher, 'start many programs', '100')).toBe('refused: ERR_ACCESS_DENIED');
  });

  test.skipIf(!isAvailable)('a malicious document cannot fill the memory', async () => {
    await expect(attemptIn(launcher, 'fill memory', '4000')).rejects.toMatchObject({
      problem: 'out-of-memory',
    });
  });
});

test.skipIf(!hasUtilLinux || process.getuid?.() !== 0)(
  'a malicious document cannot end a server that runs as root, even at the level permissions',
  async () => {
    const server = await startServerProcess();
    expect(await attemptIn(unprivilegedLauncher, 'kill', String(server.pid))).toBe('refused: EPERM');
    expect(server.isAlive()).toBe(true);
  },
);

describe.skipIf(!hasNamespaces)('at the level namespaces, even without the permission model', () => {
  test('a malicious document cannot reach the network', async () => {
    const { port, connections } = await startServer();
    expect(await attemptNatively('connect', String(port))).toMatch(/refused: (?:ENETUNREACH|ECONNREFUSED)/);
    expect(connections()).toBe(0);
    expect(await attemptNatively('list network interfaces')).toBe('achieved: ');
  });

  test('a malicious document can neither see nor end the server', async () => {
    const server = await startServerProcess();
    expect(await attemptNatively('read file', `/proc/${server.pid}/environ`)).toBe('refused: ENOENT');
    expect(await attemptNatively('kill', String(server.pid))).toBe('refused: ESRCH');
    expect(server.isAlive()).toBe(true);
    const processes = /^achieved: ([\d,]+)/.exec(await attemptNatively('list folder', '/proc'))?.[1] ?? '';
    expect(processes.split(',').filter(Boolean).length).toBeLessThan(5);
  });

  test('a malicious document cannot see the data directory or write anywhere', async () => {
    expect(await attemptNatively('read file', join(dataDir, 'master.key'))).toBe('refused: ENOENT');
    expect(await attemptNatively('read file', '/etc/passwd')).toBe('refused: ENOENT');
    for (const path of ['/new', '/usr/lib/new', fileURLToPath(CHILD)])
      expect(await attemptNatively('write file', path)).toMatch(/refused: (?:EROFS|EACCES)/);
    // This folder is absent, unless the program lies below it.
    expect(await attemptNatively('write file', '/tmp/new')).toMatch(/refused: (?:EROFS|EACCES|ENOENT)/);
    expect(await attemptNatively('show environment')).toBe('achieved: {"HOME":"/nonexistent"}');
  });

  test('a malicious document has no privileges and cannot get any', async () => {
    const status = await attemptNatively('read file', '/proc/self/status');
    expect(status.match(/^Cap(?:Inh|Prm|Eff|Bnd|Amb):\s+0{16}$/gm)).toHaveLength(5);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    for (const command of [
      'mount -o remount,bind,rw /',
      'mount -t tmpfs none /tmp',
      'umount /proc',
      'unshare --map-root-user true',
    ])
      expect(await attemptNatively('run program', command)).not.toBe('achieved: exit code 0');
  });

  test('a malicious document cannot start programs or take memory without limit', async () => {
    const command = await namespaceLauncher.commandFor([], [SERVER_ROOT], MEMORY_MB);
    const isLimited = process.getuid?.() !== 0 || command.includes('--reuid=65534');
    const started = Number(/\d+/.exec(await attemptNatively('start many programs', '500'))?.[0]);
    if (isLimited) expect(started).toBeLessThan(100);
    else
      process.stderr.write(
        '\nNOT TESTED: limits on processes, because the tests run as root in a private folder\n',
      );
    expect(await attemptNatively('fill memory', '4000')).not.toContain('achieved');
  });
});
