import { expect, test } from 'vitest';
import { parseMarkup } from './markup.ts';

test('clauses are numbered by level and named by their label', () => {
  const blocks = parseMarkup(
    '# Price {#price}\n## First.\n### Part. {#part}\nSee [[price]] and [[part]].\n! Terms {#terms}\n# Anew, as [[terms]] says',
    {},
  );
  expect(blocks.map(({ number, text }) => `${number} ${text}`)).toEqual([
    '1. Price',
    '1.1 First.',
    '(a) Part.',
    ' See 1 and 1.1(a).',
    'Schedule 1 Terms',
    '1. Anew, as 1 says',
  ]);
});

test('facts are filled in, and a part without a fact is left out', () => {
  const [block] = parseMarkup('A {{x.y}}.{{?none}} Not {{none}}.{{/}}', { 'x.y': 'fact', none: '' });
  expect(block?.text).toBe('A fact.');
});

test('a template with an unknown fact or label is refused', () => {
  expect(() => parseMarkup('{{missing}}', {})).toThrow('unknown fact: missing');
  expect(() => parseMarkup('[[missing]]', {})).toThrow('label missing');
});

test('lines with bars become one table', () => {
  expect(parseMarkup('| a | b |\n| 1 | 2 |', {})).toMatchObject([
    {
      kind: 'table',
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
    },
  ]);
});
