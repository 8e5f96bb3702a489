import { describe, expect, test } from 'vitest';
import { readAnswer, readSnippet } from './read-result.ts';

describe('readAnswer', () => {
  test('an answer wrapped in JSON is taken out', () => {
    expect(readAnswer(' {"answer": "Five years", "quotes": []} ')).toBe('Five years');
  });

  test.each([
    'Five years',
    '{"answer": 5}',
    '{"answer": ',
    '{"reply": "Five years"}',
    '{1} applies to {2}',
    '["answer"]',
    'null',
    '',
  ])('%s is shown as it is', (text) => {
    expect(readAnswer(text)).toBe(text);
  });
});

describe('readSnippet', () => {
  test('the snippet follows its label', () => {
    expect(readSnippet('Page 3. Document content snippet: The term is five years.')).toBe(
      'The term is five years.',
    );
  });

  test('a location without a snippet has none', () => {
    expect(readSnippet('Page 3. ')).toBeUndefined();
    expect(readSnippet('Document content snippet: ')).toBeUndefined();
  });
});
