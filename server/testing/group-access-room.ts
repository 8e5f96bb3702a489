import fc from 'fast-check';
import { sql } from 'kysely';
import type { Reader } from '#server/authorization/readers/reader-of.ts';
import { createSession } from '#server/authorization/sessions.ts';
import { storedRoomState } from './access-model.ts';
import { createTestClient, type TestClient } from './clients/inject-client.ts';
import { draftChanges } from './drafts/draft-changes.ts';
import { setGrants } from './drafts/set-grants.ts';
import { type GroupAccessModel, LEVELS } from './group-access-model.ts';
import type { TestApp } from './test-app.ts';

type TestUser = Awaited<ReturnType<TestApp['user']>>;

export const FOLDER_COUNT = 7;
export const SECOND = 1_000;
const SESSION_CLIENT = { address: '127.0.0.1', userAgent: 'test' };

/** Rooms of seven folders in every tree, with drafts, trash, grants, and groups that have ended. */
export const groupAccessModels = fc
  .record({
    parents: fc.array(fc.nat(), { minLength: FOLDER_COUNT, maxLength: FOLDER_COUNT }),
    /** A tree outside the room begins at this folder. */
    moved: fc.option(fc.integer({ min: 1, max: FOLDER_COUNT - 1 }), { nil: undefined, freq: 4 }),
    deleted: fc.option(fc.nat(FOLDER_COUNT - 1), { nil: undefined, freq: 4 }),
    restricted: fc.array(fc.nat(FOLDER_COUNT - 1), { maxLength: 2 }),
    draftFolder: fc.option(fc.integer({ min: 1, max: FOLDER_COUNT - 1 }), { nil: undefined, freq: 3 }),
    draftFiles: fc.array(fc.nat(FOLDER_COUNT - 1), { maxLength: 2 }),
    grants: fc.uniqueArray(fc.tuple(fc.nat(FOLDER_COUNT - 1), fc.constantFrom(...LEVELS)), {
      maxLength: 5,
      selector: ([folder]) => folder,
    }),
    fileGrants: fc.uniqueArray(fc.tuple(fc.nat(FOLDER_COUNT - 1), fc.constantFrom(...LEVELS)), {
      maxLength: 4,
      selector: ([folder]) => folder,
    }),
    rights: fc.uniqueArray(
      fc.tuple(
        fc.nat(FOLDER_COUNT - 1),
        fc.constantFrom('nothing' as const, 'add' as const, 'manage' as const),
      ),
      { maxLength: 5, selector: ([folder]) => folder },
    ),
    draftMoves: fc.uniqueArray(
      fc.tuple(fc.integer({ min: 1, max: FOLDER_COUNT - 1 }), fc.nat(FOLDER_COUNT - 1)),
      { maxLength: 2, selector: ([folder]) => folder },
    ),
    draftLevels: fc.uniqueArray(fc.tuple(fc.nat(FOLDER_COUNT - 1), fc.constantFrom(...LEVELS)), {
      maxLength: 3,
      selector: ([folder]) => folder,
    }),
    // Most cases are those of a member.
    end: fc.constantFrom('', '', '', '', '', 'ended', 'deleted', 'removed'),
    state: fc.constantFrom('open', 'open', 'open', 'preparation', 'closed'),
  })
  .map(
    ({
      parents,
      moved,
      deleted,
      restricted,
      draftFolder,
      draftFiles,
      grants,
      fileGrants,
      rights,
      draftMoves,
      draftLevels,
      end,
      state,
    }): GroupAccessModel => {
      const parentOf = (folder: number) =>
        folder === 0 || folder === moved ? undefined : (parents[folder] ?? 0) % folder;
      return {
        folders: parents.map((_, folder) => ({
          parent: parentOf(folder),
          isDeleted: deleted === folder,
          allowDownload: !restricted.includes(folder),
          isPublished: draftFolder !== folder,
          isFilePublished: !draftFiles.includes(folder),
        })),
        group: {
          hasEnded: end === 'ended',
          isDeleted: end === 'deleted',
          grants: new Map(grants),
          fileGrants: new Map(fileGrants),
          rights: new Map(rights),
        },
        isMember: end !== 'removed',
        state,
        drafts: {
          moves: new Map(draftMoves),
          grants: new Map(draftLevels),
          fileGrants: new Map(draftLevels.slice(1)),
        },
      };
    },
  );

export interface GroupRoom {
  readonly testApp: TestApp;
  readonly folderIds: readonly number[];
  readonly fileIds: readonly number[];
  readonly groupId: number;
  readonly owner: TestUser;
  readonly members: readonly TestClient[];
  readonly memberReaders: readonly Reader[];
}

