import { describe, expect, it } from 'vitest';
import { extractDocument } from '#server/engines/documents/extraction/extract-document.ts';
import {
  extractIndexed,
  limits,
  summarizeBlocks,
} from '#server/engines/documents/extraction/testing/expect-blocks.ts';

const read = async (rtf: string) =>
  summarizeBlocks((await extractIndexed('rtf', Buffer.from(rtf, 'latin1'))).blocks);

describe('rich text', () => {
  it('rich text becomes paragraphs, headings, lists and tables, with headers and notes apart', async () => {
    const row = (cells: string[]): string =>
      `\\trowd\\cellx1\\cellx2 ${cells.map((cell) => `\\pard\\intbl ${cell}\\cell`).join(' ')}\\row`;
    const rtf = `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}{\\colortbl;\\red0;}{\\stylesheet{\\s1 heading 1;}}
{\\info{\\title Lease of Flat 3}{\\author Nobody}}{\\header Strictly private\\par}
\\pard\\outlinelevel0 Lease\\par
\\pard The tenant pays{\\footnote In advance.} rent.\\par
{\\listtext 1.\\tab}\\pard No pets\\par
${row(['Item', 'Price'])}${row(['Flat', '900'])}
\\pard{\\*\\bkmkstart secret}End{\\v hidden} of it\\line here{\\pict\\pngblip 89504e47}\\par}`;
    expect(await read(rtf)).toEqual([
      'heading Lease',
      'paragraph The tenant pays rent.',
      'note In advance.',
      'list 1.\tNo pets',
      'table Item: Flat; Price: 900',
      'paragraph End of it\nhere',
      'note Strictly private',
    ]);
    const { title } = await extractIndexed('rtf', rtf);
    expect(title).toBe('Lease of Flat 3');
  });

  it('rich text is decoded by code page, font charset and Unicode, without fallback characters', async () => {
    const rtf = `{\\rtf1\\ansi\\ansicpg1251{\\fonttbl{\\f0\\fcharset204 A;}{\\f1\\fcharset128 B;}{\\f2\\fcharset238 C;}}
\\f0\\'cf\\'f0\\'e8\\'e2\\'e5\\'f2 {\\f1\\'93\\'fa\\'96\\'7b} {\\f2\\'b9} \\uc2\\u8364\\'80?\\uc1 \\u-10179 ?\\u-8704 ?\\par}`;
    expect(await read(rtf)).toEqual(['paragraph Привет 日本 ą €😀']);
  });

  it('the depth of rich text is limited', async () => {
    const deep = `{\\rtf1${'{'.repeat(1_000_000)}x`;
    expect(await extractDocument('rtf', Buffer.from(deep), limits)).toEqual({
      status: 'failed',
      reasons: [{ code: 'nested-too-deeply' }],
    });
  });

  it('truncated rich text is read as far as possible', async () => {
    expect(await read('{\\rtf1 Half a {sentence')).toEqual(['paragraph Half a sentence']);
    expect(await read('{\\rtf1 Before\\par\\bin999999999 after}')).toEqual(['paragraph Before']);
    expect(await read("{\\rtf1 Odd \\'z1 bytes\\u}")).toHaveLength(1);
  });

  it('surplus closing braces of rich text are ignored', async () => {
    expect(await read(`{\\rtf1 One\\par}${'}'.repeat(1_000)} Two`)).toEqual([
      'paragraph One',
      'paragraph Two',
    ]);
  });
});
