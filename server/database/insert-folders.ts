import type { Insertable } from 'kysely';
import type { Database } from './open-database.ts';
import type { FoldersTable } from './tables/documents.ts';

/** Both engines limit the number of parameters of a statement. */
const BATCH_SIZE = 500;

interface InsertedFolder {
  readonly id: number;
  readonly name: string;
  readonly parent_id: number | null;
}

/** Inserts folders; returns them in their order. */
export async function insertFolders(
  db: Database,
  folders: readonly Insertable<FoldersTable>[],
): Promise<InsertedFolder[]> {
  const inserted: InsertedFolder[] = [];
  for (let at = 0; at < folders.length; at += BATCH_SIZE)
    inserted.push(
      ...(await db
        .insertInto('folders')
        .values(folders.slice(at, at + BATCH_SIZE))
        .returning(['id', 'name', 'parent_id'])
        .execute()),
    );
  return inserted.toSorted((one, other) => one.id - other.id);
}
