import { expect } from 'vitest';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { download, makeArchive, openEntries } from './testing/take-archive.ts';

test('an archive that a token asked for has no more than the token, also if its owner is an administrator', async ({
  testApp,
}) => {
  const { owner, root, file } = await openRoom(testApp);
  const admin = await testApp.user({ isAdmin: true });
  const staff = `/api/rooms/${root.id}/staff/${admin.id}`;
  expect((await putJson(owner, staff, { role: 'manager' })).status).toBe(200);
  const settings = { allowDownloads: false };
  expect((await owner.patch(`/api/rooms/${root.id}`, { settings })).status).toBe(200);
  const writer = await createTokenClient(testApp.server, admin, { scope: 'write' });
  const administrator = await createTokenClient(testApp.server, admin, { scope: 'admin' });
  expect((await writer.get(`/api/files/${file.id}/download`)).status).toBe(403);
  const hasFile = async (client: typeof writer) => {
    const archive = await makeArchive(testApp, client, root.id);
    const entries = await openEntries(await download(client, archive));
    return [...entries.keys()].some(
      (path) => path.endsWith(`/${file.name}`) || path.endsWith(` ${file.name}`),
    );
  };
  expect(await hasFile(writer)).toBe(false);
  expect(await hasFile(administrator)).toBe(true);
});
