import { join } from 'node:path';
import { loadRoomId } from '#server/platform/db/load-room-id.ts';
import { type IndexedDocument, openSearchIndex } from '#server/platform/index/search-index.ts';
import { createContracts } from './contracts.ts';
import { folderOfFile } from './filled-room.ts';
import { withDatabase } from './room-database.ts';

/** So many of the room's files have text: together 100,000 passages. */
const FILES = 5_000;
const PASSAGES_A_FILE = 20;
/** Waiting together, they go into few transactions. */
const FILES_AT_ONCE = 500;

/** Puts contracts into the search index of a room that was filled. */
export async function fillIndex(dataDir: string, databaseUrl?: string): Promise<void> {
  // As the server names it, which takes no other.
  const roomId = await withDatabase(dataDir, loadRoomId, databaseUrl);
  const index = openSearchIndex(join(dataDir, `search-index-${roomId}.db`));
  const contracts = createContracts(1);
  try {
    for (let first = 0; first < FILES; first += FILES_AT_ONCE) {
      const part = Array.from({ length: FILES_AT_ONCE }, (_, at) => describe(contracts, first + at));
      await Promise.all(part.map((document) => index.put(document)));
    }
  } finally {
    await index.close();
  }
}

function describe(contracts: ReturnType<typeof createContracts>, at: number): IndexedDocument {
  let start = 0;
  const chunks = Array.from({ length: PASSAGES_A_FILE }, (_, ordinal) => {
    const text = contracts.passage();
    const page = 1 + Math.floor(ordinal / 4);
    const chunk = { ordinal, text, headings: '', page, start, end: start + text.length };
    start = chunk.end + 1;
    return chunk;
  });
  return {
    id: at + 1,
    place: { folderId: folderOfFile(at), ownerId: 0 },
    title: contracts.title(),
    path: 'Contracts',
    head: chunks[0]?.text ?? '',
    chunks,
  };
}
