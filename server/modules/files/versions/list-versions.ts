import type { Context } from '#server/app/context.ts';
import { type LoadedFile, loadFile, toFileResource } from '#server/authorization/load-file.ts';
import { findShownSince, versionNotFound } from '#server/authorization/load-file-version.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { describeFirstVersion, findVersionRow, listVersionRows, type VersionRow } from './queries.ts';

interface ListedVersions {
  readonly file: LoadedFile;
  readonly versions: readonly VersionRow[];
}

/** Lists the versions that the actor may see, newest first. Returns one row more than `limit`. */
export async function listVersions(ctx: Context, fileId: number, page: PageRequest): Promise<ListedVersions> {
  const file = await loadFile(ctx, fileId, 'view');
  const resource = toFileResource(file);
  if (!filePolicy.seeVersions(ctx.actor, resource)) {
    const isPast = page.cursor !== undefined && page.cursor <= file.version;
    return { file, versions: isPast ? [] : [await loadVersionRow(ctx, file, file.version)] };
  }
  const includesWithdrawn = filePolicy.seeWithdrawnVersions(ctx.actor, resource);
  const shownSince = await findShownSince(ctx, file);
  const rows = await listVersionRows(ctx.db, fileId, { ...page, includesWithdrawn, shownSince });
  if (rows.length > 0 || page.cursor !== undefined) return { file, versions: rows };
  return { file, versions: [await describeFirstVersion(ctx.db, fileId)] };
}

/** Returns the row of a version of a loaded file. */
export async function loadVersionRow({ db }: Context, file: LoadedFile, number: number): Promise<VersionRow> {
  const row = await findVersionRow(db, file.id, number);
  if (row) return row;
  if (number !== 1 || file.current_version !== 1) throw versionNotFound();
  return describeFirstVersion(db, file.id);
}
