import { sql } from 'kysely';
import { expect } from 'vitest';
import { grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { longestStep } from '#server/testing/timing/longest-step.ts';

const FOLDERS = 100;
const FILES_IN_EACH = 100;
const GROUPS = 4;

/**
 * Steps take 13 to 17 ms, the longest of which is the commit. The comparison of a group in one statement took 29, one that changed
 * all files 210.
 */
const MAX_STEP_MS = 40;

/** Creates a room in which 10,000 files in 100 folders are drafts. */
async function openLargeDrafts(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group, file } = room;
  const url = `/api/rooms/${root.id}`;
  for (let at = 1; at < GROUPS; at += 1) await owner.post(`${url}/groups`, { name: `Bidder ${at}` });
  await grant(owner, root.id, { folder: inner, group, level: 'view' });
  await testApp.finishJobs();
  const { db } = testApp.server.services;
  const numbers = (count: number) => sql`(with recursive numbers(n) as (
    select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers)`;
  await sql`insert into folders (name, parent_id, owner_id, created_at, published_at)
    select 'Folder ' || n, cast(${inner.id} as bigint), cast(${owner.id} as bigint), 0, null
    from ${numbers(FOLDERS)} as numbers`.execute(db);
  await sql`insert into files (name, size, allow_download, file_type, blob_key, index_status, folder_id, owner_id, created_at, published_at)
    select 'File ' || n || '.txt', 10, 1, 'txt', (select blob_key from files where id = ${file.id}), 'indexed', folders.id,
      cast(${owner.id} as bigint), 0, null
    from ${numbers(FILES_IN_EACH)} as numbers cross join folders where folders.name like 'Folder %'`.execute(
    db,
  );
  return { ...room, url, db };
}

test('a publication of 10,000 drafts lets other work run', { tags: ['full'], timeout: 300_000 }, async ({
  testApp,
}) => {
  const { owner, url, db, group } = await openLargeDrafts(testApp);
  const files = FOLDERS * FILES_IN_EACH;
  const read = () => owner.get(`${url}/drafts`);
  const { body } = await read();
  expect([body.folders, body.files]).toEqual([FOLDERS, files]);
  expect(await longestStep(read, { countsCollections: false })).toBeLessThan(MAX_STEP_MS);
  const later = new Date(testApp.server.services.now() + 3_600_000).toISOString();
  const published = (at?: string) => owner.post(`${url}/publications`, at === undefined ? {} : { at });
  const { body: scheduled } = await published(later);
  expect((await owner.delete(`/api/publications/${scheduled.id}`)).status).toBe(200);
  let answer = scheduled;
  const longest = await longestStep(
    async () => {
      answer = (await published()).body;
    },
    { countsCollections: false },
  );
  expect(longest).toBeLessThan(MAX_STEP_MS);
  expect(answer).toMatchObject({ state: 'published', folders: FOLDERS, files });
  expect(answer.groups).toContainEqual(
    expect.objectContaining({ groupId: group.id, gains: files, loses: 0 }),
  );
  const { count } = await db
    .selectFrom('files')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('publication_id', '=', answer.id)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(files);
});
