import { type SqlBool, sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { isShownPlace } from '../placeholders/hidden-placeholders.ts';
import { fileFoldersOf, hasAccessByFile, isVisibleFile } from '../visible-to.ts';
import { type CountedEntries, ENTRY_ORDER, type EntryKey, entriesIn } from './entry-order.ts';

/** The entries that the actor may see. */
export const countVisible = (ctx: Context): CountedEntries => ({
  // Only active folders are visible.
  places: isShownPlace(ctx),
  files: sql<SqlBool>`files.deleted_at is null and ${isVisibleFile(ctx)}`,
  join: (folderId) => sql`left join ${fileFoldersOf(ctx)} on visible.id = ${folderId}`,
});

/** Lists the entries of a loaded folder that the actor may see, in their order. */
export async function listVisibleEntries(ctx: Context, folderId: number): Promise<EntryKey[]> {
  // Everybody else sees all entries of a folder that they see.
  const counted = hasAccessByFile(ctx.actor) ? countVisible(ctx) : undefined;
  const { rows } =
    await sql<EntryKey>`select kind, id from (${entriesIn(sql`${folderId}`, counted)}) as entries
    order by ${ENTRY_ORDER}`.execute(ctx.db);
  return rows;
}
