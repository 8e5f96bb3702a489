import type { Context } from '#server/app/context.ts';
import type { Change } from '#shared/contracts/changes/changes.ts';
import type { FollowedEntries } from './followed-queries.ts';
import { readChanges } from './list-changes.ts';
import type { Since } from './news-queries.ts';
import { findLastPosition, findRootId } from './visit-queries.ts';

interface CollectOptions {
  readonly rootId: number;
  readonly since: Since;
  /** The last position that counts. */
  readonly until: number;
  /** Everything without it. */
  readonly followed: FollowedEntries | undefined;
  readonly limit: number;
}

/** Collects what others changed in one root folder and the actor may see now, newest first; one more than `limit`. */
export function collectChanges(ctx: Context, options: CollectOptions): Promise<Change[]> {
  const { rootId, since, until, followed, limit } = options;
  const filter = { since, root: { folderId: rootId, until }, followed, limit };
  return readChanges(ctx, { ...filter, unseenBy: undefined, cursor: undefined });
}

/** Returns the position of the last change that was committed. */
export const lastChangePosition = ({ db }: Pick<Context, 'db'>): Promise<number> => findLastPosition(db);

/** Returns the root folder above a folder that the actor was allowed to see. */
export const rootIdOf = ({ db }: Pick<Context, 'db'>, folderId: number): Promise<number> =>
  findRootId(db, folderId);
