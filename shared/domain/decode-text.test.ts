import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const decode = (bytes: readonly number[]) => decodeText(Uint8Array.from(bytes));

test.each([
  ['nothing', [], ''],
  ['UTF-8', [0xc3, 0xbc], 'ü'],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0xc3, 0xbc], 'ü'],
  ['UTF-8 cut within a character', [0x61, 0xc3], 'a'],
  ['UTF-16 as Windows writes it', [0xff, 0xfe, 0xfc, 0x00], 'ü'],
  ['UTF-16 as networks do', [0xfe, 0xff, 0x00, 0xfc], 'ü'],
  ['the code page of western Windows', [0xfc, 0x80], 'ü€'],
])('%s is read', (_what, bytes, text) => {
  expect(decode(bytes)).toBe(text);
});
