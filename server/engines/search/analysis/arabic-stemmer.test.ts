import { expect, test } from 'vitest';
import { arabicStem } from './arabic-stemmer.ts';

test('a word with article, conjunction or ending has the stem of the bare word', () => {
  for (const word of ['العقد', 'والعقد', 'بالعقد', 'عقد']) expect(arabicStem(word)).toBe('عقد');
  expect(arabicStem('المستاجرين')).toBe(arabicStem('مستاجر'));
});

test('a short word stays whole', () => {
  for (const word of ['في', 'من', 'ال', 'له']) expect(arabicStem(word)).toBe(word);
});
