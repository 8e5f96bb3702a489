import { expect } from 'vitest';
import { grant, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import type { FileVersion } from '#shared/contracts/versions/versions.ts';
import { download, makeArchive, openEntries, readIndex } from './testing/take-archive.ts';

test('an archive names the earlier versions that its reader could open, with their hashes', async ({
  testApp,
}) => {
  const { owner, root, inner, group } = await openRoom(testApp);
  await owner.patch(`/api/rooms/${root.id}`, { settings: { draftUploads: false } });
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  const { id } = await owner.file({ folderId: inner.id, name: 'Lease.txt', content: 'One.' });
  for (const content of ['Two, withdrawn.', 'Three.']) {
    testApp.advanceClock(1_000);
    await owner.form(`/api/files/${id}/versions`, [{ name: 'file', value: content, filename: 'note.txt' }]);
  }
  await owner.post(`/api/files/${id}/versions/2/withdraw`, { reason: 'A wrong price.' });
  const named = async (scope: 'room' | number) => {
    const bytes = await download(owner, await makeArchive(testApp, owner, root.id, scope));
    const documents: { name: string; version: number; earlier?: { version: number }[] }[] = readIndex(
      await openEntries(bytes),
      'documents-0',
    );
    expect(bytes.includes('Two, withdrawn.')).toBe(false);
    const { version, earlier } = documents.find(({ name }) => name === 'Lease.txt') ?? {};
    return { version, earlier };
  };
  const versions: FileVersion[] = (await owner.get(`/api/files/${id}/versions`)).body;
  const describe = (number: number, more: object = {}) => {
    const { size, sha256, createdAt } = versions.find((version) => version.number === number) ?? {};
    return { version: number, size, sha256, since: createdAt, ...more };
  };
  expect(await named(group.id)).toEqual({ version: 3, earlier: undefined });
  await owner.patch(`/api/groups/${group.id}`, { seesVersions: true });
  expect(await named(group.id)).toEqual({ version: 3, earlier: [describe(1)] });
  expect(await named('room')).toEqual({
    version: 3,
    earlier: [describe(2, { isWithdrawn: true }), describe(1)],
  });
});
