import { expect, test } from 'vitest';
import { PermittedView } from '../retrieval/permitted-view.ts';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { measureNames } from './measure-names.ts';

const CONTRACTS = [
  'Supply agreement between Imprimis Pharmaceuticals, Inc. and SightLife Surgical. Imprimis pays a commission of ten percent.',
  'Agreement between Alcon Vision, Inc. and Harrowby & Lisle. Alcon pays a fee in advance.',
];

/** Measures the names of a question whose answer is in the first of the contracts. */
function namesOf(question: string): number[] {
  const { index } = createInMemoryIndex(CONTRACTS.map((text, id) => ({ id, texts: [text] })));
  const view = new PermittedView(index, () => true);
  const entry = index.find(0);
  if (entry === undefined) throw new Error('The contract is not in the index');
  return measureNames(view, question, { entry, chunk: entry.firstChunk, score: 1 });
}

test('names that the document has are wholly in it, whatever their legal form', () => {
  expect(namesOf('What does Imprimis Pharmaceuticals Corp. pay to SightLife Surgical?')).toEqual([1, 1]);
});

test('one name that the document lacks counts, however many others it has', () => {
  for (const other of ['Lisbon Optics', 'Harrowby & Lisle'])
    expect(namesOf(`What does Imprimis Pharmaceuticals pay to ${other}?`)).toEqual([0, 0]);
});

test('a name in another passage of the document is missing nearby only', () => {
  const { index } = createInMemoryIndex([{ id: 0, texts: [...CONTRACTS] }]);
  const entry = index.find(0);
  if (entry === undefined) throw new Error('The contract is not in the index');
  const view = new PermittedView(index, () => true);
  const passage = { entry, chunk: entry.firstChunk, score: 1 };
  expect(measureNames(view, 'What does the first pay to Alcon Vision?', passage)).toEqual([1, 0]);
});

test('German nouns, capitals throughout and questions without names tell nothing', () => {
  for (const question of [
    'Welche Provision zahlt der Auftraggeber für die Lieferung der Ware?',
    'WHAT DOES LISBON OPTICS PAY?',
    'what commission is paid?',
  ])
    expect(namesOf(question)).toEqual([1, 1]);
});
