import { expect, test } from 'vitest';
import { stemArabic } from './arabic-stemmer.ts';

test('a word with article, conjunction or ending has the stem of the bare word', () => {
  for (const word of ['العقد', 'والعقد', 'بالعقد', 'عقد']) expect(stemArabic(word)).toBe('عقد');
  expect(stemArabic('المستاجرين')).toBe(stemArabic('مستاجر'));
});

test('a short word stays whole', () => {
  for (const word of ['في', 'من', 'ال', 'له']) expect(stemArabic(word)).toBe(word);
});
