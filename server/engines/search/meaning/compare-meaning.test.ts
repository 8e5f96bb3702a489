import { expect, test } from 'vitest';
import { tokenize } from '../analysis/tokenize.ts';
import { Vocabulary } from '../storage/vocabulary.ts';
import { createMeaningComparer } from './compare-meaning.ts';

function compare(question: string, text: string): number {
  const vocabulary = new Vocabulary();
  const { order } = vocabulary.addTerms(tokenize(text), 'en');
  return createMeaningComparer(question, vocabulary)(order.filter((word) => !vocabulary.isStopWord(word)));
}

test('a passage of the same meaning is closer than one of another, though it shares no word with the question', () => {
  const question = 'How are physicians paid?';
  const same = compare(question, 'The salaries of doctors are set by the hospital.');
  expect(same).toBeGreaterThan(0.2);
  expect(compare(question, 'The river floods the meadows in spring.')).toBeLessThan(same - 0.15);
});

test('a text is as close to itself as can be', () => {
  expect(compare('The lessee pays the rent.', 'The lessee pays the rent.')).toBeCloseTo(1, 5);
});

test('a text without known words, or of another script, is close to nothing', () => {
  expect(compare('the of and', 'The lessee pays the rent.')).toBe(0);
  expect(compare('the rent', '租金由承租人支付')).toBe(0);
});
