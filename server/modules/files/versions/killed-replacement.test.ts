import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { MULTIPART_TYPE, multipartBody } from '#server/testing/clients/inject-client.ts';
import { ADMIN_PASSWORD, startServer, upload } from '#server/testing/server-process.ts';

vi.setConfig({ testTimeout: 60_000 });

async function openServer(dataDir: string) {
  const server = await startServer({ DATA_DIR: dataDir, ADMIN_PASSWORD });
  onTestFinished(() => void server.end('SIGKILL'));
  return { ...server, cookie: await server.signIn() };
}

const listObjects = async (dataDir: string): Promise<string[]> =>
  (await readdir(join(dataDir, 'objects'), { recursive: true })).filter((path) => /[0-9a-f]{64}$/.test(path));

// The server process uses SQLite here, whose only writer another process can be.
describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres')('a killed server', () => {
  test('a kill between the bytes and the row of a version leaves the previous one current', {
    tags: ['full'],
  }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'muniment-killed-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const server = await openServer(dataDir);
    const { id } = await upload(server.url, server.cookie, { name: 'note.txt', content: 'One.' });
    const get = async (url: string, path: string) =>
      fetch(url + path, { headers: { cookie: server.cookie } });
    // A job that waits for the lock below would hold up the whole server.
    const readFile = async () => (await get(server.url, `/api/files/${id}`)).json();
    await vi.waitFor(async () => expect(await readFile()).toMatchObject({ indexStatus: 'indexed' }), {
      timeout: 30_000,
    });
    expect(await listObjects(dataDir)).toHaveLength(2);
    const body = multipartBody([{ name: 'file', value: 'Two.', filename: 'note.txt' }]);
    const headers = {
      cookie: server.cookie,
      'content-type': MULTIPART_TYPE,
      'content-length': String(body.length),
    };
    const sending = request(`${server.url}/api/files/${id}/versions`, { method: 'POST', headers });
    sending.on('error', () => {});
    sending.write(body.subarray(0, 100));
    const database = new SqliteDatabase(join(dataDir, 'muniment.db'));
    database.exec('begin immediate');
    sending.end(body.subarray(100));
    // The bytes are stored, and their transaction waits for ours.
    await vi.waitFor(async () => expect(await listObjects(dataDir)).toHaveLength(3), { timeout: 10_000 });
    await server.end('SIGKILL');
    database.exec('rollback');
    database.close();

    const again = await openServer(dataDir);
    expect(await (await get(again.url, `/api/files/${id}/download`)).text()).toBe('One.');
    expect(await (await get(again.url, `/api/files/${id}/versions`)).json()).toHaveLength(1);
    const form = new FormData();
    form.append('file', new Blob(['Two.']), 'note.txt');
    const added = await fetch(`${again.url}/api/files/${id}/versions`, {
      method: 'POST',
      headers: { cookie: again.cookie },
      body: form,
    });
    expect(added.status).toBe(201);
    expect(await added.json()).toMatchObject({ number: 2 });
  });
});
