import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles } from '../check/source-files.ts';
import { readMessageTable } from './message-table.ts';
import { collectSourceTexts, TOAST_FUNCTIONS } from './source-texts.ts';

const ROOT = join(import.meta.dirname, '../..');
const rows = readMessageTable(join(import.meta.dirname, 'messages.md'));
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

test('the functions whose titles are checked exist', () => {
  const code = listSourceFiles(ROOT, ['web'], 'ts,tsx').map((file) => readFileSync(join(ROOT, file), 'utf8'));
  for (const name of Object.keys(TOAST_FUNCTIONS))
    expect(
      code.some(
        (text) => text.includes(`export function ${name}(`) || text.includes(`export function ${name}<`),
      ),
      name,
    ).toBe(true);
});

test('the message table has rows with unique messages', () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(new Set(rows.map(({ message }) => message)).size).toBe(rows.length);
});

test.each(rows)(
  'the message “$message” occurs once in the source and is asserted in its test',
  ({ message, title, assertedIn }) => {
    const [file, ...others] = findOccurrences(sourcePattern(message));
    expect(file, 'occurrence in the source').toBeDefined();
    expect(others, 'other occurrences').toEqual([]);
    if (title !== undefined) expect(findOccurrences(title), 'occurrences of its title').toContain(file);
    const asserted = collectSourceTexts(join(ROOT, assertedIn)).all.filter((text) =>
      testPattern(message).test(text),
    );
    expect(asserted, assertedIn).not.toEqual([]);
  },
);

test('every toast title is in the message table', () => {
  const listed = new Set(rows.flatMap(({ message, title }) => [message, title]));
  const others = sources.flatMap(({ file, toastTitles }) =>
    toastTitles.filter((title) => !listed.has(title)).map((title) => `${title} (${file})`),
  );
  expect(others).toEqual([]);
});
