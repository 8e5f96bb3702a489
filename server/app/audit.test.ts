import { sql } from 'kysely';
import { expect } from 'vitest';
import { GENESIS_HASH, hashAuditRow } from '#server/database/audit/audit-chain.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { test } from '#server/testing/test-app.ts';
import { audit } from './audit.ts';
import { type Context, transaction } from './context.ts';

const asNobody = (testApp: TestApp): Context => ({
  ...testApp.server.services,
  actor: { kind: 'anonymous' },
  address: '::1',
});

const readLog = (testApp: TestApp) =>
  testApp.server.services.db.selectFrom('audit_log').selectAll().orderBy('position').execute();

test('each audit row contains the previous hash, also with concurrent writers', async ({ testApp }) => {
  const ctx = asNobody(testApp);
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => audit(ctx, { action: 'search.ask', details: { question: `${n}` } })),
  );
  const rows = await readLog(testApp);
  expect(rows.length).toBeGreaterThanOrEqual(20);
  let before = GENESIS_HASH;
  for (const [place, row] of rows.entries()) {
    expect(row).toMatchObject({ position: place + 1, previous_hash: before });
    expect(hashAuditRow(row)).toBe(row.hash);
    before = row.hash;
  }
});

test('an event of a rolled back transaction leaves no audit row', async ({ testApp }) => {
  const before = (await readLog(testApp)).length;
  const failing = transaction(asNobody(testApp), async (ctx) => {
    await audit(ctx, { action: 'search.ask' });
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect(await readLog(testApp)).toHaveLength(before);
});

test('the database rejects changes and deletes of audit rows', async ({ testApp }) => {
  const { db } = testApp.server.services;
  await audit(asNobody(testApp), { action: 'search.ask' });
  const refusal = 'the audit log is append-only';
  await expect(sql`update audit_log set address = 'elsewhere'`.execute(db)).rejects.toThrow(refusal);
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow(refusal);
});
