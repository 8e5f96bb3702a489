import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const CHECK_INTERVAL_MS = 50;
/** Together more than the buffers of a connection hold, so that an export to a reader who waits stays open. */
const ROWS = 40_000;
const LONG = 'x'.repeat(400);

const test = testWith({ revocationCheckIntervalMs: CHECK_INTERVAL_MS }).extend<{ $file: { url: string } }>({
  url: [
    async ({ testApp }, use) => {
      await use(await testApp.server.http.listen({ port: 0, host: '127.0.0.1' }));
      testApp.server.http.server.closeAllConnections();
    },
    { scope: 'file' },
  ],
});

const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(ROWS)})`;

/** A room with a second manager, many views of its file, and many findings of an exposure check. */
async function openReportedRoom(testApp: TestApp) {
  const { owner, root, file, group } = await openRoom(testApp);
  const manager = await testApp.user();
  const appointed = await putJson(owner, `/api/rooms/${root.id}/staff/${manager.id}`, { role: 'manager' });
  expect(appointed.status).toBe(200);
  const check = (await owner.post(`/api/groups/${group.id}/exposure-checks`, {})).body;
  const { db } = testApp.server.services;
  await sql`${numbers} insert into file_views (file_id, version, viewer_email, viewed_at, last_seen_at)
    select ${file.id}, 1, ${LONG}, n, n from numbers`.execute(db);
  await sql`${numbers} insert into exposure_findings (check_id, file_id, version, kind, value_hash, is_new, question)
    select ${check.id}, ${file.id}, 1, 'answer', ${Buffer.from('hash')}, 0, ${LONG} from numbers`.execute(db);
  const remove = () => owner.delete(`/api/rooms/${root.id}/staff/${manager.id}`);
  return { manager, remove, folderId: root.id, checkId: check.id };
}

/** Resolves with a response of which the reader takes nothing yet. */
async function begin(url: string, { cookie = '' }: TestClient): Promise<IncomingMessage> {
  const call = request(url, { agent: false, headers: { cookie } });
  const answered: Promise<IncomingMessage[]> = once(call.end(), 'response');
  const [message = expect.unreachable()] = await answered;
  expect(message.statusCode).toBe(200);
  return message;
}

async function isCutOff(message: IncomingMessage): Promise<boolean> {
  try {
    for await (const _chunk of message);
    return false;
  } catch {
    return true;
  }
}

const countOpen = ({ server }: TestApp): Promise<number> =>
  new Promise((resolve, reject) =>
    server.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

test('exports of a room that are under way end when their manager is removed', async ({ testApp, url }) => {
  const { manager, remove, folderId, checkId } = await openReportedRoom(testApp);
  const responses = [
    await begin(`${url}/api/folders/${folderId}/activity/export`, manager),
    await begin(`${url}/api/exposure-checks/${checkId}/export`, manager),
  ];
  expect((await remove()).status).toBe(200);
  await expect.poll(() => countOpen(testApp)).toBe(0);
  expect(await Promise.all(responses.map(isCutOff))).toEqual([true, true]);
});

test('an export of the audit log that is under way ends when a room keeps administrators out', async ({
  testApp,
  url,
}) => {
  const { owner, root } = await openRoom(testApp);
  const admin = await testApp.user({ isAdmin: true });
  const { db } = testApp.server.services;
  const { position } = await db.selectFrom('audit_head').select('position').executeTakeFirstOrThrow();
  await sql`${numbers} insert into audit_log
      (position, occurred_at, actor_kind, actor_name, action, result, details, address, previous_hash, hash)
    select ${position} + n, 1, 'user', '', 'session.sign-in', 'done', ${JSON.stringify(LONG)}, '', '', '' from numbers`.execute(
    db,
  );
  await db
    .updateTable('audit_head')
    .set({ position: position + ROWS })
    .execute();
  const response = await begin(`${url}/api/admin/audit/export`, admin);
  const closed = { settings: { administratorsCanRead: false } };
  expect((await owner.patch(`/api/rooms/${root.id}`, closed)).status).toBe(200);
  await expect.poll(() => countOpen(testApp)).toBe(0);
  expect(await isCutOff(response)).toBe(true);
});
