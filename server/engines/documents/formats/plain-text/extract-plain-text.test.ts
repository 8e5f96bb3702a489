import { describe, expect, it } from 'vitest';
import { extractDocument } from '#server/engines/documents/extraction/extract-document.ts';
import {
  extractIndexed,
  extractText,
  limits,
  summarizeBlocks,
} from '#server/engines/documents/extraction/testing/expect-blocks.ts';

describe('plain text', () => {
  it('is parted by empty lines into paragraphs, headings and items', async () => {
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
  ])('in %s is read as written', async (_, bytes, text) => {
    expect((await extractIndexed('txt', Buffer.from(bytes))).blocks[0]?.text).toBe(text);
  });

  it('that is binary is refused', async () => {
    const noise = Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 37) % 256));
    expect(await extractDocument('txt', noise, limits)).toMatchObject({ status: 'damaged' });
  });
});

describe('Markdown', () => {
  it('gives headings, lists, tables and fenced code', async () => {
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

  it('keeps the text of a fence that is never closed', async () => {
    expect(summarizeBlocks((await extractIndexed('md', '```\nlost?\n')).blocks)).toEqual(['paragraph lost?']);
  });
});

describe('CSV', () => {
  it('says each row with its headers and its range, quotes and semicolons understood', async () => {
    const { blocks } = await extractIndexed('csv', 'Name;City\n"Doe; Jane";Köln\n;Rom\n');
    expect(blocks.map(({ kind, text, range }) => [kind, text, range])).toEqual([
      ['sheet-row', 'Name; City', 'A1:B1'],
      ['sheet-row', 'Name: Doe; Jane; City: Köln', 'A2:B2'],
      ['sheet-row', 'City: Rom', 'B3'],
    ]);
  });

  it('is bounded in rows, and says that it was cut', async () => {
    const { blocks, status } = await extractText('csv', 'a,b\n'.repeat(100_001));
    expect(status).toBe('partly');
    expect(blocks).toHaveLength(100_000);
  });
});

describe('JSON', () => {
  it("becomes 'path: value' lines, one block per top-level element", async () => {
    const { blocks } = await extractIndexed('json', '{"name":"Ada","tags":["x",{"deep":true}],"none":[]}');
    expect(summarizeBlocks(blocks)).toEqual([
      'paragraph name: Ada',
      'paragraph tags.0: x\ntags.1.deep: true',
      'paragraph none',
    ]);
  });

  it('that does not parse is read as text', async () => {
    expect(summarizeBlocks((await extractIndexed('json', '{"name": ')).blocks)).toEqual([
      'paragraph {"name":',
    ]);
  });

  it('nested a hundred thousand deep ends no process', async () => {
    const depth = 100_000;
    const { status } = await extractDocument(
      'json',
      Buffer.from('['.repeat(depth) + ']'.repeat(depth)),
      limits,
    );
    expect(status).toBe('indexed');
  });
});
