import type { Services } from '#server/context.ts';
import type { StoredBlob } from '#server/platform/storage/blob-store.ts';
import type { Extraction } from '#server/platform/text/block.ts';
import { type DocumentType, documentTypes } from '#server/platform/text/block.ts';
import {
  type FileRow,
  feedFile,
  findBlob,
  findFile,
  insertBlob,
  removeBlob,
  setExtracted,
} from './queries.ts';
import { storeBlocks } from './stored-text.ts';

const EXCERPT_CHARACTERS = 300;

const isReadable = (type: string): type is DocumentType =>
  documentTypes.some((readable) => readable === type);

async function extract(services: Services, file: FileRow, signal: AbortSignal): Promise<Extraction> {
  if (!isReadable(file.file_type)) {
    return { status: 'no-text', reason: "Text can't be read from this type of file." };
  }
  const blob = await findBlob(services.db, file.blob_key);
  if (!blob) throw new Error(`File ${file.id} has no blob`);
  const open = () => services.blobs.open({ key: blob.key, size: blob.size, wrappedKey: blob.wrapped_key });
  return services.extractor.extract(file.file_type, open, signal);
}

/** Reads the text of a file, keeps it, and tells the index. Doing it twice leaves what doing it once does. */
export async function readText(services: Services, fileId: number, signal: AbortSignal): Promise<void> {
  const file = await findFile(services.db, fileId);
  // One in the trash is read as well: restored, it is found.
  if (!file) return;
  const extraction = await extract(services, file, signal);
  const stored = extraction.status === 'indexed' ? await storeBlocks(services, extraction.blocks) : undefined;
  const unused = await keep(services, fileId, extraction, stored).catch((error: unknown) => {
    if (stored) return discard(services, stored.key, error);
    throw error;
  });
  // The bytes go only after the commit that no longer names them.
  if (unused !== undefined) await services.blobs.remove(unused);
}

/** After the last attempt the file says so itself; a rebuild of the index tries again. */
export async function giveUpText(services: Services, fileId: number): Promise<void> {
  const reason = 'The text could not be read after three attempts.';
  await keep(services, fileId, { status: 'failed', reason }, undefined);
}

/** An error says nothing certain of a commit, so the database is asked; when it can't tell, the bytes stay. */
async function discard(services: Services, key: string, error: unknown): Promise<never> {
  const isKept = await findBlob(services.db, key).then(
    (blob) => blob !== undefined,
    () => true,
  );
  if (!isKept) await services.blobs.remove(key);
  throw error;
}

/**
 * Notes what was read; a failure takes no text away that was read before. Returns the key of the object that nothing
 * names any more.
 */
function keep(
  services: Services,
  fileId: number,
  extraction: Extraction,
  stored: StoredBlob | undefined,
): Promise<string | undefined> {
  return services.db.transaction().execute(async (db) => {
    const now = services.now();
    // Its lock comes first: a job whose lease ran out runs twice at once, and each must see what the other kept.
    await feedFile(db, now, fileId);
    const before = await findFile(db, fileId);
    const isIndexed = extraction.status === 'indexed';
    if (!before || (!isIndexed && before.index_status === 'indexed')) return stored?.key;
    if (stored) {
      const { key, size, sha256, wrappedKey } = stored;
      await insertBlob(db, { key, size, sha256, wrapped_key: wrappedKey, created_at: now });
    }
    await setExtracted(db, fileId, {
      status: extraction.status,
      reason: isIndexed ? null : extraction.reason,
      textBlobKey: stored?.key ?? null,
      title: isIndexed ? extraction.title : null,
      excerpt: isIndexed ? excerptOf(extraction.blocks.map((block) => block.text)) : null,
    });
    const replaced = before.text_blob_key ?? undefined;
    if (replaced !== undefined) await removeBlob(db, replaced);
    return replaced;
  });
}

function excerptOf(texts: readonly string[]): string {
  let excerpt = '';
  for (const text of texts) {
    if (excerpt.length >= EXCERPT_CHARACTERS) break;
    excerpt += `${excerpt && ' '}${text.slice(0, EXCERPT_CHARACTERS).replace(/\s+/g, ' ')}`;
  }
  return excerpt.slice(0, EXCERPT_CHARACTERS).toWellFormed();
}
