import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

export const MEGABYTES = 100;
/** Size of a chunk from a socket. */
const CHUNK_BYTES = 64 * 1024;
/** Incompressible bytes. */
const RANDOM_CHUNK = randomBytes(CHUNK_BYTES);
const BOUNDARY = 'muniment-bench-boundary';

export function* hundredMegabytes(): Generator<Buffer> {
  for (let left = MEGABYTES * 1024 ** 2; left > 0; left -= CHUNK_BYTES) yield RANDOM_CHUNK;
}

/** Uploads 100 MB of random bytes and returns the id of the file. */
export async function uploadHundredMegabytes(
  origin: string,
  cookie: string,
  { name = 'disk.bin', folderId = '' } = {},
): Promise<number> {
  const contentType = `multipart/form-data; boundary=${BOUNDARY}`;
  const call = request(`${origin}/api/files`, {
    method: 'POST',
    headers: { cookie, 'content-type': contentType },
  });
  const responded: Promise<IncomingMessage[]> = once(call, 'response');
  await pipeline(Readable.from(multipartBody(name, folderId)), call);
  const [response] = await responded;
  if (response?.statusCode !== 201) throw new Error(`the upload returned ${response?.statusCode}`);
  // A response with status 201 is a file.
  return ((await json(response)) as { id: number }).id;
}

function* multipartBody(name: string, folderId: string): Generator<string | Buffer> {
  const part = (fields: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; ${fields}\r\n`;
  yield `${part('name="folderId"')}\r\n${folderId}\r\n`;
  yield `${part(`name="file"; filename="${name}"`)}content-type: application/octet-stream\r\n\r\n`;
  yield* hundredMegabytes();
  yield `\r\n--${BOUNDARY}--\r\n`;
}
