import { expect, test } from 'vitest';
import { answerTypeOf, hasAnswerOfType } from '#shared/domain/answer-types.ts';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';

const sentenceFor = (question: string, text: string, title = '') => {
  const { ask } = createInMemoryIndex([
    { id: 1, title, texts: [text] },
    { id: 2, texts: ['The lease of Kenway Marine is with the tenant.', 'A contract of the tenant.'] },
  ]);
  const hit = ask(question).find(({ documentId }) => documentId === 1);
  return hit?.chunk.text.slice(hit.sentence.start, hit.sentence.end);
};

test('the sentence with the rare words of the question is chosen', () => {
  const text = 'The tenant signs the lease. The deposit bears interest. The tenant leaves.';
  expect(sentenceFor('Does the deposit of the tenant bear interest?', text)).toBe(
    'The deposit bears interest.',
  );
});

test('words that name the document do not choose the sentence', () => {
  const text = 'Kenway Marine is the tenant of Kenway Marine Harbour. Each side may end it by notice.';
  expect(sentenceFor('What notice does Kenway Marine give?', text, 'Kenway Marine')).toBe(
    'Each side may end it by notice.',
  );
});

test('between sentences with the same words, one with the type of answer that is asked for is chosen', () => {
  const text = 'The rent is agreed in the annex. The rent is 4,200 euro. The rent is for the harbour.';
  expect(sentenceFor('How much is the rent?', text)).toBe('The rent is 4,200 euro.');
});

test('a heading is no answer, however many words of the question it has', () => {
  const text =
    'Consent to a change of control\n\nA new owner needs the consent of the landlord to its control.';
  expect(sentenceFor('Is consent needed to a change of control?', text)).toMatch(/^A new owner/);
});

test('neighbouring words that name the document do not choose the sentence', () => {
  const text =
    'The agreement with Kenway Marine and others is kept in a safe place by both. Warranty claims end after two years.';
  expect(
    sentenceFor(
      'How long is the warranty in the agreement with Kenway Marine?',
      text,
      'Agreement Kenway Marine',
    ),
  ).toBe('Warranty claims end after two years.');
});

test('a line of a list or table is a sentence', () => {
  expect(sentenceFor('What is the deposit?', 'Rent: 100\nDeposit: 300\nFee: 20')).toBe('Deposit: 300');
});

test.each([
  ['How long is the notice period?', 'Notice is three months.', 'Notice is given in writing.'],
  ['Wann endet der Vertrag?', 'Er endet im März.', 'Er endet durch Kündigung.'],
  ['Who signed the lease?', 'It was signed by Alma Berg.', 'it was signed by both.'],
  ['How many ships are there?', 'There are twelve of them.', 'There are some of them.'],
  ['How much is claimed?', '3.1 The claim is £40.', '3.1 The claim HT-2026-000217 is in clause 4.2.'],
  [
    'How large is the deposit?',
    'The deposit is 300 euro.',
    'The deposit is returned within 6 months or 14 days.',
  ],
  ['How much notice is given?', 'Notice is three months.', 'Notice costs £40.'],
  ['When is the amount paid?', 'It is paid in May.', 'It is £40.'],
  ['Who offered the highest price?', 'It was offered by Alma Berg.', 'it was 40 each.'],
  ['In which city is the court?', 'The court is in Hamburg.', 'the court is far away.'],
])('%s asks for a type that “%s” has and “%s” lacks', (question, answer, other) => {
  const type = answerTypeOf(question) ?? expect.unreachable();
  expect([hasAnswerOfType(answer, type), hasAnswerOfType(other, type)]).toEqual([true, false]);
});

test('a question without a type is not checked for one', () => {
  expect(answerTypeOf('Is the tenant insured?')).toBeUndefined();
});

test('what a pronoun stands for counts as named in its sentence', () => {
  const text =
    'The retention is held for the buyer. The retention bears interest. It is released 12 months after completion.';
  expect(sentenceFor('When is the retention released?', text)).toMatch(/^It is released/);
});

test('a length of time need not be called a period', () => {
  const text =
    'Defects within the warranty period are told by the buyer of them. The seller gives a warranty of 36 months. Batteries are sold.';
  expect(sentenceFor('How long is the warranty period?', text)).toMatch(/36 months/);
});

test('words of similar meaning choose the sentence of an answer', () => {
  const text =
    'The hospital has a park for all of them. The physicians of the hospital are paid wages. The hospital is old.';
  expect(sentenceFor('What salary do the doctors of the hospital have?', text)).toMatch(/^The physicians/);
});

test('a text of one long line of numbers, hyphens or spaces is read at once', () => {
  const from = performance.now();
  for (const written of ['1', '1 ', '1-', ' ', '1 business ', 'six '])
    hasAnswerOfType(written.repeat(20_000), 'amount');
  expect(performance.now() - from).toBeLessThan(1000);
});

test('a line that only repeats the question, or names the parties, is no answer', () => {
  const text =
    'Dated 20 May 2019, between Elmar Piezo GmbH and the buyer of them for the supply of parts.\nSupply of parts; supply of parts\nThe supply of parts is only for Lindenau.';
  expect(sentenceFor('Is the supply of parts exclusive?', text)).toBe(
    'The supply of parts is only for Lindenau.',
  );
  expect(sentenceFor('Between which parties is the supply of parts?', text)).toMatch(/^Dated/);
});

test('a date is no amount, and a time after an event is a date', () => {
  expect(hasAnswerOfType('Filed on 12 May 2026, in 2025 and by 2026-11-27', 'amount')).toBe(false);
  expect(hasAnswerOfType('Damages of £1,340,000 of 12 May 2026', 'amount')).toBe(true);
  expect(hasAnswerOfType('It is released 12 months after completion', 'date')).toBe(true);
  expect(hasAnswerOfType('It lasts 12 months', 'date')).toBe(false);
});

test('a question in a text is no answer, but the sentence behind it is', () => {
  const text =
    'Questions of the visit:\nHow many people commute? What would a second calibration rig cost? My estimate is €420,000.';
  expect(sentenceFor('What would a second calibration rig cost?', text)).toBe('My estimate is €420,000.');
});

test('a row has the names of the columns above it', () => {
  const text = 'Mark\tRegister\tRenewal\nTIDEHUB\tUK\t27 January 2031\nECHOTRACE\tEU\t2 September 2028';
  expect(sentenceFor('When is the renewal of the mark ECHOTRACE?', text)).toBe(
    'ECHOTRACE\tEU\t2 September 2028',
  );
});

test('a contract says who a party is where it introduces the party', () => {
  const text =
    'The consent of the landlord is needed. This is made between Solvik Eiendom AS (the “Landlord”) and Norge AS (the “Tenant”). The landlord repairs the roof.';
  expect(sentenceFor('Who is the landlord?', text)).toMatch(/Solvik/);
});
