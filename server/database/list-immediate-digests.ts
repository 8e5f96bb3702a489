import type { Database } from './open-database.ts';
import { prepareQuery } from './prepared/prepare-query.ts';

const immediate = (db: Database) =>
  db.selectFrom('digest_settings').select('root_folder_id').distinct().where('frequency', '=', 'immediately');

const selectImmediateOf = prepareQuery((db, { rootId }: { rootId: number }) =>
  immediate(db).where('root_folder_id', '=', rootId),
);

/** Lists those of the root folders of which a reader wants mails as soon as something changes. */
export async function listImmediateDigests(db: Database, rootIds: readonly number[]): Promise<number[]> {
  if (rootIds.length === 0) return [];
  const [rootId] = rootIds;
  const rows =
    rootId !== undefined && rootIds.length === 1
      ? await selectImmediateOf(db, { rootId })
      : await immediate(db).where('root_folder_id', 'in', rootIds).execute();
  return rows.map(({ root_folder_id }) => root_folder_id);
}
