import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { Database } from '../open-database.ts';
import { hashAuditRow } from './audit-chain.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

const asNobody = ({ server }: TestApp): Context => ({
  ...server.services,
  actor: { kind: 'anonymous' },
  address: '192.0.2.1',
});

const ask = (testApp: TestApp, question: string) =>
  audit(asNobody(testApp), { action: 'search.ask', details: { question } });

/** A room with ten rows, whose database no longer refuses changes: as whoever holds the file can have it. */
async function openLiftedRoom(): Promise<TestApp> {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  const { db } = testApp.server.services;
  while ((await lastPosition(db)) < 10) await ask(testApp, 'who was here?');
  const triggers =
    process.env['MUNIMENT_TEST_DATABASE'] === 'postgres'
      ? ['audit_log_rejects_change on audit_log']
      : ['audit_log_rejects_update', 'audit_log_rejects_delete'];
  for (const trigger of triggers) await sql`drop trigger ${sql.raw(trigger)}`.execute(db);
  return testApp;
}

async function lastPosition(db: Database): Promise<number> {
  return (await db.selectFrom('audit_head').select('position').executeTakeFirstOrThrow()).position;
}

const verify = ({ server }: TestApp) => verifyAuditLog(server.services.db, server.services.auditKey);

/** Makes all rows after a changed one follow each other again, as whoever knows how it is done can. */
async function chainAgain(db: Database): Promise<void> {
  const rows = await db.selectFrom('audit_log').selectAll().orderBy('position').execute();
  let hash = rows[0]?.previous_hash ?? '';
  for (const [place, row] of rows.entries()) {
    const next = { ...row, position: place + 1, previous_hash: hash };
    hash = hashAuditRow(next);
    await db
      .updateTable('audit_log')
      .set({ ...next, hash })
      .where('position', '=', row.position)
      .execute();
  }
  await db.updateTable('audit_head').set({ position: rows.length, hash }).execute();
}

/** Puts a copy of the third row after the last. */
async function forgeRow(db: Database): Promise<void> {
  const rows = await db.selectFrom('audit_log').selectAll().orderBy('position').execute();
  const last = rows.at(-1);
  const third = rows[2];
  if (!last || !third) throw new Error('There are no rows');
  const forged = { ...third, position: last.position + 1, previous_hash: last.hash };
  await db
    .insertInto('audit_log')
    .values({ ...forged, hash: hashAuditRow(forged) })
    .execute();
}

const DAMAGES: [string, (db: Database) => Promise<unknown>, RegExp][] = [
  [
    'a changed field',
    (db) => db.updateTable('audit_log').set({ actor_name: 'somebody' }).where('position', '=', 4).execute(),
    /^row 4: its content/,
  ],
  [
    'a changed hash',
    (db) =>
      db
        .updateTable('audit_log')
        .set({ hash: 'f'.repeat(64) })
        .where('position', '=', 4)
        .execute(),
    /^row 4: its content/,
  ],
  [
    'a row removed from the middle',
    (db) => db.deleteFrom('audit_log').where('position', '=', 5).execute(),
    /^row 5: it is missing/,
  ],
  [
    'the newest rows removed',
    (db) => db.deleteFrom('audit_log').where('position', '>', 7).execute(),
    /^row 8: it is missing, and so are all up to row 10/,
  ],
  ['a row added at the end', forgeRow, /^row 11: it was added past the seal/],
  [
    'a changed field with everything after it chained anew',
    async (db) => {
      await db.updateTable('audit_log').set({ actor_name: 'x' }).where('position', '=', 4).execute();
      await chainAgain(db);
    },
    /^row 10: the seal of the newest row/,
  ],
  [
    'a removed row with everything after it chained anew',
    async (db) => {
      await db.deleteFrom('audit_log').where('position', '=', 5).execute();
      await chainAgain(db);
    },
    /^row 9: the seal of the newest row/,
  ],
  [
    'an added row with the head moved to it',
    async (db) => {
      await forgeRow(db);
      await chainAgain(db);
    },
    /^row 11: the seal of the newest row/,
  ],
  [
    'a head that is gone',
    (db) => db.deleteFrom('audit_head').execute(),
    /^row 10: the seal of the newest row/,
  ],
];

describe('verifying finds', () => {
  test('nothing in a log that nobody touched, whatever its length', async () => {
    const testApp = await openLiftedRoom();
    expect(await verify(testApp)).toMatchObject({ verifiedRows: 10, problem: undefined });
    await Promise.all(Array.from({ length: 5 }, (_, n) => ask(testApp, `${n}`)));
    expect(await verify(testApp)).toMatchObject({
      verifiedRows: 15,
      problem: undefined,
      newest: { position: 15 },
    });
  });

  test.for(DAMAGES)('%s', async ([, damage, problem]) => {
    const testApp = await openLiftedRoom();
    await damage(testApp.server.services.db);
    expect((await verify(testApp)).problem).toMatch(problem);
  });

  test.for(DAMAGES.filter(([name]) => name !== 'a head that is gone' && name !== 'a row added at the end'))(
    '%s also when more was recorded since',
    async ([, damage]) => {
      const testApp = await openLiftedRoom();
      await damage(testApp.server.services.db);
      await ask(testApp, 'one more');
      expect((await verify(testApp)).problem).toMatch(/^row \d+: /);
    },
  );
});

test('with the key of another room no seal is right', async () => {
  const [testApp, other] = [await openLiftedRoom(), await openTestApp()];
  onTestFinished(() => other.close());
  const { problem } = await verifyAuditLog(testApp.server.services.db, other.server.services.auditKey);
  expect(problem).toMatch(/the seal of the newest row is not this room's/);
});

describe('with enableAuditLog off', () => {
  const set = (db: Kysely<never> | Database, value: string) =>
    sql`insert into system_settings (name, value) values ('enableAuditLog', ${value})
      on conflict (name) do update set value = excluded.value`.execute(db);

  test('nothing is recorded but the change of that setting, and the chain stays whole', async () => {
    const testApp = await openLiftedRoom();
    const { db } = testApp.server.services;
    await set(db, 'false');
    await ask(testApp, 'unseen');
    await (await testApp.user()).folder();
    expect(await lastPosition(db)).toBe(10);
    await audit(asNobody(testApp), { action: 'settings.update', always: true });
    expect(await lastPosition(db)).toBe(11);
    await set(db, 'true');
    await ask(testApp, 'seen');
    expect(await verify(testApp)).toMatchObject({ verifiedRows: 12, problem: undefined });
  });
});
