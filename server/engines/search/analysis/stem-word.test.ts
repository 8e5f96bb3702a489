import { expect, test } from 'vitest';
import type { Language } from './detect-language.ts';
import { stemArabic, stemWord } from './stem-word.ts';
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
])('in %s these words have one stem: %s', ([language, words]) => {
  expect(stemsOf(language, words).size).toBe(1);
});

test('numbers, codes and words without a stemmer are not changed', () => {
  expect(['10.10', 'fy2022', '深度', 'hợp đồng'].map((word) => stemWord(word, 'de'))).toEqual([
    '10.10',
    'fy2022',
    '深度',
    'hợp đồng',
  ]);
});

test('an Arabic word with article, conjunction or ending has the stem of the bare word', () => {
  for (const word of ['العقد', 'والعقد', 'بالعقد', 'عقد']) expect(stemArabic(word)).toBe('عقد');
  expect(stemArabic('المستاجرين')).toBe(stemArabic('مستاجر'));
});

test('a short Arabic word is not stemmed', () => {
  for (const word of ['في', 'من', 'ال', 'له']) expect(stemArabic(word)).toBe(word);
});
