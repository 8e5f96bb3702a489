import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { MailAttachment } from '#server/engines/mail/mailer.ts';
import type { MailContent } from '#server/modules/mail/compose-mail.ts';
import { enqueueMail } from '#server/modules/mail/enqueue-mail.ts';
import { readEvidenceSettings } from '#server/modules/settings/evidence-settings.ts';
import { createReceipt } from './create-receipt.ts';
import { type ReceiptFile, readReceiptFile } from './read-receipts.ts';
import { type ReceiptRow, setReceiptSent } from './receipt-queries.ts';

const OCCASIONS: Partial<Readonly<Record<ReceiptRow['kind'], string>>> = {
  entry: 'of your first visit',
  terms: 'of accepting the terms',
  exit: 'of leaving',
};

const areMailed = async (ctx: Context): Promise<boolean> =>
  ctx.mailer !== undefined && (await readEvidenceSettings(ctx)).mailReceipts;

const attach = ({ name, json }: ReceiptFile): MailAttachment => ({
  name: `${name}.json`,
  mediaType: 'application/json',
  text: json,
});

/** Mails a receipt of a visitor, in the transaction that stores it; nothing unless administrators switched this on. */
export async function mailReceipt(ctx: Context, row: ReceiptRow): Promise<void> {
  if (!(await areMailed(ctx))) return;
  const file = await readReceiptFile(ctx, row);
  await enqueueMail(ctx, file.statement.recipient, composeReceiptMail(file, row.kind));
  await setReceiptSent(ctx.db, row.id, ctx.now());
}

function composeReceiptMail(file: ReceiptFile, kind: ReceiptRow['kind']): MailContent {
  const { receipt, statement, keyId, publicKey } = file;
  return {
    subject: `Receipt ${OCCASIONS[kind] ?? ''}`.trim(),
    paragraphs: [
      `As of audit log entry ${receipt.logEntries} you could see ${receipt.filesVisible} files and had opened ${receipt.filesOpened}. The attached receipt is signed: keep it outside the data room. It shows later if the record was changed, and verifying it needs neither this server nor anybody's word.`,
      `Signing key ${keyId}: ${publicKey}`,
    ],
    link: { label: 'Verify', url: `${statement.installation}/verify` },
    reason: 'You received this email because you have access to documents in this data room.',
    attachments: [attach(file)],
  };
}

/**
 * Issues a receipt to the actor that goes with a mail about changes; none unless receipts are mailed, or for a link that names
 * nobody.
 */
export async function createMailedReceipt(
  ctx: Context,
): Promise<{ attachments: MailAttachment[]; receiptIds: number[] }> {
  const none = { attachments: [], receiptIds: [] };
  if (!(await areMailed(ctx))) return none;
  try {
    const row = await createReceipt(ctx, 'digest');
    return { attachments: [attach(await readReceiptFile(ctx, row))], receiptIds: [row.id] };
  } catch (error) {
    if (error instanceof AppError) return none;
    throw error;
  }
}

/** Notes that receipts were mailed, in the transaction that stores their mail. */
export async function noteMailedReceipts(ctx: Context, ids: readonly number[]): Promise<void> {
  for (const id of ids) await setReceiptSent(ctx.db, id, ctx.now());
}
