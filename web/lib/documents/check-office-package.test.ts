import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { checkOfficePackage } from './check-office-package.ts';

const toArrayBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

test('an Office package of ordinary size is accepted', () => {
  expect(
    checkOfficePackage(toArrayBuffer(zipSync({ 'word/document.xml': new Uint8Array(1000) }))),
  ).toBeNull();
});

test('an Office package that claims a huge unpacked size is too large', () => {
  const bytes = zipSync({ 'a.xml': new Uint8Array(4) });
  const directory = Buffer.from(bytes).lastIndexOf('PK\u0001\u0002', undefined, 'latin1');
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(directory + 24, 0xf000_0000, true);
  expect(checkOfficePackage(toArrayBuffer(bytes))).toBe('too-large');
});

test.each([
  ['an empty file', '', 'empty'],
  ['text', 'no package', 'damaged'],
  ['half a package', 'PK\u0003\u0004 and no more', 'damaged'],
  [
    'an encrypted package',
    `\u00d0\u00cf\u0011\u00e0${'EncryptedPackage'.split('').join('\0')}\0`,
    'protected',
  ],
  ['an old Word document', `\u00d0\u00cf\u0011\u00e0${'WordDocument'.split('').join('\0')}\0`, 'damaged'],
])('an Office package check of %s returns %s', (_content, text, error) => {
  expect(checkOfficePackage(toArrayBuffer(Buffer.from(text, 'latin1')))).toBe(error);
});
