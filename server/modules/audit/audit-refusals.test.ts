import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { MAX_ROWS_PER_KIND, type Origin, RefusalTally, WINDOW_MS } from './tally-refusals.ts';

async function refusalsOf(testApp: TestApp, work: () => Promise<unknown>) {
  const before = await findLastPosition(testApp);
  await work();
  return listAuditEvents(testApp, before);
}

describe('refused calls', () => {
  test('a refusal is recorded with route, ids and code, the same for missing and inaccessible objects', async ({
    testApp,
  }) => {
    const [owner, other] = [await testApp.user(), await testApp.user()];
    const { id } = await owner.file({ name: 'secret name.txt' });
    const acts = await refusalsOf(testApp, async () => {
      await other.get(`/api/files/${id}?token=s3cret`);
      await other.get('/api/files/999999');
    });
    expect(acts).toEqual(
      [id, 999_999].map((id) =>
        expect.objectContaining({
          actor: other.username,
          action: 'call.refused',
          result: 'refused',
          object: `file ${id} `,
          details: { method: 'GET', route: '/api/files/:id', id, status: 404, code: 'not-found' },
        }),
      ),
    );
    expect(JSON.stringify(acts)).not.toMatch(/secret name|s3cret/);
  });

  test.for([
    ['/api/folders', 'anonymous', 401],
    ['/api/admin/audit', 'user', 403],
  ] as const)('the refusal of %s by %s is recorded', async ([url, who, status], { testApp }) => {
    const client = who === 'anonymous' ? testApp.anonymous : await testApp.user();
    const acts = await refusalsOf(testApp, () => client.get(url));
    expect(acts).toMatchObject([{ action: 'call.refused', details: { method: 'GET', route: url, status } }]);
  });

  test("a refusal of another site's request is recorded as anonymous", async ({ testApp }) => {
    const user = await testApp.user();
    const headers = { origin: 'https://evil.test' };
    const acts = await refusalsOf(testApp, () => user.send({ method: 'POST', url: '/api/folders', headers }));
    expect(acts).toMatchObject([{ actor: '', details: { route: '/api/folders', status: 403 } }]);
  });

  test('a validation error is not recorded', async ({ testApp }) => {
    const owner = await testApp.user();
    expect(await refusalsOf(testApp, () => owner.post('/api/folders', { name: '' }))).toEqual([]);
    expect(await refusalsOf(testApp, () => owner.get('/api/nothing'))).toEqual([]);
  });

  test('a refusal is answered as usual when it cannot be recorded', async ({ testApp }) => {
    const { db } = testApp.server.services;
    const owner = await testApp.user();
    await db.schema.alterTable('audit_log').renameTo('hidden').execute();
    expect((await owner.get('/api/files/999999')).status).toBe(404);
    expect((await owner.post('/api/folders', { name: 'Unseen' })).status).toBe(500);
    await db.schema.alterTable('hidden').renameTo('audit_log').execute();
    expect((await owner.get('/api/folders')).body).toEqual([]);
  });
});

test('a failed sign-in is recorded with the typed name, never with the password', async ({ testApp }) => {
  const acts = await refusalsOf(testApp, () =>
    testApp.anonymous.post('/api/login', { username: 'intruder', password: PASSWORD }),
  );
  expect(acts).toMatchObject([
    { action: 'call.refused', details: { route: '/api/login', status: 401, username: 'intruder' } },
  ]);
  expect(JSON.stringify(acts)).not.toContain(PASSWORD);
});

test('a flood is a few rows, and one with its count, time and ids', async ({ testApp }) => {
  const unrelatedUser = await testApp.user();
  testApp.advanceClock(120_000);
  const flood = () =>
    Promise.all(Array.from({ length: 50 }, (_, n) => unrelatedUser.get(`/api/files/${999_000 + n}`)));
  expect(await refusalsOf(testApp, flood)).toHaveLength(MAX_ROWS_PER_KIND);
  testApp.advanceClock(60_000);
  const [summary, next, ...rest] = await refusalsOf(testApp, () => unrelatedUser.get('/api/files/999999'));
  expect(summary).toMatchObject({
    actor: unrelatedUser.username,
    action: 'call.refused',
    details: {
      method: 'GET',
      route: '/api/files/:id',
      status: 404,
      more: 50 - MAX_ROWS_PER_KIND,
      since: expect.any(String),
      until: expect.any(String),
    },
  });
  expect(summary?.details.ids).toHaveLength(20);
  expect([next?.details.route, rest]).toEqual(['/api/files/:id', []]);
});

test('a flood does not hide the first refusal of another kind', async ({ testApp }) => {
  const attacker = await testApp.user();
  testApp.advanceClock(120_000);
  for (const route of ['files', 'folders', 'trash/files', 'trash/folders', 'invitations'])
    await Promise.all(Array.from({ length: 10 }, () => attacker.get(`/api/${route}/999999`)));
  const hidden = await refusalsOf(testApp, () => attacker.get('/api/admin/audit'));
  expect(hidden).toMatchObject([{ details: { route: '/api/admin/audit', status: 403 } }]);
  testApp.advanceClock(60_000);
});

describe('the tally of refusals', () => {
  const anonymous = { kind: 'anonymous' } as const;
  const from = (address: string, route = '/api/login', actor: Origin['actor'] = anonymous) => ({
    origin: { actor, address },
    reason: { method: 'POST', route, status: 401, code: 'unauthenticated' },
    subject: 'somebody',
  });
  const networkOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

  test('a flood from thousands of networks is a limited number of rows, with the count of the others', () => {
    const tally = new RefusalTally();
    const answers = Array.from({ length: 20_000 }, (_, n) => tally.count(from(networkOf(n)), 1_000));
    const recorded = answers.filter(({ isRecorded }) => isRecorded).length;
    expect(recorded).toBeLessThanOrEqual(501);
    const summaries = tally.flush();
    expect(summaries.reduce((sum, { more }) => sum + more, recorded)).toBe(20_000);
    expect(summaries).toHaveLength(1);
    expect(tally.flush()).toEqual([]);
  });

  test('such a flood does not hide another reason, nor a user, nor a visitor', () => {
    const tally = new RefusalTally();
    for (let n = 0; n < 20_000; n += 1) tally.count(from(networkOf(n)), 1_000);
    const user = { kind: 'user', id: 7, isAdmin: false } as const;
    const visitor = { kind: 'visitor', invitationId: 7, mayDownload: false } as const;
    for (const other of [
      from('192.0.2.1', '/api/register'),
      from('192.0.2.1', '/api/login', user),
      from('192.0.2.1', '/api/login', visitor),
      from('192.0.2.2', '/api/login', user),
    ])
      expect(tally.count(other, 2_000).isRecorded).toBe(true);
  });

  test('the tally of refusals names each origin and reason apart, with its own count', () => {
    const tally = new RefusalTally();
    for (let n = 0; n < 30; n += 1) {
      tally.count(from('192.0.2.1'), 1_000 + n);
      tally.count(from('192.0.2.2', '/api/register'), 1_000 + n);
    }
    const { summaries } = tally.count(from('192.0.2.3'), 1_000 + WINDOW_MS);
    expect(summaries.map(({ origin, reason, more }) => [origin.address, reason.route, more])).toEqual([
      ['192.0.2.1', '/api/login', 30 - MAX_ROWS_PER_KIND],
      ['192.0.2.2', '/api/register', 30 - MAX_ROWS_PER_KIND],
    ]);
  });
});
