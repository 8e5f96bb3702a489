import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_NAME_LENGTH, nameProblem } from './entry-name.ts';

const problem = (name: string) => nameProblem(name, 'Folder name is required');

test.each([
  ['a slash', 'a/b', "A name can't contain / or \\"],
  ['a backslash', 'a\\b', "A name can't contain / or \\"],
  ['a control character', 'a\u0007b', "The name contains characters that can't be shown"],
  ['a line break', 'a\nb', "The name contains characters that can't be shown"],
  ['NUL', 'a\0b', "The name contains characters that can't be shown"],
  ['a lone surrogate', 'a\ud800', "The name contains characters that can't be shown"],
  ['300 characters', 'x'.repeat(300), 'The name is too long: use at most 255 characters'],
  [
    'a right-to-left override',
    'exe\u202Efdp.exe',
    'The name contains invisible characters that change the text direction',
  ],
  [
    'a right-to-left mark',
    'a\u200fb',
    'The name contains invisible characters that change the text direction',
  ],
  ['only spaces', '   ', 'Folder name is required'],
  ['only invisible characters', '\u200b\u2060\ufeff', 'Folder name is required'],
  ['nothing', '', 'Folder name is required'],
  ['one dot', '.', "A name can't be only dots"],
  ['two dots', '..', "A name can't be only dots"],
])('a name of %s is refused with its reason', (_what, name, message) => {
  expect(problem(name)).toBe(message);
});

test.each([
  ['Vertrag – Müller & Söhne (final).pdf'],
  ['契約書 2026.docx'],
  ['عقد.pdf'],
  ['👩‍⚖️ brief.txt'],
  ['.env'],
  ['a'.repeat(MAX_NAME_LENGTH)],
])('the name %s is accepted', (name) => {
  expect(problem(name)).toBeNull();
});

test('no accepted name leaves its folder, is invisible or contains a line break', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      if (problem(name) !== null) return;
      expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      expect(name.isWellFormed()).toBe(true);
      expect(name.trim()).not.toBe('');
    }),
  );
});
