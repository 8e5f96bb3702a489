import { describe, expect, test } from 'vitest';
import { expandQuestion } from '../lexicon/expand-question.ts';
import { PermittedView } from '../retrieval/permitted-view.ts';
import { InvertedIndex } from '../storage/inverted-index.ts';
import { scoreDocumentNames } from './document-names.ts';

interface Document {
  title: string;
  opening?: string;
  text?: string;
}

function scoresOf(question: string, documents: Document[]): number[] {
  const index = new InvertedIndex();
  const candidates = documents.map(({ title, opening = '', text = 'inventory' }, id) => {
    const location = { folderId: 1, ownerId: 1 };
    const { entry, addChunk, finish } = index.addDocument(id, { id, location, title, path: '' });
    addChunk({ ordinal: 0, text, headings: '', start: 0, end: text.length });
    finish(opening);
    index.publish(entry);
    return { entry: entry, chunk: entry.firstChunk, score: 1 };
  });
  const view = new PermittedView(index, () => true);
  return scoreDocumentNames(view, question, candidates, expandQuestion(question));
}

test('a company name counts most in the title, then at the beginning, then elsewhere', () => {
  const scores = scoresOf('How did the inventory of Acme change?', [
    { title: 'Acme report' },
    { title: 'Report', opening: 'Acme Inc.' },
    { title: 'Report', text: 'inventory bought by Acme' },
    { title: 'Report' },
  ]);
  expect(scores[0]).toBe(1);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(new Set(scores)).toHaveProperty('size', 4);
  expect(scores[3]).toBe(0);
});

test('a year and a quarter identify a document', () => {
  const [right = 0, wrong = 0] = scoresOf('what was the margin in Q3 2023', [
    { title: '2023 Q3 report' },
    { title: '2022 Q1 report' },
  ]);
  expect(right).toBeGreaterThan(wrong);
});

test('a document is named by another expression for its title too', () => {
  const [right = 0, wrong = 0] = scoresOf('when may dividends be paid under the loan agreement', [
    { title: 'Facility Agreement Mossgate Bank', text: 'dividends, loans' },
    { title: 'Supply Agreement Elmar Piezo', text: 'dividends' },
  ]);
  expect(right).toBeGreaterThan(wrong);
});

test('words that are not written as names are trusted less', () => {
  const [called = 0, other = 0] = scoresOf('what does the lease say of pets', [
    { title: 'Lease' },
    { title: 'Loan' },
  ]);
  expect(other).toBe(0);
  expect(called).toBeGreaterThan(0);
  expect(called).toBeLessThan(1);
});

test('a question without a name does not distinguish documents', () => {
  expect(scoresOf('inventory', [{ title: 'Lease' }, { title: 'Loan' }])).toEqual([0, 0]);
});

describe('questions for the latest document', () => {
  const reports = [
    { title: '2022 Q3 report', opening: 'Acme Inc.' },
    { title: '2023 Q2 report', opening: 'Acme Inc.' },
    { title: '2023 Q1 report', opening: 'Acme Inc.' },
    { title: '2023 Q3 report', opening: 'Bolt Ltd.' },
  ];

  test('the latest document is the one of the latest period among those of the same name', () => {
    const scores = scoresOf('What was the inventory of Acme in its most recent quarter?', reports);
    expect(scores.indexOf(Math.max(...scores))).toBe(1);
    expect(scores[0]).toBe(scores[2]);
  });

  test.each([
    ['2023-09-30 balance', '2023-10-31 balance'],
    ['Minutes March 2024', 'Minutes Nov 2024'],
    ['Annual report 2021', 'Annual report 2022'],
    ['2023 Q4', '2024 Q1'],
  ])('%s is older than %s', (older, newer) => {
    const [first = 0, second = 0] = scoresOf('the latest inventory', [{ title: newer }, { title: older }]);
    expect(first).toBeGreaterThan(second);
  });

  test('there is no latest document where no name has a year', () => {
    expect(scoresOf('the latest inventory', [{ title: 'Lease' }, { title: 'Loan' }])).toEqual([0, 0]);
  });

  test('current assets are not a question for the latest document', () => {
    const scores = scoresOf('current assets and inventory', [{ title: 'A 2023' }, { title: 'B 2022' }]);
    expect(scores).toEqual([0, 0]);
  });
});
