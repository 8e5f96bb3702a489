import type { CompiledQuery } from 'kysely';
import { expect } from 'vitest';
import { isPostgres } from '#server/database/open-database.ts';
import { testWith } from '#server/testing/test-app.ts';
import { findDueDelivery, findNextAttempt, listFailedAttempts, listWebhooks } from './queries.ts';
import { openWebhook } from './testing/open-webhook.ts';

const test = testWith({ config: { webhooksAllowPrivate: true } });
const DAY_MS = 24 * 3_600_000;

test('deliveries are kept for thirty days, those of a busy webhook too', async ({ testApp }) => {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const { id, deliveries } = await openWebhook(owner, { events: ['file.upload'], folderId: folder.id });
  const { db, now } = testApp.server.services;
  const delivery = { webhook_id: id, event_id: 1, object_kind: 'file', object_id: 1, payload: '{}' };
  const ended = { delivered_at: now(), abandoned_at: null, last_status: '204', attempts: 1 };
  const before = now() - 31 * DAY_MS;
  const times = { created_at: before, next_attempt_at: before };
  const old = Array.from({ length: 1_500 }, () => ({ ...delivery, ...ended, ...times }));
  await db.insertInto('webhook_deliveries').values(old).execute();
  for (const left of [501, 2]) {
    await owner.file({ folderId: folder.id });
    await testApp.finishJobs();
    const { count } = await db
      .selectFrom('webhook_deliveries')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('webhook_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(left);
  }
  expect(await deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
});

test('what waits is found without reading what has arrived', async ({ testApp }) => {
  const { db, now } = testApp.server.services;
  const { id: ownerId } = await testApp.user();
  const queries: CompiledQuery[] = [];
  const recorded = db.withPlugin({
    transformQuery({ node, queryId }) {
      queries.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await findDueDelivery(recorded, 1, now());
  await findNextAttempt(recorded, 1);
  await listFailedAttempts(recorded, 1, 8);
  await listWebhooks(recorded, ownerId);
  expect(queries).toHaveLength(4);
  // PostgreSQL reads so few rows as a whole.
  if (isPostgres(db)) return;
  for (const query of queries) {
    const { rows } = await db.executeQuery({ ...query, sql: `explain query plan ${query.sql}` });
    const steps = (rows as { detail: string }[]).map(({ detail }) => detail);
    for (const step of steps.filter((step) => /webhook_deliveries|earlier/.test(step)))
      expect(step, query.sql).toContain('webhook_deliveries_undelivered');
    expect(steps.join()).toContain('webhook_deliveries_undelivered');
  }
});
