import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasDiskFaults, openDiskFaults } from '#server/testing/faults/disk-faults.ts';
import { doMixedWork } from '#server/testing/faults/mixed-work.ts';
import { createWorkLedger, expectLedger, sha256 } from '#server/testing/faults/work-ledger.ts';
import { ADMIN_PASSWORD, startServer, upload } from '#server/testing/server-process.ts';
import { runFailingStart } from '#server/testing/start-server.ts';
import { runScript } from '../command-line/testing/run-script.ts';

vi.setConfig({ testTimeout: 400_000 });

/** Messages for operators and users. */
const FULL = /The disk is full .* free up space, then run it again\.\n$/;
const MESSAGE = expect.stringMatching(/storage is full\. Ask an administrator to/);

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-full-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function openServer(env: Record<string, string>) {
  const server = await startServer({ ADMIN_PASSWORD, ...env });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const cookie = await server.signIn();
  return { ...server, cookie };
}

/** Spreads `count` numbers over 0 to `end`, among them both ends. */
const spread = (end: number, count: number): number[] => [
  ...new Set(Array.from({ length: count }, (_, nth) => Math.round((end * nth) / (count - 1)))),
];

// Calls that take space fail (disk-faults.c): no file system of its own is needed, which only root may mount.
describe.runIf(hasDiskFaults && process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres')('a full disk', () => {
  test('at any step of an upload: it is refused or acknowledged, and never half there', {
    tags: ['full'],
  }, async () => {
    const dataDir = await newFolder();
    const faults = openDiskFaults(dataDir);
    const server = await openServer({ DATA_DIR: dataDir, ...faults.env });
    const ledger = createWorkLedger();
    const send = async (name: string): Promise<number> => {
      const content = randomBytes(30_000);
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      const init = { method: 'POST', headers: { cookie: server.cookie }, body: form };
      const response = await fetch(`${server.url}/api/files`, init);
      const answer = (await response.json()) as { id: number; code: string }; // a file or a refusal
      if (response.status === 201)
        ledger.files.set(answer.id, {
          id: answer.id,
          hashes: [sha256(content)],
          names: [name],
          isDeleting: false,
          isPurging: false,
        });
      else expect([response.status, answer]).toEqual([507, { code: 'storage-full', error: MESSAGE }]);
      return response.status;
    };
    expect(await send('first.bin')).toBe(201);
    faults.lift();
    await send('counted.bin');
    const calls = faults.countCalls();
    const statuses: number[] = [];
    for (let allowed = 0; allowed < calls + 3; allowed += 1) {
      faults.allow(allowed);
      statuses.push(await send(`${allowed}.bin`));
      faults.lift();
    }
    expect(statuses[0]).toBe(507);
    expect(await send('last.bin')).toBe(201);
    await expectLedger({ url: server.url, cookie: server.cookie }, ledger, { all: true });
    expect(await readdir(join(dataDir, 'objects', 'incoming'))).toEqual([]);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(await runScript('fsck', [], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  });

  test('again and again during mixed work: nothing acknowledged is lost, and work continues by itself', {
    tags: ['full'],
  }, async () => {
    const dataDir = await newFolder();
    const faults = openDiskFaults(dataDir);
    const server = await openServer({ DATA_DIR: dataDir, ...faults.env });
    const target = { url: server.url, cookie: server.cookie };
    const ledger = createWorkLedger();
    const refusals: string[] = [];
    for (let round = 0; round < 8; round += 1) {
      const ended = new AbortController();
      const work = doMixedWork(target, ledger, {
        signal: ended.signal,
        onRefusal: (status, body) => {
          refusals.push(`${status} ${JSON.parse(body).code}`);
        },
      });
      await wait(Math.random() * 500);
      faults.allow(Math.floor(Math.random() * 20));
      await wait(Math.random() * 500);
      faults.lift();
      await wait(100);
      ended.abort();
      await work;
      await expectLedger(target, ledger, { all: true });
    }
    // An upload that was refused in the middle is continued from the wrong offset once, and a fast machine reaches the limit of
    // changes.
    const others = new Set(['409 wrong-offset', '429 rate-limited']);
    expect([...new Set(refusals)].filter((refusal) => !others.has(refusal))).toEqual(['507 storage-full']);
    const document = { name: 'a.txt', content: 'A capercaillie' };
    const { id } = await vi.waitFor(() => upload(server.url, server.cookie, document), {
      timeout: 120_000,
      interval: 1_000,
    });
    const isIndexed = async () => {
      const { headers } = { headers: { cookie: server.cookie } };
      const answer = await fetch(`${server.url}/api/files/${id}`, { headers });
      return ((await answer.json()) as { indexStatus: string }).indexStatus; // of a file
    };
    await vi.waitFor(async () => expect(await isIndexed()).toBe('indexed'), { timeout: 60_000 });
    await server.end('SIGTERM');
    expect(await runScript('fsck', [], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  });

  test('during the first start and its migrations: it says so, and the next start works', {
    tags: ['full'],
  }, async () => {
    const counted = await newFolder();
    const counting = openDiskFaults(counted);
    const ready = await openServer({ DATA_DIR: counted, ...counting.env });
    const callsUntilReady = counting.countCalls();
    await ready.end('SIGTERM');
    // Commits share syncs, and how many depends on their times.
    for (const allowed of spread(callsUntilReady * 0.8, 6)) {
      const dataDir = join(await newFolder(), 'data');
      await mkdir(dataDir);
      const faults = openDiskFaults(dataDir);
      faults.allow(allowed);
      const { code, err } = await runFailingStart({ DATA_DIR: dataDir, ADMIN_PASSWORD, ...faults.env });
      expect([allowed, code, err]).toEqual([allowed, 1, expect.stringMatching(FULL)]);
      faults.lift();
      const server = await openServer({ DATA_DIR: dataDir, ...faults.env });
      await upload(server.url, server.cookie, { name: 'a.txt', content: 'A' });
      await server.end('SIGKILL');
    }
  });

  test('during a backup: it fails with the reason, and no file looks like a backup', {
    tags: ['full'],
  }, async () => {
    const folder = await newFolder();
    const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')];
    await mkdir(backups);
    const server = await openServer({ DATA_DIR: dataDir });
    for (const name of ['a.bin', 'b.bin'])
      await upload(server.url, server.cookie, { name, content: randomBytes(1_000_000) });
    const faults = openDiskFaults(backups);
    const backUp = (name: string) =>
      runScript('backup', [join(backups, name)], { DATA_DIR: dataDir, ...faults.env });
    faults.lift();
    expect(await backUp('counted')).toMatchObject({ code: 0 });
    const calls = faults.countCalls();
    for (const allowed of [...spread(calls * 0.8, 6), calls - 1]) {
      faults.allow(allowed);
      const { code, err } = await backUp('full');
      // The last call is made or not: commits of the server beside it make their number vary.
      if (code === 0 && allowed > calls * 0.8) continue;
      expect([allowed, code, err]).toEqual([allowed, 1, expect.stringMatching(FULL)]);
      expect(await readdir(backups)).toEqual(['counted']);
    }
    faults.lift();
    expect(await backUp('room')).toMatchObject({ code: 0 });
    expect(existsSync(join(backups, 'room'))).toBe(true);
  });

  test('under the search index: files are served, and indexed once there is space', {
    tags: ['full'],
  }, async () => {
    const dataDir = await newFolder();
    const faults = openDiskFaults(join(dataDir, 'search-index'));
    const server = await openServer({ DATA_DIR: dataDir, ...faults.env });
    const get = async (path: string) => {
      const answer = await fetch(server.url + path, { headers: { cookie: server.cookie } });
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.json() as Promise<{ documentInfo?: { fileId: number } }>; // of a search
    };
    const find = async () => (await get('/api/search?query=capercaillie')).documentInfo?.fileId;
    for (const allowed of [0, 1, 2, 5]) {
      faults.allow(allowed);
      const content = `A capercaillie ${allowed}`;
      const { id } = await upload(server.url, server.cookie, { name: `${allowed}.txt`, content });
      await wait(1_000);
      await get(`/api/files/${id}`);
      faults.lift();
      await vi.waitFor(async () => expect(await find()).toBeDefined(), { timeout: 60_000, interval: 500 });
    }
  });
});
