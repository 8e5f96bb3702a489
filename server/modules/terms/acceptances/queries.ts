import { type Insertable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { TermsAcceptancesTable } from '#server/database/tables/terms.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';

export interface AcceptanceFilter {
  /** Only of terms of this user; undefined for all. */
  readonly ownerId: number | undefined;
  readonly termsId?: number | undefined;
  readonly linkId?: number | undefined;
}

const acceptances = (db: Database, { ownerId, termsId, linkId }: AcceptanceFilter) =>
  db
    .selectFrom('terms_acceptances')
    .innerJoin('terms_versions', 'terms_versions.id', 'terms_acceptances.terms_version_id')
    .innerJoin('terms', 'terms.id', 'terms_versions.terms_id')
    .innerJoin('links', 'links.id', 'terms_acceptances.link_id')
    .selectAll('terms_acceptances')
    .select([
      'terms.id as terms_id',
      'terms.name as terms_name',
      'terms.owner_id as terms_owner_id',
      'terms_versions.number',
      'links.name as link_name',
    ])
    .$if(ownerId !== undefined, (query) => query.where('terms.owner_id', '=', ownerId ?? 0))
    .$if(termsId !== undefined, (query) => query.where('terms.id', '=', termsId ?? 0))
    .$if(linkId !== undefined, (query) => query.where('links.id', '=', linkId ?? 0));

export type ListedAcceptance = Awaited<ReturnType<typeof listAcceptances>>[number];

/** Lists acceptances, newest first; one more than `limit`. */
export const listAcceptances = (db: Database, { limit, cursor, ...filter }: AcceptanceFilter & PageRequest) =>
  acceptances(db, filter)
    .$if(cursor !== undefined, (query) => query.where('terms_acceptances.id', '<', cursor ?? 0))
    .orderBy('terms_acceptances.id', 'desc')
    .limit(limit + 1)
    .execute();

/** Lists acceptances after an id, oldest first. */
export const listAcceptancesAfter = (db: Database, filter: AcceptanceFilter, after: number, limit: number) =>
  acceptances(db, filter)
    .where('terms_acceptances.id', '>', after)
    .orderBy('terms_acceptances.id')
    .limit(limit)
    .execute();

/** Finds an acceptance, also of deleted terms, with the accepted text and the key that signed it. */
export const findAcceptance = (db: Database, id: number) =>
  acceptances(db, { ownerId: undefined })
    .innerJoin('signing_keys', 'signing_keys.id', 'terms_acceptances.key_id')
    .leftJoin('blobs', 'blobs.key', 'terms_versions.blob_key')
    .select(['terms_versions.text', 'terms_versions.document_name', 'signing_keys.public_key'])
    .select(['blobs.key as blob_key', 'blobs.size', 'blobs.wrapped_key', 'blobs.scan_state'])
    .where('terms_acceptances.id', '=', id)
    .executeTakeFirst();

export async function insertAcceptance(
  db: Database,
  acceptance: Insertable<TermsAcceptancesTable>,
): Promise<void> {
  await db.insertInto('terms_acceptances').values(acceptance).execute();
}

/** Finds whom a link admitted into an invitation row. */
export const findAdmittedPerson = (db: Database, invitationId: number) =>
  db
    .selectFrom('link_visitors')
    .select(['link_id', 'email', 'verified_by'])
    .where('invitation_id', '=', invitationId)
    .orderBy(sql`id`, 'desc')
    .limit(1)
    .executeTakeFirst();
