import { expect, onTestFinished, vi } from 'vitest';
import { type LinkBrowser, openAccessPage } from '#server/testing/link-client.ts';
import { receiveCode, WITH_MAIL } from '#server/testing/mailed-link-code.ts';
import { createPdf } from '#server/testing/sample-documents/sample-documents.ts';
import { type TestApp, testWith } from '#server/testing/test-app.ts';

const test = testWith({ config: WITH_MAIL });

/** Creates a link that asks for a code. */
async function openLink(testApp: TestApp, settings: object = {}) {
  const owner = await testApp.user();
  const pdf = await createPdf();
  pdf.addPage([600, 800]);
  const file = await owner.file({ name: 'Contract.pdf', content: Buffer.from(await pdf.save()) });
  const targets = [{ kind: 'file', id: file.id }];
  const wish = { name: 'One', targets, settings: { requireCode: true, ...settings } };
  const { body: link } = await owner.post('/api/links', wish);
  return { owner, file, link };
}

async function submitCode(testApp: TestApp, url: string, email: string) {
  const browser = openAccessPage(testApp.server, url);
  await browser.submit('email', { email });
  const code = await receiveCode(testApp, browser);
  return { browser, answer: await browser.submit('code', { code, enter: true }) };
}

const statusOf = async (browser: LinkBrowser, path: string) => (await browser.get(path)).status;

test('the right code enters and names the first page, which only this visit opens', async ({ testApp }) => {
  const { owner, file, link } = await openLink(testApp);
  const { browser, answer } = await submitCode(testApp, link.url, 'guest@example.test');
  expect(answer.body).toMatchObject({ steps: [], visit: { isVisitor: true, fileId: file.id } });
  const { firstPage } = answer.body.visit;
  const page = await browser.get(`${firstPage}&width=800&compact=true`);
  expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
    200,
    'image/jpeg',
    'private, no-store',
  ]);
  // The steps are used up, as by entering.
  expect((await browser.submit('code', { code: '123456', enter: true })).status).toBe(409);
  const other = await submitCode(testApp, link.url, 'other@example.test');
  expect(await statusOf(other.browser, firstPage)).toBe(404);
  expect(await statusOf(openAccessPage(testApp.server, link.url), firstPage)).toBe(401);
  // Entering again names it too.
  expect((await browser.submit('enter')).body.firstPage).toMatch(/^\/api\/files\/\d+\/pages\/1\?signature=/);
  await owner.patch(`/api/links/${link.id}`, { disabled: true });
  expect(await statusOf(browser, firstPage)).toBe(401);
});

test('a code that does not complete the steps lets nobody in', async ({ testApp }) => {
  const { owner, file, link } = await openLink(testApp, { allowed: ['example.test'] });
  const refused = await submitCode(testApp, link.url, 'refused@elsewhere.test');
  expect([refused.answer.status, refused.answer.body.visit]).toEqual([400, undefined]);
  const termsId = (await owner.post('/api/terms', { name: 'NDA', text: 'Text' })).body.id;
  await owner.patch(`/api/links/${link.id}`, { settings: { termsId } });
  const reading = await submitCode(testApp, link.url, 'reading@example.test');
  expect(reading.answer.body).toEqual({ steps: ['terms'] });
  for (const { browser } of [refused, reading])
    expect(await statusOf(browser, `/api/files/${file.id}/pages`)).toBe(401);
});

test('a file that may be downloaded, or that is gone, has no first page here', async ({ testApp }) => {
  const { owner, file, link } = await openLink(testApp, { level: 'download' });
  const { browser, answer } = await submitCode(testApp, link.url, 'download@example.test');
  expect(answer.body.visit.fileId).toBe(file.id);
  expect(answer.body.visit).not.toHaveProperty('firstPage');
  await owner.patch(`/api/links/${link.id}`, { settings: { level: 'view' } });
  expect((await browser.submit('enter')).body).toHaveProperty('firstPage');
  await owner.delete(`/api/files/${file.id}`);
  expect((await browser.submit('enter')).status).toBe(404);
});

test('the first page is drawn while somebody looks for the code, whether or not they get one', {
  tags: ['sqlite'],
}, async ({ testApp }) => {
  const { rendering } = testApp.server.services.documents;
  const draw = rendering.renderPage;
  let drawn = Promise.withResolvers<unknown[]>();
  const spy = vi.spyOn(rendering, 'renderPage').mockImplementation(async (...asked) => {
    const image = await draw(...asked);
    drawn.resolve(asked.slice(1));
    return image;
  });
  onTestFinished(() => spy.mockRestore());
  for (const email of ['early@example.test', 'early@elsewhere.test']) {
    drawn = Promise.withResolvers();
    const { link } = await openLink(testApp, { allowed: ['example.test'] });
    const browser = openAccessPage(testApp.server, link.url);
    expect((await browser.submit('email', { email })).body).toEqual({ steps: ['code'] });
    expect(await drawn.promise).toEqual([1, 1200]);
  }
});
