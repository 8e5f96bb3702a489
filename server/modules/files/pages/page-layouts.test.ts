import { afterAll, describe, expect } from 'vitest';
import { signPages } from '#server/authorization/page-signature.ts';
import { makeDocx, makePdf, paragraph } from '#server/engines/documents/testing/make-documents.ts';
import { canSandbox } from '#server/engines/sandbox/testing/can-sandbox.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { installFakeOffice } from '#server/testing/fakes/fake-programs.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';
import { toRenderableDocument } from './renderable-document.ts';

const PDF = await makePdf([[{ text: 'First', y: 700 }], [{ text: 'Printed', y: 700 }]]);
const programs = await installFakeOffice(PDF);
afterAll(programs.remove);
const test = testWith({ config: { programPath: programs.folders } });

const letterOf = (text: string) => makeDocx(paragraph(text));

/** Signs the pages of a file in a layout, as a list of pages of that layout does. */
async function signLayout({ server }: TestApp, client: TestClient, fileId: number, layout: 'pdf' | 'text') {
  const { services } = server;
  const row = await services.db
    .selectFrom('files')
    .select(['name', 'blob_key', 'owner_id'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  const { key } = toRenderableDocument(services, { ...row, scan_state: 'clean', sent_by: null });
  const session = client.cookie?.split('=')[1] ?? '';
  return signPages(services, session, { purpose: 'pages', fileId, documentKey: `${key} as ${layout}` });
}

describe.runIf(canSandbox)('an Office document with two layouts (requires Linux with sandboxing)', () => {
  test('the signature of a list gives the pages of its layout alone', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'a.docx', content: letterOf('From the text.') });
    const { body } = await owner.get(`/api/files/${id}/pages`);
    expect(body).toMatchObject({ count: 2, layout: 'pdf' });
    const statusOf = async (page: number, signature: string) =>
      (await owner.get(`/api/files/${id}/pages/${page}?signature=${signature}`)).status;
    expect([await statusOf(1, body.signature), await statusOf(2, body.signature)]).toEqual([200, 200]);
    const ofText = await signLayout(testApp, owner, id, 'text');
    expect([await statusOf(1, ofText), await statusOf(2, ofText)]).toEqual([200, 404]);
  });

  test('a text is found where it is in the layout of the list', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'a.docx', content: letterOf('From the text.') });
    const find = async (query: string, layout?: string) => {
      const asked = new URLSearchParams({ query, ...(layout && { layout }) });
      const { body } = await owner.get(`/api/files/${id}/pages/matches?${asked}`);
      return body.matches.map(({ page }: { page: number }) => page);
    };
    expect([await find('Printed'), await find('Printed', 'pdf'), await find('Printed', 'text')]).toEqual([
      [2],
      [2],
      [],
    ]);
    expect([await find('From the text', 'text'), await find('From the text', 'pdf')]).toEqual([[1], []]);
  });

  test('a document that its program cannot convert is laid out from its text, and has no pages of a PDF', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const content = makeDocx(paragraph('From the text.'), { broken: '<x/>' });
    const { id } = await owner.file({ name: 'a.docx', content });
    const { body } = await owner.get(`/api/files/${id}/pages`);
    expect(body).toMatchObject({ count: 1, layout: 'text' });
    const ofPdf = await signLayout(testApp, owner, id, 'pdf');
    expect((await owner.get(`/api/files/${id}/pages/1?signature=${ofPdf}`)).status).toBe(415);
    const ofText = await owner.get(`/api/files/${id}/pages/1?signature=${body.signature}`);
    expect(ofText.status).toBe(200);
  });

  test('files of one layout say nothing of layouts', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'a.pdf', content: PDF });
    expect((await owner.get(`/api/files/${id}/pages`)).body).not.toHaveProperty('layout');
  });
});
