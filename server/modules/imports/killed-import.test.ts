import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { zipSync } from 'fflate';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { TUS_HEADERS, UPLOAD_MEDIA_TYPE } from '#server/testing/clients/tus-client.ts';
import { ADMIN_PASSWORD, startServer } from '#server/testing/server-process.ts';
import { formatUploadMetadata } from '#shared/domain/upload-metadata.ts';

vi.setConfig({ testTimeout: 240_000 });

const FILE_COUNT = 400;
const FOLDER_COUNT = 20;

async function openServer(dataDir: string) {
  const server = await startServer({ DATA_DIR: dataDir, ADMIN_PASSWORD });
  onTestFinished(() => void server.end('SIGKILL'));
  const cookie = await server.signIn();
  const send = (method: string, path: string, body?: object) =>
    fetch(server.url + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).then((response) => response.json() as Promise<{ id: number; state: string }>); // of each call that is made here
  return { ...server, cookie, send };
}

type Server = Awaited<ReturnType<typeof openServer>>;

function archiveOfManyFiles(): Buffer<ArrayBuffer> {
  const files: Record<string, Uint8Array> = {};
  for (let at = 0; at < FILE_COUNT; at += 1)
    files[`Folder ${at % FOLDER_COUNT}/file ${at}.bin`] = new TextEncoder().encode(`File ${at}`);
  return Buffer.from(zipSync(files));
}

async function uploadArchive({ url, cookie }: Server, importId: number, bytes: Buffer<ArrayBuffer>) {
  const metadata = { filename: 'a.zip', importId: String(importId), relativePath: 'a.zip' };
  const begun = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...TUS_HEADERS,
      cookie,
      'upload-length': String(bytes.length),
      'upload-metadata': formatUploadMetadata(metadata),
    },
  });
  await fetch(url + begun.headers.get('location'), {
    method: 'PATCH',
    headers: { ...TUS_HEADERS, cookie, 'content-type': UPLOAD_MEDIA_TYPE, 'upload-offset': '0' },
    body: bytes,
  });
}

/** Counts what an import has added, as another process sees it. */
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

const stateOf = async ({ send }: Server, id: number): Promise<string> =>
  (await send('GET', `/api/imports/${id}`)).state;

// The server process uses SQLite here, whose only writer another process can be.
describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] !== 'postgres')('a killed server', () => {
  test.for([0, 60, 200])(
    'a kill %i ms after an import began to be applied leaves all of it or nothing',
    { tags: ['full'] },
    async (delayMs) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'muniment-killed-'));
      onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
      const server = await openServer(dataDir);
      const { id: folderId } = await server.send('POST', '/api/folders', { name: 'Target', parentId: null });
      const { id } = await server.send('POST', '/api/imports', { folderId });
      await uploadArchive(server, id, archiveOfManyFiles());
      await server.send('POST', `/api/imports/${id}/check`);
      await vi.waitFor(async () => expect(await stateOf(server, id)).toBe('checked'), {
        interval: 200,
        timeout: 150_000,
      });
      await server.send('POST', `/api/imports/${id}/apply`);
      await wait(delayMs);
      await server.end('SIGKILL');
      const all = [FOLDER_COUNT, FILE_COUNT];
      expect([[0, 0], all]).toContainEqual(countAdded(dataDir, folderId));

      const again = await openServer(dataDir);
      await vi.waitFor(async () => expect(await stateOf(again, id)).toBe('applied'), {
        interval: 200,
        timeout: 60_000,
      });
      expect(countAdded(dataDir, folderId)).toEqual(all);
    },
  );
});
