import { z } from 'zod';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { Receipt } from '#shared/contracts/audit.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { holderOf, loadRecipient } from './create-receipt.ts';
import { findTreeHead, listSigningKeyRows } from './queries.ts';
import { findReceipt, listReceiptRows, type ReceiptRow } from './receipt-queries.ts';
import { presentTreeHead } from './sign-tree-head.ts';

/** Describes what the server reads of a statement that it made. */
const statement = z.object({
  installation: z.string(),
  recipient: z.string(),
  filesVisible: z.int(),
  filesOpened: z.int(),
  stateHash: z.string(),
});

/** Reads a stored statement. */
export const statementOf = (row: Pick<ReceiptRow, 'statement'>) => statement.parse(JSON.parse(row.statement));

export const presentReceipt = (row: ReceiptRow): Receipt => {
  const { filesVisible, filesOpened } = statementOf(row);
  return {
    id: row.id,
    kind: row.kind,
    createdAt: isoInstant(row.created_at),
    logEntries: row.tree_size,
    filesVisible,
    filesOpened,
  };
};

/** Lists the actor's receipts, newest first. Rejects for a link that names nobody. Returns one row more than `limit`. */
export async function listReceipts(ctx: Context, page: PageRequest): Promise<ReceiptRow[]> {
  authorizeSystemAction(ctx.actor, 'getReceipts');
  await loadRecipient(ctx);
  return listReceiptRows(ctx.db, holderOf(ctx.actor), page);
}

/** Describes a receipt as a file: it proves everything except that its key is the right one. */
export interface ReceiptFile {
  readonly name: string;
  /** JSON, in one line. */
  readonly json: string;
  readonly receipt: Receipt;
  readonly statement: z.infer<typeof statement>;
  readonly keyId: string;
  /** Base64. */
  readonly publicKey: string;
}

export async function loadReceipt(ctx: Context, id: number): Promise<ReceiptFile> {
  authorizeSystemAction(ctx.actor, 'getReceipts');
  const row = await findReceipt(ctx.db, holderOf(ctx.actor), id);
  if (!row) throw new AppError('not-found', 'Receipt not found');
  await loadRecipient(ctx);
  return readReceiptFile(ctx, row);
}

/** Reads a receipt as the file that its holder gets. */
export async function readReceiptFile(ctx: Context, row: ReceiptRow): Promise<ReceiptFile> {
  const treeHead = await findTreeHead(ctx.db, row.tree_size);
  const key = (await listSigningKeyRows(ctx.db)).find((one) => one.id === row.key_id);
  if (!treeHead || !key) throw new AppError('not-found', 'Receipt not found');
  const publicKey = key.public_key.toString('base64');
  const content = {
    format: 'muniment-receipt/1',
    statement: row.statement,
    signature: row.signature,
    key: { id: key.id, publicKey },
    treeHead: presentTreeHead(treeHead),
  };
  return {
    name: `receipt-${row.tree_size}`,
    json: JSON.stringify(content),
    receipt: presentReceipt(row),
    statement: statementOf(row),
    keyId: key.id,
    publicKey,
  };
}
