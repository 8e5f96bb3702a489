import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SelectedDraftKind, SelectedDrafts } from '#server/database/tables/exposure.ts';

/**
 * Limits rows of `folders`, `files` or `draft_changes`, or of an alias of them, to the drafts of a check that still wait for no
 * publication.
 */
export const isSelectedDraft = (
  table: string,
  { checkId }: SelectedDrafts,
  kinds: readonly SelectedDraftKind[],
): RawBuilder<SqlBool> => sql<SqlBool>`(${sql.ref(`${table}.publication_id`)} is null
  and ${sql.ref(`${table}.id`)} in (select draft_id from exposure_drafts where exposure_drafts.check_id = ${checkId}
    and exposure_drafts.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})))`;
