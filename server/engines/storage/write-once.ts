import type { S3Settings } from './s3-store.ts';

const TIMEOUT_MS = 15_000;

interface NewObject {
  readonly key: string;
  readonly text: string;
  readonly signal: AbortSignal;
}

/**
 * Writes an object that does not exist yet into a bucket, with a checksum, as buckets with object lock require. An object that is
 * there already is left as it is, and is no error. The SDK is imported only when this is called.
 */
export async function writeOnce(settings: S3Settings, { key, text, signal }: NewObject): Promise<void> {
  const { S3Client, PutObjectCommand, S3ServiceException } = await import('@aws-sdk/client-s3');
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: TIMEOUT_MS,
      requestTimeout: TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  const object = { Bucket: bucket, Key: key, Body: Buffer.from(text), ContentType: 'application/json' };
  try {
    await client.send(new PutObjectCommand({ ...object, IfNoneMatch: '*', ChecksumAlgorithm: 'SHA256' }), {
      abortSignal: signal,
    });
  } catch (error) {
    const isThere = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412;
    if (!isThere) throw error;
  } finally {
    client.destroy();
  }
}
