import type { S3Client } from '@aws-sdk/client-s3';
import { markUnavailable } from '#server/app/errors.ts';
import { isStoreUnavailable } from './s3-errors.ts';

/** Marks outages of the store, after the last retry of a command. */
export function markOutages(client: S3Client): void {
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

/**
 * Compares the checksum of every request that writes bytes with the one that the server reports to have stored. A server that
 * knows checksums refuses other bytes by itself; one that does not reports none.
 */
export function verifyChecksums(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (call) => {
      const result = await next(call);
      const sent = checksumOf(call.request);
      const stored = checksumOf(result.response);
      if (sent !== undefined && stored !== undefined && stored !== sent)
        throw new Error(
          `The object store reports the checksum ${stored} for bytes whose checksum is ${sent}`,
        );
      return result;
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
}

/** Returns the checksum in the headers of a request or a response. */
function checksumOf(message: unknown): string | undefined {
  const { headers } = message as { headers?: Record<string, string> }; // The SDK types both as unknown.
  return headers?.['x-amz-checksum-crc32'];
}
