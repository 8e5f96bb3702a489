import type { Services } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { Block, Extraction } from '#server/engines/documents/document-engine.ts';
import { enqueueJobs } from '#server/engines/queue/enqueue-jobs.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { enqueueFile, findBlob, findFile, insertBlob, removeBlob, setExtractionOutcome } from '../queries.ts';
import { storeBlocks } from './stored-blocks.ts';

const MAX_EXCERPT_LENGTH = 300;

/** What became of reading a file, as its row says it. */
interface ExtractedText {
  status: 'pending' | Extraction['status'];
  /** A sentence for a person. */
  reason: string | null;
  title?: string | null;
  /** None when there is no text: what was read before then stays. */
  blocks?: readonly Block[];
  /** Pages that go on to be recognised, stated in the same transaction. */
  ocrRequest?: DomainEvents['file.ocr_requested'];
}

/** Keeps what was read of a file, and puts the file into the index's feed. Doing it twice leaves what doing it once does. */
export async function storeText(services: Services, fileId: number, text: ExtractedText): Promise<void> {
  const stored = text.blocks && (await storeBlocks(services, text.blocks));
  const unused = await saveText(services, fileId, text, stored).catch((error: unknown) => {
    if (stored) return removeUncommittedBlob(services, stored.key, error);
    throw error;
  });
  // The bytes go only after the commit that no longer names them.
  if (unused !== undefined) await services.blobs.remove(unused);
}

/** An error says nothing certain of a commit, so the database is asked; when it can't tell, the bytes stay. */
async function removeUncommittedBlob(services: Services, key: string, error: unknown): Promise<never> {
  const isKept = await findBlob(services.db, key).then(
    (blob) => blob !== undefined,
    () => true,
  );
  if (!isKept) await services.blobs.remove(key);
  throw error;
}

/** A failure takes no text away that was read before. Returns the key of the object that nothing names any more. */
function saveText(
  services: Services,
  fileId: number,
  { status, reason, title = null, blocks, ocrRequest }: ExtractedText,
  stored: StoredBlob | undefined,
): Promise<string | undefined> {
  return services.db.transaction().execute(async (db) => {
    const now = services.now();
    // Its lock comes first: a job whose lease ran out runs twice at once, and each must see what the other kept.
    await enqueueFile(db, now, fileId);
    const before = await findFile(db, fileId);
    if (!before || (!blocks && before.text_blob_key !== null)) return stored?.key;
    if (stored) {
      const { key, size, sha256, wrappedKey } = stored;
      await insertBlob(db, { key, size, sha256, wrapped_key: wrappedKey, created_at: now });
    }
    await setExtractionOutcome(db, fileId, {
      status,
      reason,
      textBlobKey: stored?.key ?? null,
      title,
      excerpt: blocks ? excerptOf(blocks) : null,
    });
    if (ocrRequest)
      await enqueueJobs(
        db,
        [{ kind: 'file.ocr_requested' satisfies keyof DomainEvents, payload: ocrRequest }],
        now,
      );
    const replaced = before.text_blob_key ?? undefined;
    if (replaced !== undefined) await removeBlob(db, replaced);
    return replaced;
  });
}

function excerptOf(blocks: readonly Block[]): string {
  let excerpt = '';
  for (const { text } of blocks) {
    if (excerpt.length >= MAX_EXCERPT_LENGTH) break;
    excerpt += `${excerpt && ' '}${text.slice(0, MAX_EXCERPT_LENGTH).replace(/\s+/g, ' ')}`;
  }
  return excerpt.slice(0, MAX_EXCERPT_LENGTH).toWellFormed();
}
