import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptRootKey, openKeyRing } from './key-ring.ts';

const [MASTER_KEY, NEXT_MASTER_KEY] = [randomBytes(32), randomBytes(32)];

const storedKey = (masterKey: Buffer, version: number, rootKey: Buffer) => ({
  version,
  encryptedKey: encryptRootKey(masterKey, version, rootKey),
  activeFrom: 0,
  completedAt: 0,
});

test('a running process goes on after its master key was replaced', async () => {
  const second = randomBytes(32);
  let stored = [storedKey(MASTER_KEY, 2, second)];
  const ring = await openKeyRing({ masterKey: MASTER_KEY, listRootKeys: async () => stored });
  const before = [ring.derive(1, 'files'), ring.derive(2, 'files')];
  // The replacement also stores the first root key, which was the master key.
  stored = [storedKey(NEXT_MASTER_KEY, 1, MASTER_KEY), storedKey(NEXT_MASTER_KEY, 2, second)];
  await ring.refresh();
  await ring.refresh(stored);
  expect([ring.derive(1, 'files'), ring.derive(2, 'files')]).toEqual(before);
  const next = await openKeyRing({ masterKey: NEXT_MASTER_KEY, listRootKeys: async () => stored });
  expect([next.derive(1, 'files'), next.derive(2, 'files')]).toEqual(before);
});

test('a process does not start with a master key that opens none of the root keys', async () => {
  const stored = [storedKey(MASTER_KEY, 1, randomBytes(32))];
  const opening = openKeyRing({ masterKey: NEXT_MASTER_KEY, listRootKeys: async () => stored });
  await expect(opening).rejects.toThrow('cannot be decrypted');
});
