import { afterAll, describe, expect } from 'vitest';
import { makeImage, makeRotatedJpeg } from '#server/engines/documents/testing/make-images.ts';
import { readImage } from '#server/engines/documents/testing/read-image.ts';
import { canSandbox } from '#server/engines/sandbox/testing/can-sandbox.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { getWithSignature } from '#server/testing/clients/signed-url.ts';
import { installFakePrograms } from '#server/testing/fakes/fake-programs.ts';
import { test as plainTest, testWith } from '#server/testing/test-app.ts';

const HEIC = Buffer.from('\0\0\0\x1cftypheic, and a picture', 'latin1');

/** A program that makes the same JPEG of all pictures that are whole: upright, though its EXIF still says that it lies. */
const programs = await installFakePrograms({
  'made.jpg': makeRotatedJpeg(),
  'heif-convert': 'grep -q ftypheic "$3" && ! grep -q broken "$3" && cp "$here/made.jpg" "$4"',
});
afterAll(programs.remove);
const test = testWith({ config: { programPath: programs.folders } });

const pagesOf = async (client: TestClient, id: number) => (await client.get(`/api/files/${id}/pages`)).body;

describe.runIf(canSandbox)('a HEIC picture (this needs a Linux that lets programs be shut in)', () => {
  test('is drawn as one page, turned once', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'site.heic', content: HEIC });
    expect(await pagesOf(owner, id)).toMatchObject({
      count: 1,
      pages: [{ width: 400, height: 200 }],
      reason: null,
    });
    const picture = await readImage(
      (await getWithSignature(owner, `/api/files/${id}/pages/1?width=800`)).bytes,
    );
    expect([picture.width, picture.height]).toEqual([800, 400]);
    expect(picture.pixelAt(200, 200)[0]).toBeGreaterThan(200);
    expect((await getWithSignature(owner, `/api/files/${id}/thumbnail`)).headers['content-type']).toBe(
      'image/jpeg',
    );
    expect((await owner.get(`/api/files/${id}/pdf`)).status).toBe(204);
  });

  test('is seen with their name by who may only look at it, and not at all by who may not', async ({
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
    ['that is damaged', Buffer.from('ftypheic, but broken'), 'damaged'],
    ['that is none', Buffer.from('no picture'), 'damaged'],
    ['that is empty', Buffer.alloc(0), 'empty'],
    ['that is a JPEG', makeImage('jpeg'), null],
  ] as const)('%s is told from it', async ([_, content, reason], { testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.file({ name: 'site.heic', content });
    expect(await pagesOf(owner, id)).toMatchObject({ reason });
  });
});

plainTest('a HEIC picture is not drawn where there is no program for it', async ({ testApp }) => {
  const owner = await testApp.user();
  const { id } = await owner.file({ name: 'site.heic', content: HEIC });
  expect(await pagesOf(owner, id)).toMatchObject({ reason: 'unsupported' });
});
