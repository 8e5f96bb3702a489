import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { isSelectedDraft } from '../drafts/selected-drafts.ts';

/** A condition on the column `published_at` of a table or alias of folders or files. */
export type PublishedTest = (table: string) => RawBuilder<SqlBool>;

/** The publications that will be made at their time without another decision. */
export const SCHEDULED_PUBLICATIONS = sql`(select publications.id from publications
  where publications.state = 'scheduled' and publications.cancelled_at is null)`;

/**
 * Published at this instant: `published_at` is 0 for what was never a draft, null for a draft, and later for what will be
 * published. Compared with the clock at each request, so that nothing runs at the time of a publication.
 */
export const publishedBy =
  ({ now, preview }: Pick<Requester, 'now' | 'preview'>): PublishedTest =>
  (table) => {
    if (preview === 'drafts' || preview === 'drafts-before-scheduled') return sql<SqlBool>`(1 = 1)`;
    const column = sql.ref(`${table}.published_at`);
    const isPublished = sql<SqlBool>`(${column} <= ${now()})`;
    if (preview === undefined) return isPublished;
    // What is published with moves or levels has no time until then.
    const isScheduled = sql<SqlBool>`(${column} is not null or ${sql.ref(`${table}.publication_id`)} in ${SCHEDULED_PUBLICATIONS})`;
    if (preview === 'scheduled') return isScheduled;
    const isSelected = isSelectedDraft(table, preview, [table === 'files' ? 'file' : 'folder']);
    return sql<SqlBool>`(${preview.scheduled === 'none' ? isPublished : isScheduled} or (${column} is null and ${isSelected}))`;
  };

/** The condition of the partial indexes, which makes finding drafts independent of the number of files. */
const hasDate = (table: string) =>
  sql`(${sql.ref(`${table}.published_at`)} is null or ${sql.ref(`${table}.published_at`)} <> 0)`;

/** Neither published at this instant nor before. */
export const isUnpublished = (table: string, { now }: Pick<Requester, 'now'>): RawBuilder<SqlBool> => {
  const column = sql.ref(`${table}.published_at`);
  return sql<SqlBool>`(${hasDate(table)} and (${column} is null or ${column} > ${now()}))`;
};

/** The ids of the folders, among `folders`, that are not published, or are in one that is not. */
export const unpublishedFolders = (
  folders: RawBuilder<unknown>,
  at: Pick<Requester, 'now'>,
): RawBuilder<{ id: number }> => sql`
  with recursive unpublished(id) as (
    select seed.id from ${folders} seed where ${isUnpublished('seed', at)}
    union
    select f.id from ${folders} f join unpublished on f.parent_id = unpublished.id
  ) select id from unpublished`;
