import type { Readable } from 'node:stream';
import { formatUploadMetadata } from '#shared/domain/upload-metadata.ts';
import type { Answer, Client } from './inject-client.ts';

export const OFFSET_BYTES = 'application/offset+octet-stream';
export const TUS = { 'tus-resumable': '1.0.0' };

/** The calls of a resumable upload, step by step. */
export interface TusClient {
  begin(size: number, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  /** As `begin`, and answers the address. */
  open(size: number, fields?: Record<string, string>): Promise<string>;
  append(
    url: string,
    offset: number,
    bytes: Buffer | Readable,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  head(url: string): Promise<Answer>;
  cancel(url: string): Promise<Answer>;
}

export function speakTus(client: Client): TusClient {
  const begin: TusClient['begin'] = (size, fields = {}, headers = {}) =>
    client.send({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        ...TUS,
        'upload-length': String(size),
        'upload-metadata': formatUploadMetadata({ filename: 'note.txt', ...fields }),
        ...headers,
      },
    });
  return {
    begin,
    async open(size, fields) {
      const { status, headers, body } = await begin(size, fields);
      if (status !== 201) throw new Error(`No upload: ${JSON.stringify(body)}`);
      return String(headers['location']);
    },
    append: (url, offset, payload, headers = {}) =>
      client.send({
        method: 'PATCH',
        url,
        payload,
        headers: { ...TUS, 'content-type': OFFSET_BYTES, 'upload-offset': String(offset), ...headers },
      }),
    head: (url) => client.send({ method: 'HEAD', url, headers: TUS }),
    cancel: (url) => client.send({ method: 'DELETE', url, headers: TUS }),
  };
}
