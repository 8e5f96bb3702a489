import { setImmediate } from 'node:timers/promises';
import { type Context, transaction } from '#server/app/context.ts';
import { isUnavailable } from '#server/app/errors.ts';
import { lastChangePosition } from '#server/modules/changes/collect-changes.ts';
import {
  describeTreeHead,
  recordMailedHead,
  signMailedHead,
} from '#server/modules/evidence/anchors/anchor-tree-head.ts';
import { noteMailedReceipts } from '#server/modules/evidence/mail-receipt.ts';
import type { MailContent } from '#server/modules/mail/compose-mail.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import type { TreeHead } from '#shared/contracts/audit.ts';
import { DIGEST_DELAY_MS } from '#shared/domain/changes/digests.ts';
import { type AlertRow, advanceAlerts, findAlertPosition, listAlertSettings } from './alert-queries.ts';
import { hasAlerts } from './alerts.ts';
import { advance, type DueRow, listDue, makeDue } from './due-queries.ts';
import { nextDueAt } from './next-due.ts';
import { findRecipients, listMailedUsers } from './recipient-queries.ts';
import { writeDigest } from './write-digest.ts';

const BATCH_SIZE = 25;
/** A digest that cannot be written delays no other. */
const RETRY_MS = 60 * 60 * 1000;

/** A mail that is written, that there is nothing to write, or that could not be written. */
interface Written {
  readonly due: DueRow;
  readonly to: string | undefined;
  readonly mail: MailContent | undefined;
  /** Receipts that are attached to the mail. */
  readonly receiptIds: readonly number[];
  readonly hasFailed: boolean;
  readonly alerts: AlertRow | undefined;
}

/** Sends the digests of a root folder to those who want them as soon as something changes. */
export async function sendCollected(ctx: Context, rootId: number, signal: AbortSignal): Promise<void> {
  await makeDue(ctx.db, rootId, ctx.now());
  await sendDigests(ctx, signal);
}

/**
 * Sends the digests that are due. Each is written with the access of its reader at this moment, before the transaction that
 * stores the mail and the next due time together: after a crash, and with several processes, every change is in one mail. Without
 * a mail server they wait.
 */
export async function sendDigests(ctx: Context, signal: AbortSignal): Promise<void> {
  if (!ctx.mailer) return;
  for (;;) {
    const due = await listDue(ctx.db, ctx.now(), BATCH_SIZE);
    if (due.length === 0) return;
    await storeDigests(ctx, await writeDigests(ctx, due, signal));
  }
}

/** Reads how far things are: mails are about what happened up to here. */
async function findEnd(ctx: Context) {
  return {
    until: await lastChangePosition(ctx),
    alertsUntil: await findAlertPosition(ctx.db),
    at: ctx.now(),
  };
}

interface WrittenDigests extends Awaited<ReturnType<typeof findEnd>> {
  readonly written: readonly Written[];
  /** The head that the mails end with. */
  readonly head: TreeHead | undefined;
}

export async function writeDigests(
  ctx: Context,
  due: readonly DueRow[],
  signal: AbortSignal,
): Promise<WrittenDigests> {
  const end = await findEnd(ctx);
  const recipients = await findRecipients(
    ctx.db,
    due.map(({ reader_kind: kind, reader_id: id }) => ({ kind, id })),
  );
  const mailed = await listMailedUsers(
    ctx.db,
    recipients.flatMap(({ kind, id }) => (kind === 'user' ? id : [])),
  );
  const alertRows = await listAlertSettings(
    ctx.db,
    due.map(({ id }) => id),
  );
  const head = await signMailedHead(ctx);
  const treeHead = head ? [describeTreeHead(head)] : [];
  const written: Written[] = [];
  for (const row of due) {
    signal.throwIfAborted();
    const recipient = recipients.find(({ kind, id }) => kind === row.reader_kind && id === row.reader_id);
    const isWanted = recipient && (recipient.kind === 'visitor' || mailed.has(recipient.id));
    const alerts = alertRows.find(({ setting_id }) => setting_id === row.id);
    const dueAlerts = alerts && { row: alerts, until: end.alertsUntil };
    const result = isWanted
      ? await tryWrite(ctx, row, {
          until: end.until,
          alerts: dueAlerts,
          treeHead,
          recipient: recipient.email,
        })
      : {};
    const nothing = { mail: undefined, receiptIds: [], hasFailed: false };
    written.push({ due: row, to: recipient?.email, ...nothing, ...result, alerts });
    await setImmediate();
  }
  return { ...end, written, head };
}

async function tryWrite(ctx: Context, row: DueRow, end: Parameters<typeof writeDigest>[2]) {
  try {
    return await writeDigest(ctx, row, end);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    ctx.log.error({ err: error, digest: row.id }, 'a digest could not be written');
    return { hasFailed: true };
  }
}

/** Stores the mails with the next due times and what the mails keep outside, in one transaction. */
export function storeDigests(ctx: Context, digests: WrittenDigests): Promise<void> {
  const { written, until, at, head } = digests;
  return transaction(ctx, async (ctx) => {
    let isMailed = false;
    for (const { due, to, mail, receiptIds, hasFailed, alerts } of written) {
      const next = hasFailed
        ? { dueAt: at + RETRY_MS, position: due.from_position, at: due.from_at, isSent: false }
        : { dueAt: nextAfter(due, alerts, at), position: until, at, isSent: mail !== undefined };
      if (!(await advance(ctx.db, due, next)) || hasFailed) continue;
      if (alerts) await advanceAlerts(ctx.db, due.id, digests.alertsUntil);
      if (!mail || to === undefined) continue;
      await enqueueMail(ctx, to, mail);
      await noteMailedReceipts(ctx, receiptIds);
      isMailed = true;
    }
    if (head && isMailed) await recordMailedHead(ctx, head);
  });
}

/** Views and downloads announce nothing: alerts are looked for again. */
function nextAfter(due: DueRow, alerts: AlertRow | undefined, at: number): number | null {
  const { frequency, hour, time_zone: timeZone } = due;
  if (frequency === 'immediately' && alerts && hasAlerts(alerts)) return at + DIGEST_DELAY_MS;
  return nextDueAt({ frequency, hour, timeZone }, at);
}
