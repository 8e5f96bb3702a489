import type { Readable } from 'node:stream';
import type { z } from 'zod';
import {
  ChildFailedError,
  type ChildLimits,
  parseFrame,
  type ReplyFrames,
  SandboxedChild,
} from '#server/engines/sandbox/sandbox.ts';
import type { RenderingProblem } from './renderable-document.ts';

const DOCUMENTS_FOLDER = new URL('..', import.meta.url);
const SHARED_DOMAIN_FOLDER = new URL('../../../../shared/domain/', import.meta.url);

interface RenderingCall<Said, T> {
  message: object;
  bytes?: () => Promise<Readable>;
  reply: z.ZodType<Said>;
  /** Receives the bytes that the child sends after its reply. */
  receive(said: Said, bytes: AsyncIterable<Buffer>): Promise<T>;
}

/** Tells the JPEG library which of its builds fits this system. */
const ALPINE_RELEASE_FILE = new URL('file:///etc/alpine-release');

/** Starts a process that renders; canvas and JPEG are native addons. */
export function startRenderingProcess(file: URL, limits: ChildLimits): SandboxedChild {
  return new SandboxedChild(
    { file, folders: [DOCUMENTS_FOLDER, SHARED_DOMAIN_FOLDER, ALPINE_RELEASE_FILE], addons: true },
    limits,
  );
}

/** Sends a message and bytes, and returns the reply with its bytes. */
export function callRenderer<Said, T>(child: SandboxedChild, request: RenderingCall<Said, T>): Promise<T> {
  const { message, bytes, reply, receive } = request;
  return child.request({
    message,
    ...(bytes && { bytes }),
    read: async (frames) => receive(parseFrame((await frames.next()).value, reply), readChunks(frames)),
  });
}

async function* readChunks(frames: ReplyFrames): AsyncGenerator<Buffer> {
  for await (const chunk of frames) {
    if (chunk.length === 0) return;
    yield chunk;
  }
}

/** Returns the problem with the document; throws errors that are not the document's fault. */
export function toRenderingProblem(error: unknown): { readonly problem: RenderingProblem } {
  if (!(error instanceof ChildFailedError)) throw error;
  return { problem: error.problem === 'out-of-memory' ? 'too-large' : error.problem };
}

/** Returns the problem of an opened document, and whether it may pass: a busy machine also ends a process. */
export function toPassingProblem(error: unknown): { problem: RenderingProblem; mayPass: boolean } {
  const failed = toRenderingProblem(error);
  return { ...failed, mayPass: !(error instanceof ChildFailedError && error.problem === 'too-large') };
}

/** Joins the bytes that a child sends, up to a limit. */
export async function collectBytes(bytes: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw new ChildFailedError('damaged');
    chunks.push(chunk);
  }
  const [only, ...others] = chunks;
  return only && others.length === 0 ? only : Buffer.concat(chunks);
}
