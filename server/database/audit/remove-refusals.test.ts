import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { type TestApp, testWithOwnApp as test } from '#server/testing/test-app.ts';
import { verify } from '#shared/evidence/verifier.mjs';
import { removeRefusals } from './remove-refusals.ts';
import { verifyAuditExport } from './verify-audit-export.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const problemOf = async ({ server }: TestApp) =>
  (await verifyAuditLog(server.services.db, server.services.signingKeys)).problem;

async function exportLog(admin: TestClient, query = ''): Promise<string> {
  const { status, bytes } = await admin.get(`/api/admin/audit/export${query}`);
  expect(status).toBe(200);
  return bytes.toString();
}

async function problemOfExport({ dataDir }: TestApp, text: string): Promise<string | undefined> {
  const file = join(dataDir, 'export.jsonl');
  await writeFile(file, text);
  return (await verifyAuditExport(file)).problem;
}

/** Fills a log with refusals of two kinds and other entries, of which the refusals lose their content a year later. */
async function openOldLog(testApp: TestApp) {
  const [owner, other] = [await testApp.user(), await testApp.user()];
  const { id } = await owner.folder('Secret');
  for (let call = 0; call < 4; call += 1) await other.get(`/api/folders/${id}`);
  await testApp.anonymous.post('/api/login', { username: 'intruder', password: 'wrong password' });
  testApp.advanceClock(200 * DAY_MS);
  await testApp.anonymous.get('/api/user');
}

test('the content of refused calls is removed after a year, and the log stays verifiable', async ({
  testApp,
}) => {
  await openOldLog(testApp);
  const { services } = testApp.server;
  const refusals = () =>
    services.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'call.refused')
      .orderBy('position')
      .execute();
  const before = await refusals();
  const remove = () =>
    removeRefusals(services.db, services, { before: services.now() - 100 * DAY_MS, now: services.now() });
  expect(await remove()).toBe(5);
  expect(await remove()).toBe(0);
  const after = await refusals();
  expect(after.map(({ position, hash }) => [position, hash])).toEqual(
    before.map(({ position, hash }) => [position, hash]),
  );
  expect(JSON.stringify(after.slice(0, 5))).not.toMatch(/intruder|127\.0\.0\.1/);
  expect(after.at(-1)).toMatchObject({ removed_by: null, address: before.at(-1)?.address });
  expect(await problemOf(testApp)).toBeUndefined();

  const admin = await testApp.user({ isAdmin: true });
  const { body } = await admin.get('/api/admin/audit?action=audit.remove-refusals');
  expect(body[0].details).toMatchObject({
    rows: 5,
    kinds: [
      { kind: 'GET /api/folders/:id 404 not-found', calls: 4, actors: 1 },
      { kind: 'POST /api/login 401 unauthenticated', calls: 1, actors: 0 },
    ],
  });
  expect((await admin.get('/api/admin/audit?action=call.refused')).body).toHaveLength(1);

  const text = await exportLog(admin);
  expect(await problemOfExport(testApp, text)).toBeUndefined();
  const [verified] = await verify([{ name: 'audit-log.jsonl', text }]);
  expect(verified).toMatchObject({ state: 'valid' });
  expect(await problemOfExport(testApp, await exportLog(admin, '?action=call.refused'))).toBeUndefined();
});

test('the maintenance of the day after the retention removes them', async ({ testApp }) => {
  await openOldLog(testApp);
  testApp.advanceClock(166 * DAY_MS);
  await testApp.finishJobs();
  const { db } = testApp.server.services;
  const rows = await db
    .selectFrom('audit_log')
    .select('removed_by')
    .where('removed_by', 'is not', null)
    .execute();
  expect(rows).toHaveLength(5);
  expect(await problemOf(testApp)).toBeUndefined();
});

test('the content of other entries cannot be removed, nor that of a refusal without an entry that names it', async ({
  testApp,
}) => {
  await openOldLog(testApp);
  const admin = await testApp.user({ isAdmin: true });
  const { db } = testApp.server.services;
  const keys = { actor_key_id: null, object_key_id: null };
  const emptied = {
    ...keys,
    details: null,
    address: '',
    actor_name: '',
    object_name: null,
    removed_by: 1_000,
  };
  const empty = (action: string) =>
    db.updateTable('audit_log').set(emptied).where('action', '=', action).execute();
  await expect(empty('folder.create')).rejects.toThrow('append-only');
  await expect(
    db
      .updateTable('audit_log')
      .set({ ...emptied, hash: 'x' })
      .where('action', '=', 'call.refused')
      .execute(),
  ).rejects.toThrow('append-only');
  await empty('call.refused');
  expect(await problemOf(testApp)).toMatch(/its content was removed, and no entry says so/);
  const text = await exportLog(admin);
  expect(await problemOfExport(testApp, text)).toMatch(/no entry says so/);
  const [verified] = await verify([{ name: 'audit-log.jsonl', text }]);
  expect(verified?.state).not.toBe('valid');
});
