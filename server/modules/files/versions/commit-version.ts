import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedFile, loadFile, toFileResource } from '#server/authorization/load-file.ts';
import { findShownSince } from '#server/authorization/load-file-version.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import { fileExtension } from '#shared/domain/file-type.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { commitBytes } from '../upload/commit-upload.ts';
import { findSentBy, insertStoredBlob } from '../upload/insert-upload.ts';
import { withholdUntilScanned } from '../withhold-until-scanned.ts';
import { becomesDraft, keepAsDraft } from './draft-versions.ts';
import { makeCurrent } from './make-current.ts';
import { findLastNumber, findSameContent, insertFirstVersion, insertVersion } from './queries.ts';

interface NewVersion {
  readonly fileId: number;
  /** The name of the uploaded file, of which only the extension counts. */
  readonly name: string;
  readonly note: string | null;
  /** Waits for the publication of its room. */
  readonly isDraft: boolean;
}

export interface CommittedVersion {
  readonly number: number;
  readonly typeChanged: boolean;
}

/**
 * Adds stored bytes as the next version of a file and makes it current, unless it is a draft, in one transaction, which includes
 * `alongside`. The lock orders parallel replacements. When it fails, the bytes are removed and the previous version stays
 * current.
 */
export function commitVersion(
  ctx: Context,
  blob: StoredBlob,
  { fileId, name, note, isDraft: isAsked }: NewVersion,
  alongside?: (ctx: Context) => Promise<void>,
): Promise<CommittedVersion> {
  return commitBytes(ctx, blob, { replaces: fileId }, async (ctx) => {
    const file = await loadFile(ctx, fileId, 'addVersion');
    await insertFirstVersion(ctx.db, fileId);
    const shownSince = await findComparedSince(ctx, file);
    const same = await findSameContent(ctx.db, fileId, { sha256: blob.sha256, shownSince });
    if (same !== undefined)
      throw new AppError('conflict', `This is the same content as version ${same}. No version was added.`);
    await assertQuota(ctx, file.owner_id, { bytes: blob.size });
    const isDraft = await becomesDraft(ctx, file, isAsked);
    const number = (await findLastNumber(ctx.db, fileId)) + 1;
    const { size, sha256 } = blob;
    const sentBy = findSentBy(ctx, { ownerId: file.owner_id });
    await insertStoredBlob(ctx, blob, sentBy);
    await withholdUntilScanned(ctx, [blob.key], ctx.actor.id);
    await insertVersion(ctx.db, {
      file_id: fileId,
      number,
      blob_key: blob.key,
      size,
      sha256,
      author_id: ctx.actor.id,
      created_at: ctx.now(),
      note,
      ...(isDraft && { is_draft: 1, replaced_at: ctx.now(), extension: fileExtension(name) || null }),
    });
    const next = {
      number,
      blob_key: blob.key,
      size,
      extension: fileExtension(name) || null,
      sent_by: sentBy,
    };
    const { typeChanged } = await (isDraft ? keepAsDraft : makeCurrent)(ctx, file, next);
    await audit(ctx, {
      action: isDraft ? 'draft.version' : 'file.add-version',
      object: { kind: 'file', id: fileId, name: file.name },
      details: { version: number, replaced: file.version, size, sha256 },
    });
    await alongside?.(ctx);
    return { number, typeChanged };
  });
}

/** Returns the instant since which versions are compared: the refusal must not confirm content that the actor may not see. */
const findComparedSince = async (ctx: Context, file: LoadedFile): Promise<number | undefined> =>
  filePolicy.seeVersions(ctx.actor, toFileResource(file))
    ? findShownSince(ctx, file)
    : // The current version alone is never replaced.
      Number.MAX_SAFE_INTEGER;
