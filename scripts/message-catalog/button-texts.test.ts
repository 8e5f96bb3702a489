import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles } from '../check/source-files.ts';
import { collectButtonTexts, isTitleCase } from './button-texts.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the texts of buttons, menu items, tabs, column headers and titles of dialogs are in title case', () => {
  const components = listSourceFiles(ROOT, ['web'], 'ts,tsx').filter((file) => file.endsWith('.tsx'));
  const texts = components.flatMap((file) =>
    collectButtonTexts(join(ROOT, file)).map((text) => ({ file, text })),
  );
  // Fails when the collection finds nothing any more.
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter(({ text }) => !isTitleCase(text))).toEqual([]);
});

test.each([
  ['Copy Codes', true],
  ['Copy to Another Room', true],
  ['Copy codes', false],
  ['copy Codes', false],
  ['Continue with {}', true],
  ['Deleting...', true],
])('that “%s” is in title case is %s', (text, expected) => {
  expect(isTitleCase(text)).toBe(expected);
});
