import { sql } from 'kysely';
import { isVisibleFile, visibleTo } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import type { FileType } from '#shared/domain/file-type.ts';
import type { Actor } from '#shared/policies/actor.ts';

/** Matching files beyond this number, the oldest ones, are not searched. */
const MAX_FILTERED_FILES = 100_000;

export interface FileFilter {
  fileTypes?: readonly FileType[] | undefined;
  /** True for the actor's own files, false for those of others. */
  isOwn?: boolean | undefined;
  /** Milliseconds since the epoch. */
  uploadedFrom?: number | undefined;
  uploadedBefore?: number | undefined;
}

/** Lists the ids of the files that the actor may see and that the filter describes, newest first. */
export async function listVisibleFileIds(
  db: Database,
  actor: Actor,
  { fileTypes, isOwn, uploadedFrom, uploadedBefore }: FileFilter,
): Promise<number[]> {
  const self = actor.kind === 'user' ? actor.id : 0;
  const found = db
    .selectFrom('files')
    .leftJoin(visibleTo(actor), 'visible.id', 'files.folder_id')
    .select('files.id as file_id')
    .where('files.deleted_at', 'is', null)
    .where(isVisibleFile(actor))
    .$if(fileTypes !== undefined, (query) => query.where('files.file_type', 'in', [...(fileTypes ?? [])]))
    .$if(isOwn !== undefined, (query) => query.where('files.owner_id', isOwn ? '=' : '<>', self))
    .$if(uploadedFrom !== undefined, (query) => query.where('files.created_at', '>=', uploadedFrom ?? 0))
    .$if(uploadedBefore !== undefined, (query) => query.where('files.created_at', '<', uploadedBefore ?? 0))
    .orderBy('files.id', 'desc')
    .limit(MAX_FILTERED_FILES);
  // Joined into one value: transferring thousands of rows would take longer than finding them.
  const { ids } = await db
    .selectFrom(found.as('found'))
    .select(sql<string | null>`string_agg(cast(found.file_id as text), ',')`.as('ids'))
    .executeTakeFirstOrThrow();
  return ids?.split(',').map(Number) ?? [];
}
