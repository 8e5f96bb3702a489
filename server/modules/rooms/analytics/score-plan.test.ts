import { expect, vi } from 'vitest';
import { isPostgres } from '#server/database/open-database.ts';
import { openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';

test('the documents that groups opened are looked up, and not read for each document of each group', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { owner, root } = await openRoom(testApp);
  const { db, longReads } = testApp.server.services;
  if (isPostgres(db)) return;
  using asked = vi.spyOn(longReads.getExecutor(), 'executeQuery');
  expect((await owner.get(`/api/rooms/${root.id}/analytics?by=group`)).status).toBe(200);
  const reach = asked.mock.calls.map(([query]) => query).filter(({ sql }) => sql.includes('permitted_files'));
  expect(reach).toHaveLength(1);
  for (const query of reach) {
    const { rows } = await db.executeQuery({ ...query, sql: `explain query plan ${query.sql}` });
    const plan = JSON.stringify(rows);
    expect(plan).toContain('opened');
    expect(plan).not.toMatch(/opened[^"]*LEFT-JOIN/);
  }
});
