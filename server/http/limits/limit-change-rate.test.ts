import { expect, test } from 'vitest';
import { openTestApp } from '#server/testing/test-app.ts';

test('the changes of each requester are limited, and what others change or anybody reads is not', async () => {
  const testApp = await openTestApp({ maxChanges: { changes: 5, windowMs: 60_000, requesters: 3 } });
  const [busy, calm] = [await testApp.user(), await testApp.user()];
  const folder = await busy.folder('One');
  await busy.file({ folderId: folder.id });
  const rename = (name: string) => busy.patch(`/api/folders/${folder.id}`, { name });
  const statuses = (await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(rename))).map(
    ({ status }) => status,
  );
  expect(statuses.sort()).toEqual([200, 200, 200, 429, 429, 429]);
  const refused = await busy.delete(`/api/folders/${folder.id}`);
  expect([refused.status, refused.headers['retry-after'], refused.body.error]).toEqual([
    429,
    '60',
    'Too many attempts. Please wait 1 minute and try again.',
  ]);
  expect((await busy.get('/api/folders')).body).toHaveLength(1);
  expect((await calm.post('/api/folders', { name: 'Two' })).status).toBe(201);
  // The network counts if there is no session, whatever the call.
  const guess = (at: number) =>
    testApp.anonymous.post('/api/login', { username: `nobody${at}`, password: 'wrong one' });
  const guesses = (await Promise.all([1, 2, 3, 4, 5, 6].map(guess))).map(({ status }) => status);
  expect(guesses.sort()).toEqual([401, 401, 401, 401, 401, 429]);
  // Two users and a network are counted; further networks have the limits of each call.
  const payload = { username: 'nobody', password: 'wrong one' };
  const elsewhere = { method: 'POST', url: '/api/login', payload, remoteAddress: '192.0.2.9' } as const;
  for (let at = 0; at < 7; at += 1) expect((await testApp.anonymous.send(elsewhere)).status).toBe(401);
  const third = await testApp.user();
  expect((await third.post('/api/folders', { name: 'Four' })).status).toBe(201);
  testApp.advanceClock(61_000);
  expect((await rename('Three')).status).toBe(200);
  await testApp.close();
});
