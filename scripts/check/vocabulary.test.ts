import { expect, test } from 'vitest';
import { buildRepository } from './testing/build-repository.ts';
import { checkVocabulary } from './vocabulary.ts';

test.each([
  ['server/modules/trash/tidy-trash.ts', '1: name "tidy"', ''],
  ['server/http/session.ts', '1: name "let in"', 'export const letInVisitor = 1;'],
  [
    'web/ui/table.tsx',
    '1: name "deeds"',
    'export function Table({ deeds }: { deeds: string[] }) { return deeds; }',
  ],
  ['shared/domain/limits.ts', '2: constant "most files"', 'const x = 1;\nexport const MOST_FILES = x;'],
  ['server/http/guard.ts', '1: comment "door"', 'export const a = 1; // The only door.'],
  [
    'server/http/guard.ts',
    '3: comment "Whoever"',
    '/**\n * Ends sessions.\n * Whoever is signed in stays.\n */',
  ],
  ['web/ui/theme.css', '1: comment "shut-in"', '.a { color: red; /* shut-in */ }'],
  ['server/engines/sandbox/sandbox.sh', '2: comment "journey"', '#!/bin/sh\n# A journey.'],
  ['shared/domain/paths.ts', '1: docstring "Whether"', '/** Whether a path is relative. */'],
  ['docs/security.md', '3: doc "grounded"', '# Security\n\nA grounded invitation.'],
  ['README.md', '1: doc "The house"', 'The house'],
  ['server/http/guard.test.ts', '1: title "is told"', "test('a visitor is told why', () => {});"],
  ['server/http/guard.test.ts', '1: title "Whoever"', "test.each([1])('Whoever asks is refused', () => {});"],
  ['e2e/guard.spec.ts', '1: title "stranger"', "test.describe('a stranger', () => {});"],
  ['web/pages/page.tsx', '1: text "tidied"', 'export const a = <p>This was tidied\n  up.</p>;'],
  ['server/http/errors.ts', '1: text "misdeeds"', "export const a = 'No misdeeds';"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted text is a template
  ['server/http/errors.ts', '1: text "housekeeping"', 'export const a = `${1} housekeeping`;'],
])('a replaced word in %s is reported: %s', (file, report, text) => {
  const { ok, output } = checkVocabulary(buildRepository({ ...CONFIGURATION, [file]: text }));
  expect(ok).toBe(false);
  expect(output).toContain(`${file}:${report}: write `);
});

const CONFIGURATION = { 'vitest.config.ts': '', '.dependency-cruiser.cjs': '' };

test('plain English is accepted', () => {
  const files = {
    ...CONFIGURATION,
    'CHANGELOG.md': 'Renamed housekeeping to maintenance.',
    'docs/a.md':
      'A long-standing firewall rule. This one may run for 5 s of wall-clock time. Outstanding work is untidy.',
    'server/a.ts':
      "export const mostRecent = 'the deed of a house'; // Counts files, at most 5; see https://example.com/x",
    'web/a.test.ts': "test('x', () => expect('housekeeping').toBe(1));",
    'web/b.tsx':
      '/** Returns what is visible. */\nexport const b = <a href="//journey.example">Understanding</a>;',
  };
  expect(checkVocabulary(buildRepository(files))).toEqual({ ok: true, output: '' });
});

test.each([
  'sealer',
  'unsealed',
  'groundless',
  'misdeed',
  'breather',
  'shut in',
  'closer look',
  'whoever',
  'standings',
  'stranger',
  'newcomer',
  'wall',
  'hostile',
])('the name and the comment "%s" are reported', (text) => {
  const name = text.replaceAll(' ', '_');
  const root = buildRepository({
    ...CONFIGURATION,
    'server/http/a.ts': `const ${name} = 1;\n// A ${text} here.`,
  });
  expect(checkVocabulary(root).output.split('\n')).toHaveLength(2);
});

test.each([
  'the living folders',
  'what is told to nobody: the reader is told',
  'So that it is, one may read it: if one may, it is held back.',
  'lest it is seen',
])('the comment "%s" is reported', (text) => {
  const root = buildRepository({ ...CONFIGURATION, 'server/http/a.ts': `// ${text}` });
  expect(checkVocabulary(root).ok).toBe(false);
});
