import { expect } from 'vitest';
import { openAccessPage } from '#server/testing/link-client.ts';
import { test } from '#server/testing/test-app.ts';

test('the page of a link names the room that it leads into by its code name, and not the folder', async ({
  testApp,
}) => {
  const owner = await testApp.user();
  const folder = await owner.folder('Secret name');
  await owner.post('/api/rooms', { folderId: folder.id });
  const inner = await owner.folder('Legal', folder.id);
  const file = await owner.file({ folderId: inner.id });
  const openWith = async (target: object) =>
    openAccessPage(
      testApp.server,
      (await owner.post('/api/links', { name: 'L', targets: [target] })).body.url,
    );
  const browsers = [
    await openWith({ kind: 'folder', id: inner.id }),
    await openWith({ kind: 'file', id: file.id }),
  ];
  for (const browser of browsers)
    expect((await browser.page()).body.brand).toMatchObject({ name: 'Secret name', iconUrl: null });
  await owner.patch(`/api/rooms/${folder.id}`, { name: 'Secret name', codeName: 'Project Falcon' });
  for (const browser of browsers) {
    const { body } = await browser.page();
    expect(body.brand).toMatchObject({ name: 'Project Falcon', iconUrl: null });
    expect(JSON.stringify(body)).not.toMatch(/Secret name|Legal/);
  }
});
