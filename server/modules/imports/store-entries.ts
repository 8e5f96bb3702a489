import { Readable } from 'node:stream';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError, isUnavailable } from '#server/app/errors.ts';
import { type StoredBlob, storageFailureOf } from '#server/engines/storage/object-storage.ts';
import { storeBytes } from '#server/modules/files/store-bytes.ts';
import { createByteInspector } from './inspect-bytes.ts';
import type { Candidate } from './list-candidates.ts';
import { folderKey, type PlannedFile } from './plan-entries.ts';
import { insertBlobs, setState } from './queries.ts';
import type { ReportWriter } from './report.ts';

/** Enough that the store's waiting for the disk overlaps with unpacking. */
const CONCURRENCY = 4;
/** Files per transaction: a crash leaves at most so many objects without a row, which the maintenance removes. */
const BATCH_FILES = 100;

export interface StoredFile {
  readonly file: PlannedFile;
  readonly blob: Pick<StoredBlob, 'key' | 'size' | 'sha256'>;
}

interface StoreOptions {
  readonly importId: number;
  readonly report: ReportWriter;
  readonly signal: AbortSignal;
  /** The hash that a file must have, if a manifest states one. */
  expectedHash(file: PlannedFile): string | undefined;
}

/**
 * Stores the bytes of each file and returns those that were kept, in the order given. Ends early, with undefined, once the
 * import was discarded.
 */
export async function storeEntries(
  ctx: Context,
  files: readonly PlannedFile[],
  options: StoreOptions,
): Promise<StoredFile[] | undefined> {
  const stored: (StoredFile | undefined)[] = new Array(files.length);
  let [next, done, isDiscarded] = [0, 0, false];
  let unrecorded: StoredBlob[] = [];

  async function record(): Promise<void> {
    const blobs = unrecorded;
    unrecorded = [];
    isDiscarded ||= !(await recordBatch(ctx, options.importId, { blobs, done, steps: files.length }));
  }
  async function work(): Promise<void> {
    for (let at = next++; at < files.length && !isDiscarded; at = next++) {
      options.signal.throwIfAborted();
      const file = files[at];
      if (!file) return;
      const result = await storeEntry(ctx, file, options);
      if (result) stored[at] = { file, blob: result.blob };
      if (result?.added) unrecorded.push(result.added);
      done += 1;
      if (done % BATCH_FILES === 0) await record();
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  await record();
  return isDiscarded ? undefined : stored.filter((file) => file !== undefined);
}

/** Records stored blobs and the progress; returns false if the import was discarded. */
function recordBatch(
  ctx: Context,
  importId: number,
  { blobs, done, steps }: { blobs: readonly StoredBlob[]; done: number; steps: number },
): Promise<boolean> {
  return transaction(ctx, async ({ db, now }) => {
    await insertBlobs(db, blobs, now());
    return setState(db, importId, ['checking'], { steps_done: done, steps });
  });
}

/** Stores and inspects one file; undefined if it was left out. `added` is a blob without a row. */
async function storeEntry(
  ctx: Context,
  file: PlannedFile,
  { report, expectedHash }: StoreOptions,
): Promise<{ blob: StoredFile['blob']; added?: StoredBlob } | undefined> {
  const path = folderKey(file.names);
  const inspector = createByteInspector(file.names.at(-1) ?? '');
  let added: StoredBlob | undefined;
  try {
    added = await readEntry(ctx, file.candidate, inspector.add);
  } catch (error) {
    if (!isFaultOfEntry(error)) throw error;
    report.add('left-out', path, 'it is damaged in the archive');
    return undefined;
  }
  const blob = file.candidate.blob ?? added;
  if (!blob) throw new Error('An entry has neither stored nor new bytes');
  const expected = expectedHash(file);
  if (expected !== undefined && expected !== blob.sha256) {
    if (added) await ctx.blobs.remove(added.key);
    report.add('left-out', path, 'its hash differs from the manifest');
    return undefined;
  }
  const finding = inspector.finding();
  if (finding) report.add(finding.kind, path, finding.reason);
  return { blob, ...(added && { added }) };
}

/** Reads an entry to its end, and stores it unless it is stored already. */
async function readEntry(
  ctx: Context,
  candidate: Candidate,
  inspect: (chunk: Buffer) => void,
): Promise<StoredBlob | undefined> {
  async function* inspected(): AsyncGenerator<Buffer> {
    for await (const chunk of await candidate.open()) {
      inspect(chunk);
      yield chunk;
    }
  }
  if (!candidate.blob) return storeBytes(ctx.blobs, Readable.from(inspected()), candidate.size);
  for await (const _chunk of inspected());
  return undefined;
}

/** The archive is to blame for every error that is not one of the storage or the database. */
const isFaultOfEntry = (error: unknown): boolean =>
  !isUnavailable(error) &&
  storageFailureOf(error) === undefined &&
  !(error instanceof AppError && error.code === 'storage-full');
