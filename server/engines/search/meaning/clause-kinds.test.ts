import { afterEach, expect, test } from 'vitest';
import { findAskedClause, findClauseKind, replaceClauseModels } from './clause-kinds.ts';

afterEach(() => replaceClauseModels());

test.each([
  ['Is there a change of control clause?', 'change-of-control'],
  ['May the supplier assign the contract without our consent?', 'assignment'],
  ['Consider the Supply Agreement between Acme and Ostra; Which law governs the contract?', 'governing-law'],
  ['How long is the non-compete of Dana Keller?', 'non-compete'],
  ['What is the rent of the office in Oslo?', undefined],
  ['When did the river flood the meadows?', undefined],
  ['', undefined],
])('%s asks for %s', (question, kind) => {
  expect(findClauseKind(question)).toBe(kind);
});

test('a clause of the kind that is asked for is likelier than another passage of the contract', () => {
  const clause = findAskedClause('Which law governs the contract?');
  const score = (text: string) => clause?.scoreWords(text.toLowerCase().split(' ')) ?? 0;
  expect(score('agreement governed construed laws state Delaware conflict principles')).toBeGreaterThan(0);
  expect(score('supplier delivers products warehouse within thirty days order')).toBeLessThan(0);
});

test('a kind that nothing was learnt of is not looked for', () => {
  replaceClauseModels([]);
  expect(findAskedClause('Which law governs the contract?')).toBeUndefined();
});
