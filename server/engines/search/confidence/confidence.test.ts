import { expect, test } from 'vitest';
import { MEANING_FEATURES } from '../meaning/measure-meaning.ts';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';
import { estimateConfidence, FIRST_MEANING_FEATURE } from './confidence.ts';
import { ANSWER_FEATURES } from './measure-answer.ts';
import { EVIDENCE_NAMES } from './measure-evidence.ts';

const LEASE =
  'The tenant pays a monthly rent of EUR 4,200 in advance, on the third business day. A deposit of three months is held.';
const OTHERS = ['The landlord repairs roof and walls.', 'Ships and docks are insured against fire.'];

const confidenceOf = (text: string, texts = [LEASE, ...OTHERS]) =>
  createInMemoryIndex(texts.map((each, id) => ({ id, texts: [each] }))).find({
    text,
    limit: 10,
    method: 'hybrid',
    accessFilter: { all: true },
  }).confidence;

test('confidence reaches the threshold of high for a question whose words the passage answers', () => {
  expect(confidenceOf('What monthly rent does the tenant pay?')).toBeGreaterThan(0.8);
});

test('confidence is low for a question that no document answers', () => {
  expect(confidenceOf('Who owns patents that were filed jointly?')).toBeLessThan(0.1);
});

test('confidence is 0 where nothing is found or nothing may be read', () => {
  expect([confidenceOf('escrow'), confidenceOf('rent', [])]).toEqual([0, 0]);
});

test('similarity of meaning raises the confidence of a translated question', () => {
  const features = Array.from({ length: FIRST_MEANING_FEATURE }, () => 0);
  const close = estimateConfidence([...features, 0.6, 0.6, 1]);
  expect(close).toBeGreaterThan(estimateConfidence([...features, 0.1, 0.1, 1]) + 0.2);
});

test('a computed figure has at most .28 where another document has the row and nearly the score', () => {
  const withDistance = (distance: number) => {
    const features = Array.from({ length: FIRST_MEANING_FEATURE }, () => 0);
    features[
      EVIDENCE_NAMES.length + ANSWER_FEATURES.indexOf('distance of the score from the next document')
    ] = distance;
    const meaningAndNames = [...MEANING_FEATURES.map(() => 0), 1, 1, 1];
    return estimateConfidence([...features, ...meaningAndNames, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, Math.log(2)]);
  };
  expect(withDistance(0.01)).toBeLessThanOrEqual(0.28);
  expect(withDistance(0.3)).toBeGreaterThan(0.3);
});

test('a figure is less than an even chance beside another one, whatever the distance of the scores', () => {
  const ofFigure = (distance: number, others: number) => {
    const features = Array.from({ length: FIRST_MEANING_FEATURE }, () => 0);
    features[
      EVIDENCE_NAMES.length + ANSWER_FEATURES.indexOf('distance of the score from the next document')
    ] = distance;
    const meaningAndNames = [...MEANING_FEATURES.map(() => 0), 1, 1, 1];
    const competition = [0, 1, 1, 0, 0, Math.log(2), Math.log(1 + others), 0];
    return [
      [1, 0, 0, 0],
      [0, 0, 1, 0],
    ].map((figure) => estimateConfidence([...features, ...meaningAndNames, ...figure, 0, ...competition]));
  };
  for (const distance of [0.01, 0.3])
    for (const [others, most] of [
      [1, 0.5],
      [3, 0.25],
    ] as const)
      expect(Math.max(...ofFigure(distance, others))).toBeLessThan(most);
  expect(Math.max(...ofFigure(0.3, 0))).toBeGreaterThan(0.5);
});
