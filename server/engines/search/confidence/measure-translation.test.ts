import { expect, test } from 'vitest';
import { measureTranslation } from './measure-translation.ts';

const GERMAN =
  'Der Mieter zahlt die Miete am ersten Tag des Monats auf das Konto, das der Vermieter ihm mitgeteilt hat.';

test('an English question is translated for a German text, and not for an English one', () => {
  const question = 'What is the notice period of the lease?';
  expect(measureTranslation(question, GERMAN)).toEqual([1]);
  expect(measureTranslation(question, 'The tenant pays the rent on the first day of the month.')).toEqual([
    0,
  ]);
});

test('a question in another language is not one from English', () => {
  expect(measureTranslation('Wie lange ist die Kündigungsfrist der Miete?', GERMAN)).toEqual([0]);
  expect(measureTranslation('租约的通知期是多久？', GERMAN)).toEqual([0]);
});

test('a table or a list of names has no other language', () => {
  for (const text of ['Total; 2019: 1,619.0; 2018: (500.2)', 'Castle Mutual, Harbour AS, Varga Textiles', ''])
    expect(measureTranslation('What is the total?', text)).toEqual([0]);
});

test('long and malicious passages are read within 2 s', () => {
  const from = performance.now();
  for (const written of ['die ', 'a', '𝒳', '\n', 'é '])
    measureTranslation('What is it?', written.repeat(20_000));
  expect(performance.now() - from).toBeLessThan(2000);
});
