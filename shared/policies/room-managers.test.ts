import { expect, test } from 'vitest';
import type { Actor } from './actor.ts';
import { filePolicy } from './files.ts';
import { trashPolicy } from './trash.ts';

const user: Actor = { kind: 'user', id: 1, isAdmin: false };

test('in a room its managers rename, move and delete every file', () => {
  for (const action of ['rename', 'move', 'delete'] as const)
    for (const isReadOnly of [false, true]) {
      const file = {
        accessLevel: 'owner',
        allowDownload: true,
        ownerId: 2,
        isInRoom: true,
        isReadOnly,
      } as const;
      const isAllowed = (managesRoom: boolean) => filePolicy[action](user, { ...file, managesRoom });
      expect([isAllowed(true), isAllowed(false)]).toEqual([!isReadOnly, false]);
    }
  const trashed = { kind: 'file', accessLevel: 'owner', ownerId: 2 } as const;
  expect(trashPolicy.restore(user, { ...trashed, managesRoom: true })).toBe(true);
  expect(trashPolicy.restore(user, trashed)).toBe(false);
});
