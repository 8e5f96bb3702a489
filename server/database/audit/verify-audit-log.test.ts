import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { Database } from '../open-database.ts';
import { GENESIS_HASH, hashAuditRow } from './audit-chain.ts';
import { sealEmptyAuditLog } from './seal-empty-audit-log.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

const asNobody = ({ server }: TestApp): Context => ({
  ...server.services,
  actor: { kind: 'anonymous' },
  address: '192.0.2.1',
});

const ask = (testApp: TestApp, question: string) =>
  audit(asNobody(testApp), { action: 'search.ask', details: { question } });

/** Opens an app with ten rows whose database no longer rejects changes, like a copy that an attacker has. */
async function openUnprotectedLog(): Promise<TestApp> {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  const { db } = testApp.server.services;
  while ((await lastPosition(db)) < 10) await ask(testApp, 'who was here?');
  const triggers =
    process.env['MUNIMENT_TEST_DATABASE'] === 'postgres'
      ? ['audit_log_rejects_change on audit_log', 'audit_log_rejects_update on audit_log']
      : ['audit_log_rejects_update', 'audit_log_rejects_delete'];
  for (const trigger of triggers) await sql`drop trigger ${sql.raw(trigger)}`.execute(db);
  return testApp;
}

async function lastPosition(db: Database): Promise<number> {
  return (await db.selectFrom('audit_head').select('position').executeTakeFirstOrThrow()).position;
}

const verify = ({ server }: TestApp) => verifyAuditLog(server.services.db, server.services.signingKeys);

/** Recomputes the chain after a changed row, as an attacker could. */
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

/** Appends a copy of the third row. */
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
    'a changed field with everything after it chained again',
    async (db) => {
      await db.updateTable('audit_log').set({ actor_name: 'x' }).where('position', '=', 4).execute();
      await chainAgain(db);
    },
    /^row 10: the seal of the newest row/,
  ],
  [
    'a removed row with everything after it chained again',
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
  ['a missing head', (db) => db.deleteFrom('audit_head').execute(), /^row 10: the seal of the newest row/],
  [
    'an emptied log with the head of a new one',
    async (db) => {
      await db.deleteFrom('audit_log').execute();
      await db.updateTable('audit_head').set({ position: 0, hash: GENESIS_HASH, seal: '' }).execute();
    },
    /^row 1: it is missing: the log was emptied/,
  ],
];

describe('verification', () => {
  test('an unchanged log of any length verifies', async () => {
    const testApp = await openUnprotectedLog();
    expect(await verify(testApp)).toMatchObject({ verifiedRows: 10, problem: undefined });
    await Promise.all(Array.from({ length: 5 }, (_, n) => ask(testApp, `${n}`)));
    expect(await verify(testApp)).toMatchObject({
      verifiedRows: 15,
      problem: undefined,
      newest: { position: 15 },
    });
  });

  test.for(DAMAGES)('verification finds %s', async ([, damage, problem]) => {
    const testApp = await openUnprotectedLog();
    await damage(testApp.server.services.db);
    expect((await verify(testApp)).problem).toMatch(problem);
  });

  test.for(DAMAGES.filter(([name]) => name !== 'a missing head' && name !== 'a row added at the end'))(
    'verification finds %s, also after further events',
    async ([, damage]) => {
      const testApp = await openUnprotectedLog();
      await damage(testApp.server.services.db);
      await ask(testApp, 'one more');
      expect((await verify(testApp)).problem).toMatch(/^row \d+: /);
    },
  );
});

test('a seal does not verify with the key of another installation', async () => {
  const [testApp, other] = [await openUnprotectedLog(), await openTestApp()];
  onTestFinished(() => other.close());
  const { problem } = await verifyAuditLog(testApp.server.services.db, other.server.services.signingKeys);
  expect(problem).toMatch(/the seal of the newest row is not from this installation/);
});

describe('with enableAuditLog off', () => {
  const set = (db: Kysely<never> | Database, value: string) =>
    sql`insert into system_settings (name, value) values ('enableAuditLog', ${value})
      on conflict (name) do update set value = excluded.value`.execute(db);

  test('only changes of the setting are recorded while the log is off, and the chain stays valid', async () => {
    const testApp = await openUnprotectedLog();
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

test('an emptied log does not verify after a restart either', async () => {
  const testApp = await openUnprotectedLog();
  const { db, signingKeys } = testApp.server.services;
  await (await testApp.user()).folder();
  await db.deleteFrom('audit_log').execute();
  await db.updateTable('audit_head').set({ position: 0, hash: GENESIS_HASH, seal: '' }).execute();
  await sealEmptyAuditLog(db, signingKeys);
  expect((await verify(testApp)).problem).toMatch(/^row 1: it is missing/);
});

test('the log of a new installation is sealed from its first row on', async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  expect(await verify(testApp)).toMatchObject({ verifiedRows: 1, problem: undefined });
});
