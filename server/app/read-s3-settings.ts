import type { S3Settings } from '#server/engines/storage/object-storage.ts';
import type { Environment } from './environment.ts';

/** Reads where objects are stored in S3; returns undefined where they are stored on disk. */
export function readS3Settings(values: Environment): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (bucket === undefined) {
    // Otherwise files that were meant for the bucket would silently be stored on disk.
    if ((endpoint ?? accessKeyId ?? secretAccessKey) !== undefined) {
      throw new Error('S3_BUCKET is not set, but other S3_ settings are');
    }
    return undefined;
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Error('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  return { bucket, region, accessKeyId, secretAccessKey, ...(endpoint !== undefined && { endpoint }) };
}

/**
 * Reads the bucket for tree heads; what is not set for it is that of the object store. Its credentials can be ones that only
 * write.
 */
export function readAnchorBucket(values: Environment): S3Settings | undefined {
  const { ANCHOR_S3_BUCKET: bucket, ANCHOR_S3_REGION: region = values.S3_REGION } = values;
  const { ANCHOR_S3_ENDPOINT: endpoint = values.S3_ENDPOINT } = values;
  const { ANCHOR_S3_ACCESS_KEY_ID: accessKeyId = values.S3_ACCESS_KEY_ID } = values;
  const { ANCHOR_S3_SECRET_ACCESS_KEY: secretAccessKey = values.S3_SECRET_ACCESS_KEY } = values;
  if (bucket === undefined) return undefined;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error(
      'ANCHOR_S3_BUCKET needs ANCHOR_S3_ACCESS_KEY_ID and ANCHOR_S3_SECRET_ACCESS_KEY, or those of the object store',
    );
  if (bucket === values.S3_BUCKET && endpoint === values.S3_ENDPOINT)
    throw new Error('ANCHOR_S3_BUCKET is the bucket of the objects, which maintenance cleans up');
  return { bucket, region, accessKeyId, secretAccessKey, ...(endpoint !== undefined && { endpoint }) };
}
