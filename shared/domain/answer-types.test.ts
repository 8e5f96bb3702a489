import { expect, test } from 'vitest';
import { answerTypeOf } from './answer-types.ts';

test.each([
  ['When is the amount paid?', 'date'],
  ['Où est le montant payé ?', 'place'],
  ['Wo liegt der Gerichtsstand?', 'place'],
  ['¿Dónde se paga el importe?', 'place'],
  ['¿Quién paga el precio?', 'person'],
  ['How much notice must be given?', 'duration'],
  ['Which payment is due?', undefined],
])('the question %s asks for: %s', (question, type) => {
  expect(answerTypeOf(question)).toBe(type);
});
