import { expect } from 'vitest';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { test } from '#server/testing/test-app.ts';
import type { Change } from '#shared/contracts/changes/changes.ts';

const HOUR_MS = 3_600_000;

test.for(['in one room', 'everywhere'])(
  'what appears between the reading of the list and the mark stays news: %s',
  async (place, { testApp }) => {
    const { owner, root, inner, group } = await openRoom(testApp);
    const member = await testApp.user();
    await addMembers(owner, group, member.email);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    await owner.post(`/api/rooms/${root.id}/publications`, {});
    const folder = place === 'in one room' ? { folderId: inner.id } : {};
    const url = folder.folderId ? `/api/changes?folderId=${inner.id}` : '/api/changes';
    const read = async (): Promise<Change[]> => {
      const { status, body } = await member.get(url);
      expect([status, body.error]).toEqual([200, undefined]);
      return body;
    };
    const names = (changes: readonly Change[]) => changes.map(({ entry }) => entry.name);
    await read();
    testApp.advanceClock(HOUR_MS);
    await owner.file({ name: 'Scheduled.txt', folderId: inner.id });
    const at = new Date(testApp.server.services.now() + HOUR_MS).toISOString();
    expect((await owner.post(`/api/rooms/${root.id}/publications`, { at })).status).toBe(201);
    testApp.advanceClock(0.9 * HOUR_MS);
    await owner.file({ name: 'Now.txt', folderId: inner.id });
    expect((await owner.post(`/api/rooms/${root.id}/publications`, {})).status).toBe(201);
    const listed = await read();
    expect(names(listed)).toEqual(['Now.txt']);
    testApp.advanceClock(0.2 * HOUR_MS);
    const mark = { position: listed[0]?.position, ...folder };
    expect((await member.post('/api/changes/seen', mark)).status).toBe(200);
    expect(names(await read())).toEqual(['Scheduled.txt']);
    await member.post('/api/changes/seen', mark);
    expect(await read()).toEqual([]);
  },
);
