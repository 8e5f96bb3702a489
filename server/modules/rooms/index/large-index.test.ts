import { PDFDocument } from '@cantoo/pdf-lib';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { isPostgres } from '#server/database/open-database.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { longestStep } from '#server/testing/timing/longest-step.ts';

const FOLDERS = 100;
const LINES = 10_000;

test('an index of 10,000 lines takes at most 3 seconds as XLSX and holds nobody up', {
  tags: ['full'],
  timeout: 120_000,
}, async ({ testApp }) => {
  const owner = await testApp.user();
  const root = await owner.folder('Large');
  await owner.post('/api/rooms', { folderId: root.id });
  const { db } = testApp.server.services;
  const insert = async (parentIds: readonly number[], count: number) => {
    const ids: number[] = [];
    for (const parent_id of parentIds) {
      const rows = Array.from({ length: count }, (_, at) => ({
        name: `Folder ${at}`,
        parent_id,
        owner_id: owner.id,
        created_at: at,
        deleted_at: null,
      }));
      ids.push(
        ...(await db.insertInto('folders').values(rows).returning('id').execute()).map(({ id }) => id),
      );
    }
    return ids;
  };
  await insert(await insert([root.id], FOLDERS), LINES / FOLDERS - 1);
  // The first export loads code.
  await owner.get(`/api/rooms/${root.id}/index`);
  const before = process.cpuUsage();
  const longest = await longestStep(async () =>
    expect((await owner.get(`/api/rooms/${root.id}/index`)).status).toBe(200),
  );
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(3);
  expect(longest).toBeLessThan(60);
  const { bytes } = await owner.get(`/api/rooms/${root.id}/index?format=pdf`);
  expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThan(100);
});

test('a member of a large room gets the lines that they see, and learns nothing of the others', {
  tags: ['full'],
  timeout: 300_000,
}, async ({ testApp }) => {
  const { owner, root, inner, deep, group } = await openRoom(testApp);
  const member = await testApp.user();
  await addMembers(owner, group, member.email);
  await owner.patch(`/api/rooms/${root.id}`, { settings: { draftUploads: false } });
  await grant(owner, root.id, { folder: deep, group, level: 'view' });
  const seen = await owner.folder('Seen', deep.id);
  const exported = async () => {
    const { status, bytes } = await member.get(`/api/rooms/${root.id}/index?format=csv`);
    return [status, String(bytes)] as const;
  };
  const before = await exported();
  expect([before[0], before[1].split('\r\n').length]).toEqual([200, 5]);
  const { db } = testApp.server.services;
  const numbers = (count: number) => sql`with recursive numbers(n) as (
    select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers`;
  const insert = async (parentId: number, count: number) => {
    await sql`insert into folders (name, parent_id, owner_id, created_at, published_at)
      select 'Folder ' || n, cast(${parentId} as bigint), cast(${owner.id} as bigint), 1, 0
      from (${numbers(count)}) as numbers`.execute(db);
    // As autovacuum does before long.
    if (isPostgres(db)) await sql`analyze folders`.execute(db);
  };
  // Lies beside what the member sees, in a folder that sorts after it.
  const hidden = await owner.folder('Zebra', inner.id);
  await insert(hidden.id, 100_001);
  expect(await exported()).toEqual(before);
  const refused = await owner.get(`/api/rooms/${root.id}/index?format=csv`);
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'The index has more than 100,000 lines. It is too large to be exported.',
  ]);
  // What they see themselves counts.
  await insert(seen.id, 100_001);
  expect((await exported())[0]).toBe(409);
});
