import { expect } from 'vitest';
import { systemContext } from '#server/app/context.ts';
import { watermarkText } from '#server/modules/files/pages/watermark-text.ts';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { type LinkBrowser, openAccessPage } from '#server/testing/link-client.ts';
import { createPdf } from '#server/testing/sample-documents/sample-documents.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { whileTreeChanges } from '#server/testing/while-tree-changes.ts';

async function contractPdf(): Promise<Buffer> {
  const pdf = await createPdf();
  pdf.addPage([300, 400]);
  return Buffer.from(await pdf.save());
}

const LOOK = { angle: -45, size: 150, density: 120, color: 'red' };
const ALL_PARTS = '{name}|{email}|{group}|{date}|{time}|{link}|{room}|{copy}';

async function openLink(testApp: TestApp, settings: object = {}, template = ALL_PARTS) {
  const owner = await testApp.user();
  const room = await owner.folder('Corvane');
  await owner.post('/api/rooms', { folderId: room.id });
  const folder = await owner.folder('Legal', room.id);
  const { body: watermark } = await owner.post('/api/watermarks', { name: 'Strict', template, ...LOOK });
  const { body: link } = await owner.post('/api/links', {
    name: 'Fund X',
    targets: [{ kind: 'folder', id: folder.id }],
    settings: { watermarkId: watermark.id, ...settings },
  });
  return { owner, room, folder, watermark, link };
}

async function enter(testApp: TestApp, link: { url: string }, email?: string): Promise<LinkBrowser> {
  const browser = openAccessPage(testApp.server, link.url);
  if (email !== undefined) await browser.submit('email', { email });
  expect((await browser.submit('enter')).status).toBe(200);
  return browser;
}

