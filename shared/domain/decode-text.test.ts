import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const decode = (bytes: readonly number[], detected: string | null = null, declared?: string) =>
  decodeText(Uint8Array.from(bytes), () => detected, declared);

test.each([
  ['an empty text', [], ''],
  ['UTF-8', [0xc3, 0xbc], 'ü'],
  ['UTF-8 with a byte-order mark', [0xef, 0xbb, 0xbf, 0xc3, 0xbc], 'ü'],
  ['UTF-8 cut within a character', [0x61, 0xc3], 'a'],
  ['little-endian UTF-16', [0xff, 0xfe, 0xfc, 0x00], 'ü'],
  ['big-endian UTF-16', [0xfe, 0xff, 0x00, 0xfc], 'ü'],
  [
    'UTF-16 of Western text without a byte-order mark',
    [0x44, 0, 0x65, 0, 0x61, 0, 0x72, 0, 0x2c, 0],
    'Dear,',
  ],
  ['an undetected encoding, as windows-1252,', [0xfc, 0x80], 'ü€'],
])('%s is decoded', (_what, bytes, text) => {
  expect(decode(bytes)).toBe(text);
});

test('a text that is not UTF-8 is decoded as detected, if there is a decoder', () => {
  expect(decode([0xe4, 0xe0], 'windows-1251')).toBe('да');
  expect(decode([0xe4, 0xe0], 'UTF-32LE')).toBe('äà');
});

test('a declared encoding takes precedence over the detected one', () => {
  expect(decode([0xe4, 0xe0], 'windows-1252', 'windows-1251')).toBe('да');
  expect(decode([0xe4, 0xe0], 'windows-1251', 'no-such-code')).toBe('да');
  expect(decode([0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42], null, 'iso-2022-jp')).toBe('あ');
});

test('the detector gets a few kilobytes that contain letters, not a plain ASCII beginning', () => {
  const asked: Uint8Array[] = [];
  const bytes = new Uint8Array(200_000).fill(0x61, 0, 100_000).fill(0xe4, 100_000);
  decodeText(bytes, (sample) => {
    asked.push(sample);
    return null;
  });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.[0]).toBe(0xe4);
  expect(asked[0]?.length).toBeLessThan(20_000);
});
