import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { createMeaningComparer } from './compare-meaning.ts';
import { createStatementComparer } from './compare-statements.ts';
import { contentWordsOf } from './content-words.ts';

const RIVER = 'The river floods the meadows of the valley in spring and carries mud to the harbour. ';
const SALARIES = 'The salaries of doctors and nurses are set by the hospital each year. ';
const STATEMENT = 'Physicians are paid by the hospital';

function compare(texts: readonly string[]) {
  const { index } = createInMemoryIndex(texts.map((text, id) => ({ id, texts: [text] })));
  const wordsOf = (chunk: number) => Array.from(contentWordsOf(index, chunk));
  const compareWithStatement = createStatementComparer(STATEMENT, index);
  return texts.map((_, chunk) => ({
    ...compareWithStatement(chunk, wordsOf(chunk)),
    expected: createMeaningComparer(STATEMENT, index.vocabulary)(wordsOf(chunk)),
  }));
}

test('a document is as close to a statement as its words are, at the first statement and at later ones', () => {
  for (const { whole, expected } of compare([SALARIES, RIVER, RIVER + SALARIES]))
    expect(whole).toBeCloseTo(expected, 5);
  const { index } = createInMemoryIndex([{ id: 0, texts: [SALARIES] }]);
  const words = Array.from(contentWordsOf(index, 0));
  const first = createStatementComparer(STATEMENT, index)(0, words);
  expect(createStatementComparer(STATEMENT, index)(0, words)).toEqual(first);
});

test('a document of few words is its own closest part', () => {
  const [salaries] = compare([SALARIES]);
  expect(salaries?.closestPart).toBeCloseTo(salaries?.whole ?? 0, 5);
});

test('a sentence among others of another matter is as close as in a document that is shorter', () => {
  const [long, other] = compare([RIVER.repeat(4) + SALARIES + RIVER.repeat(4), RIVER.repeat(9)]);
  expect(long?.closestPart).toBeGreaterThan(1.5 * (long?.whole ?? 0));
  expect(long?.closestPart).toBeGreaterThan(other?.closestPart ?? 0);
});

test('a text without words that are known is close to nothing', () => {
  const [none] = compare(['']);
  expect(none).toMatchObject({ whole: 0, closestPart: 0 });
});
