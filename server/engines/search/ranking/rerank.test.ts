import { expect, test } from 'vitest';
import { InvertedIndex } from '../storage/inverted-index.ts';
import { scoreNumericDensity } from './rerank.ts';

const table = 'Products 63,355 63,948 Services 19,604 17,486 Total net sales 82,959 81,434 304,182 282,457';
const prose =
  'Net sales grew in each of the regions in which the company sells products and services to its customers';

function scoresOf(question: string): number[] {
  const index = new InvertedIndex();
  const location = { folderId: 1, ownerId: 1 };
  const { entry, addChunk } = index.addDocument(1, { id: 1, location, title: '', path: '' });
  const texts = [table, prose];
  for (const [ordinal, text] of texts.entries())
    addChunk({ ordinal, text, headings: '', start: 0, end: text.length });
  const candidates = texts.map((_, at) => ({ entry: entry, chunk: entry.firstChunk + at, score: 1 }));
  return scoreNumericDensity(index, question, candidates);
}

test('a question for an amount ranks the table before the prose', () => {
  expect(scoresOf('How much were total net sales?')).toEqual([1, 0]);
});

test('numbers do not affect other questions', () => {
  expect(scoresOf('Where does the company sell?')).toEqual([0, 0]);
});
