import { type Services, systemContext, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { JobRights } from '#server/authorization/job-rights.ts';
import { insertBlob } from '#server/authorization/stored-objects/blob-rows.ts';
import { type StoredBlob, storageFailureOf } from '#server/engines/storage/object-storage.ts';
import { signTreeHead } from '#server/modules/evidence/sign-tree-head.ts';
import { archiveText } from '#server/modules/evidence/signed-texts.ts';
import { loadSigningKey, signText } from '#server/modules/evidence/signing-keys.ts';
import type { PlannedEntry } from '#server/modules/files/archives/plan-archive.ts';
import { discardBytes } from '#server/modules/files/store-bytes.ts';
import type { TreeHead } from '#shared/contracts/audit.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { addContent, type DocumentCounts, type Target } from './add-content.ts';
import { addReaders, addRoomEvidence } from './add-evidence.ts';
import { addPermissionHistory, addRequests, addTerms, addTimeStamp } from './add-records.ts';
import { findArchive, setArchive } from './archive-queries.ts';
import { createArchiveWriter } from './archive-writer.ts';
import { loadWork, type Work } from './load-work.ts';
import { planRoom } from './plan-room.ts';

const BYTES_PER_GB = 1e9;

/** Creates an archive and stores it. After a crash it begins again: nothing of the first run is referenced. */
export async function buildArchive(
  services: Services,
  { archiveId, ...rights }: { archiveId: number } & JobRights,
  signal: AbortSignal,
): Promise<void> {
  const archive = await findArchive(services.db, archiveId);
  if (archive?.state !== 'waiting' && archive?.state !== 'running') return;
  let neededBytes = 0;
  try {
    const work = await loadWork(services, archive, rights);
    const plan = await planRoom(work.reader, archive.room_id);
    neededBytes = plan.reduce((sum, { file }) => sum + (file?.size ?? 0), 0);
    await storeArchive(services, work, plan, signal);
  } catch (error) {
    const isFull = storageFailureOf(error) === 'full';
    if (!isFull && !(error instanceof AppError)) throw error;
    await setArchive(services.db, archiveId, {
      state: 'failed',
      error: error instanceof AppError ? error.message : describeNeed(neededBytes),
      is_storage_full: isFull ? 1 : 0,
      finished_at: services.now(),
    });
  }
}

function describeNeed(bytes: number): string {
  const gigabytes = Math.max(0.1, Math.ceil((bytes / BYTES_PER_GB) * 10) / 10);
  return `Not enough storage. ${gigabytes} GB are needed.`;
}

async function storeArchive(
  services: Services,
  work: Work,
  plan: readonly PlannedEntry[],
  signal: AbortSignal,
): Promise<void> {
  const writer = createArchiveWriter();
  const storing = services.blobs.put(writer.output, { maxBytes: Number.MAX_SAFE_INTEGER });
  const writing = writeArchive(services, work, { writer, plan, signal });
  writing.catch(writer.abandon);
  const [stored, written] = await Promise.allSettled([storing, writing]);
  // A store that is full ends the writing too, and is the reason to tell.
  if (stored.status === 'rejected' && storageFailureOf(stored.reason) !== undefined) throw stored.reason;
  if (written.status === 'rejected') throw written.reason;
  if (stored.status === 'rejected') throw stored.reason;
  await commit(services, work, stored.value, written.value);
}

interface Written extends DocumentCounts {
  readonly manifestHash: string;
  readonly keyId: string;
  readonly signature: string;
}

/** Makes the archive available, unless it was deleted meanwhile or the manager lost the right to it. */
async function commit(
  services: Services,
  { archive, rights }: Work,
  blob: StoredBlob,
  { manifestHash, keyId, signature, documents, leftOut, withoutOriginal }: Written,
): Promise<void> {
  try {
    await transaction(systemContext(services), async (ctx) => {
      await loadWork(ctx, archive, rights);
      const current = await findArchive(ctx.db, archive.id);
      if (current?.state === 'failed') throw new AppError('conflict', current.error ?? 'The archive failed.');
      await insertBlob(ctx.db, blob, { now: ctx.now() });
      const isThere = await setArchive(ctx.db, archive.id, {
        state: 'done',
        blob_key: blob.key,
        size: blob.size,
        manifest_hash: manifestHash,
        key_id: keyId,
        signature,
        documents,
        left_out: leftOut,
        without_original: withoutOriginal,
        finished_at: ctx.now(),
      });
      if (!isThere) throw new AppError('conflict', 'The archive was deleted.');
    });
  } catch (error) {
    // If this fails too, the maintenance removes the object, which no row names.
    await discardBytes(services, blob, error).catch(() => undefined);
    throw error;
  }
}

async function writeArchive(services: Services, work: Work, target: Target): Promise<Written> {
  const { archive, room, roomName, group, createdBy } = work;
  const { writer } = target;
  const ctx = systemContext(services);
  const treeHead = await signTreeHead(ctx);
  if (!treeHead) throw new AppError('conflict', 'The audit log cannot be signed at the moment. Try again.');
  const createdAt = isoInstant(ctx.now());
  const about = `${group ? `As the group “${group.name}” saw it` : 'The whole room'}, ${createdAt}, created by ${createdBy} in ${ctx.config.publicUrl}. ${CONTENTS[group ? 'group' : 'room']}`;
  const counts = await addContent(services, work, target, about);
  await addReaders(ctx, writer);
  await addRequests(writer, work);
  await addTimeStamp(ctx, writer, treeHead.treeSize);
  if (!group) {
    await addRoomEvidence(ctx, writer, { roomId: room.id, logEntries: treeHead.treeSize });
    await addPermissionHistory(ctx, writer, room.id);
    await addTerms(ctx, writer, room.id);
  }
  const statement = {
    format: 'muniment-archive/1',
    installation: ctx.config.publicUrl,
    archive: archive.id,
    room: { id: room.id, name: roomName },
    group: group ? { id: group.id, name: group.name } : null,
    createdAt,
    createdBy,
    logEntries: treeHead.treeSize,
    rootHash: treeHead.rootHash,
    documents: counts.documents,
    leftOut: counts.leftOut,
  };
  let signed = { keyId: '', signature: '' };
  const key = await loadSigningKey(ctx);
  const { manifestHash } = await writer.finish(statement, (hash) => {
    signed = signText(ctx, key, archiveText(hash));
    return signatureFile(hash, signed.signature, {
      key: { id: key.id, publicKey: key.public_key.toString('base64') },
      treeHead,
    });
  });
  return { manifestHash, ...signed, ...counts };
}

const CONTENTS = {
  room: 'With the entries of the audit log about its folders, files, links, groups and requests, the request list, the history of permissions, and receipts, terms and acceptances of visitors who saw this room alone.',
  group:
    'With its own requests. Without the audit log, the history of permissions, receipts and acceptances, which other parties are named in.',
};

const signatureFile = (
  manifest: string,
  signature: string,
  { key, treeHead }: { key: { id: string; publicKey: string }; treeHead: TreeHead },
): string => `${JSON.stringify({ format: 'muniment-archive/1', manifest, signature, key, treeHead })}\n`;
