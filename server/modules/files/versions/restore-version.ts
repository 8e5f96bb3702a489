import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { loadFileVersion, versionNotFound, wasPublished } from '#server/authorization/load-file-version.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import type { CommittedVersion } from './commit-version.ts';
import { assertNoDraft, becomesDraft, keepAsDraft } from './draft-versions.ts';
import { makeCurrent } from './make-current.ts';
import { findLastNumber, findVersionRow, insertVersion } from './queries.ts';

/**
 * Adds the content of an earlier version as a new version, which becomes current. Content that groups never saw becomes a draft
 * where a new version with it would be one, and that of a discarded draft always: only a publication shows it.
 */
export function restoreVersion(ctx: Context, fileId: number, number: number): Promise<CommittedVersion> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    await loadFileVersion(ctx, fileId, number, 'restoreVersion');
    const file = await loadFile(ctx, fileId, 'restoreVersion');
    if (number === file.version) throw new AppError('conflict', `Version ${number} is the current version.`);
    const row = await findVersionRow(ctx.db, fileId, number);
    if (!row) throw versionNotFound();
    assertNoDraft(row);
    const isDraft =
      !(await wasPublished(ctx, file, number)) &&
      (await becomesDraft(ctx, file, row.is_draft === 1 && file.roomId !== undefined));
    const { blob_key, size, sha256, extension, sent_by } = row;
    await assertQuota(ctx, file.owner_id, { bytes: size });
    const added = (await findLastNumber(ctx.db, fileId)) + 1;
    await insertVersion(ctx.db, {
      file_id: fileId,
      number: added,
      blob_key,
      size,
      sha256,
      author_id: ctx.actor.id,
      created_at: ctx.now(),
      note: `Restored from version ${number}`,
      ...(isDraft && { is_draft: 1, replaced_at: ctx.now(), extension }),
    });
    const next = { number: added, blob_key, size, extension, sent_by };
    const { typeChanged } = await (isDraft ? keepAsDraft : makeCurrent)(ctx, file, next);
    await audit(ctx, {
      action: isDraft ? 'draft.version' : 'file.restore-version',
      object: { kind: 'file', id: fileId, name: file.name },
      details: { version: added, replaced: file.version, restored: number, sha256 },
    });
    return { number: added, typeChanged };
  });
}
