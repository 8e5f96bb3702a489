import { createHash } from 'node:crypto';
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { fileFoldersOf, isVisibleFile } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import type { ReceiptsTable } from '#server/database/tables/evidence.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';

export type ReceiptRow = Selectable<ReceiptsTable>;

/** A person who gets receipts: a user, or a visitor whose invitation names an address. */
export type Holder = Pick<ReceiptRow, 'user_id' | 'invitation_id'>;

const FILES_PER_PAGE = 5_000;

/** Hashes what an actor can see: a line `id sha256` for each file in the order of ids. Reads pages of a few thousand. */
export async function hashVisibleFiles(
  db: Database,
  requester: Requester,
): Promise<{ filesVisible: number; stateHash: string }> {
  const hash = createHash('sha256');
  let filesVisible = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const files: { id: number; sha256: string }[] = await db
      .selectFrom('files')
      .leftJoin(fileFoldersOf(requester), 'visible.id', 'files.folder_id')
      .innerJoin('blobs', 'blobs.key', 'files.blob_key')
      .select(['files.id', 'blobs.sha256'])
      .where('files.deleted_at', 'is', null)
      .where(isVisibleFile(requester))
      .where('files.id', '>', after)
      .orderBy('files.id')
      .limit(FILES_PER_PAGE)
      .execute();
    hash.update(files.map(({ id, sha256 }) => `${id} ${sha256}\n`).join(''));
    filesVisible += files.length;
    after = files.length < FILES_PER_PAGE ? undefined : files.at(-1)?.id;
  }
  return { filesVisible, stateHash: hash.digest('hex') };
}

/**
 * Leaves out the views of links whose visitor only typed the address: nobody else may add to what the holder of the address is
 * said to have opened.
 */
const isOfProvenVisitor = sql<SqlBool>`(file_views.link_id is null or exists (select 1 from link_visitors
  where link_visitors.link_id = file_views.link_id and link_visitors.email = file_views.viewer_email
    and link_visitors.verified_by = 'code'))`;

/** Counts the files that a person has opened, also those that are no longer visible. */
export async function countOpenedFiles(
  db: Database,
  viewer: { viewer_id: number } | { viewer_email: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('file_views')
    .select(sql<number>`count(distinct file_id)`.as('count'))
    .where((where) =>
      'viewer_id' in viewer
        ? where('viewer_id', '=', viewer.viewer_id)
        : where.and([
            where('viewer_email', '=', viewer.viewer_email),
            where('viewer_id', 'is', null),
            isOfProvenVisitor,
          ]),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Finds the address of an invitation; empty for a link without one, and for a link whose visitor only typed it: anybody can
 * enter the address of somebody else.
 */
export async function findInvitationEmail(db: Database, id: number): Promise<string> {
  const row = await db
    .selectFrom('invitations')
    .leftJoin('link_visitors', 'link_visitors.invitation_id', 'invitations.id')
    .select(['invitations.email', 'invitations.link_id', 'link_visitors.verified_by'])
    .where('invitations.id', '=', id)
    .executeTakeFirst();
  if (!row || (row.link_id !== null && row.verified_by !== 'code')) return '';
  return row.email;
}

const isHeldBy = ({ user_id, invitation_id }: Holder) =>
  user_id === null ? sql<boolean>`invitation_id = ${invitation_id}` : sql<boolean>`user_id = ${user_id}`;

export async function insertReceipt(db: Database, receipt: Insertable<ReceiptsTable>): Promise<ReceiptRow> {
  return db.insertInto('receipts').values(receipt).returningAll().executeTakeFirstOrThrow();
}

/** Lists the receipts of a person, newest first; one more than `limit`. */
export const listReceiptRows = (
  db: Database,
  holder: Holder,
  { limit, cursor }: PageRequest,
): Promise<ReceiptRow[]> =>
  db
    .selectFrom('receipts')
    .selectAll()
    .where(isHeldBy(holder))
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

export const findReceipt = (db: Database, holder: Holder, id: number): Promise<ReceiptRow | undefined> =>
  db.selectFrom('receipts').selectAll().where(isHeldBy(holder)).where('id', '=', id).executeTakeFirst();

export async function hasReceipt(db: Database, holder: Holder, kind: ReceiptRow['kind']): Promise<boolean> {
  const row = await db
    .selectFrom('receipts')
    .select('id')
    .where(isHeldBy(holder))
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that a receipt was put into the outbox. */
export async function setReceiptSent(db: Database, id: number, now: number): Promise<void> {
  await db.updateTable('receipts').set({ sent_at: now }).where('id', '=', id).execute();
}
