import { expect, test } from 'vitest';
import type { Language } from './detect-language.ts';
import { stemWord } from './stem-word.ts';
import { tokenize } from './tokenize.ts';

const stemsOf = (language: Language, words: string) =>
  new Set(tokenize(words).map(({ text }) => stemWord(text, language)));

test.for<[Language, string]>([
  ['en', 'termination terminations'],
  ['de', 'Vertrag Vertrages Verträge Verträgen'],
  ['es', 'obligación obligacion obligaciones'],
  ['fr', 'contrat contrats'],
  ['ro', 'contract contractul contractului contracte'],
  ['tr', 'kitap kitaplar kitapların kitaplarin'],
  ['en', 'договор договора договором'],
  ['en', 'арендный арендная арендной'],
  ['en', 'σύμβαση συμβάσεις σύμβασης'],
  ['en', 'किताब किताबें किताबों'],
  ['en', 'العقد والعقد عقد'],
])('in %s these are one: %s', ([language, words]) => {
  expect(stemsOf(language, words).size).toBe(1);
});

test('numbers, codes and words without a stemmer stay as they are', () => {
  expect(['10.10', 'fy2022', '深度', 'hợp đồng'].map((word) => stemWord(word, 'de'))).toEqual([
    '10.10',
    'fy2022',
    '深度',
    'hợp đồng',
  ]);
});
