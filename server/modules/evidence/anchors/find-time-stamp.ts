import type { Context } from '#server/app/context.ts';
import { findTreeHead } from '../queries.ts';
import { presentTreeHead } from '../sign-tree-head.ts';
import { treeHeadText } from '../signed-texts.ts';
import { findNewestToken } from './anchor-queries.ts';

/** Returns the newest time stamp of a tree head of at most so many entries, with the text that it is of. */
export async function findTimeStampOf(
  ctx: Context,
  logEntries: number,
): Promise<{ treeSize: number; text: string; token: Buffer } | undefined> {
  const anchor = await findNewestToken(ctx.db, logEntries);
  const head = anchor && (await findTreeHead(ctx.db, anchor.tree_size));
  if (!anchor?.token || !head) return undefined;
  return { treeSize: anchor.tree_size, text: treeHeadText(presentTreeHead(head)), token: anchor.token };
}
