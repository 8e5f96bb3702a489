import type { GroupAccessModel } from '../group-access-model.ts';
import type { TestApp } from '../test-app.ts';

interface GrantedRoom {
  readonly testApp: TestApp;
  readonly folderIds: readonly number[];
  readonly fileIds: readonly number[];
  readonly groupId: number;
}

/** Gives the group of a room these levels and rights, and no others. */
export async function setGrants(
  { testApp, folderIds, fileIds, groupId }: GrantedRoom,
  group: GroupAccessModel['group'],
): Promise<void> {
  const { db } = testApp.server.services;
  await db.deleteFrom('group_grants').where('group_id', '=', groupId).execute();
  for (const [folder, level] of group.grants)
    await db
      .insertInto('group_grants')
      .values({
        group_id: groupId,
        folder_id: folderIds[folder] ?? 0,
        level,
        version: 1,
        granted_by_id: 1,
        granted_at: 0,
      })
      .execute();
  await db.deleteFrom('group_folder_rights').where('group_id', '=', groupId).execute();
  for (const [folder, right] of group.rights ?? [])
    await db
      .insertInto('group_folder_rights')
      .values({
        group_id: groupId,
        folder_id: folderIds[folder] ?? 0,
        may_add: right === 'add' ? 1 : 0,
        may_manage: right === 'manage' ? 1 : 0,
      })
      .execute();
  await db.deleteFrom('group_file_grants').where('group_id', '=', groupId).execute();
  const granted = { group_id: groupId, version: 1, granted_by_id: 1, granted_at: 0 };
  for (const [folder, level] of group.fileGrants)
    await db
      .insertInto('group_file_grants')
      .values({ ...granted, file_id: fileIds[folder] ?? 0, level })
      .execute();
}
