import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { extractDocument } from '#server/engines/documents/extraction/extract-document.ts';
import {
  extractIndexed,
  limits,
  summarizeBlocks,
} from '#server/engines/documents/extraction/testing/expect-blocks.ts';
import { makeZip } from '#server/engines/documents/testing/make-documents.ts';
import { makeOdf, odfTable } from '#server/engines/documents/testing/make-open-documents.ts';

describe('OpenDocument texts', () => {
  it('an OpenDocument text is read in order: headings, lists, tables, notes and text boxes', async () => {
    const odt = makeOdf(
      'text',
      `<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
       <text:h text:outline-level="1">Lease</text:h>
       <text:p>The tenant<text:s text:c="3"/>pays<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Each month.</text:p></text:note-body></text:note>
         rent<office:annotation><text:p>a comment</text:p></office:annotation>.</text:p>
       <text:list><text:list-item><text:p>No pets</text:p></text:list-item></text:list>
       ${odfTable([
         ['Item', 'Price'],
         ['Flat', '900'],
       ])}
       <text:p><draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box><svg:desc>A plan of the flat</svg:desc></draw:frame>Beside it</text:p>`,
      { title: 'Lease of 12 High Street' },
    );
    const { blocks, title } = await extractIndexed('odt', odt);
    expect(summarizeBlocks(blocks)).toEqual([
      'heading Lease',
      'paragraph The tenant pays rent.',
      'note Each month.',
      'list No pets',
      'table Item: Flat; Price: 900',
      'paragraph Beside it',
      'paragraph In a box',
      'paragraph A plan of the flat',
    ]);
    expect(title).toBe('Lease of 12 High Street');
  });

  it('headers and footers of an OpenDocument text come last, each text once', async () => {
    const box = '<draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame>';
    const margins = `<style:header><text:p>Draft of May${box}</text:p></style:header>
      <style:footer><text:p><text:page-number>3</text:page-number></text:p></style:footer>`;
    const hidden = '<style:header-left style:display="false"><text:p>Not shown</text:p></style:header-left>';
    const styles = `<office:master-styles>
      <style:master-page>${margins}${hidden}</style:master-page>
      <style:master-page>${margins}<style:footer-first><text:p>Strictly confidential</text:p></style:footer-first></style:master-page>
    </office:master-styles>`;
    const odt = makeOdf('text', '<text:p>The rent is due.</text:p>', { masterStyles: styles });
    expect(summarizeBlocks((await extractIndexed('odt', odt)).blocks)).toEqual([
      'paragraph The rent is due.',
      'note Draft of May\nIn a box',
      'note Strictly confidential',
    ]);
  });

  it('a password-protected OpenDocument text is reported as protected', async () => {
    const odt = makeOdf('text', '', {
      manifest: '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>',
    });
    expect(await extractDocument('odt', odt, limits)).toEqual({
      status: 'protected',
      reasons: [{ code: 'password-protected' }],
    });
  });

  it('an endlessly nested OpenDocument text, or a spreadsheet, is reported as damaged', async () => {
    const deep = makeOdf('text', '<text:section>'.repeat(5_000) + '</text:section>'.repeat(5_000));
    for (const odt of [deep, makeOdf('spreadsheet', '')]) {
      expect(await extractDocument('odt', odt, limits)).toMatchObject({ status: 'damaged' });
    }
  });

  it.each(['odt', 'ods', 'odp'] as const)(
    'an OpenDocument file as %s that unpacks to far more than its size is abandoned',
    async (type) => {
      const bomb = makeZip({ 'content.xml': new Uint8Array(40 * 1024 * 1024) });
      expect(await extractDocument(type, bomb, { ...limits, maxInflated: 2 ** 40 })).toMatchObject({
        status: 'failed',
      });
    },
  );

  it.each(['odt', 'ods', 'odp'] as const)(
    'an OpenDocument file as %s that declares entities is refused',
    async (type) => {
      const xml = '<!DOCTYPE x [<!ENTITY a "ha">]><office:document-content>&a;</office:document-content>';
      expect(await extractDocument(type, makeZip({ 'content.xml': xml }), limits)).toMatchObject({
        status: 'failed',
      });
    },
  );
});

it('an OpenDocument presentation is read slide by slide, with titles and notes', async () => {
  const slide = (title: string, text: string, notes: string): string =>
    `<draw:page><draw:frame presentation:class="subtitle"><draw:text-box><text:list><text:list-item><text:p>${text}</text:p></text:list-item></text:list></draw:text-box></draw:frame>
     <draw:frame presentation:class="title"><draw:text-box><text:p>${title}</text:p></draw:text-box></draw:frame>
     <presentation:notes><draw:frame><draw:text-box><text:p>${notes}</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>`;
  const odp = makeOdf(
    'presentation',
    slide('Results', 'Sales rose', 'Slowly') + slide('Outlook', 'More', ''),
  );
  const { blocks } = await extractIndexed('odp', odp);
  expect(blocks.map(({ kind, text, slide }) => [kind, text, slide])).toEqual([
    ['heading', 'Results', 1],
    ['slide', 'Sales rose', 1],
    ['note', 'Slowly', 1],
    ['heading', 'Outlook', 2],
    ['slide', 'More', 2],
  ]);
});

describe.each(['ods', 'xls'] as const)('a workbook as %s', (type) => {
  it('rows of a workbook have their headers and range, under the sheet', async () => {
    const workbook = utils.book_new();
    const rows = [
      ['Item', 'Amount'],
      ['Miete für März', 900],
    ];
    utils.book_append_sheet(workbook, utils.aoa_to_sheet(rows), 'Costs');
    const bytes = write(workbook, { type: 'buffer', bookType: type });
    const { blocks } = await extractIndexed(type, bytes);
    expect(blocks.map(({ text, sheet, range }) => [text, sheet, range])).toEqual([
      ['Costs', 'Costs', undefined],
      ['Sheet Costs: 2 rows; columns: Item, Amount', 'Costs', undefined],
      ['Item; Amount', 'Costs', 'A1:B1'],
      ['Item: Miete für März; Amount: 900', 'Costs', 'A2:B2'],
    ]);
  });
});
