import type { CompiledQuery } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isPostgres } from '#server/database/open-database.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { countRootFiles } from './queries.ts';

test('an upload outside folders counts the files there without reading those in folders', async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  const { db } = testApp.server.services;
  const owner = await testApp.user();
  const folder = await owner.folder('Leases');
  const deleted = await owner.file();
  await owner.file();
  await owner.file({ folderId: folder.id });
  await owner.delete(`/api/files/${deleted.id}`);
  const asked = vi.spyOn(db, 'executeQuery');
  expect(await countRootFiles(db, [owner.id])).toEqual(new Map([[owner.id, 1]]));
  const [query] = asked.mock.calls[0] as [CompiledQuery];
  asked.mockRestore();
  // PostgreSQL reads so few rows as a whole.
  if (isPostgres(db)) return;
  const { rows } = await db.executeQuery({ ...query, sql: `explain query plan ${query.sql}` });
  expect(JSON.stringify(rows)).toContain('INDEX files_at_root');
});
