import { expect, test } from 'vitest';
import { openTestApp } from '#server/testing/test-app.ts';

test('the changes of each requester are limited, and what others change or anybody reads is not', async () => {
  const testApp = await openTestApp({ maxChanges: { changes: 5, windowMs: 60_000 } });
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
    'Too many attempts. Try again in 1 minute.',
  ]);
  expect((await busy.get('/api/folders')).body).toHaveLength(1);
  expect((await calm.post('/api/folders', { name: 'Two' })).status).toBe(201);
  // Without a session the network counts, whatever the call.
  const guess = (at: number) =>
    testApp.anonymous.post('/api/login', { username: `nobody${at}`, password: 'wrong one' });
  const guesses = (await Promise.all([1, 2, 3, 4, 5, 6].map(guess))).map(({ status }) => status);
  expect(guesses.sort()).toEqual([401, 401, 401, 401, 401, 429]);
  testApp.advanceClock(61_000);
  expect((await rename('Three')).status).toBe(200);
  await testApp.close();
});
