import { strToU8, zipSync } from 'fflate';
import { describe, expect } from 'vitest';
import { appliedImport, checkedImport } from '#server/modules/imports/testing/import-client.ts';
import type { TestClient } from '#server/testing/clients/inject-client.ts';
import { addMembers, grant, openRoom } from '#server/testing/room-fixture.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { Entry } from '#shared/contracts/rooms/order.ts';

const FROZEN = 'The numbers of this room are frozen.';

/** Lists the lines of a folder as `number name`, and `(withdrawn)` where the entry was removed. */
async function indexOf(client: TestClient, folderId: number): Promise<string[]> {
  const entries: Entry[] = (await client.get(`/api/folders/${folderId}/entries`)).body;
  return entries.map(
    ({ kind, number, name }) => `${number} ${name}${kind === 'withdrawn' ? ' (withdrawn)' : ''}`,
  );
}

/** Freezes the numbers of a room with `1 Finance`, in it `1.1 Salaries`, `1.2` a file and `1.3 late.txt`, and `2 Legal`. */
async function openFrozenRoom(testApp: TestApp) {
  const room = await openRoom(testApp);
  const { owner, root, inner } = room;
  testApp.advanceClock(1);
  const late = await owner.file({ name: 'late.txt', folderId: inner.id });
  const legal = await owner.folder('Legal', root.id);
  await owner.post(`/api/rooms/${root.id}/publications`, {});
  const frozen = await owner.post(`/api/rooms/${root.id}/numbers/freeze`);
  expect(frozen.status).toBe(200);
  expect(frozen.body.frozenAt).toMatch(/^\d{4}-/);
  return { ...room, late, legal };
}

describe('freezing', () => {
  test('numbers are frozen once, by a manager, and it is recorded', async ({ testApp }) => {
    const { owner, root } = await openFrozenRoom(testApp);
    const again = await owner.post(`/api/rooms/${root.id}/numbers/freeze`);
    expect([again.status, again.body.error]).toEqual([409, 'The numbers of this room are frozen already.']);
    const rows = await testApp.server.services.db
      .selectFrom('audit_log')
      .select(['object_id', 'result'])
      .where('action', '=', 'room.freeze-numbers')
      .where('actor_id', '=', owner.id)
      .execute();
    expect(rows).toContainEqual({ object_id: root.id, result: 'done' });
  });

  test('frozen numbers and numbers of each group exclude one another', async ({ testApp }) => {
    const { owner, root } = await openFrozenRoom(testApp);
    const dense = { settings: { numbering: 'dense' } };
    const answer = await owner.patch(`/api/rooms/${root.id}`, dense);
    expect([answer.status, answer.body.error]).toEqual([409, FROZEN]);
    const other = await openRoom(testApp);
    await other.owner.patch(`/api/rooms/${other.root.id}`, dense);
    expect((await other.owner.post(`/api/rooms/${other.root.id}/numbers/freeze`)).status).toBe(409);
  });
});

