import { expect, test } from 'vitest';
import { PermittedView } from '../retrieval/permitted-view.ts';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { measureOtherNames } from './measure-other-names.ts';

const TEXT = 'Imprimis Foods pays a commission of ten percent to Harrowby for Lot 5 of Phase IV.';

function measure(question: string, word: string, isName: boolean, isFigure = false): number[] {
  const { index } = createInMemoryIndex([
    { id: 0, title: 'Imprimis commission', opening: TEXT.slice(0, 20), texts: [TEXT] },
  ]);
  const entry = index.find(0);
  if (entry === undefined) throw new Error('The document is not in the index');
  const passage = { entry, chunk: entry.firstChunk, score: 1, text: TEXT };
  const chunkRead = { ordinal: 0, text: TEXT, headings: '', start: 0, end: TEXT.length };
  const table = {
    answer: { documentId: 0, columns: [], rows: [] },
    passage: { ...passage, chunkRead, sentence: { start: 0, end: TEXT.length } },
    isFigure,
  };
  return measureOtherNames(
    new PermittedView(index, () => true),
    question,
    [{ word, isName }],
    table,
    passage,
  );
}

test.each([
  ['written as a name', 'harrowby', true, 1],
  ['that names the document, and is never written as a common word', 'imprimis', false, 1],
  ['that names the document, and is a common word', 'commission', false, 0],
  ['that does not name the document', 'harrowby', false, 0],
])('a corrected word %s counts %s', (_, word, isName, expected) => {
  expect(measure(`what is paid to ${word}?`, word, isName)[1]).toBe(expected);
});

test('a corrected name counts half beside another name that the document is named by', () => {
  expect(measure('What does imprimis Foods pay?', 'imprimis', true)[1]).toBe(0.5);
  expect(measure('What does imprimis Drinks pay?', 'imprimis', true)[1]).toBe(1);
});

test.each([
  ['What does Imprimis pay?', 0],
  ['What does Imprimis pay to Lisbon?', 1],
  ['What does Imprimis pay for Lot 5 of Phase IV?', 0],
  ['What does Imprimis pay for Lot 7?', 1],
  ['What does Imprimis pay in Phase II?', 1],
  ['What does Imprimis pay in March 2021?', 0],
  ['What does Imprimis pay as at December 31, 2021?', 0],
  ['Does Imprimis Foods LP pay Harrowby Co., or the landlord?', 0],
])('of the names and numbers of “%s” the document of a figure lacks %s', (question, lacked) => {
  expect(measure(question, 'pay', false, true)[0]).toBe(lacked);
  expect(measure(question, 'pay', false)[0]).toBe(0);
});
