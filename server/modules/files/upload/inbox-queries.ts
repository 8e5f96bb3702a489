import type { Database } from '#server/database/open-database.ts';

/** Has a file wait for the staff of its room. */
export async function insertInboxFile(
  db: Database,
  { fileId, groupId, memberId, now }: { fileId: number; groupId: number; memberId: number; now: number },
): Promise<void> {
  await db
    .insertInto('inbox_files')
    .values({ file_id: fileId, group_id: groupId, member_id: memberId, received_at: now })
    .execute();
}

/** Ends the wait of files that the staff move, also within the room: a move accepts them. */
export async function removeFromInbox(db: Database, fileIds: readonly number[]): Promise<void> {
  await db.deleteFrom('inbox_files').where('file_id', 'in', fileIds).execute();
}
