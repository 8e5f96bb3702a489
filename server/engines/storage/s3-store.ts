import { finished, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ListMultipartUploadsCommandOutput, MultipartUpload, S3Client } from '@aws-sdk/client-s3';
import { isConnectionFailure, markUnavailable } from '#server/app/errors.ts';
import { failWhenStalled } from './fail-when-stalled.ts';
import {
  assertObjectKey,
  type ByteRange,
  isObjectKey,
  MARKER_NAME,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';
import { isStoreUnavailable, statusOf } from './s3-errors.ts';
import { markOutages, verifyChecksums } from './s3-middleware.ts';
import { objectMissingError, storageFullError } from './storage-error.ts';

export interface S3Settings {
  endpoint?: string | undefined;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** 5 MiB is the minimum of S3; at most 10,000 parts, hence 48 GiB per object. Two at a time limit the memory. */
const PART_BYTES = 5 * 1024 ** 2;
const CONCURRENT_PARTS = 2;
/** An upload this old is abandoned; a younger one may belong to another process on the same bucket. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Until the answer begins, including the time to send a part; without it a silent server would block requests forever. */
const RESPONSE_TIMEOUT_MS = 60_000;
/** Three attempts end before the time limit of a child process that waits for a document. */
const READ_TIMEOUT_MS = 15_000;
const CHECK_TIMEOUT_MS = 5_000;

/** Opens an S3-compatible bucket. The SDK (a second to load, 60 MB) is imported only when this is called. */
export async function openS3Store(settings: S3Settings): Promise<ObjectStore> {
  const sdk = await import('@aws-sdk/client-s3');
  const { Upload } = await import('@aws-sdk/lib-storage');
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new sdk.S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true, // Most S3-compatible servers have no host name for each bucket.
    // Writes name their checksum themselves, in a header: many S3-compatible servers refuse the trailers that the SDK sends
    // by default. Frames carry their own tags, so that reads need no checksum.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: RESPONSE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  markOutages(client);
  verifyChecksums(client);
  return new S3Store({ ...sdk, Upload }, client, bucket);
}

/** Classes of the SDK, which is loaded lazily. */
type Sdk = typeof import('@aws-sdk/client-s3') & Pick<typeof import('@aws-sdk/lib-storage'), 'Upload'>;

class S3Store implements ObjectStore {
  readonly #sdk: Sdk;
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(sdk: Sdk, client: S3Client, bucket: string) {
    this.#sdk = sdk;
    this.#client = client;
    this.#bucket = bucket;
  }

  async put(key: string, bytes: Readable): Promise<void> {
    assertObjectKey(key);
    const params = { Bucket: this.#bucket, Key: key, Body: bytes, ChecksumAlgorithm: 'CRC32' } as const;
    const options = { client: this.#client, params, partSize: PART_BYTES, queueSize: CONCURRENT_PARTS };
    try {
      await new this.#sdk.Upload(options).done();
    } catch (error) {
      bytes.destroy();
      // The object may have been written although the answer was lost. If it cannot be removed, no row has its key.
      await this.remove(key).catch(() => undefined);
      throw isStorageFull(error) ? storageFullError(error) : error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    assertObjectKey(key);
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { GetObjectCommand, NoSuchKey, S3ServiceException } = this.#sdk;
    try {
      const command = new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range });
      const { Body } = await this.#client.send(command, { requestTimeout: READ_TIMEOUT_MS });
      if (!(Body instanceof Readable)) throw new TypeError('The S3 client answered without a stream.');
      // This comes before readers of the stream learn of it: a lost connection tells some of them before it emits an error.
      finished(Body, (error) => {
        if (error && isConnectionFailure(error)) markUnavailable(error);
      });
      return failWhenStalled(Body);
    } catch (error) {
      // The range starts past the end of a truncated object, which decryption notices, as on a disk.
      if (error instanceof S3ServiceException && error.name === 'InvalidRange') return Readable.from([]);
      throw error instanceof NoSuchKey ? objectMissingError(key, error) : error;
    }
  }

  async read(key: string): Promise<Buffer> {
    return buffer(await this.get(key));
  }

  async remove(key: string): Promise<void> {
    assertObjectKey(key);
    await this.#client.send(new this.#sdk.DeleteObjectCommand({ Bucket: this.#bucket, Key: key }));
  }

  async *keys(): AsyncGenerator<string> {
    for await (const { key } of this.list()) yield key;
  }

  async *list(): AsyncGenerator<StoredObject> {
    const pages = this.#sdk.paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket });
    for await (const page of pages) {
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        // An object without a date counts as just written, so that it is never removed as a leftover.
        if (isObjectKey(Key))
          yield { key: Key, storedAt: LastModified?.getTime() ?? Number.POSITIVE_INFINITY };
      }
    }
  }

  async readMarker(): Promise<string | undefined> {
    const { GetObjectCommand, NoSuchKey } = this.#sdk;
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: MARKER_NAME }),
      );
      return await Body?.transformToString();
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      // Its bytes are read after the command has succeeded.
      if (isStoreUnavailable(error)) markUnavailable(error);
      throw error;
    }
  }

  async writeMarker(text: string): Promise<void> {
    const marker = { Bucket: this.#bucket, Key: MARKER_NAME, Body: text };
    await this.#client.send(new this.#sdk.PutObjectCommand(marker));
  }

  async sweep(): Promise<number> {
    let swept = 0;
    for await (const { Key = '', UploadId, Initiated } of this.#listUnfinishedUploads()) {
      const isAbandoned = Initiated && Initiated.getTime() < Date.now() - ABANDONED_AFTER_MS;
      if (!isAbandoned || !isObjectKey(Key)) continue;
      const upload = { Bucket: this.#bucket, Key, UploadId };
      await this.#client.send(new this.#sdk.AbortMultipartUploadCommand(upload));
      swept += 1;
    }
    return swept;
  }

  async check(): Promise<void> {
    const abortSignal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    await this.#client.send(new this.#sdk.HeadBucketCommand({ Bucket: this.#bucket }), { abortSignal });
  }

  async *#listUnfinishedUploads(): AsyncGenerator<MultipartUpload> {
    let page: ListMultipartUploadsCommandOutput | undefined;
    do {
      const after = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker };
      const command = new this.#sdk.ListMultipartUploadsCommand({ Bucket: this.#bucket, ...after });
      page = await this.#client.send(command).catch((error) => {
        if (error.name === 'NotImplemented') return undefined; // Such servers remove abandoned uploads by themselves.
        throw error;
      });
      yield* page?.Uploads ?? [];
    } while (page?.IsTruncated);
  }
}

function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // AWS itself is never full; these are the errors of MinIO and Ceph, and HTTP 507 of other servers.
  const names = ['XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded'];
  return names.includes(error.name) || statusOf(error) === 507;
}
