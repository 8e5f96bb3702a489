import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { addMembers } from '#server/testing/room-fixture.ts';
import { openTestApp } from '#server/testing/test-app.ts';

/** Statements about a list of ids: each number of them is another text, and a connection prepares only some texts. */
const OF_A_LIST = /from "(?:request_files|group_rules)"/;

describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] === 'postgres')('screens', () => {
  test('the calls of the first page and of the pages of a room, of invitations and of links run prepared statements alone', async () => {
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => asked.mockRestore());
    const testApp = await openTestApp();
    onTestFinished(() => testApp.close());
    const owner = await testApp.user();
    const room = await owner.folder('Room');
    const folder = await owner.folder('Contracts', room.id);
    const file = await owner.file({ name: 'lease.txt', content: 'A lease.', folderId: folder.id });
    expect((await owner.post('/api/rooms', { folderId: room.id })).status).toBe(201);
    const { body: group } = await owner.post(`/api/rooms/${room.id}/groups`, { name: 'Bidders' });
    await addMembers(owner, group, 'bidder@example.test');
    const { body: request } = await owner.post(`/api/rooms/${room.id}/requests`, { text: 'All leases' });
    const paths = [
      '/api/start?home=true',
      '/api/changes',
      '/api/follows',
      `/api/files/${file.id}`,
      `/api/files?folderId=${folder.id}`,
      `/api/folders?parentId=${room.id}`,
      `/api/rooms/${room.id}`,
      `/api/rooms/${room.id}/groups`,
      `/api/groups/${group.id}/members`,
      `/api/rooms/${room.id}/requests`,
      `/api/requests/${request.id}`,
      `/api/rooms/${room.id}/areas`,
      '/api/invitations',
      '/api/links',
    ];
    // Each connection prepares what it repeats itself, and a call takes either: it is asked until both know its statements.
    const sendsPreparedAlone = async (path: string) => {
      asked.mockClear();
      expect((await owner.get(path)).status).toBe(200);
      const texts = asked.mock.calls.flatMap(([text]: readonly unknown[]) =>
        typeof text === 'string' && /^\s*(?:select|with)\b/.test(text) && !OF_A_LIST.test(text) ? text : [],
      );
      expect([path, asked.mock.calls.length > 0, texts]).toEqual([path, true, []]);
    };
    for (const path of paths)
      await vi.waitFor(() => sendsPreparedAlone(path), { interval: 1, timeout: 20_000 });
  });
});
