import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import {
  findText,
  insertText,
  listTexts,
  type MailTextRow,
  removeText,
  setText,
  type TextOwner,
} from './text-queries.ts';

export type { MailTextRow, TextOwner };

type Values = Pick<MailTextRow, 'subject' | 'body'>;

/** Lists the texts of a room or the installation. The caller authorizes, as for all of these. */
export const loadTexts = ({ db }: Context, owner: TextOwner): Promise<MailTextRow[]> => listTexts(db, owner);

/** Loads a text of this owner, and of no other. */
export async function loadText({ db }: Context, owner: TextOwner, id: number): Promise<MailTextRow> {
  const text = await findText(db, owner, id);
  if (!text) throw new AppError('not-found', 'The text could not be found.');
  return text;
}

/** Stores a new text. The caller audits, as for all changes. */
export async function storeNewText(
  ctx: Context,
  owner: TextOwner,
  text: Values & Pick<MailTextRow, 'kind' | 'language'>,
): Promise<MailTextRow> {
  const id = await insertText(ctx.db, { ...text, room_id: owner, updated_at: ctx.now() });
  if (id === undefined)
    throw new AppError('conflict', 'There is a text for these mails already. Change that one.');
  return loadText(ctx, owner, id);
}

/** Replaces a text that is still as it was read. */
export async function storeText(ctx: Context, text: MailTextRow, values: Values): Promise<MailTextRow> {
  const stored = { ...values, updated_at: Math.max(ctx.now(), text.updated_at + 1) };
  if (!(await setText(ctx.db, text, stored))) throw changedMeanwhile();
  return { ...text, ...stored };
}

export async function discardText(ctx: Context, { id }: MailTextRow): Promise<void> {
  if (!(await removeText(ctx.db, id))) throw new AppError('not-found', 'The text could not be found.');
}

export const changedMeanwhile = (): AppError =>
  new AppError('conflict', 'Somebody changed this text meanwhile. Reload the page to see it.');
