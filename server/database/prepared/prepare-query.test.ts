import { sql } from 'kysely';
import { expect } from 'vitest';
import { enqueueJobs } from '#server/engines/queue/job-queue.ts';
import { test } from '#server/testing/test-app.ts';
import type { Database } from '../open-database.ts';
import { prepareQuery } from './prepare-query.ts';

const selectSums = (db: Database, { base, more }: { base: number; more: number }) =>
  db.selectNoFrom([
    sql<number>`cast(${base} as integer) + 1`.as('next'),
    sql<number>`cast(${more} as integer) + cast(${base} as integer)`.as('sum'),
  ]);

test('a prepared query is built once and runs with the values of each call', async ({ testApp }) => {
  const { db } = testApp.server.services;
  let builds = 0;
  const run = prepareQuery((within, values: { base: number; more: number }) => {
    builds += 1;
    return selectSums(within, values);
  });
  expect(await run(db, { base: 1, more: 10 })).toEqual([{ next: 2, sum: 11 }]);
  expect(await run(db, { more: 20, base: 5 })).toEqual([{ next: 6, sum: 25 }]);
  expect(builds).toBe(1);
});

test('a prepared query runs in the transaction that it is given', async ({ testApp }) => {
  const { db, now } = testApp.server.services;
  const kind = crypto.randomUUID();
  const select = prepareQuery((within, values: { kind: string }) =>
    within.selectFrom('jobs').select('kind').where('kind', '=', values.kind),
  );
  const rollback = new Error('rolled back');
  const changing = db.transaction().execute(async (transaction) => {
    await enqueueJobs(transaction, [{ kind, payload: {} }], now());
    expect(await select(transaction, { kind })).toEqual([{ kind }]);
    throw rollback;
  });
  await expect(changing).rejects.toBe(rollback);
  expect(await select(db, { kind })).toEqual([]);
});

test.for<[string, (values: { at: number }) => unknown]>([
  ['computes with a value', ({ at }) => at - 1],
  ['compares a value', ({ at }) => at > 5],
  ['writes a value into text', ({ at }) => `${at}`],
  ['copies the values', (values) => ({ ...values })],
])('a query that %s is refused when it is built', async ([, use], { testApp }) => {
  const run = prepareQuery((db, values: { at: number }) => db.selectNoFrom(sql`${use(values)}`.as('used')));
  await expect(run(testApp.server.services.db, { at: 1 })).rejects.toThrow(/prepared query|is not known/);
});

test('a value may be null or bytes', async ({ testApp }) => {
  const { db } = testApp.server.services;
  await testApp.user();
  const { token_hash: hash } = await db
    .selectFrom('sessions')
    .select('token_hash')
    .limit(1)
    .executeTakeFirstOrThrow();
  const run = prepareQuery((within, values: { hash: Buffer; none: null }) =>
    within
      .selectFrom('sessions')
      .select('token_hash')
      .where('token_hash', '=', values.hash)
      .where(sql<boolean>`cast(${values.none} as integer) is null`),
  );
  expect(await run(db, { hash, none: null })).toEqual([{ token_hash: hash }]);
});
