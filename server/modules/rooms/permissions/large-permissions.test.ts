import { sql } from 'kysely';
import { expect } from 'vitest';
import { openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { longestStep } from '#server/testing/timing/longest-step.ts';

const FOLDERS = 100;
const FOLDERS_IN_EACH = 99;
const GROUPS = 20;

test('permissions of 10,000 entries for 20 groups are exported within 3 seconds, and hold nobody up', {
  tags: ['full'],
  timeout: 120_000,
}, async ({ testApp }) => {
  const { owner, root, group } = await openRoom(testApp);
  const url = `/api/rooms/${root.id}`;
  for (let at = 1; at < GROUPS; at += 1) await owner.post(`${url}/groups`, { name: `Bidder ${at}` });
  const { db } = testApp.server.services;
  const numbers = (count: number) => sql`with recursive numbers(n) as (
    select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers`;
  const insertFolders = (parents: ReturnType<typeof sql>, count: number, name: string) =>
    sql`insert into folders (name, parent_id, owner_id, created_at, published_at)
      select ${name} || n, parents.id, cast(${owner.id} as bigint), 1, 0
      from (${numbers(count)}) as numbers cross join (${parents}) as parents`.execute(db);
  await insertFolders(sql`select cast(${root.id} as bigint) as id`, FOLDERS, 'Folder ');
  await insertFolders(
    sql`select id from folders where parent_id = ${root.id} and name like 'Folder %'`,
    FOLDERS_IN_EACH,
    'Inner ',
  );
  await sql`insert into group_grants (group_id, folder_id, level, version, granted_by_id, granted_at)
    select cast(${group.id} as bigint), id, 'view', 1, cast(${owner.id} as bigint), 0 from folders
    where name like 'Inner %'`.execute(db);
  const exported = () => owner.get(`${url}/permissions/export?format=csv`);
  // The first export loads code.
  await exported();
  const before = process.cpuUsage();
  let text = '';
  const longest = await longestStep(async () => {
    const { status, bytes } = await exported();
    text = String(bytes);
    expect(status).toBe(200);
  });
  const { user, system } = process.cpuUsage(before);
  expect(text.split('\r\n').length).toBeGreaterThan(FOLDERS * (FOLDERS_IN_EACH + 1));
  expect((user + system) / 1e6).toBeLessThan(3);
  expect(longest).toBeLessThan(60);
});
