import { expect, test } from 'vitest';
import { openTestRoom } from '#server/testing/test-app.ts';
import { createFirstAdministrator } from './create-first-administrator.ts';

test('of several processes that start on an empty database one makes the administrator', async () => {
  const room = await openTestRoom();
  const { db } = room.app.services;
  await db.deleteFrom('users').execute();
  const ctx = { ...room.app.services, actor: { kind: 'nobody' } as const, address: '' };
  const made = await Promise.all([1, 2, 3].map(() => createFirstAdministrator(ctx)));
  expect(made.filter((one) => one !== undefined)).toHaveLength(1);
  expect(await db.selectFrom('users').select('username').execute()).toEqual([{ username: 'admin' }]);
  await room.close();
});
