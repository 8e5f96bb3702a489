import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#server/app/errors.ts';

interface ByteRange {
  start: number;
  end: number;
}

export interface FileContent {
  size: number;
  /** Hex; names the content for If-None-Match and If-Range. What is made anew for each answer has none, and no ranges. */
  sha256: string | undefined;
  mediaType: string;
  /** A file to keep has a name; what is shown on a page has none. */
  attachmentName?: string;
  open(range?: ByteRange): Promise<Readable>;
}

/** One range of bytes; several at once are answered whole, as RFC 9110 allows. */
function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (start >= size || start > end) throw new AppError('bad-range', 'The file does not have these bytes');
  return { start, end };
}

/** RFC 6266 and 8187: an ASCII stand-in for old clients, the real name for all others. */
export function attachmentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Streams bytes with Range, HEAD and If-None-Match. Documents are others' work: their own page can do nothing. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: FileContent,
): Promise<FastifyReply> {
  reply
    .header('content-type', bytes.mediaType)
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
    )
    .header('cache-control', bytes.sha256 === undefined ? 'private, no-store' : 'private, no-cache')
    .header('accept-ranges', bytes.sha256 === undefined ? 'none' : 'bytes');
  if (bytes.attachmentName !== undefined)
    reply.header('content-disposition', attachmentDisposition(bytes.attachmentName));
  const range =
    bytes.sha256 === undefined
      ? undefined
      : evaluateConditionalRequest(request, reply, bytes.sha256, bytes.size);
  if (range === 'known') return reply.code(304).send();
  const length = range ? range.end - range.start + 1 : bytes.size;
  reply.header('content-length', length);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes.size}`);
  // An empty stream: for an empty payload Fastify would say that the length is 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await bytes.open(range));
}

/** What a client that may have the bytes already wants of them. */
function evaluateConditionalRequest(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  sha256: string,
  size: number,
): ByteRange | 'known' | undefined {
  const etag = `"${sha256}"`;
  reply.header('etag', etag);
  // Not by a pattern with spaces on both sides: on a header full of them that takes a second.
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  if (known.includes(etag)) return 'known';
  const ifRange = headers['if-range'];
  return ifRange === undefined || ifRange === etag ? parseRange(headers.range, size) : undefined;
}