/** Creates a room of folders with a file each, indexed, and a group with a user and a visitor. */
export async function openGroupRoom(testApp: TestApp): Promise<GroupRoom> {
  const { db, now } = testApp.server.services;
  const [owner, user] = [await testApp.user(), await testApp.user()];
  const folderIds: number[] = [];
  const fileIds: number[] = [];
  for (let at = 0; at < FOLDER_COUNT; at += 1) {
    const folder = await owner.folder(`Otter ${at}`, folderIds[0] ?? null);
    folderIds.push(folder.id);
    const file = { name: `otter${at}.txt`, content: `Merger clause ${at} of the otter deal.` };
    fileIds.push((await owner.file({ ...file, folderId: folder.id })).id);
  }
  await testApp.finishJobs();
  const roomId = folderIds[0] ?? 0;
  await db
    .insertInto('rooms')
    .values({ folder_id: roomId, created_by_id: owner.id, created_at: now() })
    .execute();
  const { id: groupId } = await db
    .insertInto('room_groups')
    .values({ room_id: roomId, name: 'Bidder', name_key: 'bidder', ends_at: null, created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { invitationId } = await testApp.visitor({ inviter: owner });
  for (const [user_id, invitation_id] of [
    [user.id, null],
    [null, invitationId],
  ] as const)
    await db
      .insertInto('group_members')
      .values({
        group_id: groupId,
        room_id: roomId,
        email: `${user_id}`,
        email_key: `${user_id}`,
        user_id,
        invitation_id,
        created_at: now(),
      })
      .execute();
  const token = await createSession(testApp.server.services, { invitationId }, SESSION_CLIENT);
  const visitor = createTestClient(testApp.server.http, `muniment_session=${token}`);
  const reader = (kind: Reader['kind'], id: number): Reader => ({ kind, id });
  const memberReaders = [reader('user', user.id), reader('visitor', invitationId)];
  return { testApp, folderIds, fileIds, groupId, owner, members: [user, visitor], memberReaders };
}

/** Brings the room into the state of the model. */
export async function applyModel(
  { testApp, folderIds, fileIds, groupId, owner }: GroupRoom,
  model: GroupAccessModel,
): Promise<void> {
  const { db, now } = testApp.server.services;
  const isGone = (folder: number | undefined): boolean =>
    folder !== undefined &&
    (model.folders[folder]?.isDeleted === true || isGone(model.folders[folder]?.parent));
  // A draft, or published later than now; published now, or never a draft.
  const publishedAt = (at: number, isPublished: boolean) =>
    (isPublished ? [0, now()] : [null, now() + SECOND])[at % 2] ?? null;
  const number = (value: number | null) => sql`cast(${value} as bigint)`;
  const rows = model.folders.map(({ parent, allowDownload, ...folder }, at) => {
    const parentId = parent === undefined ? null : (folderIds[parent] ?? 0);
    const published = [folder.isPublished, folder.isFilePublished].map((is) => publishedAt(at, is));
    const ids = [folderIds[at] ?? 0, fileIds[at] ?? 0, parentId];
    const numbers = [...ids, isGone(at) ? 1 : null, allowDownload ? 1 : 0, ...published];
    return sql`(${sql.join(numbers.map(number))})`;
  });
  const places = sql`with places(folder_id, file_id, parent_id, deleted_at, allow_download, folder_published, file_published)
    as (values ${sql.join(rows)})`;
  await sql`${places} update folders set parent_id = places.parent_id, deleted_at = places.deleted_at,
    published_at = places.folder_published from places where folders.id = places.folder_id`.execute(db);
  await sql`${places} update files set deleted_at = places.deleted_at, allow_download = places.allow_download,
    published_at = places.file_published from places where files.id = places.file_id`.execute(db);
  const { group, isMember, state } = model;
  await db
    .updateTable('rooms')
    .set(storedRoomState(state))
    .where('folder_id', '=', folderIds[0] ?? 0)
    .execute();
  const [ends_at, deleted_at] = [group.hasEnded ? now() : null, group.isDeleted ? 1 : null];
  await db.updateTable('room_groups').set({ ends_at, deleted_at }).where('id', '=', groupId).execute();
  await db
    .updateTable('group_members')
    .set({ removed_at: isMember ? null : 1 })
    .where('group_id', '=', groupId)
    .execute();
  await setGrants({ testApp, folderIds, fileIds, groupId }, group);
  await draftChanges({ testApp, folderIds, fileIds, groupId, owner }, model);
}
