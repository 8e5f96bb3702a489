import { expect, test } from 'vitest';
import { InvertedIndex } from '../storage/inverted-index.ts';
import { scoreTitleMatches } from './document-titles.ts';

function scoresOf(question: string, titles: string[]): number[] {
  const index = new InvertedIndex();
  const candidates = titles.map((title, id) => {
    const { entry, addChunk, finish } = index.addDocument(id, {
      id,
      location: { folderId: 1, ownerId: 1 },
      title,
      path: 'leases',
    });
    addChunk({ ordinal: 0, text: 'rent', headings: '', start: 0, end: 4 });
    finish('');
    index.publish(entry);
    return { entry: entry, chunk: entry.firstChunk, score: 1 };
  });
  return scoreTitleMatches(index, question, candidates);
}

test.each(['lease.pdf', 'Lease'])('%s ranks the file of that name before longer names', (question) => {
  const [own = 0, longer = 0, other] = scoresOf(question, [
    'lease.pdf lease Of the mill and the weir',
    'lease_marlowe.pdf lease marlowe',
    'loan.pdf loan',
  ]);
  expect(own).toBeGreaterThan(longer);
  expect(longer).toBeGreaterThan(0);
  expect(other).toBe(0);
});

test('a question with a word that the title lacks does not match the title', () => {
  expect(scoresOf('lease rent', ['lease.pdf lease'])).toEqual([0]);
  expect(scoresOf('lease unheard', ['lease.pdf lease'])).toEqual([0]);
});
