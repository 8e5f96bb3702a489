import { expect, test } from 'vitest';
import { createInMemoryIndex } from '../testing/in-memory-index.ts';

const ROOM = [
  'Payroll; Zahlungslauf; 4,200; 3,900\nPostage; Porto; 120; 115\nTravel; Reisen; 800; 640',
  'Lease of the office in Oslo. The notice period of the lease is nine months. The yearly rent is NOK 400,000.',
  'The information security policy requires a password of twelve characters. Access is reviewed every six months.',
  'Report 2024. Revenue in 2024 was GBP 46,900 thousand. The Group employed 268 people at the end of the year.',
];

const confidenceOf = (text: string) =>
  createInMemoryIndex(ROOM.map((each, id) => ({ id, texts: [each] }))).find({
    text,
    limit: 10,
    method: 'hybrid',
    accessFilter: { all: true },
  }).confidence;

test.each([
  'What is the password of the payroll system?',
  'What is the notice period of the lease in Lisbon?',
  'What was the revenue in 2019?',
  'Who insures the aircraft of the company?',
])('“%s”, which shares words with the documents, is not answered with confidence', (question) => {
  expect(confidenceOf(question)).toBeLessThan(0.5);
});

test.each([
  ['What is the notice period of the lease in Oslo?', 'What is the notice period of the lease in Lisbon?'],
  ['What was the revenue in 2024?', 'What was the revenue in 2019?'],
])('“%s” is answered with more confidence than “%s”', (answered, absent) => {
  expect(confidenceOf(answered)).toBeGreaterThan(0.5);
  expect(confidenceOf(answered)).toBeGreaterThan(confidenceOf(absent) + 0.2);
});
