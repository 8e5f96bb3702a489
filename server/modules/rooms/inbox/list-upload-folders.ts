import type { Context } from '#server/app/context.ts';
import { MAX_UPLOAD_FOLDERS } from '#shared/domain/limits.ts';
import { listUploadFolders as listRows } from './queries.ts';

/** Lists the folders that the actor may send files to without seeing them. */
export const listUploadFolders = (ctx: Context) => listRows(ctx.db, ctx, MAX_UPLOAD_FOLDERS);
