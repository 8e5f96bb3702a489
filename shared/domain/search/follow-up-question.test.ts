import { expect, test } from 'vitest';
import { completeFollowUp } from './follow-up-question.ts';

const REVENUE = 'What was the revenue in 2018?';
const LEASE = 'What is the notice period of the lease in Hamburg?';

test.each([
  [REVENUE, 'and in 2019?', 'What was the revenue in 2019?'],
  [REVENUE, 'And FY19?', 'What was the revenue in FY19?'],
  [REVENUE, 'what about Q3 2019', 'What was the revenue in Q3 2019?'],
  ['How much did revenue grow?', 'and in March 2025?', 'How much did revenue grow in March 2025?'],
  [REVENUE, 'and EBITDA?', 'What was EBITDA in 2018?'],
  [LEASE, 'and in Oslo?', 'What is the notice period of the lease in Oslo?'],
  [LEASE, 'And Oslo?', 'What is the notice period of the lease in Oslo?'],
  [LEASE, 'and the rent?', 'What is the rent of the lease in Hamburg?'],
  [LEASE, 'and of the loan?', 'What is the notice period of the loan in Hamburg?'],
  [LEASE, 'Who signed it?', 'The lease in Hamburg; Who signed it?'],
  [
    'Who are the parties to the agreement with Acme Ltd?',
    'and with Beta Corp.?',
    'Who are the parties to the agreement with Beta Corp?',
  ],
  ['Wie hoch ist die Miete in Hamburg?', 'Und in Köln?', 'Wie hoch ist die Miete in Köln?'],
  ['Quel est le loyer à Lyon ?', 'et à Paris ?', 'Quel est le loyer à Paris?'],
  ['¿Cuál es la renta en Madrid?', '¿y en Sevilla?', '¿Cuál es la renta en Sevilla?'],
])('after “%s”, “%s” means “%s”', (previous, question, meaning) => {
  expect(completeFollowUp(question, previous)).toBe(meaning);
});

test.each([
  'What is the rent in Oslo?',
  'annual rent',
  'Who signed the lease?',
  '2019',
  'and',
  'Android phones',
  '"and in 2019"',
  'and who insures the building?',
  '',
])('“%s” is a question of its own', (question) => {
  expect(completeFollowUp(question, LEASE)).toBeUndefined();
});

test('nothing is completed without a question before', () => {
  expect(completeFollowUp('and in 2019?', ' ')).toBeUndefined();
});
