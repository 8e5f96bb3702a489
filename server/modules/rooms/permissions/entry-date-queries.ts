import type { Database } from '#server/database/open-database.ts';

export interface EntryDates {
  readonly created_at: number;
  /** 0 for what was never a draft, null for a draft. */
  readonly published_at: number | null;
}

/** Lists when folders and files were added and published, by kind and id. */
export async function listEntryDates(
  db: Database,
  { folderIds, fileIds }: { folderIds: readonly number[]; fileIds: readonly number[] },
): Promise<ReadonlyMap<string, EntryDates>> {
  const dates = new Map<string, EntryDates>();
  for (const [table, kind, ids] of [
    ['folders', 'folder', folderIds],
    ['files', 'file', fileIds],
  ] as const) {
    if (ids.length === 0) continue;
    const rows = await db
      .selectFrom(table)
      .select(['id', 'created_at', 'published_at'])
      .where('id', 'in', ids)
      .execute();
    for (const { id, ...row } of rows) dates.set(`${kind} ${id}`, row);
  }
  return dates;
}
