import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles } from '../check/source-files.ts';
import { readMessageTable } from './message-table.ts';
import { collectSourceTexts } from './source-texts.ts';

const ROOT = join(import.meta.dirname, '../..');
const rows = readMessageTable(join(ROOT, 'docs/messages.md'));
const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file);
const sources = listSourceFiles(ROOT, ['shared', 'server', 'web'], 'ts,tsx')
  .filter((file) => !isTest(file))
  .map((file) => ({ file, ...collectSourceTexts(join(ROOT, file)) }));

const findOccurrences = (text: string): string[] =>
  sources.flatMap(({ file, all }) => all.filter((each) => each === text).map(() => file));
const sourcePattern = (message: string): string => message.replace(/\{[^}]*\}/g, '{}');
/** Placeholders match any text in a test. */
const testPattern = (message: string): RegExp =>
  new RegExp(
    sourcePattern(message)
      .split('{}')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')
      // Excludes longer messages with the same beginning, such as 'folders' for 'folder'.
      .concat(/(?!\w| \w)/.source),
  );

test('the table is read', () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(new Set(rows.map(({ message }) => message)).size).toBe(rows.length);
});

test.each(rows)('“$message” has one home and is asserted', ({ message, title, assertedIn }) => {
  const [home, ...others] = findOccurrences(sourcePattern(message));
  expect(home, 'its home').toBeDefined();
  expect(others, 'other homes').toEqual([]);
  if (title !== undefined) expect(findOccurrences(title), 'homes of its title').toContain(home);
  const asserted = collectSourceTexts(join(ROOT, assertedIn)).all.filter((text) =>
    testPattern(message).test(text),
  );
  expect(asserted, assertedIn).not.toEqual([]);
});

test('no toast says what the table does not list', () => {
  const listed = new Set(rows.flatMap(({ message, title }) => [message, title]));
  const others = sources.flatMap(({ file, toastTitles }) =>
    toastTitles.filter((title) => !listed.has(title)).map((title) => `${title} (${file})`),
  );
  expect(others).toEqual([]);
});
