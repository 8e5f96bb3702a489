import { afterEach, describe, expect } from 'vitest';
import { makePdf, makePptx, shape } from '#server/engines/documents/testing/make-documents.ts';
import { findLastPosition, listAuditEvents } from '#server/testing/audit-events.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import { closeAgents, type Owner, openAgent } from './testing/open-agent.ts';

const READING = ['list_rooms', 'browse_folder', 'search', 'ask', 'read_text', 'read_page'];
const LEASE = 'Lease of the Harbour Warehouse. The annual rent is 48,500 euro, payable in advance.';

afterEach(closeAgents);

describe('the tools for reading', () => {
  test('list, search, answer and read what the owner of the token sees', async ({ testApp }) => {
    const owner = await testApp.user();
    const folder = await owner.folder('Property');
    const below = await owner.folder('Below', folder.id);
    const file = await owner.file({ name: 'lease.txt', content: LEASE, folderId: folder.id });
    await owner.post('/api/rooms', { folderId: folder.id });
    await testApp.finishJobs();
    const agent = await openAgent(testApp, owner);
    const position = await findLastPosition(testApp);
    expect(await agent.listTools()).toEqual(READING);
    expect((await agent.call('list_rooms')).value).toMatchObject({
      folders: [{ id: folder.id, name: 'Property', isRoom: true }],
      nextAfter: null,
    });
    const browsed = (await agent.call('browse_folder', { folderId: folder.id })).value;
    expect(browsed.folders).toEqual((await owner.get(`/api/folders?parentId=${folder.id}`)).body);
    expect(browsed.files).toEqual((await owner.get(`/api/files?folderId=${folder.id}`)).body);
    expect(browsed.folders[0].id).toBe(below.id);
    const found = (await agent.call('search', { query: 'annual rent of the warehouse' })).value;
    expect(found.citations[0]).toMatchObject({ fileId: file.id, quote: expect.stringContaining('48,500') });
    const answer = (await agent.call('ask', { query: 'What is the annual rent?' })).value;
    expect(answer.answer).toContain('48,500 euro');
    const { value: text } = await agent.call('read_text', { fileId: file.id });
    expect(text).toEqual({
      fileName: 'lease.txt',
      start: 0,
      end: LEASE.length,
      text: LEASE,
      nextStart: null,
    });
    const part = (await agent.call('read_text', { fileId: file.id, start: 9 })).value;
    expect(part.text).toBe(LEASE.slice(9));
    const { image, value } = await agent.call('read_page', { fileId: file.id });
    expect([value, image?.mimeType]).toEqual(['Page 1 of 1', 'image/jpeg']);
    expect(Buffer.from(image?.data ?? '', 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    // Recorded as the owner's, through the agent.
    const events = await listAuditEvents(testApp, position);
    expect(events.map(({ action }) => action)).toEqual(expect.arrayContaining(['search.ask', 'file.view']));
    for (const { actor, details } of events)
      expect([actor, details?.['through']]).toEqual([owner.username, 'Analyst']);
  });

  test('give no role more than the interface, and record refusals', async ({ testApp }) => {
    const [owner, collaborator, member, unrelated] = (await Promise.all(
      Array.from({ length: 4 }, () => testApp.user()),
    )) as [Owner, Owner, Owner, Owner]; // four users
    const room = await owner.folder('Room');
    await testApp.share(room.id, collaborator);
    const limits = { content: LEASE.repeat(30), folderId: room.id };
    const open = await owner.file({ name: 'open.txt', ...limits });
    const closed = await owner.file({ name: 'closed.txt', ...limits, allowDownload: false });
    await owner.post('/api/rooms', { folderId: room.id });
    const { id: group_id } = (await owner.post(`/api/rooms/${room.id}/groups`, { name: 'Bidders' })).body;
    const { db, now } = testApp.server.services;
    const granted = { version: 1, granted_by_id: owner.id, granted_at: now() };
    await owner.send({
      method: 'PUT',
      url: `/api/groups/${group_id}/members`,
      payload: JSON.stringify({ emails: [member.email] }),
      headers: { 'content-type': 'application/json' },
    });
    const below = await owner.folder('Below', room.id);
    const shown = await owner.file({ name: 'shown.txt', content: LEASE, folderId: below.id });
    await db
      .insertInto('group_grants')
      .values({ group_id, folder_id: below.id, level: 'view', ...granted })
      .execute();
    await testApp.finishJobs();
    const query = 'annual rent of the warehouse';
    for (const role of [owner, collaborator, member, unrelated]) {
      const agent = await openAgent(testApp, role, { scope: 'write' });
      const browser = (await role.get(`/api/search?query=${encodeURIComponent(query)}&limit=20`)).body;
      const found = (await agent.call('search', { query, limit: 20 })).value;
      expect(found).toEqual({
        answer: browser.answer,
        confidence: browser.confidence,
        citations: browser.citations,
        relatedDocuments: browser.relatedDocuments,
      });
      const folders = (await role.get('/api/folders?parentId=null')).body.map(({ id }: { id: number }) => id);
      const listed = (await agent.call('list_rooms')).value.folders;
      expect(listed.map(({ id }: { id: number }) => id)).toEqual(folders);
      for (const { id } of [open, closed, shown]) {
        const mayDownload = (await role.get(`/api/files/${id}/download`)).status === 200;
        const maySee = (await role.get(`/api/files/${id}/pages`)).status === 200;
        const text = await agent.call('read_text', { fileId: id });
        expect([id, !text.isError]).toEqual([id, mayDownload]);
        if (text.isError) expect(String(text.value)).not.toContain('48,500');
        expect([id, !(await agent.call('read_page', { fileId: id })).isError]).toEqual([id, maySee]);
      }
      const browsed = await agent.call('browse_folder', { folderId: room.id });
      expect(browsed.isError).toBe((await role.get(`/api/folders/${room.id}`)).status === 404);
    }
    const refusals = (await listAuditEvents(testApp, 0)).filter(({ action }) => action === 'call.refused');
    expect(refusals).toContainEqual(
      expect.objectContaining({
        actor: unrelated.username,
        details: expect.objectContaining({
          route: '/mcp read_text',
          status: 404,
          through: 'Analyst',
          fileId: open.id,
        }),
      }),
    );
  });

  test('read no text that the interface shows only with a watermark, and none that is hidden', async ({
    testApp,
  }) => {
    const { owner, root, inner, group } = await openRoom(testApp);
    const member = await testApp.user();
    await addMembers(owner, group, member.email);
    const slides = makePptx([{ shapes: shape(['The agenda.']), notes: 'The walk-away price.' }]);
    const [pdf, deck] = [
      await owner.file({
        name: 'offer.pdf',
        content: await makePdf([[{ text: 'The offer.', y: 700 }]]),
        folderId: inner.id,
      }),
      await owner.file({ name: 'talk.pptx', content: slides, folderId: inner.id }),
    ];
    await testApp.server.services.db.updateTable('files').set({ published_at: 0 }).execute();
    await testApp.finishJobs();
    await grant(owner, root.id, { folder: inner, group, level: 'download' });
    const agent = await openAgent(testApp, member);
    expect((await member.get(`/api/files/${pdf.id}/download`)).status).toBe(200);
    expect((await agent.call('read_text', { fileId: pdf.id })).isError).toBe(true);
    expect((await agent.call('read_page', { fileId: pdf.id })).isError).toBe(false);
    await grant(owner, root.id, { folder: inner, group, level: 'original' });
    expect((await agent.call('read_text', { fileId: pdf.id })).value.text).toContain('The offer.');
    for (const reader of [agent, await openAgent(testApp, owner)]) {
      const { text, nextStart } = (await reader.call('read_text', { fileId: deck.id })).value;
      expect([text.trim(), nextStart]).toEqual(['The agenda.', null]);
    }
  });

  test('follow the folders of the token, and its end in the middle', async ({ testApp }) => {
    const owner = await testApp.user();
    const [given, hidden] = [await owner.folder('Given'), await owner.folder('Hidden')];
    const file = await owner.file({ content: LEASE, folderId: hidden.id });
    await testApp.finishJobs();
    const agent = await openAgent(testApp, owner, { folderIds: [given.id] });
    expect((await agent.call('list_rooms')).value.folders).toHaveLength(1);
    expect((await agent.call('search', { query: 'annual rent' })).value.citations).toEqual([]);
    expect((await agent.call('read_text', { fileId: file.id })).isError).toBe(true);
    expect((await agent.call('browse_folder', { folderId: null })).value.files).toEqual([]);
    const [{ id }] = (await owner.get('/api/user/tokens')).body;
    await owner.delete(`/api/user/tokens/${id}`);
    await expect(agent.call('list_rooms')).rejects.toThrow();
  });
});
