import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteWords } from './byte-words.ts';

const numberOf = (words: ByteWords, text: string): number => {
  const bytes = Buffer.from(`before ${text} behind`);
  return words.numberOf(bytes, 7, bytes.length - 7);
};

test('words are numbered in the order of their first occurrence, each once', () => {
  const word = fc.oneof(
    fc.constantFrom('', 'rent', 'renta', 'Miete', '賃料'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (texts) => {
      const words = new ByteWords();
      const distinct = [...new Set(texts)];
      expect(texts.map((text) => numberOf(words, text))).toEqual(texts.map((text) => distinct.indexOf(text)));
    }),
  );
});

test('words keep their numbers while the table grows', () => {
  const words = new ByteWords();
  const texts = Array.from({ length: 20_000 }, (_, nth) => `word${nth * 7919}`);
  for (const round of ['first', 'second'])
    expect([round, ...texts.map((text) => numberOf(words, text))]).toEqual([round, ...texts.keys()]);
});
