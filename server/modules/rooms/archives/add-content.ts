import type { Services } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { PlannedEntry } from '#server/modules/files/archives/plan-archive.ts';
import { addDocument } from './add-documents.ts';
import { setArchive } from './archive-queries.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { readPassages } from './document-words.ts';
import { createIndexWriter } from './index-writer.ts';
import { listEarlierVersions } from './list-earlier-versions.ts';
import type { Work } from './load-work.ts';

const DOCUMENTS_PER_STEP = 50;

export interface Target {
  readonly writer: ArchiveWriter;
  readonly plan: readonly PlannedEntry[];
  readonly signal: AbortSignal;
}

/**
 * The documents that were planned, those by name only, and those whose original bytes the archive lacks, which include the
 * former.
 */
export interface DocumentCounts {
  readonly documents: number;
  readonly leftOut: number;
  readonly withoutOriginal: number;
}

/** Adds the documents and the index of them. */
export async function addContent(
  services: Services,
  { archive, roomName, reader }: Work,
  { writer, plan, signal }: Target,
  about: string,
): Promise<DocumentCounts> {
  const planned = plan.filter(({ file }) => file);
  const setSteps = (done: number) =>
    setArchive(services.db, archive.id, {
      steps: planned.length,
      steps_done: done,
      // This comes first: a virus that is found meanwhile makes it fail.
      ...(done === 0 && { state: 'running' as const }),
    });
  const index = createIndexWriter(services.documents.temporaryStore, writer, plan);
  let leftOut = 0;
  let withoutOriginal = 0;
  let done = 0;
  try {
    await setSteps(0);
    for (const { entry, folder } of withFolders(plan, roomName)) {
      signal.throwIfAborted();
      const { number, name, path } = entry;
      const { file, included } = await addDocument(reader, writer, { id: entry.file?.id ?? 0, path }, signal);
      if (included.path === undefined) leftOut += 1;
      const { isQuotable, isOriginal, ...shown } = included;
      if (!isOriginal) withoutOriginal += 1;
      const words = new Map<string, number>();
      const source = file && included.path !== undefined ? file : { name, text_blob_key: null };
      const passages = readPassages(services, source, words);
      const earlier = file ? await listEarlierVersions(reader, file) : [];
      const version = file && { version: file.version, ...(earlier.length > 0 && { earlier }) };
      if (!isQuotable) for await (const _passage of passages);
      await index.addDocument({ number, name, folder, ...version, ...shown }, { passages, words });
      done += 1;
      if (done % DOCUMENTS_PER_STEP === 0 && !(await setSteps(done)))
        throw new AppError('conflict', 'The archive was deleted.');
    }
    await index.finish({ room: roomName, about });
  } finally {
    await index.discard();
  }
  return { documents: planned.length, leftOut, withoutOriginal };
}

/** Yields the files of a plan, each with the names of the folders above it. */
function* withFolders(
  plan: readonly PlannedEntry[],
  room: string,
): Generator<{ entry: PlannedEntry; folder: string }> {
  const path = [room];
  for (const entry of plan) {
    path.length = entry.depth;
    if (entry.file) yield { entry, folder: path.join(' / ') };
    else path.push(entry.name);
  }
}
