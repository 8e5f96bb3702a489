import { afterAll, describe, expect } from 'vitest';
import { makeImage, makeRotatedJpeg } from '#server/engines/documents/testing/make-images.ts';
import { readImage } from '#server/engines/documents/testing/read-image.ts';
import { canSandbox } from '#server/engines/sandbox/testing/can-sandbox.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { getWithSignature } from '#server/testing/clients/signed-url.ts';
import { installFakePrograms } from '#server/testing/fakes/fake-programs.ts';
import { test as plainTest, testWith } from '#server/testing/test-app.ts';

const HEIC = Buffer.from('\0\0\0\x1cftypheic, and a picture', 'latin1');

/**
 * A program that converts every valid image to the same JPEG: upright, though its EXIF still says that it is
 * rotated.
 */
const programs = await installFakePrograms({
  'made.jpg': makeRotatedJpeg(),
  'heif-convert': 'grep -q ftypheic "$3" && ! grep -q broken "$3" && cp "$here/made.jpg" "$4"',
});
afterAll(programs.remove);
const test = testWith({ config: { programPath: programs.folders } });

const pagesOf = async (client: TestClient, id: number) => (await client.get(`/api/files/${id}/pages`)).body;

describe.runIf(canSandbox)('a HEIC image (requires Linux with sandboxing)', () => {
  test('a HEIC image is rendered as one page, rotated once', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'site.heic', content: HEIC });
    expect(await pagesOf(owner, id)).toMatchObject({
      count: 1,
      pages: [{ width: 400, height: 200 }],
      reason: null,
    });
    const image = await readImage(
      (await getWithSignature(owner, `/api/files/${id}/pages/1?width=800`)).bytes,
    );
    expect([image.width, image.height]).toEqual([800, 400]);
    expect(image.pixelAt(200, 200)[0]).toBeGreaterThan(200);
    expect((await getWithSignature(owner, `/api/files/${id}/thumbnail`)).headers['content-type']).toBe(
      'image/jpeg',
    );
    expect((await owner.get(`/api/files/${id}/pdf`)).status).toBe(204);
  });

  test('a HEIC image has a watermark for actors with view access, and is refused to others', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const folder = await owner.folder();
    const { id } = await owner.file({ name: 'site.heif', content: HEIC, folderId: folder.id });
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [folder.id] });
    expect(await pagesOf(visitor, id)).toMatchObject({ count: 1, isWatermarked: true });
    const [plain, marked] = await Promise.all(
      [owner, visitor].map(async (client) =>
        readImage((await getWithSignature(client, `/api/files/${id}/pages/1?width=800`)).bytes),
      ),
    );
    const whole = { x: 0, y: 0, width: 800, height: 400 };
    expect(plain && marked?.countDifferences(plain, whole)).toBeGreaterThan(100);
    expect((await visitor.get(`/api/files/${id}/view`)).status).toBe(403);
    const unrelatedUser = await testApp.user();
    expect((await unrelatedUser.get(`/api/files/${id}/pages`)).status).toBe(404);
  });

  test.for([
    ['a damaged image', Buffer.from('ftypheic, but broken'), 'damaged'],
    ['a text named like an image', Buffer.from('no picture'), 'damaged'],
    ['an empty file', Buffer.alloc(0), 'empty'],
    ['a JPEG named like a HEIC image', makeImage('jpeg'), null],
  ] as const)('%s has the expected pages or reason', async ([_, content, reason], { testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'site.heic', content });
    expect(await pagesOf(owner, id)).toMatchObject({ reason });
  });
});

plainTest('a HEIC image is not rendered without a program for it', async ({ testApp }) => {
  const owner = await testApp.user();
  const { id } = await owner.file({ name: 'site.heic', content: HEIC });
  expect(await pagesOf(owner, id)).toMatchObject({ reason: 'unsupported' });
});
