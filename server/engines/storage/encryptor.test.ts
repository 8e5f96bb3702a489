import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSealer } from './encryptor.ts';

const sealer = createSealer(randomBytes(32));

test('what was sealed opens again, and looks different each time', () => {
  const [one, other] = [sealer.seal('mail', 'Grüße'), sealer.seal('mail', 'Grüße')];
  expect([sealer.unseal('mail', one), sealer.unseal('mail', other)]).toEqual(['Grüße', 'Grüße']);
  expect(one.equals(other)).toBe(false);
  expect(one.includes(Buffer.from('Grüße'))).toBe(false);
});

test('it opens for no other purpose, under no other key, and not when a single bit is changed', () => {
  const sealed = sealer.seal('invitation token', 'secret');
  expect(() => sealer.unseal('mail', sealed)).toThrow();
  expect(() => createSealer(randomBytes(32)).unseal('invitation token', sealed)).toThrow();
  for (let at = 0; at < sealed.length; at += 1) {
    const damaged = Buffer.from(sealed);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect(() => sealer.unseal('invitation token', damaged)).toThrow();
  }
});