/** Returns the watermark of the last visitor of the link. */
async function lastWatermark(testApp: TestApp, link: { id: number }) {
  const { services } = testApp.server;
  const { id } = await services.db
    .selectFrom('invitations')
    .select('id')
    .where('link_id', '=', link.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const actor = { kind: 'visitor', invitationId: id, mayDownload: false } as const;
  return watermarkText({ ...systemContext(services), actor }, {});
}

test('a link draws its watermark with every part filled for the visitor', { tags: ['sqlite'] }, async ({
  testApp,
}) => {
  const { link, room, owner } = await openLink(testApp);
  await enter(testApp, link, 'first@example.test');
  await enter(testApp, link, 'second@example.test');
  const now = new Date(testApp.server.services.now()).toISOString();
  expect(await lastWatermark(testApp, link)).toEqual({
    text: expect.stringMatching(
      new RegExp(
        `^second@example.test\\|second@example.test\\|\\|${now.slice(0, 10)}\\|\\d\\d:\\d\\d UTC\\|Fund X\\|Corvane\\|2$`,
      ),
    ),
    look: LOOK,
  });
  // What outsiders call the room, where it has a name for them.
  await owner.patch(`/api/rooms/${room.id}`, { name: 'Corvane', codeName: 'Falcon' });
  expect(await lastWatermark(testApp, link)).toMatchObject({ text: expect.stringContaining('|Falcon|') });
});

test('visitors without an address are numbered guests', async ({ testApp }) => {
  const administrator = await testApp.user({ isAdmin: true });
  await administrator.patch('/api/admin/system-settings', { allowPublicSharing: true });
  const { link } = await openLink(testApp, { askEmail: false }, 'For {name} <{email}>');
  await enter(testApp, link);
  await enter(testApp, link);
  expect(await lastWatermark(testApp, link)).toMatchObject({ text: 'For Guest 2 <Guest 2>' });
});

test('pages and PDFs carry the watermark of the link, also where none is required otherwise', async ({
  testApp,
}) => {
  const { owner, folder, link, watermark } = await openLink(testApp, { level: 'download' });
  const pdf = await contractPdf();
  const file = await owner.file({ folderId: folder.id, name: 'Contract.pdf', content: pdf });
  const plainLink = {
    name: 'Plain',
    targets: [{ kind: 'folder', id: folder.id }],
    settings: { level: 'original' },
  };
  const { body: plain } = await owner.post('/api/links', plainLink);
  const [marked, withoutWatermark] = [
    await enter(testApp, link, 'guest@example.test'),
    await enter(testApp, plain, 'guest@example.test'),
  ];
  const download = async (browser: LinkBrowser) =>
    (await browser.get(`/api/files/${file.id}/download`)).bytes;
  expect((await download(withoutWatermark)).equals(pdf)).toBe(true);
  const first = await download(marked);
  expect([first.equals(pdf), first.subarray(0, 5).toString()]).toEqual([false, '%PDF-']);
  const pagesOf = async (browser: LinkBrowser) => (await browser.get(`/api/files/${file.id}/pages`)).body;
  expect((await pagesOf(marked)).isWatermarked).toBe(true);
  const page = async () => {
    const { signature } = await pagesOf(marked);
    const query = new URLSearchParams({ width: '800', signature });
    return (await marked.get(`/api/files/${file.id}/pages/1?${query}`)).bytes;
  };
  const red = await page();
  // A change shows on the next page.
  expect((await owner.patch(`/api/watermarks/${watermark.id}`, { color: 'blue' })).status).toBe(200);
  expect((await page()).equals(red)).toBe(false);
});

test('a watermark in use is kept, and one of somebody else cannot be used', async ({ testApp }) => {
  const { owner, room, link, watermark } = await openLink(testApp);
  const path = `/api/watermarks/${watermark.id}`;
  expect((await owner.get(path)).body).toMatchObject({ name: 'Strict', links: 1, ...LOOK });
  expect((await owner.delete(path)).status).toBe(409);
  const unrelatedUser = await testApp.user();
  const folder = await unrelatedUser.folder();
  const wish = { name: 'L', targets: [{ kind: 'folder', id: folder.id }] };
  const settings = { watermarkId: watermark.id };
  expect((await unrelatedUser.post('/api/links', { ...wish, settings })).status).toBe(404);
  const { body: own } = await unrelatedUser.post('/api/links', wish);
  expect((await unrelatedUser.patch(`/api/links/${own.id}`, { settings })).status).toBe(404);
  // Those made for a room are its managers' to use, not to change.
  const shared = (
    await owner.post('/api/watermarks', { name: 'R', template: '{email}', ...LOOK, roomId: room.id })
  ).body;
  await owner.send({
    method: 'PUT',
    url: `/api/rooms/${room.id}/staff/${unrelatedUser.id}`,
    payload: JSON.stringify({ role: 'manager' }),
    headers: { 'content-type': 'application/json' },
  });
  expect((await unrelatedUser.get(`/api/watermarks?roomId=${room.id}`)).body).toMatchObject([
    { id: shared.id },
  ]);
  const used = await unrelatedUser.patch(`/api/links/${own.id}`, { settings: { watermarkId: shared.id } });
  expect(used.body.watermark).toEqual({ id: shared.id, name: 'R' });
  expect((await unrelatedUser.patch(`/api/watermarks/${shared.id}`, { name: 'Mine' })).status).toBe(403);
  await owner.patch(`/api/links/${link.id}`, { settings: { watermarkId: null } });
  expect((await owner.delete(path)).status).toBe(200);
  expect((await owner.get(path)).status).toBe(404);
});

const REFUSED = [
  [{ template: 'x'.repeat(500) }, 'Use at most 200 characters.'],
  [{ template: 'Confidential {date}' }, 'Add {name} or {email}.'],
  [{ template: '{email} {phone}' }, '{phone} is not a part of a watermark.'],
  [{ angle: 91 }, 'Enter a number from -90 to 90'],
  [{ density: 10 }, 'Enter a number from 50 to 200'],
] as const;
test('a watermark that is too long, names nobody or cannot be drawn is refused', async ({ testApp }) => {
  const owner = await testApp.user();
  for (const [fields, message] of REFUSED) {
    const wish = { name: 'W', template: '{email}', ...LOOK, ...fields };
    const { status, body } = await owner.post('/api/watermarks', wish);
    expect([status, Object.values(body.fields)]).toEqual([400, [message]]);
  }
});

test('a watermark that is deleted while a change waits is not found', async ({ testApp }) => {
  const owner = await testApp.user();
  const { body } = await owner.post('/api/watermarks', { name: 'Strict', template: 'For {name}', ...LOOK });
  const changed = await whileTreeChanges(
    testApp,
    (other) =>
      other.updateTable('watermarks').set({ deleted_at: 1 }).where('id', '=', body.id).executeTakeFirst(),
    () => owner.patch(`/api/watermarks/${body.id}`, { name: 'Looser' }),
  );
  expect([changed.status, changed.body.error]).toEqual([404, 'The watermark could not be found']);
});

test('a preview is a PNG of an empty page or of a file that its owner sees without a watermark', async ({
  testApp,
}) => {
  const { owner, folder } = await openLink(testApp);
  const file = await owner.file({ folderId: folder.id, name: 'Contract.pdf', content: await contractPdf() });
  const design = { template: 'For {name}', ...LOOK };
  for (const body of [
    design,
    { ...design, fileId: file.id },
    { ...design, color: 'gray', fileId: file.id },
  ]) {
    const { status, bytes, headers } = await owner.post('/api/watermarks/preview', body);
    expect([status, headers['content-type'], bytes.subarray(1, 4).toString()]).toEqual([
      200,
      'image/png',
      'PNG',
    ]);
  }
  // Seeing the page in a preview is a view, also for the record.
  const colleague = await testApp.user();
  await testApp.share(folder.id, colleague);
  const position = await findLastPosition(testApp);
  expect((await colleague.post('/api/watermarks/preview', { ...design, fileId: file.id })).status).toBe(200);
  expect((await listAuditEvents(testApp, position)).map(({ action }) => action)).toContain('file.view');
  const unrelatedUser = await testApp.user();
  expect((await unrelatedUser.post('/api/watermarks/preview', { ...design, fileId: file.id })).status).toBe(
    404,
  );
});
