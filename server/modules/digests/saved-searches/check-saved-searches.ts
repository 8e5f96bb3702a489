import { setImmediate } from 'node:timers/promises';
import { type Context, transaction } from '#server/app/context.ts';
import { isUnavailable } from '#server/app/errors.ts';
import { findRoomIdOf } from '#server/authorization/publication/room-of.ts';
import { actorOf, type Reader } from '#server/authorization/readers/reader-of.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import type { MailContent } from '#server/modules/mail/compose-mail.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { findMatches } from '#server/modules/search/find-matches.ts';
import { findProductName } from '#server/modules/settings/brand.ts';
import { systemPolicy } from '#shared/policies/system.ts';
import { findRecipients, listMailedUsers } from '../recipient-queries.ts';
import { addMatches, advanceCheck, listToCheck, type SavedSearchRow } from './queries.ts';

const BATCH_SIZE = 25;
/** A search is checked at most this often, so that one mail tells of a whole upload. */
export const CHECK_INTERVAL_MS = 15 * 60 * 1000;
const MAX_SUBJECT_QUESTION = 60;

/**
 * Looks for new documents that the searches with alerts find, each with the rights of its reader at this moment. What was found,
 * the progress and the mail are stored in one transaction: after a crash, and with several processes, every document is in one
 * mail.
 */
export async function checkSavedSearches(ctx: Context, signal: AbortSignal): Promise<void> {
  const until = await ctx.searchIndex.readPosition();
  for (;;) {
    const before = ctx.now() - CHECK_INTERVAL_MS;
    const rows = await listToCheck(ctx.db, { until, before, limit: BATCH_SIZE });
    for (const row of rows) {
      signal.throwIfAborted();
      await checkOne(ctx, row, until);
      await setImmediate();
    }
    if (rows.length < BATCH_SIZE) return;
  }
}

async function checkOne(ctx: Context, row: SavedSearchRow, until: number): Promise<void> {
  const found = await findForReader(ctx, row, until);
  const address = found?.length ? await findAddress(ctx, readerOfRow(row)) : undefined;
  await transaction(ctx, async (ctx) => {
    const now = ctx.now();
    const reached = found === undefined ? row.checked_position : until;
    if (!(await advanceCheck(ctx.db, row, { until: reached, now })) || found === undefined) return;
    const count = await addMatches(ctx.db, row.id, found, now);
    if (count === 0 || address === undefined) return;
    const roomId = row.folder_id === null ? undefined : await findRoomIdOf(ctx, row.folder_id);
    const product = await findProductName(ctx, roomId);
    await enqueueMail(ctx, address, {
      ...composeAlert(row, count, { product, url: ctx.config.publicUrl }),
      roomId,
    });
  });
}

const readerOfRow = ({ reader_kind: kind, reader_id: id }: SavedSearchRow): Reader => ({ kind, id });

/**
 * Finds nothing for a reader whose access ended. Returns undefined for a search that failed: it delays no other, and is tried
 * again.
 */
async function findForReader(ctx: Context, row: SavedSearchRow, until: number) {
  const actor = await reloadActor({ ...ctx, actor: actorOf(readerOfRow(row)) });
  if (!systemPolicy.search(actor)) return [];
  const { question, folder_id, kind, owner, checked_position: after, created_at: since } = row;
  const filters = {
    ...(folder_id !== null && { folderId: folder_id }),
    ...(kind !== null && { kind }),
    ...(owner !== null && { owner }),
  };
  try {
    return await findMatches({ ...ctx, actor }, { query: question, ...filters }, { after, until, since });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    ctx.log.error({ err: error, savedSearch: row.id }, 'a saved search could not be checked');
    return undefined;
  }
}

/** Finds where a reader gets mails; nothing without a confirmed address or with mails turned off. */
async function findAddress(ctx: Context, reader: Reader): Promise<string | undefined> {
  if (!ctx.mailer) return undefined;
  const [recipient] = await findRecipients(ctx.db, [reader]);
  if (recipient?.kind === 'user' && !(await listMailedUsers(ctx.db, [recipient.id])).has(recipient.id))
    return undefined;
  return recipient?.email;
}

/** Composes the mail without names of documents: one may no longer be visible to the recipient when the mail is read. */
function composeAlert(
  { question }: SavedSearchRow,
  count: number,
  { product, url }: { product: string; url: string },
): MailContent {
  const documents = count === 1 ? '1 new document' : `${count} new documents`;
  const isLong = question.length > MAX_SUBJECT_QUESTION;
  const name = `“${isLong ? `${question.slice(0, MAX_SUBJECT_QUESTION).trimEnd()}…` : question}”`;
  return {
    subject: `${documents} for ${name}`,
    paragraphs: [`Your saved search ${name} found ${documents}.`],
    link: { label: 'Open your saved searches', url: `${url}/search` },
    reason: `You received this email because a search that you saved in ${product} has alerts. You can turn them off there.`,
  };
}
