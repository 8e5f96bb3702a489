import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles } from '../check/source-files.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Attributes that a browser checks before it submits a form. */
const CHECKED =
  /\brequired(?==|\s)|\b(?:pattern|min|max|minLength|step)=|\btype="(?:email|url|number|date|datetime-local|time)"/;

/** Tells whether a file leaves the checks of a form, and their messages, to the browser. */
const leavesChecksToBrowser = (code: string): boolean =>
  [...code.matchAll(/<form\b([\s\S]*?)<\/form>/g)].some(
    ([form]) => !form.includes('noValidate') && CHECKED.test(form),
  );

test('a form with a required field is found unless it shows messages of its own', () => {
  const form = '<form onSubmit={onSubmit}><TextField label="Name" required /></form>';
  expect(leavesChecksToBrowser(form)).toBe(true);
  expect(leavesChecksToBrowser('<form><TextField type="date" /></form>')).toBe(true);
  expect(leavesChecksToBrowser(form.replace('<form', '<form noValidate'))).toBe(false);
  expect(leavesChecksToBrowser('<form><TextField label="Second factor required" /></form>')).toBe(false);
  expect(leavesChecksToBrowser(form.replaceAll('form', 'CheckedForm'))).toBe(false);
});

test('every form shows messages of its own in place of those of the browser', () => {
  const files = listSourceFiles(ROOT, ['web'], 'tsx').filter((file) =>
    leavesChecksToBrowser(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(files).toEqual([]);
});
