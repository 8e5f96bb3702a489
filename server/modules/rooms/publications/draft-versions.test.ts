import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { setCell } from '#server/modules/rooms/inbox/testing/member-room.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import { addMembers, grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { FileVersion } from '#shared/contracts/versions/versions.ts';

/** Opens a room with a published file that a member of a group may download, and an editor. */
async function openPublishedRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner, group } = room;
  const [member, editor] = [await testApp.user(), await testApp.user()];
  await addMembers(owner, group, member.email);
  await owner.patch(`/api/groups/${group.id}`, { seesVersions: true });
  await grant(owner, root.id, { folder: inner, group, level: 'original' });
  await putJson(owner, `/api/rooms/${root.id}/staff/${editor.id}`, { role: 'editor' });
  const { id } = await owner.file({ folderId: inner.id, content: 'The old price.' });
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  await testApp.finishJobs();
  testApp.advanceClock(1_000);
  const replace = (person: TestClient, content: string, draft = 'true') =>
    person.form(`/api/files/${id}/versions`, [
      { name: 'draft', value: draft },
      { name: 'file', value: content, filename: 'note.txt' },
    ]);
  const numbers = async (person: TestClient) =>
    (await person.get(`/api/files/${id}/versions`)).body.map(({ number, isDraft, isCurrent }: FileVersion) =>
      [number, isDraft ? 'draft' : '', isCurrent ? 'current' : ''].filter(Boolean).join(' '),
    );
  const statusOf = async (person: TestClient, path: string) =>
    (await person.get(`/api/files/${id}/${path}`)).status;
  return { ...room, member, editor, id, replace, numbers, statusOf };
}

