import type { GroupAccessModel } from '../group-access-model.ts';
import type { TestApp } from '../test-app.ts';

interface DraftedRoom {
  readonly testApp: TestApp;
  readonly folderIds: readonly number[];
  readonly fileIds: readonly number[];
  readonly groupId: number;
  readonly owner: { readonly id: number };
}

/** Drafts the moves and levels of the model in place of all others. */
export async function draftChanges(
  { testApp, folderIds, fileIds, groupId, owner }: DraftedRoom,
  { drafts }: GroupAccessModel,
): Promise<void> {
  const { db, now } = testApp.server.services;
  const room_id = folderIds[0] ?? 0;
  await db.deleteFrom('draft_changes').where('room_id', '=', room_id).execute();
  const draft = { room_id, author_id: owner.id, created_at: now(), publication_id: null };
  const move = { ...draft, kind: 'move' as const, group_id: null, level: null };
  const level = { ...draft, kind: 'level' as const, to_folder_id: null, group_id: groupId };
  const rows = [
    ...[...(drafts?.moves ?? [])].map(([folder, to]) => ({
      ...move,
      entry_kind: 'folder' as const,
      entry_id: folderIds[folder] ?? 0,
      to_folder_id: folderIds[to] ?? 0,
    })),
    ...[...(drafts?.grants ?? [])].map(([folder, to]) => ({
      ...level,
      entry_kind: 'folder' as const,
      entry_id: folderIds[folder] ?? 0,
      level: to,
    })),
    ...[...(drafts?.fileGrants ?? [])].map(([folder, to]) => ({
      ...level,
      entry_kind: 'file' as const,
      entry_id: fileIds[folder] ?? 0,
      level: to,
    })),
  ];
  if (rows.length > 0) await db.insertInto('draft_changes').values(rows).execute();
}
