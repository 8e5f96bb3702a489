import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { assertRateLimit, countAttempt } from '#server/authorization/rate-limits.ts';
import { requireUsername } from '#server/authorization/readers/username.ts';
import { reloadActor } from '#server/authorization/reload-actor.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { type AuditHeadRow, findAuditHead } from './queries.ts';
import {
  countOpenedFiles,
  findInvitationEmail,
  type Holder,
  hashVisibleFiles,
  insertReceipt,
  type ReceiptRow,
} from './receipt-queries.ts';
import { signTreeOf } from './sign-tree-head.ts';
import { receiptText } from './signed-texts.ts';
import { loadSigningKey, signText } from './signing-keys.ts';
import { inSnapshot, loadCompleteHead } from './tree-queries.ts';

/** Holds what a statement says of a person. */
interface Observation {
  readonly holder: Holder;
  readonly recipient: string;
  readonly head: AuditHeadRow;
  readonly filesVisible: number;
  readonly stateHash: string;
  readonly filesOpened: number;
}

/**
 * Signs what the actor can see and has opened. Refuses links that name nobody, since many people may share one. `alongside` is
 * part of the transaction that stores the receipt.
 */
export async function createReceipt(
  ctx: Context,
  kind: ReceiptRow['kind'],
  alongside?: (ctx: Context, receipt: ReceiptRow) => Promise<void>,
): Promise<ReceiptRow> {
  // Each occasion is counted on its own: requests must not keep a visitor from the receipt of leaving.
  const occasion = kind !== 'request' && { kind };
  const name = JSON.stringify({ ...holderOf(ctx.actor), ...occasion });
  const limit = [{ kind: 'receipt', name }] as const;
  await assertRateLimit(ctx, limit);
  await countAttempt(ctx, limit);
  await loadCompleteHead(ctx);
  const observation = await inSnapshot(ctx, observe);
  const { tree_size, position } = observation.head;
  const treeHead = tree_size === position ? await signTreeOf(ctx, observation.head) : undefined;
  if (!treeHead) throw new AppError('conflict', 'The audit log cannot be signed at the moment. Try again.');
  return transaction(ctx, async (ctx) => {
    const key = await loadSigningKey(ctx);
    const createdAt = ctx.now();
    const statement = JSON.stringify({
      installation: ctx.config.publicUrl,
      kind,
      recipient: observation.recipient,
      issuedAt: isoInstant(createdAt),
      logEntries: treeHead.treeSize,
      rootHash: treeHead.rootHash,
      filesVisible: observation.filesVisible,
      stateHash: observation.stateHash,
      filesOpened: observation.filesOpened,
    });
    const { keyId, signature } = signText(ctx, key, receiptText(statement));
    const receipt = await insertReceipt(ctx.db, {
      ...observation.holder,
      kind,
      tree_size: treeHead.treeSize,
      statement,
      key_id: keyId,
      signature,
      created_at: createdAt,
    });
    await audit(ctx, {
      action: 'receipt.create',
      object: { kind: 'receipt', id: receipt.id, name: kind },
      details: { logEntries: treeHead.treeSize },
    });
    await alongside?.(ctx, receipt);
    return receipt;
  });
}

export function holderOf(actor: Actor): Holder {
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'Sign in first');
  return actor.kind === 'user'
    ? { user_id: actor.id, invitation_id: null }
    : { user_id: null, invitation_id: actor.invitationId };
}

/** Reads what the statement says; in one snapshot, so that it is true of exactly so many entries of the log. */
async function observe(ctx: Context): Promise<Observation> {
  const actor = await reloadActor(ctx);
  const holder = holderOf(actor);
  const recipient = await loadRecipient({ ...ctx, actor });
  const head = await findAuditHead(ctx.db);
  const { filesVisible, stateHash } = await hashVisibleFiles(ctx.db, { ...ctx, actor });
  const viewer = actor.kind === 'user' ? { viewer_id: actor.id } : { viewer_email: recipient };
  const filesOpened = await countOpenedFiles(ctx.db, viewer);
  return { holder, recipient, head, filesVisible, stateHash, filesOpened };
}

/** Returns the person's name. Rejects for a link without an address. */
export async function loadRecipient({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<string> {
  if (actor.kind === 'user') return requireUsername(db, actor.id);
  const email = actor.kind === 'visitor' ? await findInvitationEmail(db, actor.invitationId) : '';
  if (email === '')
    throw new AppError(
      'forbidden',
      'This link names nobody. A receipt is for a person: ask for an invitation.',
    );
  return email;
}