describe('a room with frozen numbers', () => {
  test('a room with frozen numbers cannot be ordered', async ({ testApp }) => {
    const { owner, inner, late } = await openFrozenRoom(testApp);
    const answer = await owner.patch(`/api/folders/${inner.id}/order`, {
      kind: 'file',
      id: late.id,
      before: null,
    });
    expect([answer.status, answer.body.error]).toEqual([409, FROZEN]);
  });

  test('appends what is new and keeps the line of what is deleted, which comes back when restored', async ({
    testApp,
  }) => {
    const { owner, inner, file } = await openFrozenRoom(testApp);
    await owner.delete(`/api/files/${file.id}`);
    testApp.advanceClock(1);
    const added = await owner.file({ name: 'new.txt', folderId: inner.id });
    const lines = ['1.1 Salaries', `1.2 ${file.name} (withdrawn)`, '1.3 late.txt', '1.4 new.txt'];
    expect(await indexOf(owner, inner.id)).toEqual(lines);
    expect((await owner.get(`/api/files/${added.id}`)).body.number).toBe('1.4');
    const withdrawn = (await owner.get(`/api/folders/${inner.id}/entries?kind=withdrawn`)).body;
    expect(withdrawn).toMatchObject([{ entryKind: 'file', number: '1.2', name: file.name }]);
    await owner.delete(`/api/files/${added.id}`);
    await owner.delete(`/api/trash/files/${added.id}`);
    await owner.post(`/api/trash/files/${file.id}/restore`);
    await owner.file({ name: 'newer.txt', folderId: inner.id });
    expect(await indexOf(owner, inner.id)).toEqual([
      '1.1 Salaries',
      `1.2 ${file.name}`,
      '1.3 late.txt',
      '1.4 new.txt (withdrawn)',
      '1.5 newer.txt',
    ]);
  });

  test('withdraws the number of what is moved, and gives it back when the move is undone', async ({
    testApp,
  }) => {
    const { owner, root, inner, deep, legal, file } = await openFrozenRoom(testApp);
    await owner.file({ name: 'deep.txt', folderId: deep.id });
    await owner.patch(`/api/folders/${deep.id}`, { parentId: legal.id });
    await owner.post('/api/files/bulk/move', { fileIds: [file.id], folderId: legal.id });
    expect(await indexOf(owner, legal.id)).toEqual(['2.1 Salaries', `2.2 ${file.name}`]);
    expect(await indexOf(owner, deep.id)).toEqual(['2.1.1 deep.txt']);
    expect((await indexOf(owner, inner.id)).slice(0, 2)).toEqual([
      '1.1 Salaries (withdrawn)',
      `1.2 ${file.name} (withdrawn)`,
    ]);
    await owner.patch(`/api/folders/${deep.id}`, { parentId: inner.id });
    expect((await indexOf(owner, inner.id))[0]).toBe('1.1 Salaries');
    expect(await indexOf(owner, deep.id)).toEqual(['1.1.1 deep.txt']);
    expect((await indexOf(owner, legal.id))[0]).toBe('2.1 Salaries (withdrawn)');
    await owner.delete(`/api/folders/${inner.id}`);
    await owner.post(`/api/trash/folders/${inner.id}/restore`);
    expect(await indexOf(owner, root.id)).toEqual(['1 Finance', '2 Legal']);
  });

  test('a room with frozen numbers numbers a folder that comes from outside with everything in it', async ({
    testApp,
  }) => {
    const { owner, root } = await openFrozenRoom(testApp);
    const outer = await owner.folder('Tax');
    const nested = await owner.folder('2025', outer.id);
    await owner.file({ name: 'return.txt', folderId: nested.id });
    await owner.patch(`/api/folders/${outer.id}`, { parentId: root.id });
    expect(await indexOf(owner, nested.id)).toEqual(['3.1.1 return.txt']);
    const stored = await testApp.server.services.db
      .selectFrom('frozen_numbers')
      .select(['name', 'place'])
      .where('parent_id', 'in', [outer.id, nested.id])
      .orderBy('parent_id')
      .execute();
    expect(stored).toEqual([
      { name: '2025', place: 1 },
      { name: 'return.txt', place: 1 },
    ]);
  });

  test('a room with frozen numbers numbers what is imported from a ZIP in the same transaction', async ({
    testApp,
  }) => {
    const { owner, root, inner } = await openFrozenRoom(testApp);
    const archive = Buffer.from(
      zipSync({ 'Finance/plan.txt': strToU8('a'), 'Tax/2025/return.txt': strToU8('b') }),
    );
    await appliedImport(testApp, owner, await checkedImport(testApp, owner, root.id, { 'a.zip': archive }));
    expect((await indexOf(owner, inner.id)).at(-1)).toBe('1.4 plan.txt');
    expect((await indexOf(owner, root.id)).at(-1)).toBe('3 Tax');
    const stored = await testApp.server.services.db
      .selectFrom('frozen_numbers')
      .select('place')
      .where('name', 'in', ['plan.txt', 'Tax', '2025', 'return.txt'])
      .where('parent_id', '>=', root.id)
      .orderBy('id')
      .execute();
    expect(stored.map(({ place }) => place).toSorted()).toEqual([1, 1, 3, 4]);
  });

  test('a room with frozen numbers shows withdrawn numbers to its staff alone', async ({ testApp }) => {
    const { owner, root, inner, group, file } = await openFrozenRoom(testApp);
    const [editor, member] = [await testApp.user(), await testApp.user()];
    await testApp.share(root.id, editor);
    await addMembers(owner, group, member.email);
    await grant(owner, root.id, { folder: inner, group, level: 'view' });
    await owner.delete(`/api/files/${file.id}`);
    expect(await indexOf(member, inner.id)).toEqual(['1.1 Salaries', '1.3 late.txt']);
    expect((await member.get(`/api/folders/${inner.id}/entries?kind=withdrawn`)).body).toEqual([]);
    expect(await indexOf(editor, inner.id)).toContain(`1.2 ${file.name} (withdrawn)`);
    const answer = await editor.post(`/api/rooms/${root.id}/numbers/freeze`);
    expect(answer.status).toBe(403);
  });
});
