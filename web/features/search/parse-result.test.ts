import { describe, expect, test } from 'vitest';
import type { SearchResult } from '#shared/contracts/search.ts';
import { formatPercent, getAnnouncement, parseAnswer, parseSnippet } from './parse-result.ts';

describe('parseAnswer', () => {
  test('an answer wrapped in JSON is extracted', () => {
    expect(parseAnswer(' {"answer": "Five years", "quotes": []} ')).toBe('Five years');
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
    expect(parseAnswer(text)).toBe(text);
  });
});

describe('parseSnippet', () => {
  test('a snippet is extracted after its label', () => {
    expect(parseSnippet('Page 3. Document content snippet: The term is five years.')).toBe(
      'The term is five years.',
    );
  });

  test('a location without a label has no snippet', () => {
    expect(parseSnippet('Page 3. ')).toBeUndefined();
    expect(parseSnippet('Document content snippet: ')).toBeUndefined();
  });
});

const nothing: SearchResult = {
  query: 'term',
  answer: 'No answer found in the documents you can see',
  method: 'keyword',
  fallback: false,
  confidence: 0,
  sources: { vectorSearch: false, keywordSearch: false },
  timing: { duration: 3, unit: 'ms' },
  documentInfo: null,
  relatedDocuments: [],
  citations: [],
};

describe('getAnnouncement', () => {
  test('an answer without evidence announces only that', () => {
    expect(getAnnouncement({ result: nothing })).toBe('No answer found in the documents you can see');
  });

  test('an answer is announced with its source and its confidence', () => {
    const citation = { fileId: 1, fileName: 'Lease.pdf', page: 3, quote: 'Five years.', start: 0, end: 11 };
    const result = { ...nothing, answer: 'Five years.', confidence: 0.826, citations: [citation] };
    expect(getAnnouncement({ result })).toBe('Answer: Five years. From Lease.pdf, Page 3. Confidence 83%.');
  });
});

describe('getAnnouncement with a model', () => {
  test('streamed text is not announced', () => {
    expect(getAnnouncement({ result: nothing, streamedText: 'Fi' })).toBe(
      getAnnouncement({ result: nothing, streamedText: 'Five.' }),
    );
  });

  test('a missing model answer is announced before the search result', () => {
    expect(getAnnouncement({ result: nothing, unansweredReason: 'unavailable' })).toMatch(
      /^The language model did not answer\. .+No answer found in the documents you can see$/,
    );
  });

  test('nothing is announced before a result arrives', () => {
    expect(getAnnouncement({})).toBe('');
  });
});

test('the confidence is shown as a whole percentage', () => {
  expect([0, 0.29, 0.826, 1].map(formatPercent)).toEqual(['0%', '29%', '83%', '100%']);
});
