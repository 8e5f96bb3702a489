import fc from 'fast-check';
import { type Insertable, sql } from 'kysely';
import { expect } from 'vitest';
import { asGroup } from '#server/authorization/groups/as-group.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import { EVERY_LEVEL } from '#server/authorization/testing/level-models.ts';
import type { DraftChangesTable } from '#server/database/tables/rooms.ts';
import { resolveAccessFilter } from '#server/modules/search/resolve-access-filter.ts';
import {
  chainOf,
  expectedFileLevel,
  type GroupAccessModel,
  isVisible,
  withDrafts,
} from '#server/testing/group-access-model.ts';
import { applyModel, groupAccessModels, openGroupRoom } from '#server/testing/group-access-room.ts';
import { PROPERTY_TIMEOUT_MS, runCount } from '#server/testing/run-count.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { insertCheck } from './check-queries.ts';
import { listAllReached, storeDocuments } from './reach-queries.ts';
import { previewOfSelection, viewsOf } from './reach-views.ts';
import { listTreeNames } from './tree-names/tree-name-queries.ts';

/** The room with everything published that is there. */
const published = (model: GroupAccessModel): GroupAccessModel => ({
  ...model,
  folders: model.folders.map((folder) => ({ ...folder, isPublished: true, isFilePublished: true })),
});

/** Tells whether a folder is in the room and not in the trash: only then a draft means something. */
const isThere = (model: GroupAccessModel, at: number): boolean =>
  chainOf(model, at).at(-1) === 0 && !chainOf(model, at).some((above) => model.folders[above]?.isDeleted);

/** Leaves out the drafts whose folder or target is gone, as a publication does. */
const withMeaningfulDrafts = (model: GroupAccessModel): GroupAccessModel => ({
  ...model,
  ...(model.drafts && {
    drafts: {
      ...model.drafts,
      moves: new Map([...model.drafts.moves].filter((move) => move.every((at) => isThere(model, at)))),
    },
  }),
});

/** A visible folder is to be moved into one that was deleted, and one from outside into a visible folder. */
const MEANINGLESS: GroupAccessModel = {
  ...EVERY_LEVEL,
  folders: EVERY_LEVEL.folders.map((folder, at) => ({
    ...folder,
    parent: at === 6 ? undefined : folder.parent,
    isDeleted: at === 4,
  })),
  drafts: {
    moves: new Map([
      [5, 4],
      [6, 1],
    ]),
    grants: new Map(),
    fileGrants: new Map(),
  },
};

/** Two drafts cannot move folders into each other. */
function hasCycle({ folders }: GroupAccessModel): boolean {
  return folders.some((_, at) => {
    let above: number | undefined = at;
    for (let steps = 0; above !== undefined; steps += 1) {
      if (steps > folders.length) return true;
      above = folders[above]?.parent;
    }
    return false;
  });
}

type NewDraft = Insertable<DraftChangesTable>;

/** Opens a room with a check, and tells what it covers with a preview. */
async function openCheckedRoom(testApp: TestApp) {
  const room = await openGroupRoom(testApp);
  const { services } = testApp.server;
  const { db } = services;
  const roomId = room.folderIds[0] ?? 0;
  const scope = { roomId, groupId: room.groupId, requestedById: room.owner.id };
  const check = await insertCheck(db, {
    room_id: roomId,
    group_id: room.groupId,
    requested_by_id: room.owner.id,
    includes_drafts: 1,
    state: 'running',
    created_at: 0,
  });
  const selectAll = async () => {
    await db.deleteFrom('exposure_drafts').execute();
    for (const kind of ['folder', 'file'] as const)
      await sql`insert into exposure_drafts (check_id, kind, draft_id, entry_kind, entry_id)
        select cast(${check.id} as bigint), cast(${kind} as text), id, cast(${kind} as text), id
        from ${sql.table(`${kind}s`)} where published_at is null or published_at > ${services.now()}`.execute(
        db,
      );
    await sql`insert into exposure_drafts (check_id, kind, draft_id, entry_kind, entry_id, group_id)
      select cast(${check.id} as bigint), kind, id, entry_kind, entry_id, group_id from draft_changes`.execute(
      db,
    );
  };
  const covered = async (which: 'scheduled' | 'drafts' | 'selected' | undefined) => {
    if (which === 'selected') await selectAll();
    const preview = which === 'selected' ? previewOfSelection(check.id) : which;
    const group = asGroup(services, scope, preview);
    const views = viewsOf(group);
    const reached = await listAllReached(db, views);
    await storeDocuments(db, check.id, reached, { since: undefined, now: services.now() });
    const rows = await db
      .selectFrom('exposure_documents')
      .select(['file_id', 'is_new'])
      .where('check_id', '=', check.id)
      .execute();
    const placesOf = (some: readonly { file_id: number }[]) =>
      some.map(({ file_id }) => room.fileIds.indexOf(file_id)).toSorted();
    const names = await listTreeNames(db, views);
    return {
      files: placesOf(rows),
      unseen: placesOf(rows.filter(({ is_new }) => is_new === 1)),
      folders: names.map(({ folderId }) => room.folderIds.indexOf(folderId)).toSorted(),
    };
  };
  return { room, services, scope, covered };
}

