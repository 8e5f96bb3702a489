import type { Context } from '#server/app/context.ts';
import { transaction } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import type { TreeHead } from '#shared/contracts/audit.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { type AuditHeadRow, findTreeHead, insertTreeHead, type TreeHeadRow } from './queries.ts';
import { treeHeadText } from './signed-texts.ts';
import { loadSigningKey, signText } from './signing-keys.ts';
import { loadCompleteHead, readRoot } from './tree-queries.ts';

/** Signs the tree of the audit log as it is now, unless that size is signed already. Undefined while the log has no entry. */
export async function signTreeHead(ctx: Context): Promise<TreeHead | undefined> {
  return signTreeOf(ctx, await loadCompleteHead(ctx));
}

/** Has the tree signed once the change that is recorded in this transaction is committed, whatever becomes of its caller. */
export const requestTreeHead = (ctx: Context): Promise<void> =>
  publish(ctx, 'evidence.tree_head_requested', {}, { dedupeKey: 'evidence.tree_head_requested' });

/** Signs the tree of a head that was read from the database. */
export async function signTreeOf(ctx: Context, head: AuditHeadRow): Promise<TreeHead | undefined> {
  const root = readRoot(head);
  if (!root) return undefined;
  return transaction(ctx, async (ctx) => {
    const known = await findTreeHead(ctx.db, root.treeSize);
    if (known) return presentTreeHead(known);
    const key = await loadSigningKey(ctx);
    const signedAt = ctx.now();
    const content = {
      ...root,
      signedAt: isoInstant(signedAt),
      keyId: key.id,
    };
    const { signature } = signText(ctx, key, treeHeadText(content));
    await insertTreeHead(ctx.db, {
      tree_size: root.treeSize,
      root_hash: root.rootHash,
      signed_at: signedAt,
      key_id: key.id,
      signature,
    });
    // Another process may have signed the same size meanwhile.
    const stored = await findTreeHead(ctx.db, root.treeSize);
    return stored && presentTreeHead(stored);
  });
}

export const presentTreeHead = (row: TreeHeadRow): TreeHead => ({
  treeSize: row.tree_size,
  rootHash: row.root_hash,
  signedAt: isoInstant(row.signed_at),
  keyId: row.key_id,
  signature: row.signature,
});
