import { expect } from 'vitest';
import { createTestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, membersOf, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import type { FileVersion } from '#shared/contracts/versions/versions.ts';

test('a group sees the earlier published versions where its rules allow it, and no other reader does', async ({
  testApp,
}) => {
  const { owner, root, inner, group } = await openRoom(testApp);
  const account = await testApp.user();
  const outsider = await testApp.visitor({ inviter: owner, folderIds: [root.id], mayDownload: true });
  const other = await testApp.user();
  const second = (await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidder B' })).body;
  await addMembers(owner, group, account.email, 'visitor@example.test');
  await addMembers(owner, second, other.email);
  for (const each of [group, second])
    await grant(owner, root.id, { folder: inner, group: each, level: 'original' });
  const [, listed] = await membersOf(owner, group);
  const visitor = createTestClient(testApp.server.http);
  await visitor.get(`/api/visitor/auth/${listed?.inviteUrl?.slice(-43)}`);
  const { id } = await owner.file({ folderId: inner.id, content: 'Unpublished draft.' });
  const replace = async (content: string) => {
    const form = [
      { name: 'note', value: 'Secret note' },
      { name: 'file', value: content, filename: 'note.txt' },
    ];
    expect((await owner.form(`/api/files/${id}/versions`, form)).status).toBe(201);
    testApp.advanceClock(1_000);
  };
  await replace('First published.');
  expect((await owner.post(`/api/rooms/${root.id}/publications`, {})).status).toBe(201);
  testApp.advanceClock(1_000);
  for (const content of ['A wrong price.', 'Third published.', 'Current.']) await replace(content);
  await owner.post(`/api/files/${id}/versions/3/withdraw`, { reason: 'A wrong price.' });
  await testApp.finishJobs();
  const url = `/api/files/${id}`;
  const sees = async (reader: typeof visitor): Promise<unknown> => {
    const statuses: number[] = [];
    for (const number of [1, 2, 3, 4, 5])
      for (const path of ['view', 'download'])
        statuses.push((await reader.get(`${url}/versions/${number}/${path}`)).status);
    const compared = (await reader.get(`${url}/compare?a=2&b=5`)).status;
    const versions: FileVersion[] = (await reader.get(`${url}/versions`)).body;
    return { statuses: statuses.join(' '), compared, versions: versions.map(({ number }) => number) };
  };
  const group404 = '404 404';
  const group200 = '200 200';
  const none = { statuses: `${[group404, group404, group404, group404, group200].join(' ')}` };
  const currentAlone = { ...none, compared: 404, versions: [5] };
  for (const reader of [account, visitor, other, outsider]) expect(await sees(reader)).toEqual(currentAlone);

  const changed = await owner.patch(`/api/groups/${group.id}`, { seesVersions: true });
  expect([changed.status, changed.body.seesVersions]).toEqual([200, true]);
  const statuses = [group404, group200, group404, group200, group200].join(' ');
  for (const reader of [account, visitor])
    expect(await sees(reader)).toEqual({ statuses, compared: 200, versions: [5, 4, 2] });
  for (const reader of [other, outsider]) expect(await sees(reader)).toEqual(currentAlone);
  expect((await account.get(url)).body.seesVersions).toBe(true);
  expect((await other.get(url)).body).not.toHaveProperty('seesVersions');
  const [, earlier]: FileVersion[] = (await account.get(`${url}/versions`)).body;
  expect(earlier).toMatchObject({ number: 4, author: null, note: null, isCurrent: false });
  for (const path of ['versions/2/restore', 'versions/4/withdraw'])
    expect((await account.post(`${url}/${path}`, { reason: 'Mine' })).status).toBe(403);
  // The pages of an earlier version are signed for this reader, and end with the rule.
  const { signature } = (await account.get(`${url}/versions/2/pages`)).body;
  const page = `${url}/versions/2/pages/1?signature=${signature}`;
  const since = encodeURIComponent(new Date(0).toISOString());
  const changes = async (reader: typeof visitor) =>
    (await reader.get(`/api/changes?since=${since}&folderId=${inner.id}`)).body.filter(
      ({ kind }: { kind: string }) => kind === 'replaced',
    );
  expect([(await changes(account)).length, (await changes(other)).length]).toEqual([1, 1]);

  await owner.patch(`/api/groups/${group.id}`, { seesVersions: false });
  for (const reader of [account, visitor]) expect(await sees(reader)).toEqual(currentAlone);
  expect((await account.get(page)).status).toBe(404);
});
