import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEncryptor } from './encryptor.ts';
import { createKeyRing } from './key-ring.ts';

const encryptor = createEncryptor(createKeyRing({ masterKey: randomBytes(32) }));

test('an encrypted text can be decrypted, and looks different each time', () => {
  const [one, other] = [encryptor.encrypt('mail', 'Grüße'), encryptor.encrypt('mail', 'Grüße')];
  expect([encryptor.decrypt('mail', one), encryptor.decrypt('mail', other)]).toEqual(['Grüße', 'Grüße']);
  expect(one.equals(other)).toBe(false);
  expect(one.includes(Buffer.from('Grüße'))).toBe(false);
});

test('a text cannot be decrypted for another purpose, with another key, or with a single bit changed', () => {
  const encrypted = encryptor.encrypt('invitation token', 'secret');
  expect(() => encryptor.decrypt('mail', encrypted)).toThrow();
  expect(() =>
    createEncryptor(createKeyRing({ masterKey: randomBytes(32) })).decrypt('invitation token', encrypted),
  ).toThrow();
  for (let at = 0; at < encrypted.length; at += 1) {
    const damaged = Buffer.from(encrypted);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect(() => encryptor.decrypt('invitation token', damaged)).toThrow();
  }
});
