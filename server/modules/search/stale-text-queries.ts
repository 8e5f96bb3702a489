import type { Database } from '#server/database/open-database.ts';

/**
 * Returns those of the files with several versions whose text the index may not know yet: it is being extracted, or it changed
 * after the index read the change feed up to `position`.
 */
export async function listStaleFileIds(
  db: Database,
  fileIds: readonly number[],
  position: number,
): Promise<Set<number>> {
  if (fileIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('files')
    .leftJoin('index_changes', (join) =>
      join.onRef('index_changes.file_id', '=', 'files.id').on('index_changes.position', '>', position),
    )
    .select('files.id')
    .where('files.id', 'in', fileIds)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('file_versions')
          .select('number')
          .whereRef('file_versions.file_id', '=', 'files.id')
          .where('replaced_at', 'is not', null),
      ),
    )
    .where((where) =>
      where.or([where('text_blob_key', 'is', null), where('index_changes.position', 'is not', null)]),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
