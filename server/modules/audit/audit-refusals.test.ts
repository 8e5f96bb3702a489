import { describe, expect } from 'vitest';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { PASSWORD } from '#server/testing/factories.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { createRefusalTally, MAX_ROWS_PER_ORIGIN } from './tally-refusals.ts';

async function refusalsOf(testApp: TestApp, work: () => Promise<unknown>) {
  const before = await findLastPosition(testApp);
  await work();
  return listAuditEvents(testApp, before);
}

describe('a refused call', () => {
  test('is recorded with its route, ids and code, alike for what is absent and what is others’', async ({
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
  ] as const)('of %s by %s is recorded', async ([url, who, status], { testApp }) => {
    const client = who === 'anonymous' ? testApp.anonymous : await testApp.user();
    const acts = await refusalsOf(testApp, () => client.get(url));
    expect(acts).toMatchObject([{ action: 'call.refused', details: { method: 'GET', route: url, status } }]);
  });

  test('from another site is recorded as nobody’s', async ({ testApp }) => {
    const user = await testApp.user();
    const headers = { origin: 'https://evil.test' };
    const acts = await refusalsOf(testApp, () => user.send({ method: 'POST', url: '/api/folders', headers }));
    expect(acts).toMatchObject([{ actor: '', details: { route: '/api/folders', status: 403 } }]);
  });

  test('whose form is wrong is not', async ({ testApp }) => {
    const owner = await testApp.user();
    expect(await refusalsOf(testApp, () => owner.post('/api/folders', { name: '' }))).toEqual([]);
    expect(await refusalsOf(testApp, () => owner.get('/api/nothing'))).toEqual([]);
  });

  test('is answered as ever when it can’t be recorded', async ({ testApp }) => {
    const { db } = testApp.server.services;
    const owner = await testApp.user();
    await db.schema.alterTable('audit_log').renameTo('hidden').execute();
    expect((await owner.get('/api/files/999999')).status).toBe(404);
    expect((await owner.post('/api/folders', { name: 'Unseen' })).status).toBe(500);
    await db.schema.alterTable('hidden').renameTo('audit_log').execute();
    expect((await owner.get('/api/folders')).body).toEqual([]);
  });
});

test('a failed sign-in is recorded with the name that was tried, never with the password', async ({
  testApp,
}) => {
  const acts = await refusalsOf(testApp, () =>
    testApp.anonymous.post('/api/login', { username: 'intruder', password: PASSWORD }),
  );
  expect(acts).toMatchObject([
    { action: 'call.refused', details: { route: '/api/login', status: 401, username: 'intruder' } },
  ]);
  expect(JSON.stringify(acts)).not.toContain(PASSWORD);
});

test('a flood is a few rows, and one that says how many more there were', async ({ testApp }) => {
  const unrelatedUser = await testApp.user();
  testApp.advanceClock(120_000);
  const flood = () => Promise.all(Array.from({ length: 50 }, () => unrelatedUser.get('/api/files/999999')));
  expect(await refusalsOf(testApp, flood)).toHaveLength(MAX_ROWS_PER_ORIGIN);
  testApp.advanceClock(60_000);
  const [more, next, ...rest] = await refusalsOf(testApp, () => unrelatedUser.get('/api/files/999999'));
  expect(more).toMatchObject({
    actor: unrelatedUser.username,
    action: 'call.refused',
    details: { more: 50 - MAX_ROWS_PER_ORIGIN },
  });
  expect([next?.details.route, rest]).toEqual(['/api/files/:id', []]);
});

test('of strangers from everywhere together only so many are kept in a minute', () => {
  const tally = createRefusalTally();
  const actor = { kind: 'anonymous' } as const;
  const taken = Array.from({ length: 2_000 }, (_, n) =>
    tally.count({ actor, address: `10.0.${n >> 8}.${n & 255}` }, 1_000),
  );
  expect(taken.filter(({ isRoom }) => isRoom)).toHaveLength(500);
  const { leftOut } = tally.count({ actor, address: '10.0.0.1' }, 61_000);
  expect(leftOut.map(({ origin, omitted }) => [origin.address, omitted])).toEqual([['', 1_500]]);
  expect(tally.flush()).toEqual([]);
});
