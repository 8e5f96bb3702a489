import { describe, expect } from 'vitest';
import { addMembers, grant, openRoom, putJson } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';

describe('the rules of a room', () => {
  test('without visitors, those of invitations and links see nothing, and none are invited', {
    tags: ['sqlite'],
  }, async ({ testApp }) => {
    const { owner, root, inner, file, group } = await openRoom(testApp);
    const member = await testApp.user();
    await addMembers(owner, group, member.email);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    const visitors = [
      await testApp.visitor({ inviter: owner, folderIds: [inner.id] }),
      await testApp.visitor({ inviter: owner, allFolders: true }),
    ];
    const room = `/api/rooms/${root.id}`;
    expect((await owner.get(room)).body.settings).toMatchObject({
      allowVisitors: true,
      allowCollaborators: true,
    });
    const changed = await owner.patch(room, { settings: { allowVisitors: false } });
    expect(changed.body.settings).toMatchObject({ allowVisitors: false, allowCollaborators: true });
    for (const visitor of visitors) expect((await visitor.get(`/api/files/${file.id}`)).status).not.toBe(200);
    expect((await member.get(`/api/files/${file.id}`)).status).toBe(200);
    const refused = 'This room allows no visitors. Use a group instead.';
    const invitation = { email: 'guest@example.test', role: 'visitor', folderIds: [inner.id] };
    const link = { name: 'Link', targets: [{ kind: 'file', id: file.id }] };
    for (const { status, body } of [
      await owner.post('/api/invitations', invitation),
      await owner.post('/api/links', link),
    ])
      expect([status, body.error]).toEqual([409, refused]);
    await owner.patch(room, { settings: { allowVisitors: true } });
    for (const visitor of visitors) expect((await visitor.get(`/api/files/${file.id}`)).status).toBe(200);
    expect((await owner.post('/api/links', link)).status).toBe(201);
  });

  test('without collaborators of single folders, only the staff works in the room', async ({ testApp }) => {
    const { owner, root, inner, file } = await openRoom(testApp);
    const [helper, editor, late] = [await testApp.user(), await testApp.user(), await testApp.user()];
    await testApp.share(inner.id, helper);
    await putJson(owner, `/api/rooms/${root.id}/staff/${editor.id}`, { role: 'editor' });
    const room = `/api/rooms/${root.id}`;
    expect((await editor.patch(room, { settings: { allowCollaborators: false } })).status).toBe(403);
    await owner.patch(room, { settings: { allowCollaborators: false } });
    expect((await helper.get(`/api/files/${file.id}`)).status).toBe(404);
    expect((await editor.get(`/api/files/${file.id}`)).status).toBe(200);
    const add = (folderId: number) =>
      owner.post(`/api/folders/${folderId}/collaborators`, { userId: late.id });
    expect((await add(inner.id)).body.error).toContain(
      'This room allows no collaborators of single folders.',
    );
    const invitation = { email: 'late@example.test', role: 'collaborator', folderId: inner.id };
    expect((await owner.post('/api/invitations', invitation)).status).toBe(409);
    expect((await add(root.id)).status).toBe(201);
    await owner.patch(room, { settings: { allowCollaborators: true } });
    expect((await helper.get(`/api/files/${file.id}`)).status).toBe(200);
  });

  test('an editor who is invited by email may join while the room is in preparation', async ({ testApp }) => {
    const { owner, root, inner } = await openRoom(testApp);
    await owner.post(`/api/rooms/${root.id}/state`, { state: 'preparation', version: 1 });
    const invite = async (folderId: number, email: string) => {
      const { body } = await owner.post('/api/invitations', { email, role: 'collaborator', folderId });
      const token = String(body.inviteUrl).split('/').at(-1);
      return testApp.anonymous.get(`/api/invitations/${token}`);
    };
    expect((await invite(root.id, 'editor@example.test')).status).toBe(200);
    expect((await invite(inner.id, 'helper@example.test')).status).toBe(404);
  });
});
