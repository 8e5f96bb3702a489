import { expect, test } from 'vitest';
import { introducesRole } from '../ranking/sentence-parts.ts';
import { search } from '../retrieval/search.ts';
import type { Chunk } from '../search-types.ts';
import { createInMemoryIndex, createTestChunk } from '../testing/in-memory-index.ts';
import { parseAmount } from './cell-values.ts';
import { choosePeriodColumns } from './computed/choose-periods.ts';
import { asksForComputation, readComputedQuestion, saysComputation } from './computed/computed-question.ts';
import { formatSum } from './computed/format-values.ts';
import { readPeriodLine } from './lines/period-lines.ts';
import { splitCells } from './lines/tabbed-lines.ts';
import { looksTabular } from './parse-table.ts';
import { statesCount } from './stated-rows.ts';

/** Asks a document of these passages, and counts how often the text of one is read. */
function askCounted(texts: string[], text: string, place: Partial<Chunk> = {}) {
  const { index } = createInMemoryIndex([{ id: 1, title: 'Figures', texts }]);
  let [start, reads] = [0, 0];
  const chunks = texts.map((written, ordinal) => {
    const chunk = { ...createTestChunk(written, ordinal), ...place, start, end: start + written.length };
    start = chunk.end + 1;
    return Object.defineProperty(chunk, 'text', {
      get: () => {
        reads++;
        return written;
      },
    });
  });
  const readChunk = ({ chunk }: { chunk: number }) => chunks[chunk] ?? createTestChunk('');
  const query = { text, accessFilter: { all: true }, limit: 10, method: 'hybrid' } as const;
  const from = process.cpuUsage();
  const results = search({ loaded: { index, vectors: undefined }, readChunk }, query);
  const { user, system } = process.cpuUsage(from);
  return { ...results, reads, milliseconds: (user + system) / 1000 };
}

const passagesOf = (lines: string[], count: number): string[] =>
  Array.from({ length: Math.ceil(lines.length / count) }, (_, at) =>
    lines.slice(at * count, (at + 1) * count).join('\n'),
  );

test.each([
  'What was the ebit in 2020?',
  'What was the percentage change in ebit from 2019 to 2020?',
  'What was ebit as a percentage of ebit in 2020?',
])('“%s”: a table with the asked name in every row is read once, not for each of them', (question) => {
  const texts = passagesOf(Array<string>(850).fill('ebit\t1'), 85);
  const { reads, milliseconds } = askCounted(texts, question);
  expect(reads).toBeLessThan(4 * texts.length);
  expect(milliseconds).toBeLessThan(5000);
});

const LEDGER = Array.from({ length: 3000 }, (_, at) => {
  const month = `${2018 + Math.floor(at / 1000)}-${String((at % 12) + 1).padStart(2, '0')}`;
  return `Rent: ${at + 5}; Month: ${month}; Payer: Tenant ${at % 40}`;
});

test.each([
  ['sheet', 'How much was the rent in 2020?', { sheet: 'Ledger' }],
  ['text', 'How much was the rent in 2020?', {}],
  ['sheet', 'By how much did the rent grow from 2019 to 2020?', { sheet: 'Ledger' }],
  ['text', 'What is the average rent from 2018 to 2020?', {}],
])('a ledger of 3,000 rows in a %s is read once: %s', (_, question, place) => {
  const texts = passagesOf(LEDGER, 10);
  const { reads, milliseconds } = askCounted(texts, question, place);
  expect(reads).toBeLessThan(4 * texts.length);
  expect(milliseconds).toBeLessThan(5000);
});

test.each([
  'Which payer has the largest rent?',
  'What is the total of the rent of tenant 7?',
  'Which payers are there in March 2019?',
  'How many payers are there?',
  'What is the average rent?',
  'Which payers have not paid the rent?',
])('“%s” reads each passage of a sheet of 3,000 rows once', (question) => {
  const texts = passagesOf(LEDGER, 10);
  const { reads, milliseconds } = askCounted(texts, question, { sheet: 'Ledger' });
  expect(reads).toBeLessThan(3 * texts.length);
  expect(milliseconds).toBeLessThan(2000);
});

test.each([
  '_',
  '(',
  '"',
  ' ',
  'a',
  'a ',
  '\t',
  '1',
  '1,',
  '$1 ',
  ':',
  '; ',
  'a: b; ',
  '20',
  'may ',
  '\n',
  '–',
])('a line of 20,000 characters of %j is read at once', (written) => {
  const line = written.repeat(20_000 / written.length);
  const from = performance.now();
  readPeriodLine(line);
  splitCells(`${line}\t${line}`);
  looksTabular(line);
  parseAmount(`1${line}x`);
  formatSum(1, [`.1${line}x`]);
  introducesRole(line, 'Who is the landlord?');
  saysComputation(line);
  statesCount(line, () => ({ found: new Set(), words: 0, shared: 0 }));
  choosePeriodColumns(
    { columns: ['', line, line], rows: [], notes: [], isComplete: true },
    ['2019', '2020'],
    12,
  );
  const spent = performance.now() - from;
  expect(spent).toBeLessThan(1000);
});

test.each([
  'what percentage of a ',
  'ratio of ',
  'anteil von ',
  'change in ',
  '2019 to ',
  '% change ',
  'part de ',
])('a question that repeats %j is read at once', (written) => {
  const from = performance.now();
  for (const length of [390, 20_000]) {
    const question = `What is ${written.repeat(length / written.length)}`.slice(0, length);
    readComputedQuestion(question);
    asksForComputation(question);
  }
  expect(performance.now() - from).toBeLessThan(1000);
});
