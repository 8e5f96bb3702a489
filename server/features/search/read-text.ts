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
  const open = () => services.blobs.open({ key: blob.key, size: blob.size, wrappedKey: blob.wrapped_key });
  return services.extractor.extract(file.file_type, open, signal);
}

/** Reads the text of a file, keeps it, and tells the index. Doing it twice leaves what doing it once does. */
export async function readText(services: Services, fileId: number, signal: AbortSignal): Promise<void> {
  const file = await findFile(services.db, fileId);
  if (!file || file.deleted_at !== null) return;
  const extraction = await extract(services, file, signal);
  const stored = extraction.status === 'indexed' ? await storeBlocks(services, extraction.blocks) : undefined;
  try {
    await keep(services, file, extraction, stored);
  } catch (error) {
    if (stored) await services.blobs.remove(stored.key);
    throw error;
  }
  // The bytes go only after the commit that no longer names them.
  if (file.text_blob_key !== null) await services.blobs.remove(file.text_blob_key);
}

/** After the last attempt the file says so itself; a rebuild of the index tries again. */
export async function giveUpText(services: Services, fileId: number): Promise<void> {
  const file = await findFile(services.db, fileId);
  if (!file) return;
  const reason = 'The text could not be read after three attempts.';
  await keep(services, file, { status: 'failed', reason }, undefined);
}

function keep(
  services: Services,
  file: FileRow,
  extraction: Extraction,
  stored: StoredBlob | undefined,
): Promise<void> {
  return services.db.transaction().execute(async (db) => {
    const now = services.now();
    if (stored) {
      const { key, size, sha256, wrappedKey } = stored;
      await insertBlob(db, { key, size, sha256, wrapped_key: wrappedKey, created_at: now });
    }
    const isIndexed = extraction.status === 'indexed';
    await setExtracted(db, file.id, {
      status: extraction.status,
      reason: isIndexed ? null : extraction.reason,
      textBlobKey: stored?.key ?? null,
      title: isIndexed ? extraction.title : null,
      excerpt: isIndexed ? excerptOf(extraction.blocks.map((block) => block.text)) : null,
    });
    if (file.text_blob_key !== null) await removeBlob(db, file.text_blob_key);
    await feedFile(db, now, file.id);
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
