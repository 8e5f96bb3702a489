import type { Services } from '#server/app/context.ts';
import { type DomainEvents, enqueueEvents } from '#server/app/domain-events.ts';
import { isInRoomWithGroups } from '#server/authorization/publication/room-of.ts';
import { insertBlob } from '#server/authorization/stored-objects/blob-rows.ts';
import type { Block, Extraction } from '#server/engines/documents/document-engine.ts';
import { type EndJob, listEnqueuedKinds } from '#server/engines/queue/job-queue.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { discardBytes } from '#server/modules/files/store-bytes.ts';
import { enqueueFile } from '../feed-queries.ts';
import { type OcrOutcome, setOcrOutcome } from '../ocr/queries.ts';
import { type FileRow, findFile, releaseBlob, setExtractionOutcome } from '../queries.ts';
import { leaveOutHidden } from './leave-out-hidden.ts';
import { storeBlocks } from './stored-blocks.ts';

const MAX_EXCERPT_LENGTH = 300;

/** The outcome of text extraction, as the file's row stores it. */
interface ExtractedText {
  status: 'pending' | Extraction['status'];
  /** Shown to the user. */
  reason: string | null;
  title?: string | null;
  /** Absent when extraction failed; the text from before is then kept. */
  blocks?: readonly Block[];
  /** The stored text that the blocks were made from; when the file has another one by now, they are dropped. */
  replaces?: string | null;
  /** Image pages to recognize; queued in the same transaction. */
  ocrRequest?: DomainEvents['file.ocr_requested'];
  /** Absent if the file has no image pages, or OCR is off. */
  ocr?: OcrOutcome;
}

/**
 * Stores the text extracted from the content of a file and queues the file for indexing. Idempotent. Text of a version that
 * was replaced meanwhile is dropped, and so are pages recognized for another text. `end` ends the job that it is done for in the same transaction.
 */
export async function storeText(
  services: Services,
  file: Pick<FileRow, 'id' | 'blob_key'>,
  text: ExtractedText,
  end?: EndJob,
): Promise<void> {
  const stored = text.blocks && (await storeBlocks(services, text.blocks));
  const save = services.db.transaction().execute(async (db) => {
    const isDropped = await saveText({ ...services, db }, file, text, stored);
    await end?.(db);
    return { isDropped, kinds: listEnqueuedKinds(db) };
  });
  const { isDropped, kinds } = await save.catch(async (error: unknown) => {
    if (stored) await discardBytes(services, stored, error);
    throw error;
  });
  // Most texts add none, and looking for jobs costs a query in each lane.
  if (kinds.length > 0) services.wakeJobs(kinds);
  // No row has ever named the object; if this fails, the maintenance removes it.
  if (isDropped && stored) await services.blobs.remove(stored.key).catch(() => undefined);
}

/** Saves the outcome; a failure keeps the text from before. Returns whether the text was dropped. */
async function saveText(
  { db, ...services }: Services,
  { id: fileId, blob_key: blobKey }: Pick<FileRow, 'id' | 'blob_key'>,
  { status, reason, title = null, blocks, replaces, ocrRequest, ocr }: ExtractedText,
  stored: StoredBlob | undefined,
): Promise<boolean> {
  const now = services.now();
  // Takes the lock first: a job whose lease expired may run twice at once, and each run must see the other's result.
  await enqueueFile(db, now, fileId);
  const before = await findFile(db, fileId);
  if (before?.blob_key !== blobKey) return true;
  if (replaces !== undefined && before.text_blob_key !== replaces) return true;
  const sender = before.sent_by ?? before.owner_id;
  if (!blocks && before.text_blob_key !== null) {
    if (ocrRequest || before.ocr_state === 'waiting')
      await setOcrOutcome(db, fileId, ocr ?? null, ocrRequest && { status, reason });
    if (ocrRequest) await enqueueOcr(db, now, { ...ocrRequest, textBlobKey: before.text_blob_key }, sender);
    return false;
  }
  if (stored) await insertBlob(db, stored, { now });
  await setExtractionOutcome(db, fileId, {
    status,
    reason,
    textBlobKey: stored?.key ?? null,
    title,
    excerpt: blocks ? excerptOf(leaveOutHidden(blocks)) : null,
    ocr: ocr ?? null,
  });
  if (ocrRequest) await enqueueOcr(db, now, { ...ocrRequest, textBlobKey: stored?.key ?? null }, sender);
  // Text that is still being recognized is inspected with the rest.
  if (!ocrRequest && (await isInRoomWithGroups({ db }, before.folder_id))) {
    const event = { payload: { fileId, blobKey }, ownerId: sender };
    await enqueueEvents(db, 'file.text_stored', [event], now);
  }
  if (before.text_blob_key !== null) await releaseBlob(db, before.text_blob_key, now);
  return false;
}

function enqueueOcr(
  db: Services['db'],
  now: number,
  payload: DomainEvents['file.ocr_requested'],
  ownerId: number,
): Promise<void> {
  // A job that outlived its lease is done again: without a text that tells both apart, they must not continue the file twice.
  const { fileId, blobKey, textBlobKey, pages } = payload;
  const continuation = `ocr ${fileId} ${blobKey} ${textBlobKey} ${pages.length}`;
  const dedupe = payload.progress && { dedupeKey: continuation };
  return enqueueEvents(db, 'file.ocr_requested', [{ payload, ownerId, ...dedupe }], now);
}

function excerptOf(blocks: readonly Block[]): string {
  let excerpt = '';
  for (const { text } of blocks) {
    if (excerpt.length >= MAX_EXCERPT_LENGTH) break;
    excerpt += `${excerpt && ' '}${text.slice(0, MAX_EXCERPT_LENGTH).replace(/\s+/g, ' ')}`;
  }
  return excerpt.slice(0, MAX_EXCERPT_LENGTH).toWellFormed();
}
