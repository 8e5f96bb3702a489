import fc from 'fast-check';
import { expect } from 'vitest';
import { findChain, RANK, strongestOf } from '#server/access/standing.ts';
import { visibleTo } from '#server/access/visible-to.ts';
import { test } from '#server/testing/test-room.ts';
import { type Actor, isAdmin } from '#shared/policies/actor.ts';

/** A tree of ten folders with random parents, owners, collaborators and visitors. */
const shape = fc.record({
  parents: fc.array(fc.nat(), { minLength: 10, maxLength: 10 }),
  owners: fc.array(fc.nat(2), { minLength: 10, maxLength: 10 }),
  shared: fc.array(fc.tuple(fc.nat(9), fc.nat(2)), { maxLength: 4 }),
  visited: fc.array(fc.nat(9), { maxLength: 3 }),
  deleted: fc.array(fc.nat(9), { maxLength: 2 }),
  allFolders: fc.boolean(),
});

test('the list of what an actor sees and the question about one folder always agree', {
  timeout: 60_000,
}, async ({ room }) => {
  const { db } = room.app.services;
  const users = [await room.user(), await room.user(), await room.user()];
  await fc.assert(
    fc.asyncProperty(shape, async ({ parents, owners, shared, visited, deleted, allFolders }) => {
      const ids: number[] = [];
      for (const [at, parent] of parents.entries()) {
        const { id } = await db
          .insertInto('folders')
          .values({
            name: 'F',
            parent_id: ids[parent % (at + 1)] ?? null,
            owner_id: users[owners[at] ?? 0]?.id ?? 0,
            created_at: 0,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        ids.push(id);
      }
      for (const at of deleted) {
        // As the use case does: with everything below.
        const chainHas = async (id: number) =>
          (await findChain(db, { kind: 'nobody' }, id)).some((link) => link.id === ids[at]);
        for (const id of ids)
          if (await chainHas(id))
            await db.updateTable('folders').set({ deleted_at: 1 }).where('id', '=', id).execute();
      }
      for (const [at, person] of new Map(shared.map((pair) => [pair.join(), pair])).values()) {
        await db
          .insertInto('collaborators')
          .values({ folder_id: ids[at] ?? 0, user_id: users[person]?.id ?? 0, created_at: 0 })
          .execute();
      }
      const [inviter] = users;
      if (!inviter) throw new Error('There are three users');
      const folderIds = [...new Set(visited)].map((at) => ids[at] ?? 0);
      const { invitationId } = await room.visitor({ inviter, folderIds, allFolders });
      const actors: Actor[] = [
        ...users.map(({ id }): Actor => ({ kind: 'user', id, isAdmin: false })),
        { kind: 'user', id: inviter.id, isAdmin: true },
        { kind: 'visitor', invitationId, mayDownload: false },
        { kind: 'nobody' },
      ];
      for (const actor of actors) {
        const listed = new Map(
          (await db.selectFrom(visibleTo(db, actor)).selectAll().execute()).map((row) => [row.id, row.rank]),
        );
        for (const id of ids) {
          const chain = await findChain(db, actor, id);
          const isLiving = chain.every((link) => link.deleted_at === null);
          const standing = strongestOf(chain);
          expect(listed.has(id)).toBe(isLiving && (isAdmin(actor) || standing !== 'none'));
          if (listed.has(id) && !isAdmin(actor)) expect(listed.get(id)).toBe(RANK[standing]);
        }
      }
    }),
    { numRuns: 15 },
  );
});
