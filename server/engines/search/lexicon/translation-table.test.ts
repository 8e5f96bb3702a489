import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TranslationTable } from './translation-table.ts';

const word = fc.constantFrom(
  'miete',
  'loyer',
  'договор',
  '契約',
  'a',
  'renta',
  'rent',
  'lease',
  'paper',
  'x',
);
const lines = fc.uniqueArray(fc.record({ word, meanings: fc.array(word, { minLength: 1, maxLength: 3 }) }), {
  selector: (line) => line.word,
});

test('words have the meanings of their lines, and are listed by the first meaning and then by the second', () => {
  fc.assert(
    fc.property(lines, word, fc.integer({ min: 1, max: 6 }), (written, sought, most) => {
      const text = written.map((line) => `${[line.word, ...line.meanings].join(' ')}\n`).join('');
      const table = new TranslationTable(Buffer.from(text));
      const entries = written.map((line) => [line.word, line.meanings.join(' ')] as const);
      expect([...table.entries()]).toEqual(entries);
      expect(table.meaningsOf(sought)).toBe(new Map(entries).get(sought));
      const listed = [0, 1].flatMap((rank) =>
        written.filter(({ meanings }) => meanings[rank] === sought).map((line) => line.word),
      );
      expect(table.wordsOf(sought, most)).toEqual(listed.slice(0, most));
    }),
  );
});

test('the table of translations ends with a line break, and has one line for each word with meanings', () => {
  const text = readFileSync(new URL('word-translations.txt', import.meta.url), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  const words = text
    .trimEnd()
    .split('\n')
    .map((line) => /^\S+(?= \S)/.exec(line)?.[0]);
  expect(words).not.toContain(undefined);
  expect(new Set(words).size).toBe(words.length);
});
