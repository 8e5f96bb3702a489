import { type Insertable, sql } from 'kysely';
import type { Database } from '../open-database.ts';
import { prepareQuery } from '../prepared/prepare-query.ts';
import type { ChangesTable } from '../tables/changes.ts';

export type NewChange = Omit<Insertable<ChangesTable>, 'root_folder_id'>;

/** Inserts changes of entries in folders; what lies outside folders is its owner's alone. */
export async function insertWithRoots(
  db: Database,
  changes: readonly NewChange[],
): Promise<readonly { root_folder_id: number; changed_at: number }[]> {
  const ids = (kind: 'file' | 'folder') => [
    ...new Set(changes.filter(({ entry_kind }) => entry_kind === kind).map((c) => c.entry_id)),
  ];
  const [files, folders] = [ids('file'), ids('folder')];
  const rows =
    files.length + folders.length === 1
      ? await selectRoot(db, { fileId: files[0] ?? 0, folderId: folders[0] ?? 0 })
      : (await rootsOf([0, ...files], [0, ...folders]).execute(db)).rows;
  const roots = new Map(rows.map(({ kind, id, root }) => [`${kind} ${id}`, root]));
  const values = changes.flatMap((change) => {
    const root_folder_id = roots.get(`${change.entry_kind} ${change.entry_id}`);
    return root_folder_id === undefined
      ? []
      : [
          {
            reader_user_id: null,
            reader_group_id: null,
            from_value: null,
            to_value: null,
            ...change,
            root_folder_id,
          },
        ];
  });
  const [value] = values;
  if (value && values.length === 1) await insertChange(db, value);
  else if (value) await db.insertInto('changes').values(values).execute();
  return values;
}

const insertChange = prepareQuery((db, change: Insertable<ChangesTable>) =>
  db.insertInto('changes').values({
    reader_user_id: change.reader_user_id,
    reader_group_id: change.reader_group_id,
    from_value: change.from_value,
    to_value: change.to_value,
    changed_at: change.changed_at,
    author_id: change.author_id,
    kind: change.kind,
    entry_kind: change.entry_kind,
    entry_id: change.entry_id,
    root_folder_id: change.root_folder_id,
  }),
);

/** The root folders of entries; none has the id 0. */
const rootsOf = (fileIds: readonly number[], folderIds: readonly number[]) =>
  sql<{ kind: string; id: number; root: number }>`
    with recursive up(kind, id, at) as (
      select 'file', files.id, files.folder_id from files
        where files.id in (${sql.join(fileIds)}) and files.folder_id is not null
      union all
      select 'folder', folders.id, folders.id from folders where folders.id in (${sql.join(folderIds)})
      union all
      select up.kind, up.id, folders.parent_id from up join folders on folders.id = up.at
        where folders.parent_id is not null
    ) select up.kind, up.id, up.at as root from up join folders on folders.id = up.at
      where folders.parent_id is null`;

const selectRoot = prepareQuery((_, { fileId, folderId }: { fileId: number; folderId: number }) =>
  rootsOf([fileId], [folderId]),
);
