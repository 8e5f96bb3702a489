import { RANGE_CHUNK_BYTES } from './messages.ts';

/** A request for the file was refused, with this status, or got no usable response. */
export class FileUnavailable extends Error {
  readonly status: number | undefined;

  constructor(status?: number) {
    super(`The file is not available (${status ?? 'no response'})`);
    this.status = status;
  }
}

/** Status of a file that was replaced after it was opened: its condition, the ETag, no longer holds. */
export const REPLACED_STATUS = 412;

/** Reads parts of one file while its reader has access. */
export interface FileSource {
  readonly size: number;
  readonly firstBytes: ArrayBuffer;
  /** Reads the bytes from `begin` until before `end`; rejects with FileUnavailable. */
  read(begin: number, end: number, signal: AbortSignal): Promise<ArrayBuffer>;
}

type Fetch = (url: string, options: RequestInit) => Promise<Response>;

/** Loads the first bytes of a file, or all of it where the server sends no parts. Rejects with FileUnavailable. */
export async function openFile(
  url: string,
  signal: AbortSignal,
  fetch: Fetch = globalThis.fetch.bind(globalThis),
): Promise<FileSource> {
  const first = await request({ range: `bytes=0-${RANGE_CHUNK_BYTES - 1}` }, signal);
  const firstBytes = await readBody(first);
  const size = first.status === 206 ? readSize(first) : firstBytes.byteLength;
  const etag = first.headers.get('etag');
  return {
    size,
    firstBytes,
    async read(begin, end, readSignal) {
      const conditions = { range: `bytes=${begin}-${end - 1}`, ...(etag !== null && { 'if-range': etag }) };
      const response = await request(conditions, readSignal);
      // The whole file comes if it was replaced: its parts would not fit to those that were read before.
      if (response.status !== 206) {
        void response.body?.cancel();
        throw new FileUnavailable(REPLACED_STATUS);
      }
      const bytes = await readBody(response);
      if (bytes.byteLength !== end - begin) throw new FileUnavailable();
      return bytes;
    },
  };

  async function request(headers: Record<string, string>, requestSignal: AbortSignal): Promise<Response> {
    const response = await fetch(url, { headers, signal: requestSignal }).catch(() => null);
    if (!response) throw new FileUnavailable();
    if (response.ok) return response;
    void response.body?.cancel();
    throw new FileUnavailable(response.status);
  }
}

const readBody = (response: Response): Promise<ArrayBuffer> =>
  response.arrayBuffer().catch(() => Promise.reject(new FileUnavailable()));

function readSize(response: Response): number {
  const size = /^bytes 0-\d+\/(\d{1,15})$/.exec(response.headers.get('content-range') ?? '')?.[1];
  if (size === undefined) throw new FileUnavailable();
  return Number(size);
}
