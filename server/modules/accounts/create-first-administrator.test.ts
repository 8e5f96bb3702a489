import { expect, test } from 'vitest';
import { openTestApp } from '#server/testing/test-app.ts';
import { createFirstAdministrator } from './create-first-administrator.ts';

test('one of several processes that start on an empty database creates the administrator', async () => {
  const testApp = await openTestApp({ maxConnections: 10 });
  const { db } = testApp.server.services;
  await db.deleteFrom('users').execute();
  const ctx = { ...testApp.server.services, actor: { kind: 'anonymous' } as const, address: '' };
  const made = await Promise.all([1, 2, 3].map(() => createFirstAdministrator(ctx)));
  expect(made.filter((one) => one !== undefined)).toHaveLength(1);
  expect(await db.selectFrom('users').select('username').execute()).toEqual([{ username: 'admin' }]);
  await testApp.close();
});
