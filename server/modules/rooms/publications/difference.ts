import { createHash, type Hash } from 'node:crypto';
import type { Context } from '#server/app/context.ts';
import type { GroupDifference } from '#shared/contracts/rooms/drafts.ts';
import { listGroups } from '../groups/queries.ts';
import { compareFiles } from './compare-group-queries.ts';
import { compareDraftedFiles, listDraftedFolders } from './comparison/drafted-file-queries.ts';
import { countDrafts, describeDrafts } from './draft-queries.ts';
import type { DraftsOf } from './pending-draft-queries.ts';

const LINES_PER_STATEMENT = 5_000;

/** Counts what each group gains and loses once these drafts are published. */
export async function compareGroups(
  ctx: Context,
  roomId: number,
  publication: DraftsOf,
): Promise<GroupDifference[]> {
  const groups = await listGroups(ctx.db, roomId);
  const { changeCount } = await countDrafts(ctx.db, roomId, publication);
  const differences: GroupDifference[] = [];
  // A statement for each, since SQLite runs it on the main thread: one for all of them takes as long together.
  const compare =
    changeCount > 0
      ? (groupId: number) => compareFiles(ctx.db, ctx, { roomId, groupId, publication })
      : await compareOnlyNew(ctx, roomId, publication);
  for (const { id: groupId, name } of groups)
    differences.push({ groupId, name, ...(await compare(groupId)) });
  return differences;
}

async function compareOnlyNew(ctx: Context, roomId: number, publication: DraftsOf) {
  const folders = await listDraftedFolders(ctx.db, roomId, publication);
  return (groupId: number) => compareDraftedFiles(ctx.db, ctx, { groupId, publication }, folders);
}

/**
 * Hashes what a publication would publish and what each group would gain and lose by it: another place, name or content of a
 * draft, another move or level, and other rights of a group meanwhile give another hash.
 */
export async function hashDrafts(ctx: Context, roomId: number, publication: DraftsOf): Promise<string> {
  const hash = await describeInHash(ctx, roomId, publication);
  const difference = await compareGroups(ctx, roomId, publication);
  hash.update(JSON.stringify(difference.map(({ name: _, ...counts }) => counts)));
  return hash.digest('hex');
}

/** Hashes what these drafts would publish, without what each group would gain. */
export const hashContent = async (ctx: Context, roomId: number, drafts: DraftsOf): Promise<string> =>
  (await describeInHash(ctx, roomId, drafts)).digest('hex');

async function describeInHash({ db }: Context, roomId: number, drafts: DraftsOf): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const line of describeDrafts(db, roomId, drafts, LINES_PER_STATEMENT)) hash.update(line);
  return hash;
}
