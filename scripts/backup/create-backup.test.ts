import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ADMIN_PASSWORD, type ServerProcess, startServer, upload } from '#server/testing/server-process.ts';
import { runFailingStart } from '#server/testing/start-server.ts';
import { runScript, startScript } from '../command-line/testing/run-script.ts';

let folder: string;
let running: ServerProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muniment-backup-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.end('SIGKILL')));
  await rm(folder, { recursive: true });
});

const at = (name: string): string => join(folder, name);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function start(dataDir: string): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: dataDir, ADMIN_PASSWORD });
  running.push(server);
  return server;
}

async function download(server: ServerProcess, cookie: string, id: number): Promise<string> {
  const answer = await fetch(`${server.url}/api/files/${id}/download`, { headers: { cookie } });
  return sha256(await answer.bytes());
}

test('a backup of an installation under constant writes restores every file acknowledged before it began', {
  tags: ['full'],
}, async () => {
  const server = await start(at('data'));
  const cookie = await server.signIn();
  const raised = await fetch(`${server.url}/api/admin/system-settings`, {
    method: 'PATCH',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ maxFilesPerFolder: 1_000 }),
  });
  expect(raised.status).toBe(200);
  const acknowledged = new Map<number, string>();
  const load = new AbortController();
  const enough = Promise.withResolvers<void>();
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let nth = 0; !load.signal.aborted; nth += 1) {
      const content = randomBytes(20_000 + 5_000 * writer);
      const { id } = await upload(server.url, cookie, { name: `${writer}-${nth}.txt`, content });
      acknowledged.set(id, sha256(content));
      if (acknowledged.size === 20) enough.resolve();
    }
  });
  await enough.promise;
  const before = new Map(acknowledged);
  const backup = await runScript('backup', [at('room.backup')], { DATA_DIR: at('data') });
  const after = acknowledged.size;
  load.abort();
  await Promise.all(writers);
  expect(backup.err).toBe('');
  expect(backup.code).toBe(0);
  expect(after).toBeGreaterThan(before.size);
  expect((await stat(at('room.backup'))).mode & 0o777).toBe(0o600);

  const restore = await runScript('restore', [at('room.backup')], { DATA_DIR: at('restored') });
  expect([restore.code, restore.err]).toEqual([0, '']);
  const restored = await start(at('restored'));
  const signedOut = await fetch(`${restored.url}/api/user`, { headers: { cookie } });
  expect(signedOut.status, 'nobody stays signed in').toBe(401);
  const owner = await restored.signIn();
  for (const [id, hash] of before) expect(await download(restored, owner, id)).toBe(hash);
  const { id } = await upload(restored.url, owner, { name: 'new.txt', content: 'new' });
  expect(id, 'no id is given twice').toBeGreaterThan(Math.max(...before.keys()));
});

test('a killed restore leaves nothing that a server starts on, and a second one restores everything', {
  tags: ['full'],
}, async () => {
  const server = await start(at('data'));
  const cookie = await server.signIn();
  const hashes = new Map<number, string>();
  for (let nth = 0; nth < 30; nth += 1) {
    const content = randomBytes(200_000);
    const { id } = await upload(server.url, cookie, { name: `${nth}.bin`, content });
    hashes.set(id, sha256(content));
  }
  await runScript('backup', [at('room.backup')], { DATA_DIR: at('data') });

  const { child, ended } = startScript('restore', [at('room.backup')], { DATA_DIR: at('restored') });
  await vi.waitFor(
    async () => expect((await readdir(at('restored'))).includes('restore-in-progress')).toBe(true),
    {
      timeout: 20_000,
      interval: 1,
    },
  );
  child.kill('SIGKILL');
  await ended;
  const refused = await runFailingStart({ DATA_DIR: at('restored') });
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringMatching(/^Muniment did not start: A restore .*\n$/),
  ]);

  expect(await runScript('restore', [at('room.backup')], { DATA_DIR: at('restored') })).toMatchObject({
    code: 0,
    err: '',
  });
  const restored = await start(at('restored'));
  const owner = await restored.signIn();
  for (const [id, hash] of hashes) expect(await download(restored, owner, id)).toBe(hash);
});

test('backup and restore overwrite nothing, and say so in one line', { tags: ['full'] }, async () => {
  const server = await start(at('data'));
  await writeFile(at('taken'), 'precious');
  const commands = [
    runScript('backup', [at('taken')], { DATA_DIR: at('data') }),
    runScript('backup', [], { DATA_DIR: at('data') }),
    runScript('backup', [at('new')], { DATA_DIR: at('nowhere') }),
    runScript('restore', [at('taken')], { DATA_DIR: at('other') }),
    runScript('restore', [at('absent')], { DATA_DIR: at('other') }),
  ];
  for (const { code, out, err } of await Promise.all(commands)) {
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^[^\n]+\n$/);
  }
  await runScript('backup', [at('room.backup')], { DATA_DIR: at('data') });
  const { code, err } = await runScript('restore', [at('room.backup')], { DATA_DIR: at('data') });
  expect([code, err]).toEqual([1, `${at('data')} is not empty. A restore needs an empty DATA_DIR.\n`]);
  await server.signIn();
  expect((await readdir(folder)).toSorted()).toEqual(['data', 'room.backup', 'taken']);
});
