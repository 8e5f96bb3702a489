import { expect, test } from 'vitest';
import { splitName } from './split-name.ts';

test.each([
  ['Timetable.csv', '', 'a short name stays whole'],
  ['عقد الإيجار.pdf', '.pdf', 'a short name that is cut at the left keeps its extension'],
  ['(2) חוזה.docx', '.docx', 'digits and signs have no direction'],
  ['المستندات', '', 'a short name without an extension stays whole'],
  ['.عقد', '', 'a name that begins with a dot has no extension'],
  ['Lease عقد.pdf', '', 'the first letter decides on the direction'],
  ['Framework Agreement Aguas del Tormal.pdf', 'del Tormal.pdf', 'the end begins with a word'],
  ["Shareholders' Agreement 2017.pdf", '2017.pdf', 'the end begins with a number'],
  ['Disclosure Letter (draft).docx', '(draft).docx', 'the end keeps the state of a draft'],
  ['Rahmenvertragsverhandlung.pdf', 'handlung.pdf', 'a long word is cut anywhere'],
  ['🏢'.repeat(30), '🏢'.repeat(12), 'no letter is cut in half'],
])('the end of %s is %s: %s', (name, end) => {
  const [first, second] = splitName(name);
  expect(first + second).toBe(name);
  expect(second).toEqual(end);
});
