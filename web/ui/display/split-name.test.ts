import { expect, test } from 'vitest';
import { splitName } from './split-name.ts';

test.each([
  ['Timetable.csv', '', 'a short name stays whole'],
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
