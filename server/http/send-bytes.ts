import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { create } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type ByteRange, type FileContent, memory } from '#server/engines/storage/object-storage.ts';
import { type AssertAllowed, requireWhileSending } from './end-revoked-responses.ts';
import type { Exchange } from './serve.ts';

/** Documents come from others: opened as a page of their own, they cannot run anything. */
const DOCUMENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'";

/** The Content-Disposition header of a download (RFC 6266). Unpaired surrogates, which have no UTF-8 form, are replaced. */
export const attachmentDisposition = (name: string): string => create(name.toWellFormed());

/** Names what a response sends: the first byte and more, only later bytes, or nothing because the client's copy is current. */
export type SentBytes = 'start' | 'continuation' | 'none';

interface SendOptions {
  /** Authorizes the content again while it is sent. */
  readonly assertAllowed: AssertAllowed;
  readonly mediaType: string;
  /** The file name of a download; without it the browser displays the content. */
  readonly attachmentName?: string;
  /** Records the access once the request is accepted, before the first byte is sent. Not called for HEAD. */
  readonly record?: (sent: SentBytes) => Promise<void>;
}

/** Streams content with support for HEAD, Range, If-Range and If-None-Match, and discards it when the response closes. */
export async function sendBytes(
  { request, reply }: Exchange,
  content: FileContent,
  { assertAllowed, mediaType, attachmentName, record }: SendOptions,
): Promise<FastifyReply> {
  const isCacheable = request.ctx.config.allowsDocumentCaching && !content.isTransient;
  reply.raw.once('close', () => void content.discard());
  requireWhileSending(request, assertAllowed);
  reply
    .header('content-type', mediaType)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', DOCUMENT_POLICY)
    .header('cache-control', isCacheable ? 'private, no-cache' : 'private, no-store')
    .header('accept-ranges', content.isTransient ? 'none' : 'bytes');
  if (attachmentName !== undefined)
    reply.header('content-disposition', attachmentDisposition(attachmentName));
  const range = content.isTransient ? undefined : evaluateConditionalRequest(request, reply, content);
  if (request.method !== 'HEAD') await record?.(sentBytes(range));
  if (range === 'not-modified') return reply.code(304).send();
  const length = range ? range.end - range.start + 1 : content.size;
  reply.header('content-length', length);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${content.size}`);
  // An empty stream, because Fastify sets the length of an empty payload to 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const bytes = await content.open(range);
  freeSentChunks(reply.raw);
  return reply.send(bytes);
}

interface ExportedFile {
  readonly name: string;
  readonly content: Readable;
  /** Headers that the answer to a HEAD request does not have. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface ExportSource {
  /** Authorizes a HEAD request, and the export again while it is sent. */
  readonly assertAllowed: AssertAllowed;
  /** Authorizes the export while it is sent, where that takes less than `assertAllowed` does. */
  readonly assertStillAllowed?: AssertAllowed;
  /** Authorizes the export, records it, and begins to write it. */
  readonly write: () => Promise<ExportedFile>;
}

/** Sends an export as a download. A HEAD request exports nothing, so nothing is recorded. */
export async function sendExport(
  ctx: Context,
  { request, reply }: Exchange,
  { assertAllowed, assertStillAllowed = assertAllowed, write }: ExportSource,
): Promise<FastifyReply> {
  if (request.method === 'HEAD') {
    await assertAllowed(ctx);
    return reply.send();
  }
  const { name, content, headers = {} } = await write();
  requireWhileSending(request, assertStillAllowed);
  return reply.headers({ ...headers, 'content-disposition': attachmentDisposition(name) }).send(content);
}

/**
 * Gives the memory of each chunk back once it is sent, since nobody else has it: waiting for the garbage collector, which walks
 * the whole heap, took almost half of a download's processor time.
 */
function freeSentChunks(response: ServerResponse): void {
  const write = response.write.bind(response);
  // Only streams write here, and they pass nothing but the chunk.
  response.write = (chunk: Buffer) => write(chunk, () => memory.release(chunk));
}

const sentBytes = (range: ByteRange | 'not-modified' | undefined): SentBytes =>
  range === 'not-modified' ? 'none' : range !== undefined && range.start > 0 ? 'continuation' : 'start';

/** Sets the ETag and evaluates If-None-Match, If-Range and Range. Returns `undefined` for the whole content. */
function evaluateConditionalRequest(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { sha256, size }: FileContent,
): ByteRange | 'not-modified' | undefined {
  const etag = `"${sha256}"`;
  reply.header('etag', etag);
  // A pattern with spaces on both sides is avoided: it takes a second on a header full of spaces.
  const cachedTags = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (cachedTags.includes(etag)) return 'not-modified';
  const ifRange = headers['if-range'];
  return ifRange === undefined || ifRange === etag ? parseRange(headers.range, size) : undefined;
}

/** Parses a Range header of one range. Several ranges get the whole content, as RFC 9110 allows. */
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
