import { sql } from 'kysely';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import type { Database } from '#server/database/open-database.ts';
import type { PermissionLevel } from '#shared/contracts/rooms/permissions.ts';

export type EntryKind = 'folder' | 'file';

/** The level that a group is granted on a folder or a file. */
export interface GrantRow {
  readonly kind: EntryKind;
  readonly entry_id: number;
  readonly group_id: number;
  /** `null` inherits, like a missing row. */
  readonly level: PermissionLevel | null;
  readonly version: number;
  readonly granted_by_id: number;
  readonly granted_at: number;
}

interface Wanted {
  readonly folderIds: readonly number[];
  readonly fileIds: readonly number[];
  readonly groupIds: readonly number[];
}

const COLUMNS = sql.raw('group_id, level, version, granted_by_id, granted_at');

/** Lists what groups are granted on these files, in these folders and in those above them. */
export async function listGrantsOnPath(
  db: Database,
  { folderIds, fileIds, groupIds }: Wanted,
): Promise<GrantRow[]> {
  if (folderIds.length === 0 || groupIds.length === 0) return [];
  const isOfGroup = sql`group_id in (${sql.join(groupIds)})`;
  const { rows } = await sql<GrantRow>`with recursive ${ancestors(sql.join(folderIds))}
    select 'folder' as kind, folder_id as entry_id, ${COLUMNS}
      from ancestors join group_grants on group_grants.folder_id = ancestors.id where ${isOfGroup}
    union all
    select 'file' as kind, file_id as entry_id, ${COLUMNS} from group_file_grants
      where file_id in (${sql.join([0, ...fileIds])}) and ${isOfGroup}`.execute(db);
  return rows;
}

export type NewGrant = Omit<GrantRow, 'kind' | 'version'>;

/** Inserts or replaces grants on entries of one kind, each with the next version. */
export async function setGrants(db: Database, kind: EntryKind, grants: readonly NewGrant[]): Promise<void> {
  if (grants.length === 0) return;
  const values = grants.map(
    (grant) =>
      sql`(${grant.group_id}, ${grant.entry_id}, ${grant.level}, 1, ${grant.granted_by_id}, ${grant.granted_at})`,
  );
  const [table, entry] = kind === 'folder' ? ['group_grants', 'folder_id'] : ['group_file_grants', 'file_id'];
  await sql`insert into ${sql.table(table)} (group_id, ${sql.ref(entry)}, level, version, granted_by_id, granted_at)
    values ${sql.join(values)}
    on conflict (group_id, ${sql.ref(entry)}) do update set level = excluded.level,
      granted_by_id = excluded.granted_by_id, granted_at = excluded.granted_at,
      version = ${sql.ref(`${table}.version`)} + 1`.execute(db);
}
