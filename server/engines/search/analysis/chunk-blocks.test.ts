import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block } from '#server/engines/documents/document-engine.ts';
import { chunkBlocks } from './chunk-blocks.ts';

/** Blocks with the offsets that extraction gives them, and the whole text. */
function lay(pieces: (Partial<Block> & { text: string })[]): { blocks: Block[]; whole: string } {
  let start = 0;
  const blocks = pieces.map((piece) => {
    const block: Block = { kind: 'paragraph', headings: [], ...piece, start, end: start + piece.text.length };
    start = block.end + 1;
    return block;
  });
  return { blocks, whole: pieces.map((piece) => piece.text).join('\n') };
}

const sentence = 'The receiving party shall keep the information confidential for five years. ';

test('a long paragraph is split at sentence ends between 400 and 600 characters', () => {
  const { blocks } = lay([{ text: sentence.repeat(30).trim() }]);
  const chunks = [...chunkBlocks(blocks)];
  for (const chunk of chunks.slice(0, -1)) {
    expect(chunk.text.length).toBeGreaterThanOrEqual(400);
    expect(chunk.text.length).toBeLessThanOrEqual(600);
    expect(chunk.text.trimEnd().endsWith('years.')).toBe(true);
  }
});

test('a block that is left out divides the passages around it', () => {
  const { blocks, whole } = lay([
    { text: 'Bidder: Aster.' },
    { text: 'Floor: low.' },
    { text: 'Bidder: Belmont.' },
  ]);
  const chunks = [...chunkBlocks(blocks.filter((_, at) => at !== 1))];
  expect(chunks.map(({ text }) => text)).toEqual(['Bidder: Aster.', 'Bidder: Belmont.']);
  for (const { text, start, end } of chunks) expect(whole.slice(start, end)).toBe(text);
});

test('a heading begins the chunk of the text below it', () => {
  const { blocks } = lay([
    { text: 'Preamble.' },
    { kind: 'heading', text: '1 Term', headings: [] },
    { text: 'Two years.', headings: ['1 Term'] },
  ]);
  expect([...chunkBlocks(blocks)].map(({ text, headings }) => [text, headings])).toEqual([
    ['Preamble.', ''],
    ['1 Term\nTwo years.', '1 Term'],
  ]);
});

test('no chunk crosses a page, a slide or a sheet', () => {
  const { blocks } = lay([
    { text: 'one', page: 1 },
    { text: 'two', page: 2 },
    { text: 'three', slide: 1 },
    { text: 'four', sheet: 'A' },
    { text: 'five', sheet: 'B' },
  ]);
  expect([...chunkBlocks(blocks)].map((chunk) => chunk.text)).toEqual([
    'one',
    'two',
    'three',
    'four',
    'five',
  ]);
});

test('rows of a sheet are grouped, with a range that spans them', () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({
    kind: 'sheet-row' as const,
    text: `Item: number ${at}; Price: ${at * 100} EUR`,
    sheet: 'Prices',
    range: `A${at + 2}:B${at + 2}`,
  }));
  const [first, second] = chunkBlocks(lay(rows).blocks);
  const rowsOfFirst = first?.text.split('\n').length ?? 0;
  expect(rowsOfFirst).toBeGreaterThan(5);
  expect([first?.sheet, first?.range]).toEqual(['Prices', `A2:B${rowsOfFirst + 1}`]);
  expect(second?.range?.startsWith(`A${rowsOfFirst + 2}:`)).toBe(true);
});

test('rows of a long table keep the names of its columns as their context', () => {
  const rows = Array.from({ length: 40 }, (_, at) => `Liability ${at}\t${at}1,000\t(${at}2,000)`);
  const table = { kind: 'table' as const, text: ['In thousands\t31 March 2025\t2024', ...rows].join('\n') };
  const { blocks, whole } = lay([
    { kind: 'heading', text: 'Debt' },
    { ...table, headings: ['Debt'] },
  ]);
  const chunks = [...chunkBlocks(blocks)];
  const names = 'In thousands 31 March 2025 2024';
  expect(chunks.map(({ headings }) => headings)).toEqual(
    chunks.map((_, at) => (at === 0 ? 'Debt' : `Debt › ${names}`)),
  );
  expect(chunks.map(({ text }) => text).join('')).toBe(whole);
  const plain = lay([{ kind: 'table', text: rows.join('\n') }]).blocks;
  expect([...chunkBlocks(plain)].every(({ headings }) => headings === '')).toBe(true);
});

test('no character is split, even in a text without spaces', () => {
  const { blocks } = lay([{ text: `x${'😀'.repeat(2000)}` }]);
  for (const { text } of chunkBlocks(blocks)) expect(text.isWellFormed()).toBe(true);
});

test('blocks without text have no chunk', () => {
  expect([...chunkBlocks(lay([{ text: '' }, { text: ' \n' }]).blocks)]).toEqual([]);
});

const block = fc.record({
  kind: fc.constantFrom<Block['kind']>('heading', 'paragraph', 'list', 'sheet-row', 'note'),
  text: fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 1500 }),
    fc.integer({ min: 0, max: 30 }).map((times) => sentence.repeat(times)),
  ),
  headings: fc.array(fc.constantFrom('1 Term', '2 Law'), { maxLength: 2 }),
});

test('every chunk is exactly the text at its offsets, and together they contain everything', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), (pieces) => {
      const { blocks, whole } = lay(pieces);
      const chunks = [...chunkBlocks(blocks)];
      for (const [at, chunk] of chunks.entries()) {
        expect(chunk.ordinal).toBe(at);
        expect(chunk.text).toBe(whole.slice(chunk.start, chunk.end));
        expect(chunk.text.length).toBeLessThanOrEqual(600);
      }
      const covered = chunks.map((chunk) => chunk.text).join('');
      expect(covered.replace(/\s/g, '')).toBe(whole.replace(/\s/g, ''));
    }),
  );
});
