import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listSurfaces } from './surfaces.ts';

const surfacesOf = (text: string): string[] => {
  const bounds = listSurfaces(text);
  return Array.from({ length: bounds.length / 2 }, (_, at) => text.slice(bounds[2 * at], bounds[2 * at + 1]));
};

test.for([
  ['no. EX-10.1, of 2018/19', ['no', 'EX-10.1', 'of', '2018/19']],
  ['ends with a joint-, or. two--x', ['ends', 'with', 'a', 'joint', 'or', 'two', 'x']],
  ['days’ notice, l’été', ['days', 'notice', 'l’été']],
  ['Müller-Lüdenscheidt (caf\u00e9)', ['Müller-Lüdenscheidt', 'caf\u00e9']],
  ['of 契約 x契', ['of', '契', '約', 'x', '契']],
  ['  ', []],
  ['a'.repeat(70), ['a'.repeat(64), 'a'.repeat(6)]],
  [`${'a-'.repeat(17)}b`, [`${'a-'.repeat(15)}a`, 'a-b']],
] as const)('%j has the words %j', ([text, words]) => {
  expect(surfacesOf(text)).toEqual(words);
});

test('words in ASCII are read as the pattern reads the same in other letters', () => {
  const written = fc.oneof(
    fc.constantFrom(' ', 'a', 'a', 'z', '-', '.', "'", '_', '(', '%', 'aaaaaaaaaaaaaaaa'),
  );
  // Full-width letters are none of ASCII, so that the pattern reads them.
  const widen = (text: string) => text.replaceAll('a', 'ａ').replaceAll('z', 'ｚ');
  fc.assert(
    fc.property(fc.array(written, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      expect(listSurfaces(text)).toEqual(listSurfaces(widen(text)));
      expect(listSurfaces(text).length).toBeLessThanOrEqual(2 * text.length);
    }),
  );
});
