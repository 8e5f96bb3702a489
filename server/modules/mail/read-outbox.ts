import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { filterRows, type RowsWanted } from '#server/http/filter-rows.ts';
import type { Mail } from '#shared/contracts/outbox.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { excludedRoomIdsOf, seesEverything } from '#shared/policies/actor.ts';
import { findMail, type ListedMail, listMails, type MailHead, type MailRow, NO_ROOM } from './queries.ts';

/** Lists mails newest first, one more than `limit`. */
export async function listOutbox(ctx: Context, wanted: RowsWanted): Promise<readonly ListedMail[]> {
  authorizeSystemAction(ctx.actor, 'seeOutbox');
  return filterRows(wanted, {
    readPage: (page) => listMails(ctx.db, page),
    textsOf: (row) => {
      const { to, subject } = presentListedMail(ctx, row);
      return [to, subject];
    },
    cursorOf: ({ id }) => id,
  });
}

export async function loadMail(ctx: Context, id: number): Promise<MailRow> {
  authorizeSystemAction(ctx.actor, 'seeOutbox');
  // Mails contain links that admit anyone who opens them.
  if (!seesEverything(ctx.actor))
    throw new AppError(
      'forbidden',
      'Emails can contain links into rooms that keep administrators out. Open emergency access to these rooms first.',
    );
  const mail = await findMail(ctx.db, id);
  if (!mail) throw new AppError('not-found', 'The mail could not be found');
  return mail;
}

function stateOf(mail: MailHead): Mail['state'] {
  if (mail.sent_at !== null) return 'sent';
  if (mail.failed_at !== null) return 'failed';
  return mail.should_send === 1 ? 'waiting' : 'kept';
}

const HIDDEN_SUBJECT = 'Subject hidden: a room keeps administrators out';

/**
 * Lists of mails show no subject to administrators whom its room excludes, since it can name what is in the room; nor while any
 * room does where the room is unknown or gone.
 */
export const presentListedMail = ({ actor }: Pick<Context, 'actor'>, mail: ListedMail): Mail => {
  const isKnown = mail.room_id === NO_ROOM || mail.existing_room_id !== null;
  const isShown = isKnown
    ? !excludedRoomIdsOf(actor).includes(mail.room_id ?? NO_ROOM)
    : seesEverything(actor);
  return { ...presentMail(mail), ...(!isShown && { subject: HIDDEN_SUBJECT }) };
};

export const presentMail = (mail: MailHead): Mail => ({
  id: mail.id,
  to: mail.to_address,
  subject: mail.subject,
  state: stateOf(mail),
  createdAt: isoInstant(mail.created_at),
  sentAt: isoInstantOrNull(mail.sent_at),
  failedAt: isoInstantOrNull(mail.failed_at),
  lastError: mail.last_error,
});
