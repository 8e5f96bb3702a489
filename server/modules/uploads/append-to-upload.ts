import { Readable } from 'node:stream';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedUpload, loadUpload } from '#server/authorization/load-upload.ts';
import { countWithinLimit } from '#server/authorization/rate-limits.ts';
import { type StoredBlob, storageFailureOf } from '#server/engines/storage/object-storage.ts';
import { discardBytes, fileTooLargeError, storeBytes } from '#server/modules/files/store-bytes.ts';
import { finishUpload } from './finish-upload.ts';
import { offsetMismatch } from './offset-mismatch.ts';
import { advanceUpload, findLastPart, hasPart, insertPart, type PartRow, removePart } from './queries.ts';
import { uploadExpiry } from './upload-expiry.ts';
import { maxBytesOf, reauthorizeTarget, targetOf } from './upload-target.ts';

/** Reads a body in parts. A broken connection ends it early; the bytes received until then are kept. */
interface IncomingBytes {
  /** Resolves when another byte is available or the body has ended. */
  hasMore(): Promise<boolean>;
  /** Streams the next bytes: `length` of them, or all that follow. */
  take(most: number): AsyncGenerator<Buffer>;
}

function readIncoming(body: Readable): IncomingBytes {
  const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false });
  let waiting: Buffer | undefined;

  async function hasMore(): Promise<boolean> {
    while (!waiting?.length) {
      const { value, done } = await chunks.next().catch(() => ({ value: undefined, done: true }));
      if (done || value === undefined) return false;
      waiting = value;
    }
    return true;
  }

  return {
    hasMore,
    async *take(most) {
      for (let left = most; left > 0 && (await hasMore()); ) {
        const chunk = waiting ?? Buffer.alloc(0);
        const taken = chunk.subarray(0, left);
        waiting = chunk.subarray(taken.length);
        left -= taken.length;
        yield taken;
      }
    },
  };
}

/** Maximum of bytes that a crash can lose of a request: everything before is durable and counted. */
const PART_BYTES = 8 * 1024 * 1024;
/**
 * Parts shorter than this are rewritten together with the next bytes, so that short requests don't create many
 * objects.
 */
const MIN_PART_BYTES = 1024 * 1024;
/** Shorter requests are limited per minute, unless they complete the upload. */
const MIN_REQUEST_BYTES = 64 * 1024;

interface AppendRequest {
  readonly offset: number;
  readonly body: Readable;
  /** Absent when the request has no Content-Length. */
  readonly length: number | undefined;
}

/**
 * Stores the next bytes, also those before a lost connection. The last ones create the file and count only once it
 * exists. Of two requests with the same offset one succeeds.
 */
export async function appendToUpload(
  ctx: Context,
  id: number,
  { offset, body, length }: AppendRequest,
): Promise<LoadedUpload> {
  let upload = await loadUpload(ctx, id, 'continue');
  // The client repeats its last request when the response was lost.
  if (upload.file_id !== null && offset + (length ?? 0) === upload.size) return upload;
  if (offset !== upload.received_bytes) throw offsetMismatch();
  if (offset + (length ?? 0) > upload.size) throw tooManyBytes();
  // A request without a length may be of any.
  if ((length ?? 0) < MIN_REQUEST_BYTES && offset + (length ?? 0) < upload.size)
    await limitShortRequests(ctx, upload);
  const maxBytes = await maxBytesOf(ctx, targetOf(upload));
  if (upload.size > maxBytes) throw fileTooLargeError(maxBytes);
  await reauthorizeTarget(ctx, targetOf(upload));

  const incoming = readIncoming(body);
  while (await incoming.hasMore()) upload = await appendPart(ctx, upload, incoming);
  return upload;
}

async function limitShortRequests(ctx: Context, { owner_id: ownerId }: LoadedUpload): Promise<void> {
  await countWithinLimit(ctx, { kind: 'short-append', name: String(ownerId) });
}

async function appendPart(
  ctx: Context,
  upload: LoadedUpload,
  incoming: IncomingBytes,
): Promise<LoadedUpload> {
  if (upload.received_bytes === upload.size) throw tooManyBytes();
  const last = await findLastPart(ctx.db, upload.id);
  const short = last && last.size < MIN_PART_BYTES ? last : undefined;
  const part = await storePart(ctx, upload, incoming, short).catch((error: unknown) =>
    refuseIfOvertaken(ctx, upload, error),
  );
  const start = short?.start_offset ?? upload.received_bytes;
  let failure: unknown;
  try {
    if (start + part.size < upload.size) return await commitPart(ctx, upload, { ...part, start }, short);
    // Extra bytes would create a file other than the announced one.
    if (await incoming.hasMore()) throw tooManyBytes();
    return await finishUpload(ctx, upload, { ...part, start }).catch((error: unknown) =>
      refuseIfOvertaken(ctx, upload, error),
    );
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // The last part is in the file, if that was created. What cannot be removed is left to the maintenance.
    await discardBytes(ctx, part, failure, hasPart).catch(() => undefined);
  }
}

/** Refuses a request whose stored bytes another one has removed, having stored them with its own; rethrows every other error. */
async function refuseIfOvertaken(ctx: Context, before: LoadedUpload, error: unknown): Promise<never> {
  if (storageFailureOf(error) !== 'missing') throw error;
  const { received_bytes, file_id } = await loadUpload(ctx, before.id, 'continue');
  throw received_bytes === before.received_bytes && file_id === null ? error : offsetMismatch();
}

async function storePart(
  ctx: Context,
  upload: LoadedUpload,
  incoming: IncomingBytes,
  short: PartRow | undefined,
): Promise<StoredBlob> {
  async function* bytes(): AsyncGenerator<Buffer> {
    if (short) yield* await ctx.blobs.open({ ...short, wrappedKey: short.wrapped_key });
    yield* incoming.take(Math.min(PART_BYTES, upload.size - upload.received_bytes));
  }
  return storeBytes(ctx.blobs, Readable.from(bytes()), Number.POSITIVE_INFINITY, { freesChunks: true });
}

async function commitPart(
  ctx: Context,
  upload: LoadedUpload,
  part: StoredBlob & { start: number },
  short: PartRow | undefined,
): Promise<LoadedUpload> {
  const { start, size, key, wrappedKey } = part;
  const now = ctx.now();
  const [received, expiresAt] = [start + size, uploadExpiry(now)];
  await transaction(ctx, async (ctx) => {
    const { db } = await reauthorizeTarget(ctx, targetOf(upload));
    if (!(await advanceUpload(db, upload.id, { from: upload.received_bytes, to: received, now, expiresAt })))
      throw offsetMismatch();
    if (short) await removePart(db, short.key);
    await insertPart(db, { upload_id: upload.id, start_offset: start, size, key, wrapped_key: wrappedKey });
  });
  if (short) await ctx.blobs.remove(short.key).catch(() => undefined); // if this fails, the maintenance removes it
  return { ...upload, received_bytes: received, expires_at: expiresAt };
}

const tooManyBytes = (): AppError =>
  new AppError('invalid', 'The upload is larger than its Upload-Length. Start it again.');
