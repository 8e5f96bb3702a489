import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';
import { record } from './audit.ts';
import { type Context, transaction } from './context.ts';
import { auditHash, CHAIN_START } from '#server/database/audit/audit-chain.ts';
import type { TestRoom } from '#server/testing/test-app.ts';

const asNobody = (room: TestRoom): Context => ({
  ...room.app.services,
  actor: { kind: 'nobody' },
  address: '::1',
});

const readLog = (room: TestRoom) =>
  room.app.services.db.selectFrom('audit_log').selectAll().orderBy('position').execute();

test('each row carries the hash of the one before, whoever writes at the same time', async ({ room }) => {
  const ctx = asNobody(room);
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      record(ctx, { action: 'search.ask', details: { question: `${n}` } }),
    ),
  );
  const rows = await readLog(room);
  expect(rows.length).toBeGreaterThanOrEqual(20);
  let before = CHAIN_START;
  for (const [place, row] of rows.entries()) {
    expect(row).toMatchObject({ position: place + 1, previous_hash: before });
    expect(auditHash(row)).toBe(row.hash);
    before = row.hash;
  }
});

test('an act whose transaction fails leaves no row', async ({ room }) => {
  const before = (await readLog(room)).length;
  const failing = transaction(asNobody(room), async (ctx) => {
    await record(ctx, { action: 'search.ask' });
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect(await readLog(room)).toHaveLength(before);
});

test('the database itself refuses to change or remove a row', async ({ room }) => {
  const { db } = room.app.services;
  await record(asNobody(room), { action: 'search.ask' });
  const refusal = 'the audit log is only ever added to';
  await expect(sql`update audit_log set address = 'elsewhere'`.execute(db)).rejects.toThrow(refusal);
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow(refusal);
});