describe('drafts of versions', () => {
  test('nobody but the staff sees a drafted version, until it is published with the other drafts', async ({
    testApp,
  }) => {
    const { owner, editor, member, root, id, replace, numbers, statusOf } = await openPublishedRoom(testApp);
    expect([
      (await replace(editor, 'The new price.')).status,
      (await replace(owner, 'x', 'yes')).status,
    ]).toEqual([201, 400]);
    const url = `/api/files/${id}`;
    const reads = ['versions/2/view', 'versions/2/download', 'versions/2/pages', 'compare?a=1&b=2'];
    for (const path of reads) {
      expect([path, await statusOf(member, path)]).toEqual([path, 404]);
      // Rendering pages takes long; the editor may do it by the same rule.
      if (!path.endsWith('pages')) expect([path, await statusOf(editor, path)]).toEqual([path, 200]);
    }
    for (const person of [owner, member]) {
      expect((await person.get(`${url}/view`)).bytes.toString()).toBe('The old price.');
      expect((await person.get(url)).body).not.toHaveProperty('version');
    }
    expect([await numbers(editor), await numbers(member)]).toEqual([['2 draft', '1 current'], ['1 current']]);
    for (const [path, body] of [
      ['versions/2/restore', {}],
      ['versions/2/withdraw', { reason: 'Wrong' }],
    ] as const)
      expect((await owner.post(`${url}/${path}`, body)).body.error).toBe(
        'Version 2 is a draft. Publish or discard it with the drafts of its room.',
      );
    // A withdrawal of the only version that counts does not uncover the draft.
    expect((await owner.post(`${url}/versions/1/withdraw`, { reason: 'Wrong' })).status).toBe(409);

    const drafts = (await owner.get(`/api/rooms/${root.id}/drafts`)).body;
    expect([drafts.changeCount, drafts.changes]).toMatchObject([
      1,
      [{ kind: 'version', entryKind: 'file', entryId: id, version: 2, author: editor.username }],
    ]);
    testApp.advanceClock(60_000);
    const publication = await owner.post(`/api/rooms/${root.id}/publications`, { version: drafts.version });
    expect(publication.status).toBe(201);
    expect((await member.get(`${url}/view`)).bytes.toString()).toBe('The new price.');
    expect(await numbers(member)).toEqual(['2 current', '1']);
    const [current]: FileVersion[] = (await member.get(`${url}/versions`)).body;
    expect(current?.createdAt).toBe(new Date(testApp.server.services.now()).toISOString());
    expect((await owner.get(`/api/rooms/${root.id}/drafts`)).body.changeCount).toBe(0);
    const since = encodeURIComponent(new Date(testApp.server.services.now() - 1).toISOString());
    expect((await member.get(`/api/changes?since=${since}`)).body).toMatchObject([
      { kind: 'replaced', from: '1', to: '2' },
    ]);
  });

  test('a version is published at a date, discarded, replaced by a newer draft, and uploaded in parts', async ({
    testApp,
  }) => {
    const { owner, member, root, id, replace, numbers } = await openPublishedRoom(testApp);
    await replace(owner, 'A first attempt.');
    const content = 'A second attempt.';
    const tus = createTusClient(owner);
    const upload = await tus.open(content.length, {
      filename: 'note.txt',
      replaces: String(id),
      draft: 'true',
    });
    await tus.append(upload, 0, Buffer.from(content));
    const listed: FileVersion[] = (await owner.get(`/api/files/${id}/versions`)).body;
    expect(listed.map((each) => [each.number, each.isDraft, each.withdrawnReason])).toEqual([
      [3, true, null],
      [2, true, 'The draft was replaced by a newer one.'],
      [1, undefined, null],
    ]);
    expect(listed[0]?.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    const [{ id: draftId }] = (await owner.get(`/api/rooms/${root.id}/drafts`)).body.changes;
    expect((await owner.delete(`/api/drafts/${draftId}`)).status).toBe(200);
    expect((await owner.post(`/api/rooms/${root.id}/publications`, {})).status).toBe(409);

    await replace(owner, 'The final price.');
    const at = new Date(testApp.server.services.now() + 60_000).toISOString();
    expect((await owner.post(`/api/rooms/${root.id}/publications`, { at })).status).toBe(201);
    testApp.advanceClock(59_000);
    expect(await numbers(member)).toEqual(['1 current']);
    testApp.advanceClock(1_000);
    expect(await numbers(member)).toEqual(['4 current', '1']);
    expect((await member.get(`/api/files/${id}/view`)).bytes.toString()).toBe('The final price.');
  });

  test('where a second manager approves, every new version of a published file is a draft', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, member, root, replace, numbers } = await openPublishedRoom(testApp);
    const second = await testApp.user();
    await putJson(owner, `/api/rooms/${root.id}/staff/${second.id}`, { role: 'manager' });
    await owner.patch(`/api/rooms/${root.id}`, { settings: { publicationApproval: true } });
    expect((await replace(owner, 'The new price.', 'false')).body.isDraft).toBe(true);
    const { id, version } = (await owner.post(`/api/rooms/${root.id}/publications`, {})).body;
    expect(await numbers(member)).toEqual(['1 current']);
    const approved = await second.post(`/api/publications/${id}/approve`, { version });
    expect(approved.status).toBe(200);
    expect(await numbers(member)).toEqual(['2 current', '1']);
    const alone = await owner.file({ content: 'Alone.' });
    const form = [
      { name: 'draft', value: 'true' },
      { name: 'file', value: 'Other.', filename: 'note.txt' },
    ];
    expect((await owner.form(`/api/files/${alone.id}/versions`, form)).body.error).toBe(
      'Only versions of files in a room can be drafts.',
    );
  });

  test('what no group saw becomes current by a publication alone, also when it is restored or uncovered', async ({
    testApp,
  }) => {
    const { owner, editor, member, root, inner, replace, numbers, id } = await openPublishedRoom(testApp);
    const second = await testApp.user();
    await putJson(owner, `/api/rooms/${root.id}/staff/${second.id}`, { role: 'manager' });
    const restore = (file: number, number: number) =>
      owner.post(`/api/files/${file}/versions/${number}/restore`);
    const withdraw = (file: number, number: number) =>
      owner.post(`/api/files/${file}/versions/${number}/withdraw`, { reason: 'Wrong' });

    await replace(editor, 'A secret price.');
    await replace(editor, 'Another price.');
    testApp.advanceClock(1_000);
    expect((await restore(id, 2)).body).toMatchObject({ number: 4, isDraft: true, typeChanged: false });
    expect(await numbers(owner)).toEqual(['4 draft', '3 draft', '2 draft', '1 current']);

    const edited = await editor.file({ folderId: inner.id, content: 'An unfinished text.' });
    const form = [{ name: 'file', value: 'A finished text.', filename: 'note.txt' }];
    await editor.form(`/api/files/${edited.id}/versions`, form);
    testApp.advanceClock(1_000);
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    testApp.advanceClock(1_000);
    expect(await numbers(member)).toEqual(['4 current', '1']);
    await owner.patch(`/api/rooms/${root.id}`, { settings: { publicationApproval: true } });
    expect((await withdraw(edited.id, 2)).body.error).toBe(
      'The only published version cannot be withdrawn. Publish another one first.',
    );
    expect((await restore(edited.id, 1)).body).toMatchObject({ number: 3, isDraft: true });
    expect((await restore(id, 3)).body).toMatchObject({ number: 5, isDraft: true });
    const [draft] = (await owner.get(`/api/rooms/${root.id}/drafts`)).body.changes;
    expect((await owner.delete(`/api/drafts/${draft.id}`)).status).toBe(200);
    expect((await member.get(`/api/files/${edited.id}/view`)).bytes.toString()).toBe('A finished text.');
    expect((await member.get(`/api/files/${id}/view`)).bytes.toString()).toBe('A secret price.');
    // What the groups saw is restored at once.
    expect((await restore(id, 1)).body).toMatchObject({ number: 6, isCurrent: true });
    expect((await withdraw(id, 6)).status).toBe(200);
    expect((await member.get(`/api/files/${id}/view`)).bytes.toString()).toBe('A secret price.');
  });

  test('a member of a group replaces no drafted version of the staff, only their own', async ({
    testApp,
  }) => {
    const room = await openPublishedRoom(testApp);
    const { owner, editor, member, root, inner, replace, numbers } = room;
    await setCell(room, inner, { level: 'original', mayManage: true });
    await replace(editor, 'The price of the editor.');
    await replace(owner, 'The price of the owner.');
    for (const content of ['The price of the member.', 'Another price of the member.'])
      expect((await replace(member, content)).body.isDraft).toBe(true);
    const pending = (await owner.get(`/api/rooms/${root.id}/drafts`)).body.changes;
    expect(
      pending.map(({ version, author }: { version: number; author: string }) => [version, author]),
    ).toEqual([
      [3, owner.username],
      [5, member.username],
    ]);
    expect((await owner.delete(`/api/drafts/${pending[1].id}`)).status).toBe(200);
    expect((await owner.post(`/api/rooms/${root.id}/publications`, {})).status).toBe(201);
    expect(await numbers(member)).toEqual(['3 current', '1']);
  });
});
