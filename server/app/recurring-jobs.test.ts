import { expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

test('every recurring job has its row in a new database', async ({ testApp }) => {
  const { jobs, services } = testApp.server;
  const rows = await services.db
    .selectFrom('jobs')
    .select('kind')
    .where('kind', 'in', jobs.recurringKinds)
    .execute();
  expect(rows.map(({ kind }) => kind).sort()).toEqual([...jobs.recurringKinds].sort());
});
