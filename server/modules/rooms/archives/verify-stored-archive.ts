import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { audit } from '#server/app/audit.ts';
import { type Services, systemContext, transaction } from '#server/app/context.ts';
import { findBlob } from '#server/authorization/stored-objects/blob-rows.ts';
import { storageFailureOf } from '#server/engines/storage/object-storage.ts';
import { listSigningKeys } from '#server/modules/evidence/signing-keys.ts';
import { verifyArchive } from '#shared/evidence/archive/archive-verifier.mjs';
import { findArchive, findRoomOfArchive, setVerified } from './archive-queries.ts';

/** Verifies the stored bytes of an archive as their receivers do, and records the result. */
export async function verifyStoredArchive(
  services: Services,
  archiveId: number,
  signal: AbortSignal,
): Promise<void> {
  const archive = await findArchive(services.db, archiveId);
  if (archive?.verification !== 'waiting' || archive.blob_key === null) return;
  const problem = await findProblem(services, archive.blob_key, signal);
  const verification = problem === null ? 'valid' : 'invalid';
  await transaction(systemContext(services), async (ctx) => {
    const result = { verification, problem, verified_at: ctx.now() } as const;
    // A job that outlived its lease is done twice.
    if (!(await setVerified(ctx.db, archiveId, result))) return;
    await audit(ctx, {
      action: 'archive.verified',
      object: { kind: 'folder', ...(await findRoomOfArchive(ctx.db, archiveId)) },
      details: { archiveId, verification, problem },
    });
  });
}

async function findProblem(services: Services, key: string, signal: AbortSignal): Promise<string | null> {
  const blob = await findBlob(services.db, key);
  if (!blob) return 'The bytes of the archive are missing.';
  const { size, wrapped_key: wrappedKey } = blob;
  async function read(from: number, to: number): Promise<Buffer> {
    signal.throwIfAborted();
    if (to <= from) return Buffer.alloc(0);
    return buffer(await services.blobs.open({ key, size, wrappedKey }, { start: from, end: to - 1 }));
  }
  const keys = JSON.stringify({ keys: await listSigningKeys(systemContext(services)) });
  try {
    const result = await verifyArchive(
      { name: 'archive', size, read },
      { keys, createHash: () => createHash('sha256') },
    );
    return result.state === 'valid' ? null : result.message;
  } catch (error) {
    const failure = storageFailureOf(error);
    if (failure === 'missing') return 'The bytes of the archive are missing.';
    if (failure === 'damaged') return 'The stored bytes of the archive are damaged.';
    throw error;
  }
}
