import { describe, expect } from 'vitest';
import { makeDocx, makePdf } from '#server/engines/documents/testing/make-documents.ts';
import { makeImage } from '#server/engines/documents/testing/make-images.ts';
import { readImage } from '#server/engines/documents/testing/read-image.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { getWithSignature, signUrl } from '#server/testing/clients/signed-url.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const ABSENT = { error: 'The requested file could not be found.', code: 'not-found' };
/** The signature of the pages, valid for five minutes. */
const SIGNED = { signature: expect.any(String), signedForMs: 300_000 };
const PDF = await makePdf([[{ text: 'First', y: 700 }], [{ text: 'Second', y: 700 }]]);

/** Creates a file in a folder with everybody who may view it. */
async function createSharedFile(
  testApp: TestApp,
  { name = 'deed.pdf', content = PDF, allowDownload = true } = {},
) {
  const owner = await testApp.user();
  const folder = await owner.folder();
  const file = await owner.file({ name, content, folderId: folder.id, allowDownload });
  const collaborator = await testApp.user();
  await testApp.share(folder.id, collaborator);
  const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
  const welcome = await testApp.visitor({ inviter: owner, folderIds: [folder.id], mayDownload: true });
  const admin = await testApp.user({ isAdmin: true });
  return { file, folder, people: { owner, collaborator, visitor, welcome, admin } };
}

const pageOf = (client: TestClient, id: number, page = 1, width = 800) =>
  getWithSignature(client, `/api/files/${id}/pages/${page}?width=${width}`);

/** Returns who gets another image than the administrator, which means a watermark. */
async function markedFor(people: Record<string, TestClient>, address: string): Promise<string[]> {
  const { admin } = people;
  const plain = admin && (await getWithSignature(admin, address));
  const names: string[] = [];
  for (const [name, client] of Object.entries(people)) {
    const answer = await getWithSignature(client, address);
    expect([name, answer.status]).toEqual([name, 200]);
    if (!plain?.bytes.equals(answer.bytes)) names.push(name);
  }
  return names;
}

describe('GET /api/files/:id/pages', () => {
  test('the number of pages is returned, and whether they are watermarked', async ({ testApp }) => {
    const { file, people } = await createSharedFile(testApp);
    const answer = await people.owner.get(`/api/files/${file.id}/pages`);
    const size = { width: 600, height: 800 };
    const pages = { count: 2, pages: [size, size], reason: null, sentence: null, ...SIGNED };
    expect(answer.body).toEqual({ ...pages, isWatermarked: false });
    expect((await people.visitor.get(`/api/files/${file.id}/pages`)).body).toEqual({
      ...pages,
      isWatermarked: true,
    });
  });

  test('pages are refused to actors who may not see the file', async ({ testApp }) => {
    const { file } = await createSharedFile(testApp);
    const unrelatedUser = await testApp.user();
    for (const path of ['pages', 'pages/1', 'thumbnail']) {
      const answer = await unrelatedUser.get(`/api/files/${file.id}/${path}`);
      expect([answer.status, answer.body]).toEqual([404, ABSENT]);
      expect((await testApp.anonymous.get(`/api/files/${file.id}/${path}`)).status).toBe(401);
    }
  });

  test.for<[string, string, Buffer, string, string]>([
    ['empty', 'a.pdf', Buffer.alloc(0), 'empty', 'This file is empty.'],
    ['without text', 'a.docx', makeDocx(''), 'empty', 'There is no text in this file to show as pages.'],
    [
      'damaged',
      'a.pdf',
      Buffer.from('%PDF-1.7 rubbish'),
      'damaged',
      "This file is damaged and can't be shown.",
    ],
    ['a program', 'a.exe', Buffer.from('MZ'), 'unsupported', "This type of file can't be shown as pages."],
  ])(
    'a file that is %s has a reason instead of pages',
    async ([_what, name, content, reason, sentence], { testApp }) => {
      const owner = await testApp.user();
      const file = await owner.file({ name, content });
      const answer = await owner.get(`/api/files/${file.id}/pages`);
      expect(answer.body).toEqual({ count: 0, pages: [], isWatermarked: false, reason, sentence, ...SIGNED });
      expect((await pageOf(owner, file.id)).status).toBe(415);
      expect((await getWithSignature(owner, `/api/files/${file.id}/thumbnail`)).status).toBe(204);
    },
  );
});

