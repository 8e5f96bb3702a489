import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';

const QUESTION = 'What was the change in pensions between 2018 and 2019?';
const NAMES = ['Alder', 'Birch', 'Cedar', 'Dogwood'];
const reports = NAMES.map((name, id) => ({
  id,
  title: `${name} annual report`,
  texts: [`Personnel\t2018\t2019\nWages\t1,005.${id}\t1,076.${id}\nPensions\t1,095.${id}\t1,07${id}.3`],
}));

function ask(text: string, documents: number, exceptDocumentIds: number[] = []) {
  const { confidence, table } = createInMemoryIndex(reports.slice(0, documents)).find({
    text,
    accessFilter: { folderIds: [1], rootOwnerId: null, exceptDocumentIds },
    limit: 10,
    method: 'hybrid',
  });
  expect(table?.computation?.kind).toBe('difference');
  return confidence;
}

test('a computed figure is less certain the more documents state the same row, unless the question names one', () => {
  const [alone, ofTwo, ofFour] = [ask(QUESTION, 1), ask(QUESTION, 2), ask(QUESTION, 4)];
  expect(alone).toBeGreaterThan(0.9);
  expect(ofTwo).toBeLessThan(alone);
  expect(ofFour).toBeLessThan(ofTwo - 0.1);
  expect(ask('What was the change in pensions of Birch between 2018 and 2019?', 4)).toBeGreaterThan(0.9);
});

test('documents that the requester may not see do not compete', () => {
  expect(ask(QUESTION, 4, [1, 2, 3])).toBe(ask(QUESTION, 1));
});
