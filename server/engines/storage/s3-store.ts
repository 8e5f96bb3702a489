import { Readable } from 'node:stream';
import type { ListMultipartUploadsCommandOutput, MultipartUpload, S3Client } from '@aws-sdk/client-s3';
import { markUnavailable } from '#server/app/errors.ts';
import { assertObjectKey, isObjectKey, type ObjectStore, type StoredObject } from './object-store.ts';
import { isConnectionFailure, isStoreUnavailable, statusOf } from './s3-errors.ts';
import { objectMissingError, storageFullError } from './storage-error.ts';

export interface S3Settings {
  endpoint?: string | undefined;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** 5 MiB is the least that S3 takes; at most 10,000 parts, hence 48 GiB an object. Two at a time bound the memory. */
const PART_BYTES = 5 * 1024 ** 2;
const CONCURRENT_PARTS = 2;
/** An upload this old is nobody's any more; a younger one may belong to another process on the same bucket. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Until the answer begins, sending one part included; without it a silent server would hold requests for ever. */
const RESPONSE_TIMEOUT_MS = 60_000;
/** Three attempts end before the time limit of a child process that waits for a document. */
const READ_TIMEOUT_MS = 15_000;
const CHECK_TIMEOUT_MS = 5_000;

/** Objects in an S3-compatible bucket. The SDK (a second to load, 60 MB) is imported only when this is called. */
export async function createS3Store(settings: S3Settings): Promise<ObjectStore> {
  const s3 = await import('@aws-sdk/client-s3');
  const { Upload } = await import('@aws-sdk/lib-storage');
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new s3.S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true, // Most S3-compatible servers have no host name for each bucket.
    // By default the SDK sends checksum trailers that many S3-compatible servers refuse; frames carry their own tags.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: RESPONSE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });

  markOutages(client);

  async function removeObject(Key: string): Promise<void> {
    assertObjectKey(Key);
    await client.send(new s3.DeleteObjectCommand({ Bucket, Key }));
  }

  async function* unfinishedUploads(): AsyncGenerator<MultipartUpload> {
    let page: ListMultipartUploadsCommandOutput | undefined;
    do {
      const after = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker };
      page = await client.send(new s3.ListMultipartUploadsCommand({ Bucket, ...after })).catch((error) => {
        if (error.name === 'NotImplemented') return undefined; // Such servers drop stale uploads by themselves.
        throw error;
      });
      yield* page?.Uploads ?? [];
    } while (page?.IsTruncated);
  }

  async function* list(): AsyncGenerator<StoredObject> {
    for await (const page of s3.paginateListObjectsV2({ client }, { Bucket })) {
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        // Without a date an object counts as written just now: nobody may take it for a leftover.
        if (isObjectKey(Key))
          yield { key: Key, storedAt: LastModified?.getTime() ?? Number.POSITIVE_INFINITY };
      }
    }
  }

  return {
    async put(key, bytes) {
      assertObjectKey(key);
      const params = { Bucket, Key: key, Body: bytes };
      try {
        await new Upload({ client, params, partSize: PART_BYTES, queueSize: CONCURRENT_PARTS }).done();
      } catch (error) {
        bytes.destroy();
        // An answer lost on the way back leaves an object that was written; what cannot be removed is no one's key.
        await removeObject(key).catch(() => undefined);
        throw isStorageFull(error) ? storageFullError(error) : error;
      }
    },

    async get(key, range) {
      assertObjectKey(key);
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const command = new s3.GetObjectCommand({ Bucket, Key: key, Range });
        const { Body } = await client.send(command, { requestTimeout: READ_TIMEOUT_MS });
        if (!(Body instanceof Readable)) throw new TypeError('The S3 client answered without a stream.');
        return Body.once('error', (error) => isConnectionFailure(error) && markUnavailable(error));
      } catch (error) {
        // A start past the end: an object cut short, which the reader of its frames notices, as on a disk.
        if (error instanceof s3.S3ServiceException && error.name === 'InvalidRange') return Readable.from([]);
        throw error instanceof s3.NoSuchKey ? objectMissingError(key, error) : error;
      }
    },

    remove: removeObject,

    async *keys() {
      for await (const { key } of list()) yield key;
    },

    list,

    async sweep() {
      let swept = 0;
      for await (const { Key = '', UploadId, Initiated } of unfinishedUploads()) {
        const isAbandoned = Initiated && Initiated.getTime() < Date.now() - ABANDONED_AFTER_MS;
        if (!isAbandoned || !isObjectKey(Key)) continue;
        await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
        swept += 1;
      }
      return swept;
    },

    async check() {
      const abortSignal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
      await client.send(new s3.HeadBucketCommand({ Bucket }), { abortSignal });
    },
  };
}

/** Around the retries of every command, so that what fails for good is marked. */
function markOutages(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (call) => {
      try {
        return await next(call);
      } catch (error) {
        if (isStoreUnavailable(error)) markUnavailable(error);
        throw error;
      }
    },
    { step: 'initialize', priority: 'high' },
  );
}

function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // AWS itself is never full; these are MinIO's and Ceph's answers, and HTTP 507 is everyone else's.
  const names = ['XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded'];
  return names.includes(error.name) || statusOf(error) === 507;
}
