import SqliteDatabase from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTokenClient } from '#server/testing/clients/token-client.ts';
import { addMembers, grant } from '#server/testing/room-fixture.ts';
import { openTestApp } from '#server/testing/test-app.ts';

test('the frequent requests of owners, collaborators and members of groups prepare no statement a second time', async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  const owner = await testApp.user();
  const reader = await testApp.user();
  const root = await owner.folder('Room');
  const folder = await owner.folder('Contracts', root.id);
  const file = await owner.file({ name: 'lease.txt', content: 'A lease.', folderId: folder.id });
  await testApp.share(folder.id, reader);
  expect((await owner.post('/api/rooms', { folderId: root.id })).status).toBe(201);
  const group = await owner.post(`/api/rooms/${root.id}/groups`, { name: 'Bidders' });
  expect(group.status).toBe(201);
  const member = await testApp.user();
  await addMembers(owner, group.body, member.email);
  const cell = { folder: { id: folder.id, parentId: root.id }, group: group.body, level: 'view' } as const;
  expect((await grant(owner, root.id, cell)).status).toBe(200);
  expect((await member.get(`/api/files/${file.id}`)).status).toBe(200);
  const paths = [
    '/api/files',
    `/api/files?folderId=${folder.id}`,
    `/api/files/${file.id}`,
    '/api/folders',
    `/api/folders/${folder.id}`,
    '/api/folder-tree',
    '/api/search?query=lease',
  ];
  for (const person of [owner, reader, member])
    for (const path of paths) {
      await person.get(path);
      const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
      await person.get(path);
      expect([path, prepare.mock.calls.map(([text]) => text.slice(0, 80))]).toEqual([path, []]);
      prepare.mockRestore();
    }
});

test('the statements that find a session or a token do not contain the rule of access', async () => {
  using prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  const user = await testApp.user();
  const program = await createTokenClient(testApp.server, user, { scope: 'read' });
  expect((await program.get('/api/user')).status).toBe(200);
  const texts = prepare.mock.calls.map(([text]) => text);
  for (const condition of ['"sessions"."token_hash" =', '"api_tokens" inner join']) {
    const finding = texts.filter((text) => text.startsWith('select') && text.includes(condition));
    expect([condition, finding.length > 0]).toEqual([condition, true]);
    expect(finding.filter((text) => text.includes('recursive'))).toEqual([]);
  }
});
