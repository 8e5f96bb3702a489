import { expect, test } from 'vitest';
import { Vocabulary } from './vocabulary.ts';

test('a word that was looked up before it was added is found in each language that has it since', () => {
  const vocabulary = new Vocabulary();
  expect(vocabulary.findWords('rent')).toEqual([]);
  const english = vocabulary.add('rent', 'en');
  expect(vocabulary.findWords('rent')).toEqual([english]);
  const french = vocabulary.add('rent', 'fr');
  expect(vocabulary.findWords('rent')).toEqual([english, french]);
  expect(vocabulary.findWords('rents')).toEqual([]);
});

test('words that are stored are read when they are looked up, and what is remembered is limited', () => {
  const vocabulary = new Vocabulary();
  const read: string[] = [];
  const source = {
    hasStem: () => false,
    readWord: (text: string) => {
      read.push(text);
      if (text === 'lease') vocabulary.add(text, 'en');
    },
    readBeginning: () => {},
  };
  vocabulary.readFrom(source, ['en']);
  const texts = Array.from({ length: 30_000 }, (_, nth) => `word${nth}`);
  for (const text of texts) vocabulary.findWords(text);
  for (let again = 0; again < 3; again += 1)
    expect(vocabulary.findWords('lease').map((word) => vocabulary.textOf(word))).toEqual(['lease']);
  expect(read).toEqual([...texts, 'lease']);
});
