import { afterAll, beforeEach, describe, expect } from 'vitest';
import {
  makeDocx,
  makePdf,
  makeProtectedPdf,
  makeZip,
  paragraph,
} from '#server/engines/documents/testing/make-documents.ts';
import { SIMULATED_VIRUS, startFakeClamd } from '#server/testing/fakes/clamd-server.ts';
import { openAccessPage } from '#server/testing/link-client.ts';
import { testWith } from '#server/testing/test-app.ts';

const clamd = await startFakeClamd();
afterAll(() => clamd.stop());
beforeEach(() => Object.assign(clamd, { behavior: 'scan' }));

const test = testWith({ config: { virusScanner: clamd.address } });

const NAME = { name: 'name', value: 'NDA' };
const asFile = (value: Buffer | string, filename: string) => ({ name: 'file', value, filename });

describe('a document that visitors could not read whole', () => {
  test('a document that visitors could not read whole is refused with the reason, and nothing of it is kept', {
    tags: ['full'],
  }, async ({ testApp }) => {
    const owner = await testApp.user();
    const { db } = testApp.server.services;
    const word = makeDocx(paragraph('Confidential'));
    const bomb = makeZip({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': new Uint8Array(301 * 1024 * 1024),
    });
    const refused: [Buffer | string, string, RegExp][] = [
      [await makeProtectedPdf('Secret'), 'nda.pdf', /protected/],
      [
        await makePdf(Array.from({ length: 101 }, () => [])),
        'nda.pdf',
        /at most 100 pages, and this document has 101/,
      ],
      [word, 'nda.pdf', /its content is not/],
      [word, 'nda.docm', /macros/],
      [bomb, 'nda.docx', /unpacks to far more/],
      [Buffer.from([0, 1, 2, 3, 0, 255, 254, 0]), 'nda.txt', /not text/],
      ['a'.repeat(50_001), 'nda.txt', /at most 50,000 characters/],
      ['', 'nda.txt', /empty/],
      ['MZ', 'nda.exe', /type of file can't be shown/],
    ];
    for (const [bytes, name, message] of refused) {
      const { status, body } = await owner.form('/api/terms', [NAME, asFile(bytes, name)]);
      expect([name, status, body.fields?.file]).toEqual([name, 400, expect.stringMatching(message)]);
    }
    const large = await owner.form('/api/terms', [
      NAME,
      asFile(Buffer.alloc(10 * 1024 * 1024 + 1), 'nda.pdf'),
    ]);
    expect([large.status, large.body.error]).toEqual([413, expect.stringContaining('limit of 10 MB')]);
    expect((await owner.form('/api/terms', [NAME])).body.fields).toEqual({ file: 'Required' });
    expect((await owner.form('/api/terms', [asFile('Text', 'nda.txt')])).body.fields).toEqual({
      name: 'Name is required',
    });
    expect((await owner.get('/api/terms')).body).toEqual([]);
    expect(await db.selectFrom('blobs').select('key').execute()).toEqual([]);
  });

  test('a document that visitors could not read whole is refused beyond the quota of its owner', async ({
    testApp,
  }) => {
    const [owner, administrator] = [await testApp.user(), await testApp.user({ isAdmin: true })];
    await administrator.patch('/api/admin/system-settings', { userQuotaMB: 1 });
    const bytes = Buffer.from('a'.repeat(40_000));
    await owner.file({ content: Buffer.alloc(1024 * 1024 - 50_000) });
    expect((await owner.form('/api/terms', [NAME, asFile(bytes, 'nda.txt')])).status).toBe(201);
    const second = await owner.form('/api/terms', [NAME, asFile(bytes, 'nda.txt')]);
    expect([second.status, second.body.error]).toEqual([409, expect.stringContaining('storage quota')]);
    await administrator.patch('/api/admin/system-settings', { userQuotaMB: 0 });
  });
});

describe('a document that a scan for viruses withholds', () => {
  test.for([
    ['Nothing', 200, 'hang'],
    [SIMULATED_VIRUS, 403, 'scan'],
  ] as const)(
    'with %s in it is neither shown nor accepted before the verdict',
    async ([text, status, before], { testApp }) => {
      const owner = await testApp.user();
      const folder = await owner.folder();
      clamd.behavior = before;
      const bytes = Buffer.concat([
        await makePdf([[{ text: 'Confidential', y: 700 }]]),
        Buffer.from(`\n% ${text}`),
      ]);
      const { body: terms } = await owner.form('/api/terms', [NAME, asFile(bytes, 'nda.pdf')]);
      const targets = [{ kind: 'folder', id: folder.id }];
      const { body: link } = await owner.post('/api/links', {
        name: 'L',
        targets,
        settings: { termsId: terms.id },
      });
      const browser = openAccessPage(testApp.server, link.url);
      await browser.submit('email', { email: 'guest@example.test' });
      const termsVersionId = terms.current.id;
      const path = `/api/link-access/${link.url.split('/').at(-1)}/terms/document?termsVersionId=${termsVersionId}`;
      const statuses = async () => [
        (await browser.get(path)).status,
        (await owner.get(`/api/terms/${terms.id}/document`)).status,
        (await browser.submit('terms', { termsVersionId })).status,
      ];
      if (before === 'hang') expect(await statuses()).toEqual([409, 409, 409]);
      clamd.behavior = 'scan';
      await testApp.finishJobs();
      expect(await statuses()).toEqual([status, status, status]);
    },
  );
});
