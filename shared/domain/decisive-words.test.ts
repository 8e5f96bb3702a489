import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDecisiveWords } from './decisive-words.ts';

const wordsOf = (question: string, answer: string): string[] =>
  findDecisiveWords(question, answer).map(({ start, end }) => answer.slice(start, end));

test.each([
  ['How much is the rent?', 'The annual rent is EUR 48,500.50, payable in advance.', ['EUR 48,500.50']],
  ['What is the purchase price?', 'The purchase price is 84.5 million euros.', ['84.5 million euros']],
  ['What percentage is held back?', 'A retention of 7.5 % applies to clause 9.', ['7.5 %']],
  [
    'How long is the notice period?',
    'Either party may terminate on twelve (12) months notice.',
    ['twelve (12) months'],
  ],
  ['When does the lease end?', 'The lease, signed in spring, ends on 31 March 2031.', ['31 March 2031']],
  ['How many employees are there?', 'The company employs 412 people.', ['412']],
  ['Who is the managing director?', 'The managing director is Dana Keller.', ['Dana Keller']],
  ['Which court has jurisdiction?', 'The courts of Hamburg have jurisdiction.', ['Hamburg']],
])('%s is answered in bold', (question, answer, words) => {
  expect(wordsOf(question, answer)).toEqual(words);
});

test('words of the question are not bold', () => {
  expect(wordsOf('When did the revenue of 2024 fall?', 'The revenue of 2024 fell in May 2025.')).toEqual([
    'May 2025',
  ]);
});

test('nothing is bold in a question for nothing in particular, nor when too much fits', () => {
  expect(wordsOf('Describe the security package', 'It has 3 pledges of Keller AG.')).toEqual([]);
  expect(wordsOf('How many days?', '1, two, three and fifty')).toEqual([]);
});

test('the words lie in the answer, in order and without overlap', () => {
  const words = fc.constantFrom(
    'EUR',
    '12',
    'million',
    'May',
    '2026',
    'Keller',
    'AG',
    'two',
    'days',
    '€',
    '%',
    ',',
  );
  const questions = fc.constantFrom('How much?', 'When?', 'Who?', 'How long?', 'How many?', 'Where?');
  fc.assert(
    fc.property(questions, fc.array(words, { maxLength: 12 }), (question, parts) => {
      const answer = parts.join(' ');
      let end = 0;
      for (const range of findDecisiveWords(question, answer)) {
        expect(range.start).toBeGreaterThanOrEqual(end);
        expect(range.end).toBeGreaterThan(range.start);
        end = range.end;
      }
      expect(end).toBeLessThanOrEqual(answer.length);
    }),
  );
});
