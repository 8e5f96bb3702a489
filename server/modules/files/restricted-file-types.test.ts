import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeDocx,
  makePdf,
  makePptx,
  paragraph,
  shape,
} from '#server/engines/documents/testing/make-documents.ts';
import { makeImage } from '#server/engines/documents/testing/make-images.ts';
import { makeDoc, makeMsg, makePpt } from '#server/engines/documents/testing/make-legacy-office-files.ts';
import { makeOdf, odfTable } from '#server/engines/documents/testing/make-open-documents.ts';
import { canSandbox } from '#server/engines/sandbox/testing/can-sandbox.ts';
import type { ApiResponse, TestClient } from '#server/testing/clients/inject-client.ts';
import { signUrl } from '#server/testing/clients/signed-url.ts';
import { installFakeOffice } from '#server/testing/fakes/fake-programs.ts';
import { endpointUrl, listEndpoints } from '#server/testing/list-endpoints.ts';
import type { TestUser } from '#server/testing/permission-table/roles.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';

const SECRET = 'Quintessence of the secret covenant';
const ROWS = [['Clause'], [SECRET]];
const workbook = (bookType: 'xls' | 'xlsx' | 'xlsb'): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(ROWS), 'Deed');
  return write(book, { type: 'buffer', bookType });
};
const mail = `From: a@example.test\nSubject: Deed\nMIME-Version: 1.0\n\n${SECRET}`;

const OFFICE = {
  'deed.docx': makeDocx(paragraph(SECRET)),
  'deed.doc': makeDoc([{ text: SECRET }]),
  'deed.odt': makeOdf('text', `<text:p>${SECRET}</text:p>`),
  'deed.rtf': Buffer.from(`{\\rtf1 ${SECRET}}`),
  'deed.xlsx': workbook('xlsx'),
  'deed.xls': workbook('xls'),
  'deed.ods': makeOdf('spreadsheet', odfTable(ROWS)),
  'deed.pptx': makePptx([{ shapes: shape([SECRET]) }]),
  'deed.ppt': makePpt([{ title: 'Deed', texts: [SECRET] }]),
  'deed.odp': makeOdf(
    'presentation',
    `<draw:page><draw:frame><draw:text-box><text:p>${SECRET}</text:p></draw:text-box></draw:frame></draw:page>`,
  ),
};
const OTHERS = {
  'deed.xlsb': workbook('xlsb'),
  'deed.msg': makeMsg({ '0037': 'Deed', '1000': SECRET }),
  'deed.eml': Buffer.from(mail),
  'deed.mht': Buffer.from(mail),
  'deed.html': Buffer.from(`<p>${SECRET}</p>`),
  'deed.md': Buffer.from(`# ${SECRET}`),
  'deed.csv': Buffer.from(`Clause\n${SECRET}\n`),
  'deed.svg': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><text>${SECRET}</text></svg>`),
  'deed.png': makeImage('png'),
  'deed.gif': makeImage('gif'),
  'deed.tiff': makeImage('tiff'),
  'deed.mp4': Buffer.from(`....ftyp ${SECRET}`),
};

/** Types without a rendering, which the response says. */
const UNDRAWN = new Set(['deed.svg', 'deed.mp4']);

const PDF = await makePdf([[{ text: SECRET, y: 700 }]]);
const office = await installFakeOffice(PDF);
afterAll(office.remove);

const ofFiles = (await listEndpoints()).filter(
  ({ method, path }) => method === 'GET' && path.startsWith('/api/files/:id'),
);
/** Time limit for rendering a page on a busy machine. */
const SLOW_MS = 60_000;

/** Returns a piece from the middle, which no other file contains. */
const pieceOf = (bytes: Buffer): Buffer => {
  const middle = Math.floor(bytes.length / 2) - 12;
  return bytes.subarray(middle, middle + 24);
};

const MACHINES: readonly (readonly [how: string, programs: string, documents: Record<string, Buffer>])[] = [
  ['without an office program', '', { ...OFFICE, ...OTHERS }],
  ...(canSandbox ? [['with an office program', office.folders, OFFICE] as const] : []),
];

// The bytes take the same path on both engines.
describe.skipIf(process.env['MUNIMENT_TEST_DATABASE'] === 'postgres').each(MACHINES)(
  'a restricted file, %s,',
  (_how, programFolders, documents) => {
    let testApp: TestApp;
    /** Owns all documents: those of another owner would get child processes of their own. */
    let owner: TestUser;
    beforeAll(async () => {
      testApp = await openTestApp({ config: { programPath: programFolders } });
      owner = await testApp.user();
    });
    afterAll(() => testApp.close());

    test.each(Object.entries(documents))(
      '%s is shown as page images and is downloadable by no call',
      { timeout: SLOW_MS },
      async (name, content) => {
        const { id: folderId } = await owner.folder();
        const { id } = await owner.file({ name, content, folderId, allowDownload: false });
        const visitor = await testApp.visitor({ inviter: owner, folderIds: [folderId], mayDownload: true });
        await testApp.finishJobs();

        const firstPage = `/api/files/${id}/pages/1?width=800`;
        const addresses = [
          ...ofFiles.map((endpoint) => endpointUrl(endpoint, String(id))),
          firstPage,
          `/api/files?folderId=${folderId}`,
          `/api/folders/${folderId}/archive`,
          '/api/search/suggestions?query=Quintessenc',
          '/api/uploads',
          // Search quotes passages of files that the caller may view, so plain text is shown as such.
          ...(content.includes(SECRET) ? [] : ['/api/search?query=deed']),
        ];
        const expectNothing = (what: string, { headers, bytes }: ApiResponse) => {
          const everything = Buffer.concat([Buffer.from(JSON.stringify(headers)), bytes]);
          expect([what, everything.includes(pieceOf(content))]).toEqual([what, false]);
          expect([what, everything.includes(pieceOf(PDF))]).toEqual([what, false]);
        };
        const tryAll = async (client: TestClient) => {
          for (const url of addresses) expectNothing(url, await client.get(await signUrl(client, url)));
          const chosen = await client.post('/api/files/bulk/archive', { fileIds: [id] });
          expect(chosen.status).toBe(403);
        };
        await tryAll(owner);
        await tryAll(visitor);
        const page = await owner.get(await signUrl(owner, firstPage));
        expect(page.status).toBe(UNDRAWN.has(name) ? 415 : 200);
        for (const plain of addresses) {
          const url = await signUrl(owner, plain);
          expectNothing(`a part of ${url}`, await owner.get(url, { range: 'bytes=0-' }));
          expectNothing(`HEAD ${url}`, await owner.send({ method: 'HEAD', url }));
        }
        const zip = await owner.get(`/api/folders/${folderId}/archive`);
        expect((await unzip(zip.bytes)).map(({ path: entry }) => entry)).toEqual(['index.csv', 'index.xlsx']);
      },
    );
  },
);
