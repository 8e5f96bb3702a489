import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import {
  applyModel,
  FOLDER_COUNT,
  groupAccessModels,
  openGroupRoom,
} from '#server/testing/group-access-room.ts';
import { PROPERTY_TIMEOUT_MS, runCount } from '#server/testing/run-count.ts';
import { test } from '#server/testing/test-app.ts';
import { compareFiles } from '../compare-group-queries.ts';
import { compareDraftedFiles, listDraftedFolders } from './drafted-file-queries.ts';

const COPIES = 3;

test('the files of a group differ by new drafts as in a comparison of all files, in every tree', {
  timeout: PROPERTY_TIMEOUT_MS,
}, async ({ testApp }) => {
  const room = await openGroupRoom(testApp);
  const { services } = testApp.server;
  const { db } = services;
  const [roomId = 0] = room.folderIds;
  // Further files of each folder: drafts, published ones, and the last one from a member.
  for (let copy = 0; copy < COPIES; copy += 1)
    await sql`insert into files (name, size, allow_download, file_type, blob_key, index_status, folder_id, owner_id, created_at, published_at)
      select name || cast(${copy} as text), size, allow_download, file_type, blob_key, index_status, folder_id, owner_id, created_at,
        cast(${copy === 0 ? 0 : null} as bigint)
      from files where id in (${sql.join(room.fileIds)})`.execute(db);
  await sql`insert into inbox_files (file_id, group_id, member_id, received_at)
    select max(id), cast(${room.groupId} as bigint), (select min(id) from group_members), 0 from files`.execute(
    db,
  );
  await fc.assert(
    fc.asyncProperty(
      groupAccessModels,
      fc.option(fc.uniqueArray(fc.nat(FOLDER_COUNT - 1)), { nil: undefined }),
      async (random, selected) => {
        const { drafts: _, ...model } = random;
        await applyModel(room, model);
        const idsOf = (ids: readonly number[]) => (selected ?? []).flatMap((at) => ids[at] ?? []);
        const publication = selected
          ? { folderIds: idsOf(room.folderIds), fileIds: idsOf(room.fileIds), changeIds: [] }
          : ('none' as const);
        const compared = { roomId, groupId: room.groupId, publication };
        const folders = await listDraftedFolders(db, roomId, publication);
        const expected = await compareFiles(db, services, compared);
        expect(await compareDraftedFiles(db, services, compared, folders)).toEqual(expected);
        expect(await compareDraftedFiles(db, services, compared, folders, 2)).toEqual(expected);
      },
    ),
    { numRuns: runCount(60) },
  );
});
