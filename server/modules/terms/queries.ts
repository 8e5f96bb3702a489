import { type Insertable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { personName } from '#server/database/person-name.ts';
import type { TermsVersionsTable } from '#server/database/tables/terms.ts';

const listedTerms = (db: Database) =>
  db
    .selectFrom('terms')
    .innerJoin('users', 'users.id', 'terms.owner_id')
    .innerJoin('terms_versions as current', (join) =>
      join.on(
        'current.id',
        '=',
        sql<number>`(select max(id) from terms_versions where terms_versions.terms_id = terms.id)`,
      ),
    )
    .select(['terms.id', 'terms.name', 'terms.created_at'])
    .select([
      personName('users').as('owner'),
      'current.id as version_id',
      'current.number',
      'current.created_at as published_at',
      'current.document_name',
      'current.document_pages',
      sql<number>`(select count(*) from links where links.terms_id = terms.id and links.deleted_at is null)`.as(
        'links',
      ),
      sql<number>`(select count(*) from terms_acceptances
        join terms_versions on terms_versions.id = terms_version_id where terms_id = terms.id)`.as(
        'acceptances',
      ),
    ])
    .where('terms.deleted_at', 'is', null);

export type ListedTerms = Awaited<ReturnType<typeof findListedTerms>>;

export interface TermsPage {
  /** Undefined lists those of all users. */
  ownerId: number | undefined;
  limit: number;
  cursor: number | undefined;
}

/** Lists terms, newest first; one more than `limit`. */
export const listTerms = (db: Database, { ownerId, limit, cursor }: TermsPage) =>
  listedTerms(db)
    .$if(ownerId !== undefined, (query) => query.where('terms.owner_id', '=', ownerId ?? 0))
    .$if(cursor !== undefined, (query) => query.where('terms.id', '<', cursor ?? 0))
    .orderBy('terms.id', 'desc')
    .limit(limit + 1)
    .execute();

export const findListedTerms = (db: Database, id: number) =>
  listedTerms(db).where('terms.id', '=', id).executeTakeFirstOrThrow();

const NEWEST_VERSIONS = 100;

/** Lists the newest hundred versions without their texts, newest first. */
export const listVersions = (db: Database, termsId: number) =>
  db
    .selectFrom('terms_versions')
    .select(['id', 'number', 'created_at', 'document_name', 'document_pages'])
    .where('terms_id', '=', termsId)
    .orderBy('number', 'desc')
    .limit(NEWEST_VERSIONS)
    .execute();

export const findCurrentVersion = (db: Database, termsId: number) =>
  db
    .selectFrom('terms_versions')
    .innerJoin('terms', 'terms.id', 'terms_versions.terms_id')
    .leftJoin('blobs', 'blobs.key', 'terms_versions.blob_key')
    .selectAll('terms_versions')
    .select(['terms.name', 'terms.owner_id', 'blobs.size', 'blobs.wrapped_key', 'blobs.scan_state'])
    .where('terms_id', '=', termsId)
    .orderBy('terms_versions.id', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function insertTerms(
  db: Database,
  terms: { owner_id: number; name: string; created_at: number },
): Promise<number> {
  const { id } = await db.insertInto('terms').values(terms).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function insertVersion(db: Database, version: Insertable<TermsVersionsTable>): Promise<void> {
  await db.insertInto('terms_versions').values(version).execute();
}

/** Makes other transactions that publish, delete or adopt the terms wait for this one. */
export async function lockTerms(db: Database, id: number): Promise<void> {
  await db
    .updateTable('terms')
    .set((terms) => ({ name: terms.ref('name') }))
    .where('id', '=', id)
    .execute();
}

export async function setTerms(
  db: Database,
  id: number,
  values: { name: string } | { deleted_at: number },
): Promise<void> {
  await db.updateTable('terms').set(values).where('id', '=', id).execute();
}
