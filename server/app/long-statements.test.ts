import SqliteDatabase from 'better-sqlite3';
import { describe, expect, vi } from 'vitest';
import { findFolderAccess } from '#server/authorization/access-level.ts';
import { listPlaces } from '#server/authorization/index-numbers/list-places.ts';
import { countVisible, listVisibleEntries } from '#server/authorization/index-numbers/visible-entries.ts';
import { findTopFolder, listTopFolders } from '#server/modules/digests/settings-queries.ts';
import { test } from '#server/testing/test-app.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { type Context, systemContext } from './context.ts';

/** SQLite expands at most a thousand subqueries in a statement; visitors who belong to a group have the longest access query. */
const ACTORS: readonly Actor[] = [
  { kind: 'visitor', invitationId: 1, mayDownload: true, groupIds: [1] },
  { kind: 'user', id: 1, isAdmin: false, groupIds: [1] },
];

describe.for(ACTORS)('the longest statements, for a member who is a $kind', (actor) => {
  test('are short enough for SQLite', async ({ testApp }) => {
    const ctx: Context = { ...systemContext(testApp.server.services), actor };
    const { db } = ctx;
    const folders = { folderIds: [1], childrenOf: [1] };
    expect(await listVisibleEntries(ctx, 1)).toEqual([]);
    expect(await listPlaces(db, folders, countVisible(ctx))).toEqual([]);
    expect(await listTopFolders(db, ctx, { limit: 1 })).toEqual([]);
    expect(await findTopFolder(db, ctx, 1)).toBeUndefined();
  });

  test('are prepared once', async ({ testApp }) => {
    const ctx: Context = { ...systemContext(testApp.server.services), actor };
    const ask = () =>
      Promise.all([
        findFolderAccess(ctx.db, ctx, [1]),
        listVisibleEntries(ctx, 1),
        findTopFolder(ctx.db, ctx, 1),
      ]);
    await ask();
    using prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
    await ask();
    expect(prepare).not.toHaveBeenCalled();
  });
});
