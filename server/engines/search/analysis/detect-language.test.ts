import * as lists from 'stopword';
import { expect, test } from 'vitest';
import { detectLanguage, isEnglish, isFunctionWord } from './detect-language.ts';
import { tokenize } from './tokenize.ts';

test.for(['When does the lease end?', 'indemnification clause', 'EX-10.1', '', 'was in the die casting'])(
  '%j is detected as English',
  (text) => expect(isEnglish(text)).toBe(true),
);

test.for([
  'Wann endet der Mietvertrag?',
  'Wie hoch ist die Miete?',
  'Quand le bail prend-il fin ?',
  '租赁何时结束？',
  'متى ينتهي عقد الإيجار؟',
  'Когда истекает аренда?',
])('%j is not detected as English', (text) => expect(isEnglish(text)).toBe(false));

test.for([
  ['en', 'The tenant shall pay the rent to the landlord on the first day of each month.'],
  ['de', 'Der Mieter zahlt die Miete an den Vermieter am ersten Tag eines jeden Monats.'],
  ['es', 'El arrendatario pagará la renta al arrendador el primer día de cada mes.'],
  ['fr', 'Le locataire verse le loyer au bailleur le premier jour de chaque mois.'],
  ['it', 'Il conduttore versa il canone al locatore il primo giorno di ogni mese.'],
  ['nl', 'De huurder betaalt de huur aan de verhuurder op de eerste dag van elke maand.'],
  ['pt', 'O locatário paga a renda ao senhorio no primeiro dia de cada mês.'],
  ['ro', 'Chiriașul plătește chiria către proprietar în prima zi a fiecărei luni.'],
  ['tr', 'Kiracı, kirayı her ayın ilk gününde kiraya verene öder ve bu süre için geçerlidir.'],
  ['vi', 'Bên thuê phải trả tiền thuê cho bên cho thuê vào ngày đầu tiên của mỗi tháng.'],
] as const)('a paragraph in %s is detected', ([language, text]) => {
  expect(detectLanguage(tokenize(text))).toBe(language);
});

test('an undetected text has the language of the text before it', () => {
  expect(detectLanguage(tokenize('GmbH 2025 ACME'), 'de')).toBe('de');
});

test('a function word is one as the index normalizes it, and as a term alone', () => {
  const languages = { da: lists.dan, de: lists.deu, es: lists.spa, fr: lists.fra, tr: lists.tur } as const;
  for (const [language, words] of Object.entries(languages))
    for (const word of words) {
      const terms = tokenize(word).filter(({ text }) => /^[a-z]+$/.test(text));
      if (tokenize(word).length > 1) continue;
      for (const { text } of terms) expect(isFunctionWord(text, language as 'da'), word).toBe(true);
    }
  expect(['miete', 'fur', 'für', 'abord'].map((word) => isFunctionWord(word, 'de'))).toEqual([
    false,
    true,
    false,
    false,
  ]);
});
