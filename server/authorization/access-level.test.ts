import fc from 'fast-check';
import { expect } from 'vitest';
import { runCount } from '#server/testing/run-count.ts';
import { test } from '#server/testing/test-app.ts';
import { type Actor, isAdmin } from '#shared/policies/actor.ts';
import { effectiveAccessLevel, findFolderChain } from './access-level.ts';
import { ACCESS_LEVEL_ORDER } from './direct-grants.ts';
import { visibleIdsTo, visibleTo } from './visible-to.ts';

/** A tree of ten folders with random parents, owners, collaborators, visitors and invitations to all folders. */
const shape = fc.record({
  parents: fc.array(fc.nat(), { minLength: 10, maxLength: 10 }),
  owners: fc.array(fc.nat(2), { minLength: 10, maxLength: 10 }),
  shared: fc.array(fc.tuple(fc.nat(9), fc.nat(2)), { maxLength: 4 }),
  visited: fc.array(fc.nat(9), { maxLength: 3 }),
  deleted: fc.array(fc.nat(9), { maxLength: 2 }),
  allFolders: fc.boolean(),
  givenAll: fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.boolean()), { maxLength: 2 }),
  inviterIsAdmin: fc.boolean(),
});

test('the list and the question about one folder agree, and no visitor sees what their inviter does not own', {
  timeout: 60_000,
}, async ({ testApp }) => {
  const { db } = testApp.server.services;
  const users = [await testApp.user(), await testApp.user(), await testApp.user()];
  await fc.assert(
    fc.asyncProperty(
      shape,
      async ({ parents, owners, shared, visited, deleted, allFolders, givenAll, inviterIsAdmin }) => {
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
            (await findFolderChain(db, { kind: 'nobody' }, id)).some((link) => link.id === ids[at]);
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
        await db.updateTable('invitations').set({ revoked_at: 1 }).execute();
        for (const [giver, taker, isRevoked] of givenAll) {
          await db
            .insertInto('invitations')
            .values({
              email: 'taker@example.test',
              role: 'collaborator',
              all_folders: 1,
              allow_download: 0,
              token_hash: Buffer.from(crypto.randomUUID()),
              sealed_token: Buffer.alloc(0),
              inviter_id: users[giver]?.id ?? 0,
              created_at: 0,
              expires_at: 1,
              accepted_at: 1,
              accepted_by_id: users[taker]?.id ?? 0,
              revoked_at: isRevoked ? 1 : null,
            })
            .execute();
        }
        await db
          .updateTable('users')
          .set({ is_admin: inviterIsAdmin ? 1 : 0 })
          .where('id', '=', inviter.id)
          .execute();
        const folderIds = [...new Set(visited)].map((at) => ids[at] ?? 0);
        const { invitationId } = await testApp.visitor({ inviter, folderIds, allFolders });
        const actors: Actor[] = [
          ...users.map(({ id }): Actor => ({ kind: 'user', id, isAdmin: false })),
          { kind: 'user', id: inviter.id, isAdmin: true },
          { kind: 'visitor', invitationId, mayDownload: false },
          { kind: 'nobody' },
        ];
        for (const id of ids) {
          const theirs = effectiveAccessLevel(
            await findFolderChain(db, { kind: 'visitor', invitationId, mayDownload: false }, id),
          );
          const inviters = effectiveAccessLevel(
            await findFolderChain(db, { kind: 'user', id: inviter.id, isAdmin: false }, id),
          );
          const isAbove = async (at: number) =>
            (await findFolderChain(db, { kind: 'nobody' }, id)).some((link) => link.id === ids[at]);
          const isNamed = (await Promise.all(visited.map(isAbove))).includes(true);
          if (theirs !== 'none') {
            expect(inviterIsAdmin || inviters === 'owner').toBe(true);
            expect(allFolders || isNamed).toBe(true);
          }
          if (inviterIsAdmin) expect(theirs !== 'none').toBe(allFolders || isNamed);
        }
        for (const actor of actors) {
          const listed = new Map(
            (await db.selectFrom(visibleTo(db, actor)).selectAll().execute()).map((row) => [
              row.id,
              row.rank,
            ]),
          );
          const which = await db.selectFrom(visibleIdsTo(db, actor)).selectAll().execute();
          expect(which.map(({ id }) => id).sort()).toEqual([...listed.keys()].sort());
          for (const id of ids) {
            const chain = await findFolderChain(db, actor, id);
            const isLiving = chain.every((link) => link.deleted_at === null);
            const standing = effectiveAccessLevel(chain);
            expect(listed.has(id)).toBe(isLiving && (isAdmin(actor) || standing !== 'none'));
            if (listed.has(id) && !isAdmin(actor)) expect(listed.get(id)).toBe(ACCESS_LEVEL_ORDER[standing]);
          }
        }
      },
    ),
    { numRuns: runCount(25) },
  );
});