describe('GET /api/files/:id/pages/:page', () => {
  test('a page is a JPEG image that is not cached', async ({ testApp }) => {
    const { file, people } = await createSharedFile(testApp);
    const { status, headers, bytes } = await pageOf(people.owner, file.id, 2, 1200);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/jpeg',
      'private, no-store',
    ]);
    expect(headers['etag']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(await readImage(bytes)).toMatchObject({ width: 1200, height: 1600 });
  });

  test('a page has a watermark for every visitor, and none for users who may download the file', async ({
    testApp,
  }) => {
    const { file, people } = await createSharedFile(testApp);
    const marked = await markedFor(people, `/api/files/${file.id}/pages/1?width=800`);
    expect(marked).toEqual(['visitor', 'welcome']);
  });

  test('a page of a restricted file has a watermark for everybody but administrators', async ({
    testApp,
  }) => {
    const { file, people } = await createSharedFile(testApp, { allowDownload: false });
    const marked = await markedFor(people, `/api/files/${file.id}/pages/1?width=800`);
    expect(marked).toEqual(['owner', 'collaborator', 'visitor', 'welcome']);
  });

  test('a compact page has the watermark of its reader in fewer bytes', async ({ testApp }) => {
    const { file, people } = await createSharedFile(testApp, { allowDownload: false });
    const path = `/api/files/${file.id}/pages/1?width=800`;
    const [ordinary, compact, others] = await Promise.all([
      getWithSignature(people.owner, path),
      getWithSignature(people.owner, `${path}&compact=true`),
      getWithSignature(people.collaborator, `${path}&compact=true`),
    ]);
    expect([compact.status, compact.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(compact.bytes.length).toBeLessThan(ordinary.bytes.length);
    expect(compact.bytes.equals(others.bytes)).toBe(false);
  });

  test("a watermark contains the viewer's name and the time", async ({ testApp }) => {
    const { file, people } = await createSharedFile(testApp, { allowDownload: false });
    const owners = await pageOf(people.owner, file.id);
    expect((await pageOf(people.owner, file.id)).bytes.equals(owners.bytes)).toBe(true);
    expect((await pageOf(people.collaborator, file.id)).bytes.equals(owners.bytes)).toBe(false);
    testApp.advanceClock(60_000);
    expect((await pageOf(people.owner, file.id)).bytes.equals(owners.bytes)).toBe(false);
  });

  test('a page has a watermark as soon as the file is restricted', async ({ testApp }) => {
    const { file, people } = await createSharedFile(testApp);
    const before = await pageOf(people.owner, file.id);
    await people.admin.patch(`/api/files/${file.id}/allow-download`, { allowDownload: false });
    expect((await pageOf(people.owner, file.id)).bytes.equals(before.bytes)).toBe(false);
  });

  test('a page is refused once the right to see the file is revoked', async ({ testApp }) => {
    const { file, folder, people } = await createSharedFile(testApp);
    expect((await pageOf(people.collaborator, file.id)).status).toBe(200);
    await testApp.unshare(folder.id, people.collaborator);
    expect((await pageOf(people.collaborator, file.id)).status).toBe(404);
    await people.owner.delete(`/api/files/${file.id}`);
    expect((await pageOf(people.owner, file.id)).status).toBe(404);
  });

  test.for([
    ['a page beyond the last', '3', '', 404],
    ['the page 0', '0', '', 400],
    ['an unsupported width', '1', '?width=100000', 400],
    ['an unknown parameter', '1', '?mark=no', 400],
  ] as const)('%s is refused', async ([_what, page, query, status], { testApp }) => {
    const { file, people } = await createSharedFile(testApp);
    const answer = await getWithSignature(people.owner, `/api/files/${file.id}/pages/${page}${query}`);
    expect(answer.status).toBe(status);
  });
});

describe('GET /api/files/:id/thumbnail', () => {
  test('a thumbnail is unreadably small, for everyone', async ({ testApp }) => {
    const { file, people } = await createSharedFile(testApp, { name: 'map.png', content: makeImage('png') });
    const widthFor = async (client: TestClient) =>
      (await readImage((await getWithSignature(client, `/api/files/${file.id}/thumbnail`)).bytes)).width;
    expect([await widthFor(people.owner), await widthFor(people.visitor)]).toEqual([72, 72]);
  });
});

test('viewing pages is one view of the file, and HEAD or the page count is none', async ({ testApp }) => {
  const { file, people } = await createSharedFile(testApp);
  const url = `/api/files/${file.id}/pages`;
  await people.collaborator.get(url);
  const head = await signUrl(people.collaborator, `${url}/1`);
  expect((await people.collaborator.send({ method: 'HEAD', url: head })).status).toBe(200);
  await getWithSignature(people.collaborator, `/api/files/${file.id}/thumbnail`);
  expect((await people.owner.get('/api/file-views/owner')).body).toEqual([]);
  await pageOf(people.collaborator, file.id, 1);
  await pageOf(people.collaborator, file.id, 2);
  await pageOf(people.visitor, file.id, 1);
  expect((await people.owner.get('/api/file-views/owner')).body).toHaveLength(2);
  const log = await testApp.server.services.db
    .selectFrom('audit_log')
    .select('actor_kind')
    .where('action', '=', 'file.view')
    .where('object_id', '=', file.id)
    .orderBy('position')
    .execute();
  expect(log.map(({ actor_kind }) => actor_kind)).toEqual(['user', 'visitor']);
});

test('a renamed file is rendered by its new type', async ({ testApp }) => {
  const owner = await testApp.user();
  const file = await owner.file({ name: 'note.txt', content: 'A note.' });
  expect((await owner.get(`/api/files/${file.id}/pages`)).body.count).toBe(1);
  await owner.patch(`/api/files/${file.id}`, { name: 'note.pdf' });
  expect((await owner.get(`/api/files/${file.id}/pages`)).body.reason).toBe('damaged');
});

test('hundreds of concurrent page requests of one actor are limited', async ({ testApp }) => {
  const { file, people } = await createSharedFile(testApp);
  const address = await signUrl(people.owner, `/api/files/${file.id}/pages/1`);
  const answers = await Promise.all(Array.from({ length: 100 }, () => people.owner.get(address)));
  const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([counts(200), counts(429)]).toEqual([64, 36]);
});

test('many concurrent pages are all rendered', async ({ testApp }) => {
  const { file, people } = await createSharedFile(testApp, { allowDownload: false });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => pageOf(people.owner, file.id, 1 + (at % 2))),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});
