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
  /** Describes what the group may change with it; 0 for files. */
  readonly may_add: number;
  readonly may_manage: number;
}

interface Wanted {
  readonly folderIds: readonly number[];
  readonly fileIds: readonly number[];
  readonly groupIds: readonly number[];
}

const columnsOf = (table: 'group_grants' | 'group_file_grants') =>
  sql.raw(
    ['group_id', 'level', 'version', 'granted_by_id', 'granted_at'].map((c) => `${table}.${c}`).join(', '),
  );
const RIGHTS = sql`coalesce(group_folder_rights.may_add, 0) as may_add, coalesce(group_folder_rights.may_manage, 0) as may_manage`;

/** Lists what groups are granted on these files, in these folders and in those above them. */
export async function listGrantsOnPath(
  db: Database,
  { folderIds, fileIds, groupIds }: Wanted,
): Promise<GrantRow[]> {
  if (folderIds.length === 0 || groupIds.length === 0) return [];
  const isOfGroup = (table: string) => sql`${sql.ref(`${table}.group_id`)} in (${sql.join(groupIds)})`;
  const { rows } = await sql<GrantRow>`with recursive ${ancestors(sql.join(folderIds))}
    select 'folder' as kind, group_grants.folder_id as entry_id, ${columnsOf('group_grants')}, ${RIGHTS}
      from ancestors join group_grants on group_grants.folder_id = ancestors.id
      left join group_folder_rights on group_folder_rights.folder_id = group_grants.folder_id
        and group_folder_rights.group_id = group_grants.group_id
      where ${isOfGroup('group_grants')}
    union all
    select 'file' as kind, file_id as entry_id, ${columnsOf('group_file_grants')}, 0, 0 from group_file_grants
      where file_id in (${sql.join([0, ...fileIds])}) and ${isOfGroup('group_file_grants')}`.execute(db);
  return rows;
}

export type NewGrant = Omit<GrantRow, 'kind' | 'version' | 'may_add' | 'may_manage'>;

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

export interface NewRights {
  readonly group_id: number;
  readonly folder_id: number;
  readonly may_add: 0 | 1;
  readonly may_manage: 0 | 1;
}

/** Inserts or replaces what groups may change in folders. */
export async function setRights(db: Database, rights: readonly NewRights[]): Promise<void> {
  if (rights.length === 0) return;
  await db
    .insertInto('group_folder_rights')
    .values([...rights])
    .onConflict((conflict) =>
      conflict.columns(['group_id', 'folder_id']).doUpdateSet({
        may_add: (set) => set.ref('excluded.may_add'),
        may_manage: (set) => set.ref('excluded.may_manage'),
      }),
    )
    .execute();
}

/** Removes what a group may change in these folders; returns those where it might change something. */
export async function clearRights(
  db: Database,
  groupId: number,
  folderIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .updateTable('group_folder_rights')
    .set({ may_add: 0, may_manage: 0 })
    .where('group_id', '=', groupId)
    .where('folder_id', 'in', folderIds)
    .where((where) => where.or([where('may_add', '=', 1), where('may_manage', '=', 1)]))
    .returning('folder_id')
    .execute();
  return rows.map(({ folder_id }) => folder_id);
}
