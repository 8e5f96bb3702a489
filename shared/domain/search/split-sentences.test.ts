import { expect, test } from 'vitest';
import { splitSentences } from './split-sentences.ts';

const split = (text: string) => splitSentences(text).map(({ segment }) => segment.trim());

test('initials and short forms end no sentence', () => {
  for (const text of [
    'He was appointed after the resignation of Rajendra K. Pachauri in May.',
    'The shares are held by John R. R. Keller and Dr. Anna Solvik.',
    'The lease of St. Johns Quay is governed by Keller v. Board of Trustees.',
    'The house (c. 1455) is described in Annex No. 12 Harbour Lane.',
    'It was signed by Dr. A. Keller, Dr. An Wang and Dr. I. Meyer on 1 May.',
  ])
    expect(split(text)).toEqual([text]);
});

test('letters of parts of a text and the ends of sentences are no initials', () => {
  expect(split('The rent is in Schedule B. Tenants pay it.')).toEqual([
    'The rent is in Schedule B.',
    'Tenants pay it.',
  ]);
  expect(split('Holders have shares of Class A. Dividends are paid.')).toHaveLength(2);
  expect(split('It was signed by Rajendra K. The rent is due.')).toHaveLength(2);
  expect(split('The seat is in the U.S. Revenue grew.')).toHaveLength(2);
  expect(split('Was it paid? No. Tenants owe it.')).toHaveLength(3);
  expect(split('The seat is 12 Main St. The rent is EUR 1,000 a month.')).toHaveLength(2);
  expect(split('The lease is for Building A. Tenants pay for heating.')).toHaveLength(2);
});

test('a line ends a sentence, and nothing of the text is lost', () => {
  const text = 'Signed by Anna K.\nDr. Solvik agreed. Done.';
  expect(split(text)).toEqual(['Signed by Anna K.', 'Dr. Solvik agreed.', 'Done.']);
  const sentences = splitSentences(text);
  expect(sentences.map(({ segment }) => segment).join('')).toBe(text);
  for (const { segment, index } of sentences) expect(text.slice(index, index + segment.length)).toBe(segment);
});

test('a long text of initials is split in time', () => {
  const start = performance.now();
  splitSentences('Anna K. '.repeat(50_000));
  expect(performance.now() - start).toBeLessThan(5000);
});
