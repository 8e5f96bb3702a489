import type { KyselyPlugin } from 'kysely';
import { describe, expect } from 'vitest';
import { openRoom, putJson } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';

/** Does something once, after the first long statement has read its rows. */
function afterFirstRead({ server: { services } }: TestApp, work: () => Promise<unknown>): { count: number } {
  const reads = { count: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads.count += 1;
      if (reads.count === 1) await work();
      return result;
    },
  };
  Object.assign(services, { longReads: services.longReads.withPlugin(plugin) });
  return reads;
}

describe('rights that end while much is read', () => {
  test('refuse the activity of a folder', async ({ testApp }) => {
    const { owner, root } = await openRoom(testApp);
    for (const list of ['', '/viewers', '/files']) {
      const { id } = await owner.folder('Other', root.id);
      const reads = afterFirstRead(testApp, () => owner.delete(`/api/folders/${id}`));
      const answer = await owner.get(`/api/folders/${id}/activity${list}`);
      expect([list, answer.status, reads.count > 0]).toEqual([list, 404, true]);
    }
  });

  test('refuse the viewers of a file and its summary', async ({ testApp }) => {
    const { owner } = await openRoom(testApp);
    for (const list of ['viewers', 'views/summary']) {
      const { id } = await owner.file();
      const reads = afterFirstRead(testApp, () => owner.delete(`/api/files/${id}`));
      const answer = await owner.get(`/api/files/${id}/${list}`);
      expect([list, answer.status, reads.count > 0]).toEqual([list, 404, true]);
    }
  });

  test('refuse a session that ended', async ({ testApp }) => {
    const { owner, root } = await openRoom(testApp);
    const reads = afterFirstRead(testApp, () => owner.post('/api/logout'));
    const answer = await owner.get(`/api/folders/${root.id}/activity/viewers`);
    expect([answer.status, reads.count > 0]).toEqual([404, true]);
  });

  test('refuse a former administrator the figures of a room', async ({ testApp }) => {
    const { root } = await openRoom(testApp);
    const administrator = await testApp.user({ isAdmin: true });
    const { db } = testApp.server.services;
    const demote = () =>
      db.updateTable('users').set({ is_admin: 0 }).where('id', '=', administrator.id).execute();
    const url = `/api/rooms/${root.id}/analytics/total`;
    expect((await administrator.get(url)).status).toBe(200);
    const reads = afterFirstRead(testApp, demote);
    expect([(await administrator.get(url)).status, reads.count > 0]).toEqual([404, true]);
  });

  test('refuse a former manager the figures of a room', async ({ testApp }) => {
    const { owner, root, group } = await openRoom(testApp);
    const manager = await testApp.user();
    await testApp.share(root.id, manager);
    const staff = `/api/rooms/${root.id}/staff/${manager.id}`;
    const query = `groupId=${group.id}`;
    for (const figures of [
      'analytics?by=group',
      'analytics?by=file&compare=previous',
      'analytics/total',
      `analytics/score?${query}`,
      'heatmap',
      'unread',
      `unread?${query}`,
    ]) {
      const url = `/api/rooms/${root.id}/${figures}`;
      const appointed = await putJson(owner, staff, { role: 'manager' });
      expect([figures, appointed.status, (await manager.get(url)).status]).toEqual([figures, 200, 200]);
      const reads = afterFirstRead(testApp, () => putJson(owner, staff, { role: 'editor' }));
      const answer = await manager.get(url);
      expect([figures, answer.status, reads.count > 0]).toEqual([figures, 403, true]);
    }
  });
});
