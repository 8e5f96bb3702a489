import { type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { MailTextsTable } from '#server/database/tables/outbox.ts';
import { MAIL_TEXT_KINDS, MAIL_TEXT_LANGUAGES, type MailTextKind } from '#shared/domain/mail/mail-texts.ts';

export type MailTextRow = Selectable<MailTextsTable>;

/** Whose texts they are: those of a room, or with `null` of the installation. */
export type TextOwner = number | null;

/** Kinds and languages of a later version are left to its nodes. */
const ofOwner = (db: Database, owner: TextOwner) =>
  db
    .selectFrom('mail_texts')
    .selectAll()
    .where('kind', 'in', MAIL_TEXT_KINDS)
    .where('language', 'in', MAIL_TEXT_LANGUAGES)
    .where((where) => (owner === null ? where('room_id', 'is', null) : where('room_id', '=', owner)));

/** Lists texts; there is one for each kind and language. */
export const listTexts = (db: Database, owner: TextOwner): Promise<MailTextRow[]> =>
  ofOwner(db, owner).orderBy('id').execute();

export const findText = (db: Database, owner: TextOwner, id: number): Promise<MailTextRow | undefined> =>
  ofOwner(db, owner).where('id', '=', id).executeTakeFirst();

/** Finds the text of a room, or else that of the installation. */
export const findTextInUse = (
  db: Database,
  { roomId, kind, language }: { roomId: TextOwner; kind: MailTextKind; language: MailTextRow['language'] },
): Promise<MailTextRow | undefined> =>
  db
    .selectFrom('mail_texts')
    .selectAll()
    .where('kind', '=', kind)
    .where('language', '=', language)
    .where((where) => where.or([where('room_id', '=', roomId ?? 0), where('room_id', 'is', null)]))
    .orderBy(sql`case when room_id is null then 1 else 0 end`)
    .limit(1)
    .executeTakeFirst();

/** Adds a text unless there is one of its kind and language; returns its id. */
export async function insertText(db: Database, text: Omit<MailTextRow, 'id'>): Promise<number | undefined> {
  const row = await db
    .insertInto('mail_texts')
    .values(text)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Changes a text that is as it was read; returns whether it was. */
export async function setText(
  db: Database,
  { id, updated_at }: MailTextRow,
  values: Pick<MailTextRow, 'subject' | 'body' | 'updated_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_texts')
    .set(values)
    .where('id', '=', id)
    .where('updated_at', '=', updated_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes a text; returns whether it was there. */
export async function removeText(db: Database, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('mail_texts').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
