import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import {
  findPublishedSince,
  loadFileVersion,
  versionNotFound,
} from '#server/authorization/load-file-version.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { assertNoDraft, becomesDraft } from './draft-versions.ts';
import { makeCurrent } from './make-current.ts';
import { findNewestOtherVersion, findVersionRow, setWithdrawn } from './queries.ts';

/** Withdraws a version. When it was current, the newest one that is neither withdrawn nor a draft becomes current. */
export function withdrawVersion(ctx: Context, fileId: number, number: number, reason: string): Promise<void> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    await loadFileVersion(ctx, fileId, number, 'withdrawVersion');
    const file = await loadFile(ctx, fileId, 'withdrawVersion');
    const isCurrent = number === file.version;
    // If a second manager approves, a withdrawal shows nothing that groups never saw.
    const shownSince =
      isCurrent && (await becomesDraft(ctx, file, false)) ? await findPublishedSince(ctx, file) : undefined;
    const other = await findNewestOtherVersion(ctx.db, fileId, { than: number, shownSince });
    const row = await findVersionRow(ctx.db, fileId, number);
    if (row) assertNoDraft(row);
    // A file without rows has one version, which has no other.
    if (!other)
      throw new AppError(
        'conflict',
        shownSince === undefined
          ? 'The only version cannot be withdrawn.'
          : 'The only published version cannot be withdrawn. Publish another one first.',
      );
    if (!row) throw versionNotFound();
    if (row.withdrawn_at !== null) throw new AppError('conflict', `Version ${number} is withdrawn already.`);
    await setWithdrawn(ctx.db, fileId, number, { at: ctx.now(), reason });
    if (isCurrent) await makeCurrent(ctx, file, other);
    await audit(ctx, {
      action: 'file.withdraw-version',
      object: { kind: 'file', id: fileId, name: file.name },
      details: { version: number, sha256: row.sha256, reason, ...(isCurrent && { current: other.number }) },
    });
  });
}
