import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { GENESIS_HASH, hashAuditRow } from '#server/database/audit/audit-chain.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { openTestApp, testInParallel as test } from '#server/testing/test-app.ts';
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

test('committed entries are written to the log for a collector, which can verify them', async () => {
  const testApp = await openTestApp({ config: { logsAuditEntries: true } });
  const info = vi.spyOn(testApp.server.services.log, 'info');
  const ctx = asNobody(testApp);
  const failing = transaction(ctx, async (ctx) => {
    await audit(ctx, { action: 'search.ask', details: { question: 'undone' } });
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  const owner = await testApp.user();
  await owner.folder('Deal');
  expect((await owner.get('/api/folders/999999')).status).toBe(404);
  const logged = info.mock.calls.flatMap(([details, message]) =>
    message === 'audit' && 'audit' in details ? [details.audit] : [],
  );
  const rows = await readLog(testApp);
  expect(logged.length).toBeGreaterThanOrEqual(3);
  // Each entry is there once, from the first one on: a gap in the positions would show.
  expect(logged).toEqual(
    rows.slice(-logged.length).map((row) => expect.objectContaining({ hash: row.hash })),
  );
  const hashes = logged.map((row) => hashAuditRow(row as (typeof rows)[number])); // compared with the rows above
  expect(hashes).toEqual(rows.slice(-logged.length).map(({ hash }) => hash));
  expect(JSON.stringify(logged)).not.toContain('undone');
  info.mockRestore();
  await testApp.close();
});

test('without the setting no entry is written to the log', async ({ testApp }) => {
  const info = vi.spyOn(testApp.server.services.log, 'info');
  await audit(asNobody(testApp), { action: 'search.ask' });
  expect(info.mock.calls.filter(([, message]) => message === 'audit')).toEqual([]);
  info.mockRestore();
});
