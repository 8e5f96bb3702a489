import { expect, test } from 'vitest';
import { PermittedView } from '../retrieval/permitted-view.ts';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { createCoverageReader } from './word-coverage.ts';

const TEXTS = [
  'The salaries of the doctors in Oslo are set by the hospital.',
  'The river floods the meadows.',
];

function readCoverage(question: string, namesDocument: (stems: readonly number[]) => boolean = () => false) {
  const { index } = createInMemoryIndex(TEXTS.map((text, id) => ({ id, texts: [text] })));
  return createCoverageReader(new PermittedView(index, () => true), question, namesDocument);
}

test('a word in another form is wholly in a text, one of similar meaning partly, another hardly', () => {
  const { coverText } = readCoverage('doctor');
  const [same, similar, other] = ['two doctors', 'two physicians', 'two rivers'].map(
    (text) => coverText(text).share,
  );
  expect(same).toBe(1);
  expect(similar).toBeGreaterThan((other ?? 0) + 0.2);
  expect(similar).toBeLessThan(1);
});

test('a name that a passage lacks is what is least in it', () => {
  const [oslo, lisbon] = ['salaries of doctors in Oslo', 'salaries of doctors in Lisbon'].map((question) =>
    readCoverage(question).coverPassage(0),
  );
  expect(oslo?.least).toBe(1);
  expect(lisbon?.least).toBeLessThan(0.8);
  expect(lisbon?.share).toBeLessThan(oslo?.share ?? 0);
});

test('words that name the document do not count beside others, and a question without words covers nothing', () => {
  const { coverPassage } = readCoverage('salaries in Lisbon', (stems) => stems.length === 0);
  expect(coverPassage(0)).toEqual({ share: 1, least: 1 });
  expect(readCoverage('the of and').coverPassage(0)).toEqual({ share: 0, least: 0 });
});
