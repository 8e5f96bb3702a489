import { describe, expect } from 'vitest';
import { makePdf } from '#server/engines/documents/testing/make-documents.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { getWithSignature } from '#server/testing/clients/signed-url.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

const PDF = await makePdf([[{ text: 'First', y: 700 }]]);

async function inFolder(testApp: TestApp) {
  const owner = await testApp.user();
  const folder = await owner.folder();
  return { owner, folder, file: await owner.file({ name: 'deed.pdf', content: PDF, folderId: folder.id }) };
}

const thumbnailsOf = async (client: TestClient, ...ids: number[]) =>
  (await client.get(`/api/files/thumbnails?ids=${ids.join(',')}`)).body;

/** Draws the thumbnail and returns its bytes once the cache has them, as its owner sees. */
async function draw(owner: TestClient, fileId: number): Promise<Buffer> {
  const { bytes } = await getWithSignature(owner, `/api/files/${fileId}/thumbnail`);
  await expect.poll(async () => (await thumbnailsOf(owner, fileId))[0].image).toBeDefined();
  return bytes;
}

describe('GET /api/files/thumbnails', () => {
  test('visible thumbnails are signed, and others are omitted', async ({ testApp }) => {
    const { owner, file } = await inFolder(testApp);
    const unseen = await (await testApp.user()).file({ name: 'deed.pdf', content: PDF });
    const body = await thumbnailsOf(owner, file.id, unseen.id, 999999999);
    expect(body).toEqual([{ fileId: file.id, signature: expect.any(String) }]);
    const url = `/api/files/${file.id}/thumbnail?signature=${body[0].signature}`;
    expect((await owner.get(url)).status).toBe(200);
  });

  test('a thumbnail that is already drawn comes with its signature', async ({ testApp }) => {
    const { owner, file } = await inFolder(testApp);
    const bytes = await draw(owner, file.id);
    const [{ image }] = await thumbnailsOf(owner, file.id);
    expect(Buffer.from(image, 'base64')).toEqual(bytes);
  });

  test('nobody gets a drawn thumbnail of a file that they may not see', async ({ testApp }) => {
    const { owner, folder, file } = await inFolder(testApp);
    const collaborator = await testApp.user();
    await testApp.share(folder.id, collaborator);
    await draw(owner, file.id);
    expect(await thumbnailsOf(collaborator, file.id)).toMatchObject([{ image: expect.any(String) }]);
    await testApp.unshare(folder.id, collaborator);
    expect(await thumbnailsOf(collaborator, file.id)).toEqual([]);
    expect(await thumbnailsOf(await testApp.user(), file.id)).toEqual([]);
  });

  test('a visitor, whose pictures carry a watermark, fetches each one', async ({ testApp }) => {
    const { owner, folder, file } = await inFolder(testApp);
    await draw(owner, file.id);
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    expect(await thumbnailsOf(visitor, file.id)).toEqual([
      { fileId: file.id, signature: expect.any(String) },
    ]);
  });

  test('a file that may not be downloaded comes without a picture, since it carries a watermark', async ({
    testApp,
  }) => {
    const { owner, folder, file } = await inFolder(testApp);
    await draw(owner, file.id);
    const collaborator = await testApp.user();
    await testApp.share(folder.id, collaborator);
    const administrator = await testApp.user({ isAdmin: true });
    await administrator.patch(`/api/files/${file.id}/allow-download`, { allowDownload: false });
    expect((await thumbnailsOf(collaborator, file.id))[0].image).toBeUndefined();
  });

  test.for(['', '0', '1,', '1;2', 'x', Array.from({ length: 101 }, (_, at) => at + 1).join(',')])(
    'the ids %s are refused',
    async (ids, { testApp }) => {
      expect((await (await testApp.user()).get(`/api/files/thumbnails?ids=${ids}`)).status).toBe(400);
    },
  );
});
