import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { addDays, dateOf } from '#shared/domain/changes/local-time.ts';
import { withDatabase } from '../fixtures/database.ts';
import {
  measureCpuTime,
  startBenchServer,
  withServer,
  withTemporaryDirectory,
} from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';
import { openJsonClient } from '../harness/json-client.ts';
import { readLoopDelay, withLoopDelay } from '../harness/loop-delay.ts';

const FILES = 500;
const PERSONS = 200;
const VIEWS = 500_000;
const PAGES_PER_VIEW = 20;
const DAYS = 60;
const DAY_MS = 24 * 60 * 60 * 1000;
const CALLS = 20;
const ACCOUNT = { username: 'owner', email: 'owner@example.test', password: 'bench-secret-1' };
const BY = ['group', 'file', 'person', 'day'] as const;
/** Lists of a folder that add up all of its views. */
const ACTIVITY = ['', '/viewers', '/files'] as const;

/** Measures the figures of a room with 10 million page times, and the sums that they are read from. */
export const benchRoomAnalytics = (): Promise<Figure[]> => withTemporaryDirectory(measure);

async function measure(dataDir: string): Promise<Figure[]> {
  const roomId = await withServer(startBenchServer(dataDir), async ({ origin }) => {
    const client = openJsonClient(origin);
    await client.call('POST', '/api/register', ACCOUNT);
    const folder = await client.call('POST', '/api/folders', { name: 'Room', parentId: null });
    await client.call('POST', '/api/rooms', { folderId: folder.id });
    await client.upload('Lease.txt', 'The lease.');
    return folder.id as number;
  });
  await fill(dataDir, roomId);
  const loop = join(dataDir, 'loop.sock');
  const { flags, env } = withLoopDelay(loop);
  return withServer(startBenchServer(dataDir, env, flags), async (server) => {
    const client = openJsonClient(server.origin);
    await client.call('POST', '/api/login', { username: ACCOUNT.username, password: ACCOUNT.password });
    await waitForSums(dataDir, roomId);
    // The job may have begun before the sign-in, so the start is included.
    const sums = (await server.usage()).processorMs / 1000;
    const figures: Figure[] = [
      {
        name: 'start, and sums of 60 days with 10 million page times, processor time',
        value: sums,
        unit: 's',
        target: { atMost: 60 },
      },
    ];
    await readLoopDelay(loop);
    for (const by of BY) {
      const path = `/api/rooms/${roomId}/analytics?by=${by}`;
      if ((await client.call('GET', path)).length === 0) throw new Error(`There are no figures by ${by}`);
      figures.push({
        name: `the figures by ${by}, processor time`,
        value: await measureCpuTime(server, CALLS, () => client.call('GET', path)),
        unit: 'ms',
        target: { atMost: 300 },
      });
    }
    for (const list of ACTIVITY) {
      const path = `/api/folders/${roomId}/activity${list}`;
      figures.push({
        name: `the activity of the folder${list}, processor time`,
        value: await measureCpuTime(server, 1, () => client.call('GET', path)),
        unit: 'ms',
      });
    }
    figures.push({
      name: 'the longest wait for the main thread meanwhile',
      value: (await readLoopDelay(loop)).max,
      unit: 'ms',
      target: { atMost: 20 },
    });
    return figures;
  });
}

/** Writes the views of visitors over the last two months; each has the time of twenty pages. */
const fill = (dataDir: string, roomId: number): Promise<void> =>
  withDatabase(dataDir, async (db) => {
    const { id: _, ...file } = await db.selectFrom('files').selectAll().executeTakeFirstOrThrow();
    await db.updateTable('files').set({ folder_id: roomId }).execute();
    for (let count = 1; count < FILES; count += 1)
      await db
        .insertInto('files')
        .values({ ...file, name: `Lease ${count}.txt`, folder_id: roomId })
        .execute();
    const begun = Date.now() - DAYS * DAY_MS;
    await db.updateTable('folders').set({ created_at: begun }).where('id', '=', roomId).execute();
    await sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${VIEWS - 1})
      insert into file_views (file_id, viewer_email, viewed_at, last_seen_at, version)
      select (select min(id) from files) + i % ${FILES}, 'v' || (i % ${PERSONS}) || '@example.test',
        ${begun} + i * ${Math.floor((DAYS * DAY_MS) / VIEWS)}, ${begun} + i * ${Math.floor((DAYS * DAY_MS) / VIEWS)} + 60000, 1
      from n`.execute(db);
    await sql`with recursive p(page) as (select 1 union all select page + 1 from p where page < ${PAGES_PER_VIEW})
      insert into page_times (view_id, page, ms) select file_views.id, page, 1000 + page from file_views, p
      order by file_views.id, page`.execute(db);
    await db.updateTable('jobs').set({ run_at: 0 }).where('kind', '=', 'analytics.sum').execute();
    await sql`analyze`.execute(db);
  });

/** The last two days may still change, and are counted as they are. */
async function waitForSums(dataDir: string, roomId: number): Promise<void> {
  const until = addDays(dateOf(Date.now(), 'UTC'), -3);
  const isDone = () =>
    withDatabase(dataDir, async (db) => {
      const row = await db
        .selectFrom('room_analytics')
        .select('summed_to')
        .where('room_id', '=', roomId)
        .executeTakeFirst();
      return (row?.summed_to ?? '') >= until;
    });
  while (!(await isDone())) await setTimeout(1_000);
}
