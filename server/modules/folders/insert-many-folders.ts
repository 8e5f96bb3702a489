import type { Context } from '#server/app/context.ts';
import { insertFolders } from './queries.ts';

/**
 * Inserts any number of folders that their caller has authorized, without audit rows; returns them in their order. Other modules
 * cannot import the queries of this one.
 */
export const insertManyFolders = (
  ctx: Pick<Context, 'db'>,
  folders: Parameters<typeof insertFolders>[1],
): ReturnType<typeof insertFolders> => insertFolders(ctx.db, folders);
