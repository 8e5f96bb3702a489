import { expect, test } from 'vitest';
import { PermittedView } from '../retrieval/permitted-view.ts';
import { InvertedIndex } from '../storage/inverted-index.ts';
import { estimateConfidence } from './confidence.ts';
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

test('a room of one document is confident of what stands in it, and not of what does not', () => {
  const evidence = evidenceIn([rent]);
  expect(estimateConfidence(evidence('What monthly rent does the tenant pay?'))).toBeGreaterThan(0.4);
  expect(estimateConfidence(evidence('Who owns patents that were filed jointly?'))).toBeLessThan(0.05);
});

test('a word that stands there in another form counts for more than one that does not at all', () => {
  const evidence = evidenceIn(['There is a covenant of nondisparagement.', rent]);
  const [alike = 0, absent = 0] = ['disparage', 'escrow'].map((word) => evidence(`covenant to ${word}`)[6]);
  expect(alike).toBeGreaterThan(absent);
  expect(alike).toBeLessThan(1);
});

test('a question of nothing but function words, or in a room of nothing, is measured too', () => {
  const numbers = [...evidenceIn([rent])('is it there'), ...evidenceIn([])('rent')];
  expect(numbers.every(Number.isFinite)).toBe(true);
});
