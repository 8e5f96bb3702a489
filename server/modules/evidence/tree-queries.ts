import type { Context } from '#server/app/context.ts';
import { hasValidSeal } from '#server/database/audit/audit-chain.ts';
import { catchUpAuditTree, leafOfRow, readTree } from '#server/database/audit/audit-tree.ts';
import {
  type ProofPlan,
  planConsistencyProof,
  planInclusionProof,
  rootHash,
} from '#server/database/audit/merkle-tree.ts';
import { openSnapshot } from '#server/database/backup/snapshot-rows.ts';
import type { Database } from '#server/database/open-database.ts';
import { type AuditHeadRow, findAuditHead, findRowHash, listTreeNodes } from './queries.ts';

/** Reads the head of the log after adding the rows that the tree lacks. */
export async function loadCompleteHead(ctx: Context): Promise<AuditHeadRow> {
  await catchUpAuditTree(ctx.db, ctx.now);
  return findAuditHead(ctx.db);
}

/** Returns the size and the root hash, in hex, of the tree of a head; undefined when it is empty or damaged. */
export function readRoot(head: AuditHeadRow): { treeSize: number; rootHash: string } | undefined {
  const tree = readTree(head);
  if (!tree || tree.size === 0) return undefined;
  return { treeSize: tree.size, rootHash: rootHash(tree).toString('hex') };
}

/** Runs work that reads one state of the database, and blocks no writer on PostgreSQL. */
export async function inSnapshot<T>(ctx: Context, read: (ctx: Context) => Promise<T>): Promise<T> {
  const db = await openSnapshot(ctx.db);
  try {
    return await read({ ...ctx, db });
  } finally {
    await db.rollback().execute();
  }
}

/** Returns the leaf of an entry with its path to the root of a tree of that size, in hex. */
export async function findInclusion(
  db: Database,
  position: number,
  treeSize: number,
): Promise<{ leafHash: string; path: string[] } | undefined> {
  const row = await findRowHash(db, position);
  if (!row || position > treeSize) return undefined;
  const path = await assemble(db, planInclusionProof(position - 1, treeSize));
  return { leafHash: leafOfRow(row).toString('hex'), path };
}

export const listConsistencyPath = (db: Database, from: number, to: number): Promise<string[]> =>
  assemble(db, planConsistencyProof(from, to));

async function assemble(db: Database, plan: ProofPlan): Promise<string[]> {
  const hashes = plan.assemble(await listTreeNodes(db, plan.places));
  return hashes.map((hash) => hash.toString('hex'));
}

/** Returns whether the newest entry is there and sealed by this installation. */
export async function hasSealedEnd({ db, signingKeys }: Context, head: AuditHeadRow): Promise<boolean> {
  const newest = await findRowHash(db, head.position);
  return newest?.hash === head.hash && hasValidSeal(signingKeys, head);
}
