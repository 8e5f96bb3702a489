import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ADMIN_PASSWORD, startServer } from '#server/testing/server-process.ts';
import type { RoomCopy } from '#shared/contracts/rooms/copies.ts';

vi.setConfig({ testTimeout: 240_000 });

const FOLDER_COUNT = 4;
const FILES_PER_FOLDER = 50;

async function openServer(dataDir: string) {
  const server = await startServer({ DATA_DIR: dataDir, ADMIN_PASSWORD });
  onTestFinished(() => void server.end('SIGKILL'));
  const cookie = await server.signIn();
  return {
    ...server,
    async send<T = { id: number }>(method: string, path: string, body?: object): Promise<T> {
      const isForm = body instanceof FormData;
      const response = await fetch(server.url + path, {
        method,
        headers: { cookie, ...(body && !isForm && { 'content-type': 'application/json' }) },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      return response.json() as Promise<T>; // of each call that is made here
    },
  };
}

type Server = Awaited<ReturnType<typeof openServer>>;

async function createRoom({ send }: Server, name: string): Promise<number> {
  const { id } = await send('POST', '/api/folders', { name, parentId: null });
  await send('POST', '/api/rooms', { folderId: id });
  return id;
}

async function fill({ send }: Server, parentId: number): Promise<number[]> {
  const folders: number[] = [];
  for (let nth = 0; nth < FOLDER_COUNT; nth += 1)
    folders.push((await send('POST', '/api/folders', { name: `Folder ${nth}`, parentId })).id);
  await Promise.all(
    folders.map(async (folderId) => {
      for (let nth = 0; nth < FILES_PER_FOLDER; nth += 1) {
        const form = new FormData();
        form.append('folderId', String(folderId));
        form.append('file', new Blob([`File ${nth}`]), `${nth}.bin`);
        await send('POST', '/api/files', form);
      }
    }),
  );
  return folders;
}

/** Counts what a copy has added, as another process sees it. */
function countAdded(dataDir: string, folderId: number): [folders: number, files: number] {
  const database = new SqliteDatabase(join(dataDir, 'muniment.db'), { readonly: true });
  const count = (text: string) => Number(database.prepare(text).pluck().get(folderId));
  const counts: [number, number] = [
    count('select count(*) from folders where parent_id = ?'),
    count('select count(*) from files where folder_id in (select id from folders where parent_id = ?)'),
  ];
  database.close();
  return counts;
}

// The server process uses SQLite here, whose only writer another process can be.
describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres')('a killed server', () => {
  test('a kill while a room is copied leaves all of the copy or nothing, and the next start makes it', {
    tags: ['full'],
  }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'muniment-killed-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    let server = await openServer(dataDir);
    const from = await createRoom(server, 'From');
    const entries = (await fill(server, from)).map((id) => ({ kind: 'folder', id }));
    const all = [FOLDER_COUNT, FOLDER_COUNT * FILES_PER_FOLDER];
    for (const delayMs of [0, 10, 30, 60, 120]) {
      const to = await createRoom(server, `To ${delayMs}`);
      const { id } = await server.send('POST', `/api/rooms/${from}/copies`, { entries, folderId: to });
      await wait(delayMs);
      await server.end('SIGKILL');
      expect([[0, 0], all]).toContainEqual(countAdded(dataDir, to));

      server = await openServer(dataDir);
      const read = () => server.send<RoomCopy>('GET', `/api/copies/${id}`);
      await vi.waitFor(async () => expect((await read()).state).toBe('done'), {
        interval: 200,
        timeout: 60_000,
      });
      expect(countAdded(dataDir, to)).toEqual(all);
    }
  });
});
