import { expect, test } from 'vitest';
import { PermittedView } from '../retrieval/permitted-view.ts';
import { InvertedIndex } from '../storage/inverted-index.ts';
import { measureEvidence } from './measure-evidence.ts';

/** The evidence for an answer in a room of these passages, each of a document. */
function evidenceIn(texts: readonly string[]): (question: string) => number[] {
  const index = new InvertedIndex();
  const candidates = texts.map((text, id) => {
    const location = { folderId: 1, ownerId: 1 };
    const { entry, addChunk, finish } = index.addDocument(id, { id, location, title: '', path: '' });
    addChunk({ ordinal: 0, text, headings: '', start: 0, end: text.length });
    finish('');
    index.publish(entry);
    return { entry: entry, chunk: entry.firstChunk, score: 1 };
  });
  const view = new PermittedView(index, () => true);
  return (question) => measureEvidence(view, question, candidates);
}

const rent = 'The tenant pays a monthly rent of EUR 4,200 in advance, on the third business day.';

test('an inflected word counts for more than a missing one', () => {
  const evidence = evidenceIn(['There is a covenant of nondisparagement.', rent]);
  const [alike = 0, absent = 0] = ['disparage', 'escrow'].map((word) => evidence(`covenant to ${word}`)[6]);
  expect(alike).toBeGreaterThan(absent);
  expect(alike).toBeLessThan(1);
});

test('a question of stop words, or in an empty index, is measured too', () => {
  const numbers = [...evidenceIn([rent])('is it there'), ...evidenceIn([])('rent')];
  expect(numbers.every(Number.isFinite)).toBe(true);
});