test('a check with drafts covers what the group sees now and what it will see, in every tree', {
  timeout: PROPERTY_TIMEOUT_MS,
}, async ({ testApp }) => {
  const { room, services, scope, covered } = await openCheckedRoom(testApp);
  await fc.assert(
    fc.asyncProperty(groupAccessModels, async (random) => {
      const model: GroupAccessModel = {
        ...withMeaningfulDrafts(random),
        state: 'open',
        isMember: true,
        group: { ...random.group, hasEnded: false, isDeleted: false, rights: new Map() },
      };
      const then = withDrafts(published(model));
      fc.pre(!hasCycle(then));
      await applyModel(room, { ...model, ...(random.drafts && { drafts: random.drafts }) });
      const places = model.folders.map((_, at) => at);
      const seesFile = (of: GroupAccessModel) => (at: number) => expectedFileLevel(of, at) !== 'none';
      const [now, later] = [places.filter(seesFile(model)), places.filter(seesFile(then))];
      const named = (of: GroupAccessModel) =>
        places
          .filter((at) => isVisible(of, at) || expectedFileLevel(of, at) !== 'none')
          .flatMap((at) => chainOf(of, at));
      const all = [...new Set([...now, ...later])].toSorted();
      const found = await covered('drafts');
      expect(found.files).toEqual(all);
      expect(found.folders).toEqual([...new Set([...named(model), ...named(then)])].toSorted());
      // What is seen is not new, what a draft will show is.
      expect(later.filter((at) => !now.includes(at) && !found.unseen.includes(at))).toEqual([]);
      expect((await covered(undefined)).files).toEqual(now);
      // Limited to all drafts, it covers what they show, and nothing that nobody would see then.
      const selected = (await covered('selected')).files;
      expect(later.filter((at) => !now.includes(at) && !selected.includes(at))).toEqual([]);
      expect(selected.filter((at) => !later.includes(at))).toEqual([]);
      // The test questions are asked as the group once the drafts are published.
      const asked = asGroup(services, scope, 'drafts');
      const filter = await resolveAccessFilter(asked);
      if ('all' in filter) throw new Error('A group does not see everything');
      const isFound = (at: number): boolean => {
        const id = room.fileIds[at] ?? 0;
        if (filter.documentIds?.includes(id)) return true;
        return filter.folderIds.includes(room.folderIds[at] ?? 0) && !filter.exceptDocumentIds?.includes(id);
      };
      expect(places.filter((at) => isFound(at) && isThere(model, at))).toEqual(later);
      const loaded = await loadVisibleFiles(asked, room.fileIds);
      expect(loaded.map(({ id }) => room.fileIds.indexOf(id)).toSorted()).toEqual(later);
    }),
    { numRuns: runCount(20), examples: [[MEANINGLESS]] },
  );
});

test('of two drafts for one entry the later counts', async ({ testApp }) => {
  const { room, services, covered } = await openCheckedRoom(testApp);
  const { folderIds, groupId, owner } = room;
  const draft = {
    ...{ room_id: folderIds[0] ?? 0, entry_kind: 'folder' as const, author_id: owner.id, created_at: 0 },
    publication_id: null,
  } as const;
  const level = (entry: number, to: 'none' | 'view'): NewDraft => ({
    ...{ ...draft, kind: 'level', entry_id: folderIds[entry] ?? 0, to_folder_id: null },
    ...{ group_id: groupId, level: to },
  });
  const move = (entry: number, to: number): NewDraft => ({
    ...{ ...draft, kind: 'move', entry_id: folderIds[entry] ?? 0, to_folder_id: folderIds[to] ?? 0 },
    ...{ group_id: null, level: null },
  });
  const changes = [level(1, 'none'), level(1, 'view'), level(2, 'view'), level(2, 'none')];
  const moves = [move(3, 2), move(3, 1), move(4, 1), move(4, 2)];
  await services.db
    .insertInto('draft_changes')
    .values([...changes, ...moves])
    .execute();
  expect((await covered('drafts')).files).toEqual([1, 3]);
});
