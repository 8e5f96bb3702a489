import { expect, test } from 'vitest';
import { buildQuestionSearch, parseAskedQuestion } from './asked-question.ts';

test('a question and its method survive the way through the URL', () => {
  const asked = { query: 'Who pays & when? 100 % äö', method: 'vector' } as const;
  expect(parseAskedQuestion(buildQuestionSearch('', asked))).toEqual(asked);
  expect(parseAskedQuestion(buildQuestionSearch('', { query: 'rent', method: 'auto' }))).toEqual({
    query: 'rent',
    method: 'auto',
  });
});

test('a blank question and an unknown method in a URL are ignored', () => {
  expect(parseAskedQuestion('?q=%20%20')).toBeNull();
  expect(parseAskedQuestion('?tab=files')).toBeNull();
  expect(parseAskedQuestion('?q=rent&method=magic')).toEqual({ query: 'rent', method: 'auto' });
});

test('removing the question keeps the other parameters', () => {
  expect(buildQuestionSearch('?q=rent&method=keyword&tab=files', null)).toBe('?tab=files');
  expect(buildQuestionSearch('?q=rent', null)).toBe('');
});
