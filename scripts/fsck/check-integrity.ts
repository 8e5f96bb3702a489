import { createHash } from 'node:crypto';
import {
  countAllFiles,
  findArchiveIdOfBlob,
  findIntegrityProblems,
  findTermsVersionOfBlob,
  listFileIdsOfBlob,
  listUserIdsOfBlob,
} from '#server/database/backup/find-integrity-problems.ts';
import { listNamedKeys, listReferencedKeys } from '#server/database/backup/referenced-keys.ts';
import { type BlobRow, iterateBlobs } from '#server/database/backup/snapshot-rows.ts';
import { type StoredObject, storageFailureOf } from '#server/engines/storage/object-storage.ts';
import type { Installation } from '../command-line/open-installation.ts';

interface IntegrityCheckOptions {
  now: number;
  /**
   * Called with each problem, in one line. Contains ids and keys only: cron may mail it to people who may not
   * know the names.
   */
  onProblem(line: string): void;
  onProgress(): void;
  signal: AbortSignal;
}

interface IntegrityReport {
  files: number;
  objects: number;
  problems: number;
}

/** Objects are written before their row: a recent one without a row belongs to an upload in progress. */
const UNREFERENCED_GRACE_MS = 24 * 60 * 60 * 1000;
const OBJECTS_PER_BATCH = 500;
const MAX_FILES_LISTED = 10;

/** Compares every row with every object, beside a running server or without one. Changes nothing. */
export async function checkIntegrity(
  installation: Installation,
  options: IntegrityCheckOptions,
): Promise<IntegrityReport> {
  const check: IntegrityReport = { files: await countAllFiles(installation.db), objects: 0, problems: 0 };
  const step = () => {
    options.signal.throwIfAborted();
    options.onProgress();
  };
  const reportProblem = (line: string) => {
    check.problems += 1;
    options.onProblem(line);
  };
  for await (const line of findIntegrityProblems(installation.db, installation.engine)) reportProblem(line);
  const whatIsWrong = createBlobVerifier(installation);
  for await (const blob of iterateBlobs(installation.db)) {
    step();
    const wrong = await whatIsWrong(blob);
    // An object that was removed with its row since the page was read is not missing.
    if (!wrong || (await listReferencedKeys(installation.db, [blob.key])).size === 0) continue;
    reportProblem(`object ${blob.key}: ${wrong} (${await describeUse(installation, blob.key)})`);
  }
  for await (const batch of batchObjects(installation.objects.list())) {
    step();
    check.objects += batch.length;
    const keys = batch.map(({ key }) => key);
    const named = await listNamedKeys(installation.db, keys);
    for (const { key, storedAt } of batch)
      if (!named.has(key) && storedAt < options.now - UNREFERENCED_GRACE_MS)
        reportProblem(`object ${key}: no row names it`);
  }
  return check;
}

/** Says which files, whose picture or which archive need a blob. */
async function describeUse({ db }: Installation, key: string): Promise<string> {
  const files = await listFileIdsOfBlob(db, key, MAX_FILES_LISTED);
  if (files.length > 0) return `file ${files.join(', ')}`;
  const users = await listUserIdsOfBlob(db, key, MAX_FILES_LISTED);
  if (users.length > 0) return `picture of user ${users.join(', ')}`;
  const archive = await findArchiveIdOfBlob(db, key);
  if (archive !== undefined) return `room archive ${archive}`;
  const version = await findTermsVersionOfBlob(db, key);
  return version === undefined ? 'of no file' : `document of terms version ${version}`;
}

function createBlobVerifier({ blobs }: Installation) {
  return async ({ key, size, sha256, wrapped_key }: BlobRow): Promise<string | undefined> => {
    const hash = createHash('sha256');
    try {
      const bytes = await blobs.open({ key, size, wrappedKey: wrapped_key });
      for await (const chunk of bytes) hash.update(chunk);
    } catch (error) {
      const failure = storageFailureOf(error);
      if (failure !== undefined) return failure;
      // An unreadable sector of the disk is damage as well, and the next object may be readable.
      if (error instanceof Error && 'code' in error && error.code === 'EIO') return 'unreadable';
      throw error;
    }
    return hash.digest('hex') === sha256 ? undefined : 'not what was uploaded';
  };
}

async function* batchObjects(objects: AsyncIterable<StoredObject>): AsyncGenerator<StoredObject[]> {
  let batch: StoredObject[] = [];
  for await (const object of objects) {
    batch.push(object);
    if (batch.length < OBJECTS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
