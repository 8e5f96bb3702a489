import { expect, test } from 'vitest';
import { PermittedView } from '../retrieval/permitted-view.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { measureNames } from './measure-names.ts';

const CONTRACTS = [
  'Supply agreement between Imprimis Pharmaceuticals, Inc. and SightLife Surgical. Imprimis pays a commission of ten percent.',
  'Agreement between Alcon Vision, Inc. and Harrowby & Lisle. Alcon pays a fee in advance.',
];

/** The first passage of the first document, whose sentence is all of it. */
function passageOf(index: InvertedIndex, text: string) {
  const entry = index.find(0);
  if (entry === undefined) throw new Error('The document is not in the index');
  return { entry, chunk: entry.firstChunk, score: 1, text, sentence: { start: 0, end: text.length } };
}

/** Measures the names of a question whose answer is in the first of the contracts. */
function namesOf(question: string): number[] {
  const { index } = createInMemoryIndex(CONTRACTS.map((text, id) => ({ id, texts: [text] })));
  const view = new PermittedView(index, () => true);
  return measureNames(view, question, passageOf(index, CONTRACTS[0] ?? ''));
}

test('names that the document has are wholly in it, whatever their legal form', () => {
  expect(namesOf('What does Imprimis Pharmaceuticals Corp. pay to SightLife Surgical?')).toEqual([1, 1, 1]);
});

test('one name that the document lacks counts, however many others it has', () => {
  for (const other of ['Lisbon Optics', 'Harrowby & Lisle'])
    expect(namesOf(`What does Imprimis Pharmaceuticals pay to ${other}?`)).toEqual([0, 0, 1]);
});

test('a name in another passage of the document is missing nearby only', () => {
  const { index } = createInMemoryIndex([{ id: 0, texts: [...CONTRACTS] }]);
  const view = new PermittedView(index, () => true);
  const passage = passageOf(index, CONTRACTS[0] ?? '');
  expect(measureNames(view, 'What does the first pay to Alcon Vision?', passage)).toEqual([1, 0, 1]);
});

test('German nouns, capitals throughout and questions without names tell nothing', () => {
  for (const question of [
    'Welche Provision zahlt der Auftraggeber für die Lieferung der Ware?',
    'WHAT DOES LISBON OPTICS PAY?',
    'what commission is paid?',
  ])
    expect(namesOf(question)).toEqual([1, 1, 1]);
});

const SYSTEMS = 'System: Payroll; Vendor: Penlohn; Users: 6\nSystem: Hosting; Vendor: Skerry; Users: 212';
const NOTE = 'The payroll system is used by six people of the finance department.';

test.each([
  ['What is the password of the payroll system?', SYSTEMS, 0],
  ['What is the password of the payroll system?', NOTE, 1],
  ['What is the vendor of the payroll system?', SYSTEMS, 1],
  ['What is the name of the payroll system?', SYSTEMS, 1],
  ['Who uses the payroll system?', SYSTEMS, 1],
])('“%s” of “%s” asks for what the table lacks (0) or not (1)', (question, text, expected) => {
  const { index } = createInMemoryIndex([
    { id: 0, texts: [text] },
    { id: 1, texts: ['A password has twelve characters.'] },
  ]);
  const sentence = { start: 0, end: text.indexOf('\n') < 0 ? text.length : text.indexOf('\n') };
  const view = new PermittedView(index, () => true);
  expect(measureNames(view, question, { ...passageOf(index, text), sentence })[2]).toBe(expected);
});
