import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { selfAndDescendants } from '#server/authorization/folder-descendants.ts';

/** Folders that a reader follows with everything in them, and files. */
export interface FollowedEntries {
  readonly folderIds: readonly number[];
  readonly fileIds: readonly number[];
}

// No folder and no file has the id 0.
const below = ({ folderIds }: FollowedEntries) =>
  selfAndDescendants([0, ...folderIds], sql`(select id, parent_id from folders where deleted_at is null)`);

/** A condition on `files`. */
export const isFollowedFile = (followed: FollowedEntries): RawBuilder<SqlBool> =>
  sql<SqlBool>`(files.id in (${sql.join([0, ...followed.fileIds])}) or files.folder_id in (${below(followed)}))`;

/** A condition on `folders`. */
export const isFollowedFolder = (followed: FollowedEntries): RawBuilder<SqlBool> =>
  sql<SqlBool>`(folders.id in (${below(followed)}))`;
