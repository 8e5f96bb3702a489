import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { checkOfficePackage } from './check-office-package.ts';

const copyOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

test('a package of ordinary size may be shown', () => {
  expect(checkOfficePackage(copyOf(zipSync({ 'word/document.xml': new Uint8Array(1000) })))).toBeNull();
});

test('a package that says it unfolds to more than memory holds is too large', () => {
  const bytes = zipSync({ 'a.xml': new Uint8Array(4) });
  const directory = Buffer.from(bytes).lastIndexOf('PK\u0001\u0002', undefined, 'latin1');
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(directory + 24, 0xf000_0000, true);
  expect(checkOfficePackage(copyOf(bytes))).toBe('too-large');
});

test.each([
  ['nothing', '', 'empty'],
  ['text', 'no package at all', 'damaged'],
  ['half a package', 'PK\u0003\u0004 and no more', 'damaged'],
  [
    'an encrypted package',
    `\u00d0\u00cf\u0011\u00e0${'EncryptedPackage'.split('').join('\0')}\0`,
    'protected',
  ],
  ['a document of old', `\u00d0\u00cf\u0011\u00e0${'WordDocument'.split('').join('\0')}\0`, 'damaged'],
])('%s is %s', (_what, text, flaw) => {
  expect(checkOfficePackage(copyOf(Buffer.from(text, 'latin1')))).toBe(flaw);
});
