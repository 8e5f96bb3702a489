import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { PROPERTY_TIMEOUT_MS, runCount } from '#server/testing/run-count.ts';
import { testInParallel as test } from '#server/testing/test-app.ts';
import { ancestorsAndSelf } from '#shared/domain/folder-tree.ts';
import { MAX_FOLDER_DEPTH } from '#shared/domain/limits.ts';

describe('PATCH /api/folders/:id with a name', () => {
  test('the owner and a collaborator may rename a folder, a visitor may not', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder('Before');
    const collaborator = await testApp.user();
    await testApp.share(id, collaborator);
    expect((await owner.patch(`/api/folders/${id}`, { name: ' After ' })).body.name).toBe('After');
    expect((await collaborator.patch(`/api/folders/${id}`, { name: 'Theirs' })).body.name).toBe('Theirs');
    const visitor = await testApp.visitor({ inviter: owner, folderIds: [id] });
    expect((await visitor.patch(`/api/folders/${id}`, { name: 'Mine' })).status).toBe(403);
    expect((await (await testApp.user()).patch(`/api/folders/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await owner.get(`/api/folders/${id}`)).body.name).toBe('Theirs');
  });

  test.for([
    [{ name: '  ' }, { name: 'Folder name is required' }],
    [{ name: 'a\u202eb' }, { name: 'The name contains invisible characters that change the text direction' }],
    [{}, { name: 'Folder name is required' }],
    [{ name: 'a', parentId: null }, { parentId: 'Unknown field' }],
    [{ parentId: 'root' }, { parentId: expect.any(String) }],
  ])('the body %o is refused', async ([body, fields], { testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder('Before');
    const answer = await owner.patch(`/api/folders/${id}`, body);
    expect([answer.status, answer.body.fields]).toEqual([400, fields]);
    expect((await owner.get(`/api/folders/${id}`)).body.name).toBe('Before');
  });
});

describe('PATCH /api/folders/:id with a parent', () => {
  test('a folder moves with its descendants and access rights', async ({ testApp }) => {
    const owner = await testApp.user();
    const shared = await owner.folder('Shared');
    const moving = await owner.folder('Moving');
    const below = await owner.folder('Below', moving.id);
    const collaborator = await testApp.user();
    await testApp.share(shared.id, collaborator);
    expect((await collaborator.get(`/api/folders/${below.id}`)).status).toBe(404);
    expect((await owner.patch(`/api/folders/${moving.id}`, { parentId: shared.id })).body.parentId).toBe(
      shared.id,
    );
    expect((await collaborator.get(`/api/folders/${below.id}`)).body.accessLevel).toBe('collaborator');
    await owner.patch(`/api/folders/${moving.id}`, { parentId: null });
    expect((await collaborator.get(`/api/folders/${below.id}`)).status).toBe(404);
  });

  test('a folder cannot be moved into itself or a descendant', async ({ testApp }) => {
    const owner = await testApp.user();
    const top = await owner.folder();
    const middle = await owner.folder('Middle', top.id);
    const below = await owner.folder('Below', middle.id);
    const itself = await owner.patch(`/api/folders/${top.id}`, { parentId: top.id });
    expect([itself.status, itself.body.error]).toEqual([409, 'Cannot move a folder into itself.']);
    const descendant = await owner.patch(`/api/folders/${top.id}`, { parentId: below.id });
    expect([descendant.status, descendant.body.error]).toEqual([
      409,
      'Cannot move a folder into one of its descendants.',
    ]);
    expect((await owner.get(`/api/folders/${top.id}`)).body.parentId).toBeNull();
  });

  test('a folder can be moved only by its owner, and only where the actor may add items', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const other = await testApp.user();
    const mine = await owner.folder('Mine');
    const theirs = await other.folder('Theirs');
    expect((await owner.patch(`/api/folders/${mine.id}`, { parentId: theirs.id })).status).toBe(404);
    await testApp.share(mine.id, other);
    expect((await other.patch(`/api/folders/${mine.id}`, { parentId: theirs.id })).status).toBe(403);
    expect((await owner.get(`/api/folders/${mine.id}`)).body.parentId).toBeNull();
  });

  test("the creator of a subfolder in another user's folder cannot move or delete others' items with it", async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const shared = await owner.folder('Shared');
    const collaborator = await testApp.user();
    await testApp.share(shared.id, collaborator);
    const made = await collaborator.folder('Made inside', shared.id);
    const below = await collaborator.folder('Below', made.id);
    const file = await owner.file({ folderId: below.id });
    const move = () => collaborator.patch(`/api/folders/${made.id}`, { parentId: null });
    expect((await move()).status).toBe(403);
    expect((await collaborator.delete(`/api/folders/${made.id}`)).status).toBe(403);
    expect((await owner.get(`/api/files/${file.id}`)).status).toBe(200);
    await owner.delete(`/api/files/${file.id}`);
    expect((await move()).status).toBe(200);
    expect((await collaborator.delete(`/api/folders/${made.id}`)).status).toBe(200);
  });

  test('neither creation nor moves exceed the maximum depth', { tags: ['sqlite'] }, async ({ testApp }) => {
    const owner = await testApp.user();
    let deepest = await owner.folder();
    for (let level = 2; level <= MAX_FOLDER_DEPTH; level += 1) deepest = await owner.folder('F', deepest.id);
    const made = await owner.post('/api/folders', { name: 'Too deep', parentId: deepest.id });
    expect([made.status, made.body.error]).toEqual([409, expect.stringContaining('100 levels')]);
    const pair = await owner.folder('Pair');
    await owner.folder('Below', pair.id);
    const to = (parentId: number | null) => owner.patch(`/api/folders/${pair.id}`, { parentId });
    expect((await to(deepest.parentId)).status).toBe(409);
    const above = (await owner.get(`/api/folders/${deepest.parentId}`)).body.parentId;
    expect((await to(above)).status).toBe(200);
  });

  test('two opposite concurrent moves create no cycle', async ({ testApp }) => {
    const owner = await testApp.user();
    for (let round = 0; round < 8; round += 1) {
      const one = await owner.folder('One');
      const other = await owner.folder('Other');
      const answers = await Promise.all([
        owner.patch(`/api/folders/${one.id}`, { parentId: other.id }),
        owner.patch(`/api/folders/${other.id}`, { parentId: one.id }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  test('any concurrent moves in any tree leave a tree', { timeout: PROPERTY_TIMEOUT_MS }, async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const move = fc.record({ what: fc.nat(7), where: fc.nat(8) });
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 12 }), async (moves) => {
        const ids: number[] = [];
        for (let number = 0; number < 8; number += 1) ids.push((await owner.folder(`N${number}`)).id);
        await Promise.all(
          moves.map(({ what, where }) =>
            owner.patch(`/api/folders/${ids[what]}`, { parentId: ids[where] ?? null }),
          ),
        );
        const rows: { id: number; parent_id: number | null }[] = await testApp.server.services.db
          .selectFrom('folders')
          .select(['id', 'parent_id'])
          .where('id', 'in', ids)
          .execute();
        const nodes = new Map(rows.map((row) => [row.id, { id: row.id, parentId: row.parent_id }]));
        for (const id of ids) {
          const topmost = ancestorsAndSelf(nodes, id).at(-1) ?? 0;
          expect(nodes.get(topmost)?.parentId).toBeNull();
        }
      }),
      { numRuns: runCount(10) },
    );
  });
});

describe('DELETE /api/folders/:id', () => {
  test('a deleted folder and everything below it are gone at once, for everyone', async ({ testApp }) => {
    const owner = await testApp.user();
    const top = await owner.folder();
    const below = await owner.folder('Below', top.id);
    const file = await owner.file({ folderId: below.id });
    const admin = await testApp.user({ isAdmin: true });
    expect((await owner.delete(`/api/folders/${top.id}`)).body).toEqual({ success: true });
    for (const asking of [owner, admin]) {
      expect((await asking.get(`/api/folders/${below.id}`)).status).toBe(404);
      expect((await asking.get(`/api/files/${file.id}`)).status).toBe(404);
      expect((await asking.get(`/api/files/${file.id}/download`)).status).toBe(404);
      expect((await asking.get(`/api/folders?parentId=${top.id}`)).status).toBe(404);
    }
    expect((await owner.get('/api/folder-tree')).body).toEqual([]);
    expect((await owner.get('/api/files')).body).toEqual([]);
    expect((await owner.delete(`/api/folders/${top.id}`)).status).toBe(404);
  });

  test('a collaborator may not delete the folder, and an unrelated user does not see it', async ({
    testApp,
  }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    const collaborator = await testApp.user();
    await testApp.share(id, collaborator);
    expect((await collaborator.delete(`/api/folders/${id}`)).status).toBe(403);
    expect((await (await testApp.user()).delete(`/api/folders/${id}`)).status).toBe(404);
    expect((await owner.get(`/api/folders/${id}`)).status).toBe(200);
  });

  test('nothing can be added to a folder that is being deleted', async ({ testApp }) => {
    const owner = await testApp.user();
    const { id } = await owner.folder();
    const [, made] = await Promise.all([
      owner.delete(`/api/folders/${id}`),
      owner.post('/api/folders', { name: 'Late', parentId: id }),
    ]);
    const active = await testApp.server.services.db
      .selectFrom('folders')
      .select('id')
      .where('parent_id', '=', id)
      .where('deleted_at', 'is', null)
      .execute();
    expect(active).toEqual([]);
    expect([201, 404]).toContain(made.status);
  });
});
