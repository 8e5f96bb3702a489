import { type ClientRequest, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { UploadResponse } from './clients/streamed-upload.ts';

interface HeldRequest {
  method: string;
  path: string;
  cookie: string | undefined;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Sends the headers and the first byte of a body on a real connection; `release` sends the rest and resolves to
 * the response.
 */
export function openHeldRequest(
  url: string,
  { method, path, cookie, headers, body }: HeldRequest,
): { sending: ClientRequest; answer: Promise<UploadResponse>; release(): Promise<UploadResponse> } {
  const sending = request(`${url}${path}`, {
    method,
    agent: false,
    headers: { ...(cookie !== undefined && { cookie }), 'content-length': body.length, ...headers },
  });
  const answer = new Promise<UploadResponse>((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', (response) => {
      const resolveWith = (body: string) =>
        resolve({ status: response.statusCode, body: body === '' ? undefined : JSON.parse(body) });
      text(response).then(resolveWith).catch(reject);
    });
  });
  // A test that breaks the connection does not wait for the response.
  answer.catch(() => {});
  sending.write(body.subarray(0, 1));
  return {
    sending,
    answer,
    release() {
      sending.end(body.subarray(1));
      return answer;
    },
  };
}
