import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { MULTIPART_TYPE, multipartBody } from './inject-client.ts';

export interface UploadResponse {
  status: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
  body: any;
}

const [OPENING, ENDING] = multipartBody([{ name: 'file', value: '\0', filename: 'big.bin' }])
  .toString()
  .split('\0');

/** The bytes before and after the content of a file in a multipart upload. */
export const MULTIPART_FRAME = { opening: OPENING ?? '', ending: ENDING ?? '' };

/**
 * Opens an upload on a real connection whose bytes the test sends itself; `answer` resolves as soon as the
 * server responds.
 */
export function openStreamedUpload(
  url: string,
  cookie: string | undefined,
): { sending: ClientRequest; answer: Promise<UploadResponse> } {
  const sending = request(`${url}/api/files`, {
    method: 'POST',
    agent: false,
    headers: { cookie: cookie ?? '', 'content-type': MULTIPART_TYPE },
  });
  const answer = new Promise<UploadResponse>((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', (response) => {
      json(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
  });
  // A test that breaks the connection does not wait for the response.
  answer.catch(() => {});
  sending.write(MULTIPART_FRAME.opening);
  return { sending, answer };
}

/** Sends this many zeroes at the pace of the connection, as long as it is open. */
export async function sendZeroes(
  sending: ClientRequest,
  bytes: number,
  eachChunk: () => Promise<void> | void = () => {},
): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024);
  const gone = once(sending, 'close').catch(() => {});
  for (let sent = 0; sent < bytes && !sending.destroyed; sent += chunk.length) {
    await eachChunk();
    const hasCapacity = sending.write(chunk.subarray(0, Math.min(chunk.length, bytes - sent)));
    if (!hasCapacity) await Promise.race([once(sending, 'drain'), gone]);
  }
}
