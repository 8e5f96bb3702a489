import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { hundredMegabytes } from './hundred-megabytes.ts';

const BOUNDARY = 'muniment-bench-boundary';

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
