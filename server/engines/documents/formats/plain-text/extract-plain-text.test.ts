import { describe, expect, it } from 'vitest';
import { extractDocument } from '#server/engines/documents/extraction/extract-document.ts';
import {
  extractIndexed,
  extractText,
  limits,
  summarizeBlocks,
} from '#server/engines/documents/extraction/testing/expect-blocks.ts';

describe('plain text', () => {
  it('plain text is split by empty lines into paragraphs, headings and items', async () => {
    const { blocks } = await extractIndexed(
      'txt',
      'LEASE AGREEMENT\r\n\r\nOne line\r\nand the next.\r\n\r\n(a) an item\n',
    );
    expect(blocks).toEqual([
      { kind: 'heading', text: 'LEASE AGREEMENT', headings: [], start: 0, end: 15 },
      {
        kind: 'paragraph',
        text: 'One line\nand the next.',
        headings: ['LEASE AGREEMENT'],
        start: 16,
        end: 38,
      },
      { kind: 'list', text: '(a) an item', headings: ['LEASE AGREEMENT'], start: 39, end: 50 },
    ]);
  });

  it.each([
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, ...Buffer.from('Grüße')], 'Grüße'],
    ['UTF-16LE with a mark', [0xff, 0xfe, ...Buffer.from('Grüße', 'utf16le')], 'Grüße'],
    ['UTF-16LE without a mark', [...Buffer.from('Greetings, and so on', 'utf16le')], 'Greetings, and so on'],
    [
      'Windows-1252',
      [...Buffer.from('Viele Grüße aus München, schöne Tage', 'latin1')],
      'Viele Grüße aus München, schöne Tage',
    ],
  ])('plain text in %s is decoded', async (_, bytes, text) => {
    expect((await extractIndexed('txt', Buffer.from(bytes))).blocks[0]?.text).toBe(text);
  });

  it('a binary file is refused as plain text', async () => {
    const noise = Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 37) % 256));
    expect(await extractDocument('txt', noise, limits)).toMatchObject({ status: 'damaged' });
  });
});

describe('Markdown', () => {
  it.each([
    ['a heading with a separator of lines', `# ${' '.repeat(100_000)}a\u2028b`],
    ['a heading with marks in its middle', `# a${' #'.repeat(50_000)}\u2028b`],
    ['marks below a row of a table', `a|b\n${'-'.repeat(100_000)}x`],
    ['a cell of blanks', `a|-${' '.repeat(50_000)}1${' '.repeat(50_000)}x|c\n-|-|-\nd|e|f`],
    ['an underline', `a\n${'='.repeat(50_000)}${' '.repeat(50_000)}x`],
    ['blanks before a mark', `${' '.repeat(100_000)}x\n---`],
  ])('%s of 100 KB takes less than a second', async (_, source) => {
    const startedAt = performance.now();
    await extractDocument('md', Buffer.from(source), limits);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it('a heading may be closed with marks', async () => {
    const { blocks } = await extractIndexed('md', '# One #\n\n## C#\n\n### Two  ###  \n\n#\n\n# #\n\n#no\n');
    expect(summarizeBlocks(blocks)).toEqual([
      'heading One',
      'heading C#',
      'heading Two',
      'heading #',
      'paragraph #no',
    ]);
  });

  it('Markdown becomes headings, lists, tables and fenced code', async () => {
    const source =
      '# One\n\nText *here*\n\nTwo\n---\n- a\n- b\n\n| K | V |\n|---|---|\n| x | 1 |\n\n```js\n# no heading\n```\n';
    const { blocks } = await extractIndexed('md', source);
    expect(summarizeBlocks(blocks)).toEqual([
      'heading One',
      'paragraph Text *here*',
      'heading Two',
      'list - a\n- b',
      'table K: x; V: 1',
      'paragraph # no heading',
    ]);
    expect(blocks[5]?.headings).toEqual(['One', 'Two']);
  });

  it('the text of an unclosed fence is kept', async () => {
    expect(summarizeBlocks((await extractIndexed('md', '```\nlost?\n')).blocks)).toEqual(['paragraph lost?']);
  });
});

describe('CSV', () => {
  it('rows of a CSV file have their headers and range, with quotes and semicolons', async () => {
    const { blocks } = await extractIndexed('csv', 'Name;City\n"Doe; Jane";Köln\n;Rom\n');
    expect(blocks.map(({ kind, text, range }) => [kind, text, range])).toEqual([
      ['sheet-row', 'Name; City', 'A1:B1'],
      ['sheet-row', 'Name: Doe; Jane; City: Köln', 'A2:B2'],
      ['sheet-row', 'City: Rom', 'B3'],
    ]);
  });

  it('rows of a CSV file are limited, which is reported', async () => {
    const { blocks, status } = await extractText('csv', 'a,b\n'.repeat(100_001));
    expect(status).toBe('partly');
    expect(blocks).toHaveLength(100_000);
  });
});

describe('JSON', () => {
  it("JSON becomes 'path: value' lines, one block per top-level element", async () => {
    const { blocks } = await extractIndexed('json', '{"name":"Ada","tags":["x",{"deep":true}],"none":[]}');
    expect(summarizeBlocks(blocks)).toEqual([
      'paragraph name: Ada',
      'paragraph tags.0: x\ntags.1.deep: true',
      'paragraph none',
    ]);
  });

  it('a JSON list of records becomes the rows of a table, with the words of their names apart', async () => {
    const records = '[{"system":"Payroll","supportEnds":"2027-03-31"},{"system":"Hosting","yearly_cost":7}]';
    expect(summarizeBlocks((await extractIndexed('json', records)).blocks)).toEqual([
      'table system; support ends; yearly cost',
      'table system: Payroll; support ends: 2027-03-31',
      'table system: Hosting; yearly cost: 7',
    ]);
  });

  it('numbers in JSON keep their digits', async () => {
    const summaryOf = async (json: string) => summarizeBlocks((await extractIndexed('json', json)).blocks);
    expect(await summaryOf('{"account":12345678901234567890,"price":1.50}')).toEqual([
      'paragraph account: 12345678901234567890',
      'paragraph price: 1.50',
    ]);
    expect(await summaryOf('[{"id":9007199254740993,"rate":1E2},{"id":-0,"rate":null}]')).toEqual([
      'table id; rate',
      'table id: 9007199254740993; rate: 1E2',
      'table id: -0',
    ]);
    expect(await summaryOf('0.10')).toEqual(['paragraph 0.10']);
  });

  it('invalid JSON is read as text', async () => {
    expect(summarizeBlocks((await extractIndexed('json', '{"name": ')).blocks)).toEqual([
      'paragraph {"name":',
    ]);
  });

  it('JSON nested a hundred thousand levels deep does not end the process', async () => {
    const depth = 100_000;
    const { status } = await extractDocument(
      'json',
      Buffer.from('['.repeat(depth) + ']'.repeat(depth)),
      limits,
    );
    expect(status).toBe('indexed');
  });
});
