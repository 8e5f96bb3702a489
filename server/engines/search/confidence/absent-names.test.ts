import { expect, test } from 'vitest';
import { PermittedView } from '../retrieval/permitted-view.ts';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { asksForAbsentName, measureAbsentNames } from './absent-names.ts';

/** Words that the documents have, beside function words. */
const PRESENT = new Set(
  'pensions registered office fee monthly pensionen sitz retraites foods furtwangen university agreement'.split(
    ' ',
  ),
);
const asks = (question: string) => asksForAbsentName(question, (word) => !PRESENT.has(word));

test.each([
  'marlowe pensions 2019',
  'pensions of marlowe in 2019',
  'what does marlowe pay?',
  'What is the fee of Marlowe Foods?',
  'What is Marlowe’s monthly fee?',
  'monthly fee under the agreement with marlowe',
  'Sitz der Marlowe AG',
  'sitz der marlowe gmbh',
  'Wie hoch sind die Pensionen von Castell?',
  'Quelles sont les retraites de Castell ?',
])('“%s” asks about a name that occurs nowhere', (question) => {
  expect(asks(question)).toBe(true);
});

test.each([
  // Known to the lexicon or the translations, or with the ending of a common word.
  'capex 2019',
  // Abbreviations, groups and means.
  'ESG report 2023',
  'esg report 2023',
  'HVAC maintenance costs',
  'protection for whistleblowers',
  'Are notices sent by couriers?',
  'the fee of the licensor',
  'pensions for retired employees',
  'a fee for conveniently paying the rent',
  'Wie hoch ist die Gebühr für Werbezwecke?',
  'Welche Art von Ausschuss tagt?',
  'Wer zahlt das Gehalt von Angestellten?',
  'what type of geographers',
  'Quelles sont les obligations de confidentialité ?',
  // Behind an article, in another place of the sentence, or the beginning of a name that goes on.
  'Does the contract bind the counterparty?',
  'What carveouts does the agreement have?',
  'the agreement between Hochschule Furtwangen University and the participants',
  // Other scripts, numbers and codes.
  '养老金 2019',
  'pensions of 2017 in EX-10',
  '',
])('“%s” does not', (question) => {
  expect(asks(question)).toBe(false);
});

test.each([
  ['Warsaw', 0],
  ['Marlowe', 0.5],
])(
  'of a passage in another language %s is absent by %s: names are spelled differently there',
  (name, expected) => {
    const text = 'Das erste Kabarett in Warschau wurde 1925 gegründet.';
    const view = new PermittedView(createInMemoryIndex([{ id: 0, texts: [text] }]).index, () => true);
    const question = `What was ${name}’s first theatre?`;
    expect(measureAbsentNames(view, question, [], text)).toEqual([expected]);
    expect(measureAbsentNames(view, question, [])).toEqual([1]);
  },
);

test('a word of documents that the requester may not see is absent', () => {
  const { index } = createInMemoryIndex([
    { id: 0, texts: ['The fee is paid monthly.'] },
    { id: 1, texts: ['Marlowe pays the fee.'] },
  ]);
  const measure = (isVisible: (id: number) => boolean) =>
    measureAbsentNames(new PermittedView(index, ({ id }) => isVisible(id)), 'the fee of marlowe', []);
  expect([measure(() => true), measure((id) => id === 0)]).toEqual([[0], [1]]);
});
