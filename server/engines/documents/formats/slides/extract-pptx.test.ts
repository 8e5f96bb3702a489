import { describe, expect, it } from 'vitest';
import { extractIndexed } from '#server/engines/documents/extraction/testing/expect-blocks.ts';
import { makePptx, shape } from '#server/engines/documents/testing/make-documents.ts';

const cell = (text: string): string =>
  `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
const frame = (rows: string[][]): string =>
  `<p:graphicFrame><a:tbl>${rows.map((row) => `<a:tr>${row.map(cell).join('')}</a:tr>`).join('')}</a:tbl></p:graphicFrame>`;

describe('presentations', () => {
  it('a presentation is read slide by slide in the order shown: title, shapes, tables, notes', async () => {
    const slides = [
      {
        shapes:
          shape(['First point', 'Second point']) + shape(['Our plan'], 'ctrTitle') + shape(['17'], 'sldNum'),
        notes: 'Say hello.',
      },
      {
        shapes: `<p:grpSp>${shape(['Inside a group'])}</p:grpSp>${frame([
          ['Year', 'Sales'],
          ['2024', '7'],
        ])}`,
      },
    ];
    const { blocks, title } = await extractIndexed('pptx', makePptx(slides));
    expect(title).toBe('Our plan');
    expect(blocks.flatMap(({ text, isHidden }) => (isHidden ? text : []))).toEqual(['Say hello.']);
    expect(blocks.map(({ kind, text, slide, headings }) => [kind, text, slide, headings])).toEqual([
      ['heading', 'Our plan', 1, []],
      ['slide', 'First point\nSecond point', 1, ['Our plan']],
      ['note', 'Say hello.', 1, ['Our plan']],
      ['slide', 'Inside a group', 2, []],
      ['table', 'Year: 2024; Sales: 7', 2, []],
    ]);
  });
});
