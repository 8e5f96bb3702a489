import type { Services } from '#server/app/context.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import type { Chunk, IndexedDocument, PlacedDocument } from '#server/engines/search/search-engine.ts';
import { storageFailureOf } from '#server/engines/storage/object-storage.ts';
import { isWithheld } from '#shared/domain/scans/scan-states.ts';
import { type FileRow, listFolderNames } from '../queries.ts';
import { leaveOutHidden } from './leave-out-hidden.ts';
import { readBlocks } from './stored-blocks.ts';

const MAX_OPENING_LENGTH = 600;

/** Returns the names of the folders above a file, as the index has them. */
export const readPath = async ({ db }: Services, { folder_id }: FileRow): Promise<string> =>
  (await listFolderNames(db, folder_id)).join(' / ');

/** Describes everything about a file but its text. */
export const labelsOf = (file: FileRow, path: string, generation: string): PlacedDocument => ({
  id: file.id,
  location: { folderId: file.folder_id, ownerId: file.owner_id },
  title: [searchableName(file.name), isWithheld(file.scan_state) ? null : file.document_title]
    .filter(Boolean)
    .join(' '),
  path,
  // A file without text is indexed by its name.
  textKey: `${generation} ${textOf(file) ?? file.name}`,
});

/** Returns the key of the stored text, or the name, from the `textKey` of `labelsOf`. */
export const textOfKey = (textKey: string): string => textKey.slice(textKey.indexOf(' ') + 1);

/** Adds the text of a file to its labels. A file without text is found by its name. */
export async function describeFile(
  services: Services,
  file: FileRow,
  labels: PlacedDocument,
): Promise<IndexedDocument> {
  const chunks = await readChunks(services, file);
  if (chunks.length === 0) chunks.push(nameAsChunk(file.name));
  return {
    ...labels,
    opening: chunks
      .map((chunk) => chunk.text)
      .join(' ')
      .slice(0, MAX_OPENING_LENGTH),
    chunks,
  };
}

/** The text to index: none of content that is withheld because of a virus scan. */
const textOf = ({ scan_state, text_blob_key }: FileRow): string | null =>
  isWithheld(scan_state) ? null : text_blob_key;

/** Reads a file's chunks. A lost or damaged text is logged and treated as empty, so that it does not block other files. */
async function readChunks(services: Services, file: FileRow): Promise<Chunk[]> {
  const key = textOf(file);
  if (key === null) return [];
  const chunks: Chunk[] = [];
  const yieldToEventLoop = createEventLoopYield();
  try {
    const blocks = await Array.fromAsync(readBlocks(services, key));
    for (const chunk of services.searchIndex.chunkBlocks(leaveOutHidden(blocks))) {
      chunks.push(chunk);
      await yieldToEventLoop();
    }
    return chunks;
  } catch (error) {
    if (storageFailureOf(error) === undefined) throw error;
    services.log.error({ err: error, file: file.id }, 'the stored text of a file cannot be read');
    return [];
  }
}

/** Returns a file name as written and as words: `Share_Purchase-Agreement.v2.pdf` is found by both. */
export const searchableName = (name: string): string =>
  `${name} ${name.replace(/\.[^.]+$/, '').replace(/[_\-.]+/g, ' ')}`;

const nameAsChunk = (name: string): Chunk => ({ ordinal: 0, text: name, headings: '', start: 0, end: 0 });
