import { utils, write } from '@e965/xlsx';
import { describe, expect } from 'vitest';
import { getWithSignature } from '#server/testing/clients/signed-url.ts';
import { endpointUrl, listEndpoints } from '#server/testing/list-endpoints.ts';
import { test } from '#server/testing/test-app.ts';

const SHOWN = 'Aster Rail';
const SECRETS = ['SecretSheet', 'SecretColumn', 'SecretFormula'];

function makeWorkbook(): Buffer {
  const front = utils.aoa_to_sheet([
    ['Customer', 'SecretColumn', 'Revenue'],
    [SHOWN, 'SecretColumn value', { t: 'n', v: 14_200_000, z: '#,##0', f: 'SUM(SecretFormula!A1)' }],
  ]);
  front['!cols'] = [{}, { hidden: true }, {}];
  const book = utils.book_new();
  utils.book_append_sheet(book, front, 'Front');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['SecretSheet']]), 'Backing');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Notes'], ['None']]), 'Notes');
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }, { Hidden: 0 }] };
  return write(book, { type: 'buffer', bookType: 'xlsx', cellStyles: true });
}

describe('a spreadsheet that may not be downloaded', () => {
  test('a visitor gets its visible sheets as marked images of tables, and nothing that they do not show', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const content = makeWorkbook();
    const { id } = await owner.file({ name: 'a.xlsx', content, folderId: folder.id, allowDownload: false });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id], mayDownload: true });
    const { status, body } = await visitor.get(`/api/files/${id}/pages`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      count: 2,
      isWatermarked: true,
      sheets: [
        { name: 'Front', page: 1 },
        { name: 'Notes', page: 2 },
      ],
    });
    const image = await getWithSignature(visitor, `/api/files/${id}/pages/1?width=800`);
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/jpeg']);

    const find = async (query: string) =>
      (await visitor.get(`/api/files/${id}/pages/matches?${new URLSearchParams({ query })}`)).body.matches;
    expect(await find(SHOWN)).toHaveLength(1);
    expect(await find('14,200,000')).toHaveLength(1);
    for (const secret of SECRETS) expect([secret, await find(secret)]).toEqual([secret, []]);
  });

  test('no call returns the text of a cell', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const content = makeWorkbook();
    const { id } = await owner.file({ name: 'b.xlsx', content, folderId: folder.id, allowDownload: false });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id], mayDownload: true });
    const calls = (await listEndpoints()).filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/api/files/:id'),
    );
    for (const client of [owner, visitor])
      for (const endpoint of calls) {
        const { bytes, headers } = await client.get(endpointUrl(endpoint, String(id)));
        const everything = `${JSON.stringify(headers)}${bytes.toString('latin1')}`;
        for (const text of [SHOWN, ...SECRETS])
          expect([endpoint.path, text, everything.includes(text)]).toEqual([endpoint.path, text, false]);
      }
  });
});
