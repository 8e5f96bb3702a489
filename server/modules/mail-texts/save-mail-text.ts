import { createHash } from 'node:crypto';
import { audit } from '#server/app/audit.ts';
import { type Context, transaction, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import {
  changedMeanwhile,
  discardText,
  loadText,
  type MailTextRow,
  storeNewText,
  storeText,
  type TextOwner,
} from '#server/modules/mail/texts/stored-texts.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type {
  createMailText as createContract,
  updateMailText as updateContract,
} from '#shared/contracts/mail/mail-texts.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { mailTextProblem } from '#shared/domain/mail/mail-texts.ts';
import { authorizeMailTexts } from './authorize-mail-texts.ts';

/** Writes a text for a kind of mail of a room or the installation. */
export const createMailText = (
  ctx: Context,
  owner: TextOwner,
  text: BodyOf<typeof createContract>,
): Promise<MailTextRow> => change(ctx, owner, 'create', (ctx) => storeNewText(ctx, owner, text));

/** Changes a text, from the next mail on. */
export const updateMailText = (
  ctx: Context,
  owner: TextOwner,
  { id, updatedAt, ...values }: BodyOf<typeof updateContract> & { id: number },
): Promise<MailTextRow> =>
  change(ctx, owner, 'update', async (ctx) => {
    const text = await loadText(ctx, owner, id);
    if (updatedAt !== undefined && Date.parse(updatedAt) !== text.updated_at) throw changedMeanwhile();
    const { subject = text.subject, body = text.body } = values;
    assertPlaceholders({ kind: text.kind, subject, body });
    return storeText(ctx, text, { subject, body });
  });

/** Deletes a text: the one that it stood in place of is sent again. */
export async function deleteMailText(ctx: Context, owner: TextOwner, id: number): Promise<void> {
  await change(ctx, owner, 'delete', async (ctx) => {
    const text = await loadText(ctx, owner, id);
    await discardText(ctx, text);
    return text;
  });
}

function assertPlaceholders({ kind, ...text }: Pick<MailTextRow, 'kind' | 'subject' | 'body'>): void {
  for (const part of ['subject', 'body'] as const) {
    const problem = mailTextProblem(kind, part, text[part]);
    if (problem !== undefined) throw new AppError('invalid', problem, { fields: { [part]: problem } });
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Changes a text and records it, without what it says. */
function change(
  before: Context,
  owner: TextOwner,
  action: 'create' | 'update' | 'delete',
  store: (ctx: Context) => Promise<MailTextRow>,
): Promise<MailTextRow> {
  const save = async (started: Context): Promise<MailTextRow> => {
    const ctx = await reloadUser(started);
    const room = await authorizeMailTexts(ctx, owner, 'manage');
    const text = await store(ctx);
    const { id, kind, language, subject, body } = text;
    const hashes = action === 'delete' ? {} : { subject: hashOf(subject), body: hashOf(body) };
    await audit(ctx, {
      action: owner === null ? 'settings.update' : 'room.update',
      ...(room && { object: { kind: 'folder', id: room.id, name: room.name } }),
      details: { mailText: { action, id, kind, language, ...hashes } },
    });
    return text;
  };
  return owner === null ? transaction(before, save) : withLock(before, 'folder-tree', save);
}

export const presentMailText = (row: MailTextRow) => ({
  id: row.id,
  roomId: row.room_id,
  kind: row.kind,
  language: row.language,
  subject: row.subject,
  body: row.body,
  updatedAt: isoInstant(row.updated_at),
});
