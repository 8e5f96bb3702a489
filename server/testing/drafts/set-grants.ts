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
  const granted = { group_id: groupId, version: 1, granted_by_id: 1, granted_at: 0 };
  const grants = [...group.grants].map(([folder, level]) => ({
    ...granted,
    folder_id: folderIds[folder] ?? 0,
    level,
  }));
  if (grants.length > 0) await db.insertInto('group_grants').values(grants).execute();
  await db.deleteFrom('group_folder_rights').where('group_id', '=', groupId).execute();
  const rights = [...(group.rights ?? [])].map(([folder, right]) => ({
    group_id: groupId,
    folder_id: folderIds[folder] ?? 0,
    may_add: right === 'add' ? (1 as const) : (0 as const),
    may_manage: right === 'manage' ? (1 as const) : (0 as const),
  }));
  if (rights.length > 0) await db.insertInto('group_folder_rights').values(rights).execute();
  await db.deleteFrom('group_file_grants').where('group_id', '=', groupId).execute();
  const fileGrants = [...group.fileGrants].map(([folder, level]) => ({
    ...granted,
    file_id: fileIds[folder] ?? 0,
    level,
  }));
  if (fileGrants.length > 0) await db.insertInto('group_file_grants').values(fileGrants).execute();
}
