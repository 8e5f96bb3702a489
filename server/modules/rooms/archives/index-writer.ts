import type { Context } from '#server/app/context.ts';
import type { PlannedEntry } from '#server/modules/files/archives/plan-archive.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import type { NamedVersion } from './list-earlier-versions.ts';
import { createWordIndex } from './word-index.ts';

const DOCUMENTS_PER_SHARD = 200;
const TEXT_SHARD_LENGTH = 200_000;
const WORD_SHARD_LENGTH = 64_000;
const FOLDER_SHARD_ENTRIES = 2_000;

/** A document as the index describes it. Absent fields say nothing. */
export interface IndexedDocument {
  readonly number: string;
  readonly name: string;
  /** The names of the folders above it. */
  readonly folder: string;
  /** The path of the file, or of the folder of its page images. */
  readonly path?: string;
  /** The number of page images. */
  readonly pages?: number;
  readonly size?: number;
  readonly sha256?: string;
  readonly version?: number;
  /** The earlier versions that the reader of the archive could open; their contents are not included. */
  readonly earlier?: readonly NamedVersion[];
  /** Why or how it is included otherwise than with its original bytes. */
  readonly note?: string;
}

/** A part of a text, with its place such as `Page 3`. */
type Passage = readonly [place: string, text: string];

/** Writes the index of an archive in parts that a page from a disk can load on demand. */
export interface IndexWriter {
  /** Adds the next document of the plan; without passages its text is not quoted. */
  addDocument(
    document: IndexedDocument,
    content: { passages: AsyncIterable<Passage>; words: ReadonlyMap<string, number> },
  ): Promise<void>;
  finish(start: { room: string; about: string }): Promise<void>;
  discard(): Promise<void>;
}

/** Writes content that a script can contain; `<` could end it where a page embeds it. */
const toScript = (kind: string, number: number, content: unknown): string =>
  `muniment(${JSON.stringify(kind)}, ${number}, ${JSON.stringify(content).replaceAll('<', '\\u003c')});\n`;

export function createIndexWriter(
  store: Context['documents']['temporaryStore'],
  writer: ArchiveWriter,
  plan: readonly PlannedEntry[],
): IndexWriter {
  const words = createWordIndex(store);
  const write = async (kind: string, number: number, content: unknown): Promise<void> =>
    void (await writer.addText(`index/${kind}-${number}.js`, toScript(kind, number, content)));
  const texts = createTextParts(write);
  let documents: object[] = [];
  let [count, documentShards] = [0, 0];

  async function flushDocuments(): Promise<void> {
    if (documents.length === 0) return;
    await write('documents', documentShards, documents);
    documentShards += 1;
    documents = [];
  }
  return {
    async addDocument(document, { passages, words: counts }) {
      const range = await texts.add(count, passages);
      await words.add(count, counts);
      documents.push({ ...document, ...(range && { texts: range }) });
      count += 1;
      if (documents.length === DOCUMENTS_PER_SHARD) await flushDocuments();
    },
    async finish(start) {
      await flushDocuments();
      await texts.flush();
      const folderShards = await writeFolders(write, plan);
      const firstWords = await writeWords(write, words.finish());
      const counts = { documents: count, documentsPerShard: DOCUMENTS_PER_SHARD };
      await write('start', 0, { ...start, ...counts, folderShards, words: firstWords });
    },
    discard: words.discard,
  };
}

type Write = (kind: string, number: number, content: unknown) => Promise<void>;

/** Writes the passages of documents in parts of about the same length. */
function createTextParts(write: Write) {
  let texts: [number, Passage[]][] = [];
  let [shards, length] = [0, 0];

  async function flush(): Promise<void> {
    if (texts.length === 0) return;
    await write('texts', shards, texts);
    shards += 1;
    texts = [];
    length = 0;
  }
  return {
    flush,
    /** Adds the passages of a document; returns the first and last part that contain some. */
    async add(document: number, passages: AsyncIterable<Passage>) {
      let range: [number, number] | undefined;
      let parts: Passage[] | undefined;
      for await (const passage of passages) {
        if (!parts) {
          parts = [];
          texts.push([document, parts]);
        }
        parts.push(passage);
        range = [range?.[0] ?? shards, shards];
        length += passage[1].length + passage[0].length;
        if (length < TEXT_SHARD_LENGTH) continue;
        await flush();
        parts = undefined;
      }
      return range;
    },
  };
}

/** Writes the words with their documents; returns the first word of each part. */
async function writeWords(write: Write, words: AsyncGenerator<[string, string]>): Promise<string[]> {
  const firsts: string[] = [];
  let shard: [string, string][] = [];
  let length = 0;
  for await (const entry of words) {
    if (shard.length === 0) firsts.push(entry[0]);
    shard.push(entry);
    length += entry[0].length + entry[1].length;
    if (length < WORD_SHARD_LENGTH) continue;
    await write('words', firsts.length - 1, shard);
    [shard, length] = [[], 0];
  }
  if (shard.length > 0) await write('words', firsts.length - 1, shard);
  return firsts;
}

interface IndexedFolder {
  readonly name: string;
  readonly number: string;
  readonly above: readonly (readonly [number, string])[];
  readonly folders: [number: number, entryNumber: string, name: string][];
  readonly documents: number[];
}

/** Writes the folders, the top one first, in the order of the plan; returns the first folder of each part. */
async function writeFolders(write: Write, plan: readonly PlannedEntry[]): Promise<number[]> {
  const folders: IndexedFolder[] = [{ name: '', number: '', above: [], folders: [], documents: [] }];
  const path: number[] = [0];
  let documents = 0;
  for (const { name, number, depth, file } of plan) {
    path.length = depth;
    const parentId = path[depth - 1] ?? 0;
    const parent = folders[parentId];
    if (!parent) throw new Error('A planned entry has no folder');
    if (file) {
      parent.documents.push(documents);
      documents += 1;
      continue;
    }
    const above = [...parent.above, [parentId, parent.name || 'Documents'] as const];
    parent.folders.push([folders.length, number, name]);
    path.push(folders.length);
    folders.push({ name, number, above, folders: [], documents: [] });
  }
  const firsts: number[] = [];
  let [shard, entries, next]: [IndexedFolder[], number, number] = [[], 0, 0];
  for (const folder of folders) {
    if (shard.length === 0) firsts.push(next);
    shard.push(folder);
    next += 1;
    entries += 1 + folder.folders.length + folder.documents.length;
    if (entries < FOLDER_SHARD_ENTRIES) continue;
    await write('folders', firsts.length - 1, shard);
    [shard, entries] = [[], 0];
  }
  if (shard.length > 0) await write('folders', firsts.length - 1, shard);
  return firsts;
}
