import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { TreeHead } from '#shared/contracts/audit.ts';
import { findAuditHead, findNewestTreeHead, findTreeHead } from './queries.ts';
import { presentTreeHead, signTreeHead } from './sign-tree-head.ts';
import { findInclusion, hasSealedEnd, listConsistencyPath } from './tree-queries.ts';

const NO_ENTRY = 'The audit log has no such entry.';

/** Returns the newest signed tree head. */
export async function getTreeHead(ctx: Context): Promise<TreeHead> {
  authorizeSystemAction(ctx.actor, 'getReceipts');
  const head = await findNewestTreeHead(ctx.db);
  if (!head) throw new AppError('not-found', 'No tree head is signed yet.');
  return presentTreeHead(head);
}

/** Proves that the log of `to` entries continues that of `from`. */
export async function proveConsistency(ctx: Context, { from, to }: { from: number; to: number }) {
  authorizeSystemAction(ctx.actor, 'getReceipts');
  if (from > to) throw new AppError('invalid', '`from` must not be greater than `to`.');
  const { tree_size } = await findAuditHead(ctx.db);
  if (to > tree_size) throw new AppError('not-found', NO_ENTRY);
  return { from, to, path: await listConsistencyPath(ctx.db, from, to) };
}

/** Proves that the log of a signed tree head contains an entry. */
export async function proveInclusion(ctx: Context, position: number, treeSize: number | undefined) {
  authorizeSystemAction(ctx.actor, 'seeAuditLog');
  const treeHead = await findTreeHeadWith(ctx, position, treeSize);
  const inclusion = treeHead && (await findInclusion(ctx.db, position, treeHead.treeSize));
  if (!inclusion) throw new AppError('not-found', NO_ENTRY);
  return { position, ...inclusion, treeHead };
}

/** Finds the head of a size, or the newest: a new one for an entry that it lacks. */
async function findTreeHeadWith(
  ctx: Context,
  position: number,
  treeSize: number | undefined,
): Promise<TreeHead | undefined> {
  const head = await (treeSize === undefined ? findNewestTreeHead(ctx.db) : findTreeHead(ctx.db, treeSize));
  if (treeSize === undefined && (head?.tree_size ?? 0) < position) return signTreeHead(ctx);
  return head && presentTreeHead(head);
}

/** Describes the log for administrators, without reading it all: `npm run audit:verify` does. */
export async function getAuditState(ctx: Context) {
  authorizeSystemAction(ctx.actor, 'seeAuditLog');
  const head = await findAuditHead(ctx.db);
  const treeHead = await findNewestTreeHead(ctx.db);
  return {
    entries: head.position,
    isSealed: await hasSealedEnd(ctx, head),
    treeSize: head.tree_size,
    treeHead: treeHead ? presentTreeHead(treeHead) : null,
  };
}
