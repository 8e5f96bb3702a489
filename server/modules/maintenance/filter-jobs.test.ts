import { expect } from 'vitest';
import { readPages } from '#server/testing/clients/read-pages.ts';
import { testWithOwnApp as test } from '#server/testing/test-app.ts';
import type { Job } from '#shared/contracts/jobs.ts';

test('background jobs are filtered by kind and last error', async ({ testApp }) => {
  const admin = await testApp.user({ isAdmin: true });
  const { db, now } = testApp.server.services;
  const [job] = (await admin.get('/api/admin/jobs')).body;
  const error = 'The object 50%_x could not be read.';
  await db
    .updateTable('jobs')
    .set({ last_error: error, quarantined_at: now() })
    .where('id', '=', job.id)
    .execute();
  const find = async (q: string): Promise<string[]> =>
    (await admin.get(`/api/admin/jobs?${new URLSearchParams({ q })}`)).body.map(({ kind }: Job) => kind);
  expect(await find('OBJECT read')).toEqual([job.kind]);
  expect(await find('50%_X')).toEqual([job.kind]);
  expect(await find('50_')).toEqual([]);
  expect(await find(job.kind.toUpperCase())).toContain(job.kind);
  expect(await find(`${job.kind} nothing`)).toEqual([]);
  const jobs: Job[] = (await admin.get('/api/admin/jobs')).body;
  const odd = jobs.filter((_, place) => place % 2 === 1).map(({ id }) => id);
  await db.updateTable('jobs').set({ last_error: 'Odd' }).where('id', 'in', odd).execute();
  expect(odd.length).toBeGreaterThan(1);
  const pages = await readPages<Job>(admin, '/api/admin/jobs?limit=1&q=odd');
  expect(pages.map(({ id }) => id)).toEqual(odd);
  expect((await (await testApp.user()).get('/api/admin/jobs?q=object')).status).toBe(403);
});
