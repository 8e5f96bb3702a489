import { expect, test } from 'vitest';
import { findSynonymProblem, parseSynonyms, writeSynonyms } from './synonyms.ts';

test('a line is a group, its terms separated by equals signs, and empty lines do not count', () => {
  const text = 'Falcon = Acme Holding\n\n  capex= purchases of property, plant and equipment \n';
  const groups = parseSynonyms(text);
  expect(groups).toEqual([
    ['Falcon', 'Acme Holding'],
    ['capex', 'purchases of property, plant and equipment'],
  ]);
  expect(parseSynonyms(writeSynonyms(groups))).toEqual(groups);
});

test.for([
  ['Falcon = Acme', undefined],
  ['Falcon', 'Enter at least two terms: Falcon'],
  ['Falcon = falcon', 'A term stands there twice: Falcon = falcon'],
  ['Falcon = …', 'Each term needs a letter or a digit: Falcon = …'],
  [Array.from({ length: 11 }, (_, at) => `t${at}`).join('='), 'Use at most 10 terms'],
  ['a=b\n'.repeat(501), 'Use at most 500 lines'],
] as const)('%s is reported as %s', ([text, problem]) => {
  const found = findSynonymProblem(parseSynonyms(text));
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});
