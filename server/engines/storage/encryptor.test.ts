import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEncryptor } from './encryptor.ts';

const sealer = createEncryptor(randomBytes(32));

test('what was sealed opens again, and looks different each time', () => {
  const [one, other] = [sealer.encrypt('mail', 'Grüße'), sealer.encrypt('mail', 'Grüße')];
  expect([sealer.decrypt('mail', one), sealer.decrypt('mail', other)]).toEqual(['Grüße', 'Grüße']);
  expect(one.equals(other)).toBe(false);
  expect(one.includes(Buffer.from('Grüße'))).toBe(false);
});

test('it opens for no other purpose, under no other key, and not when a single bit is changed', () => {
  const sealed = sealer.encrypt('invitation token', 'secret');
  expect(() => sealer.decrypt('mail', sealed)).toThrow();
  expect(() => createEncryptor(randomBytes(32)).decrypt('invitation token', sealed)).toThrow();
  for (let at = 0; at < sealed.length; at += 1) {
    const damaged = Buffer.from(sealed);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect(() => sealer.decrypt('invitation token', damaged)).toThrow();
  }
});
