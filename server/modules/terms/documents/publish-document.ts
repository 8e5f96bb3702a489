import type { FastifyRequest } from 'fastify';
import { type Context, withLock } from '#server/app/context.ts';
import { loadTerms } from '#server/authorization/links/load-terms.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import { invalidInput } from '#server/http/validation.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import { findFileBlob } from '#server/modules/files/read-content.ts';
import { discardBytes } from '#server/modules/files/store-bytes.ts';
import { insertStoredBlob } from '#server/modules/files/upload/insert-upload.ts';
import { receiveForm } from '#server/modules/files/upload/receive-upload.ts';
import { storeUpload } from '#server/modules/files/upload/store-upload.ts';
import { withholdUntilScanned } from '#server/modules/files/withhold-until-scanned.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import { createTermsFields, publishTermsFields } from '#shared/contracts/links/terms.ts';
import { MAX_TERMS_DOCUMENT_BYTES } from '#shared/domain/link-steps.ts';
import { addTerms, addVersion, type VersionContent } from '../save-terms.ts';
import { inspectDocument, type StoredDocument } from './inspect-document.ts';

type Work<T> = (ctx: Context, content: VersionContent) => Promise<T>;

/** Creates terms of a document that arrives as form data; returns their id. */
export async function createTermsFromUpload(ctx: Context, request: FastifyRequest): Promise<number> {
  const { id: ownerId } = await loadCurrentUser(ctx);
  return receiveForm(ctx, request, {
    maxBytes: MAX_TERMS_DOCUMENT_BYTES,
    parse: (raw) => {
      const parsed = createTermsFields.safeParse(raw);
      if (!parsed.success) throw invalidInput(parsed.error);
      return parsed.data;
    },
    assertAllowed: async () => {},
    commit: (blob, name, fields) =>
      commitDocument(ctx, { blob, name, ownerId }, (ctx, content) => addTerms(ctx, fields.name, content)),
  });
}

/** Publishes a document that arrives as form data. */
export async function publishUpload(ctx: Context, id: number, request: FastifyRequest): Promise<void> {
  const { owner_id: ownerId } = await loadTerms(ctx, id, 'update');
  return receiveForm(ctx, request, {
    maxBytes: MAX_TERMS_DOCUMENT_BYTES,
    parse: (raw) => {
      const parsed = publishTermsFields.safeParse(raw);
      if (!parsed.success) throw invalidInput(parsed.error);
      return parsed.data;
    },
    assertAllowed: async () => {},
    commit: (blob, name) =>
      commitDocument(ctx, { blob, name, ownerId }, (ctx, content) => addVersion(ctx, id, content)),
  });
}

/** Creates terms of a file; returns their id. */
export async function createTermsFromFile(
  ctx: Context,
  { name, fileId }: { name: string; fileId: number },
): Promise<number> {
  const { id: ownerId } = await loadCurrentUser(ctx);
  const stored = await copyFile(ctx, fileId, ownerId);
  return commitDocument(ctx, stored, (ctx, content) => addTerms(ctx, name, content));
}

/** Publishes a file as it is now. */
export async function publishFile(ctx: Context, id: number, fileId: number): Promise<void> {
  const { owner_id: ownerId } = await loadTerms(ctx, id, 'update');
  const stored = await copyFile(ctx, fileId, ownerId);
  return commitDocument(ctx, stored, (ctx, content) => addVersion(ctx, id, content));
}

/**
 * Copies the bytes of a file, so that its later versions and its deletion leave the terms as they are. Visitors of a link see
 * them, so only somebody who may share the file publishes it.
 */
async function copyFile(ctx: Context, fileId: number, ownerId: number): Promise<StoredDocument> {
  const file = await loadFile(ctx, fileId, 'share');
  // Leaves the actor out: nobody publishes content in which a virus was found.
  const bytes = await ctx.blobs.open(await findFileBlob({ db: ctx.db }, file));
  const blob = await storeUpload(ctx, bytes, { maxBytes: MAX_TERMS_DOCUMENT_BYTES });
  return { blob, name: file.name, ownerId };
}

/** Reads stored bytes and runs the transaction that refers to them; when it fails, the bytes are removed. */
async function commitDocument<T>(ctx: Context, stored: StoredDocument, work: Work<T>): Promise<T> {
  const { blob, name, ownerId } = stored;
  try {
    const { text, pages } = await inspectDocument(ctx, stored);
    return await withLock(ctx, 'folder-tree', async (ctx) => {
      // Meanwhile the session may have ended.
      const current = await reloadUser(ctx);
      await enforceMaintenanceMode(current);
      await assertQuota(current, ownerId, { bytes: blob.size });
      await insertStoredBlob(current, blob);
      await withholdUntilScanned(current, [blob.key], ownerId);
      return work(current, { text, document: { blobKey: blob.key, name, sha256: blob.sha256, pages } });
    });
  } catch (error) {
    await discardBytes(ctx, blob, error);
    throw error;
  }
}
