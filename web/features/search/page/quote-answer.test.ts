import { expect, test } from 'vitest';
import type { SearchResult } from '#shared/contracts/search.ts';
import { quoteAnswer } from './quote-answer.ts';

const quote = 'It ends. The notice period is 9 months. It renews.';
const citation = (fileName: string) => ({
  fileId: 7,
  fileName,
  version: 2,
  page: 3,
  quote,
  start: 100,
  end: 100 + quote.length,
  sentence: { start: 109, end: 139 },
});
const result: SearchResult = {
  query: 'notice period',
  answer: 'The notice period is 9 months.',
  method: 'hybrid',
  fallback: false,
  confidence: 0.9,
  sources: { vectorSearch: true, keywordSearch: true },
  timing: { duration: 1, unit: 'ms' },
  documentInfo: null,
  relatedDocuments: [],
  citations: [citation('Lease.pdf'), citation('Annex.pdf')],
};
const source = 'Lease.pdf, version 2, Page 3\nhttps://room.test/file/7?page=3';

test('an answer is copied with document, version, page and address', () => {
  expect(quoteAnswer({ result }, 'https://room.test')).toBe(`The notice period is 9 months.\n\n${source}`);
});

test('an answer of a language model is copied with every verified quote', () => {
  const modelRequest = { model: 'm', host: null, passages: [] };
  const quoted = `“The notice period is 9 months.”\n${source}`;
  expect(quoteAnswer({ result, modelRequest }, 'https://room.test')).toBe(
    ['The notice period is 9 months.', quoted, quoted.replace('Lease', 'Annex')].join('\n\n'),
  );
});
