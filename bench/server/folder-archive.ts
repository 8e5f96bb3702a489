import { setTimeout } from 'node:timers/promises';
import type { RoomArchive } from '#shared/contracts/rooms/archives.ts';
import { withDatabase } from '../fixtures/database.ts';
import { createSessionCookie, insertUser } from '../fixtures/users.ts';
import {
  type BenchServer,
  startBenchServer,
  withServer,
  withTemporaryDirectory,
} from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { MEGABYTES, uploadHundredMegabytes } from '../harness/hundred-megabytes.ts';

/** Files of 100 MB: one is deflated, two are stored without compression. */
const FILES = ['disk.bin', 'scan.pdf', 'plan.pdf'];
const SAMPLE_INTERVAL_MS = 100;

/** Measures speed and memory of downloading a folder of 300 MB as a ZIP file. */
export function benchFolderArchive(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const { cookie, folderId } = await withDatabase(dataDir, async (db) => {
      const setting = { name: 'maxUploadSizeMB', value: String(2 * MEGABYTES) };
      await db.insertInto('system_settings').values(setting).execute();
      const owner_id = await insertUser(db, 'uploader', 0);
      const folder = { name: 'Archive', parent_id: null, owner_id, created_at: Date.now() };
      const { id } = await db.insertInto('folders').values(folder).returning('id').executeTakeFirstOrThrow();
      return { cookie: await createSessionCookie(db, owner_id), folderId: String(id) };
    });
    const settings = { UPLOAD_CEILING_MB: String(2 * MEGABYTES) };
    const fileIds: number[] = [];
    await withServer(startBenchServer(dataDir, settings), async ({ origin }) => {
      for (const name of FILES)
        fileIds.push(await uploadHundredMegabytes(origin, cookie, { name, folderId }));
    });
    // A new process, without memory from the uploads.
    return withServer(startBenchServer(dataDir, settings), async (server) => {
      const client = createHttpClient(server.origin, cookie);
      // Memory that any first large response takes is not counted.
      for (const id of fileIds) await client.drain(`/api/files/${id}/download`);
      const path = `/api/folders/${folderId}/archive`;
      const before = (await server.usage()).residentMb;
      const begun = performance.now();
      const peak = await measurePeakMemory(server, client.drain(path));
      const seconds = (performance.now() - begun) / 1000;
      const roomSeconds = await measureRoomArchive(server.origin, cookie, folderId);
      client.close();
      return [
        {
          name: 'speed of a signed archive of it as a room, of that of the ZIP',
          value: seconds / roomSeconds,
          unit: 'times',
          target: { atLeast: 0.6 },
        },
        {
          name: 'memory beyond that of single downloads',
          value: peak - before,
          unit: 'MB',
          target: { atMost: 60 },
        },
        { name: 'speed, a third of it deflated', value: (MEGABYTES * FILES.length) / seconds, unit: 'MB/s' },
      ];
    });
  });
}

/** Makes the folder a room and returns the seconds until an archive of it is stored. */
async function measureRoomArchive(origin: string, cookie: string, folderId: string): Promise<number> {
  const post = (path: string, body: object) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const archives = `/api/rooms/${folderId}/archives`;
  await post('/api/rooms', { folderId: Number(folderId) });
  const begun = performance.now();
  await post(archives, { scope: 'room', format: 'zip' });
  for (;;) {
    const answer = await fetch(`${origin}${archives}`, { headers: { cookie } });
    const [archive] = (await answer.json()) as [RoomArchive]; // as the contract says
    if (archive.state === 'failed') throw new Error(`The archive failed: ${archive.error}`);
    if (archive.state === 'done') return (performance.now() - begun) / 1000;
    await setTimeout(SAMPLE_INTERVAL_MS);
  }
}

async function measurePeakMemory(server: BenchServer, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let peakMb = 0;
  while (!isDone) {
    peakMb = Math.max(peakMb, (await server.usage()).residentMb);
    await setTimeout(SAMPLE_INTERVAL_MS);
  }
  await done;
  return peakMb;
}
