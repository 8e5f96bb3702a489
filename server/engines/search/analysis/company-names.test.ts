import { expect, test } from 'vitest';
import { describeLabels } from '../remote/document-records.ts';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { tokenizeTitle } from './company-names.ts';
import { tokenize } from './tokenize.ts';

const initialsOf = (title: string) =>
  tokenizeTitle(title)
    .slice(tokenize(title).length)
    .map(({ text }) => text);

test.for([
  ['Deutsche Bank AG - Articles', ['db']],
  ['Articles of Bank of America Corp', ['boa', 'ba', 'aoboa', 'aba']],
  ['lease with Oslo Harbour Estates Ltd', ['ohe']],
  ['Kenway AG lease', []],
  ['Share Purchase Agreement', []],
  ['the company', []],
  ['Iron Tools Inc', []],
] as const)('the initials in %s are %j', ([title, initials]) => {
  expect(initialsOf(title)).toEqual(initials);
});

test('a company is found by its name with and without its legal form, and by its initials', () => {
  const text = 'The registered office is in the city, and the board has five members.';
  const { ask } = createInMemoryIndex([
    { id: 1, title: 'Deutsche Bank AG - Articles', texts: [text] },
    { id: 2, title: 'Nordic Timber Oy - Articles', texts: [text] },
  ]);
  for (const name of ['Deutsche Bank AG', 'Deutsche Bank', 'DB'])
    expect(ask(`Where is the registered office of ${name}?`)[0]?.documentId, name).toBe(1);
  for (const name of ['Nordic Timber Oy', 'Nordic Timber', 'NT'])
    expect(ask(`Where is the registered office of ${name}?`)[0]?.documentId, name).toBe(2);
});

test('an OpenSearch server has the initials too', () => {
  expect(describeLabels('Deutsche Bank AG', '', 'en').title.split(' ')).toContain('en:db|1');
});
