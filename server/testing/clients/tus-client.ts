import type { Readable } from 'node:stream';
import { formatUploadMetadata } from '#shared/domain/upload-metadata.ts';
import type { ApiResponse, TestClient } from './inject-client.ts';

export const UPLOAD_MEDIA_TYPE = 'application/offset+octet-stream';
export const TUS_HEADERS = { 'tus-resumable': '1.0.0' };

/** The calls of a resumable upload, step by step. */
export interface TusClient {
  begin(
    size: number,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<ApiResponse>;
  /** Begins an upload like `begin`, and returns its URL. */
  open(size: number, fields?: Record<string, string>): Promise<string>;
  append(
    url: string,
    offset: number,
    bytes: Buffer | Readable,
    headers?: Record<string, string>,
  ): Promise<ApiResponse>;
  head(url: string): Promise<ApiResponse>;
  cancel(url: string): Promise<ApiResponse>;
}

export function createTusClient(client: TestClient): TusClient {
  const begin: TusClient['begin'] = (size, fields = {}, headers = {}) =>
    client.send({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        ...TUS_HEADERS,
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
        headers: {
          ...TUS_HEADERS,
          'content-type': UPLOAD_MEDIA_TYPE,
          'upload-offset': String(offset),
          ...headers,
        },
      }),
    head: (url) => client.send({ method: 'HEAD', url, headers: TUS_HEADERS }),
    cancel: (url) => client.send({ method: 'DELETE', url, headers: TUS_HEADERS }),
  };
}
