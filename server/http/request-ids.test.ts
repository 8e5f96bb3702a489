import { expect } from 'vitest';
import { test, testWith } from '#server/testing/test-app.ts';

const behindProxy = testWith({ config: { trustProxy: '10.0.0.0/8' } });
const NEW_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const GIVEN = '01J9ZK3F6W8QX2M4T7V0B5C1DE';

test('every response has an id of its own, also a refusal', async ({ testApp }) => {
  const answers = [await testApp.anonymous.get('/livez'), await testApp.anonymous.get('/api/user')];
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  for (const id of ids) expect(id).toMatch(NEW_ID);
  expect(new Set(ids).size).toBe(2);
});

behindProxy('the id of a trusted proxy is passed on', async ({ testApp }) => {
  const idFor = async (given: string, remoteAddress: string) => {
    const headers = { 'x-request-id': given };
    return (await testApp.anonymous.send({ method: 'GET', url: '/livez', headers, remoteAddress })).headers[
      'x-request-id'
    ];
  };
  expect(await idFor(GIVEN, '10.1.2.3')).toBe(GIVEN);
  expect(await idFor(GIVEN, '203.0.113.7')).toMatch(NEW_ID);
  for (const wrong of ['short', 'x'.repeat(65), 'with space', '<script>alert(1)</script>'])
    expect(await idFor(wrong, '10.1.2.3')).toMatch(NEW_ID);
});

test('without TRUST_PROXY nobody chooses the id', async ({ testApp }) => {
  const answer = await testApp.anonymous.get('/livez', { 'x-request-id': GIVEN });
  expect(answer.headers['x-request-id']).toMatch(NEW_ID);
});
