import type { Readable } from 'node:stream';
import type { z } from 'zod';
import {
  ChildFailedError,
  type ChildLimits,
  parseFrame,
  type ReplyFrames,
  type SandboxedChild,
  startSandboxedChild,
} from '#server/engines/sandbox/sandbox.ts';
import type { RenderingProblem } from './renderable-document.ts';

const DOCUMENTS_FOLDER = new URL('..', import.meta.url);
const SHARED_DOMAIN_FOLDER = new URL('../../../../shared/domain/', import.meta.url);

interface RenderingCall<Said, T> {
  message: object;
  bytes?: () => Promise<Readable>;
  reply: z.ZodType<Said>;
  /** Takes what the child sends after its reply. */
  receive(said: Said, bytes: AsyncIterable<Buffer>): Promise<T>;
}

/** Tells the JPEG library which of its builds fits this system. */
const ALPINE_RELEASE_FILE = new URL('file:///etc/alpine-release');

/** A process that draws; canvas and JPEG are compiled code. */
export function startRenderingProcess(file: URL, limits: ChildLimits): SandboxedChild {
  return startSandboxedChild(
    { file, folders: [DOCUMENTS_FOLDER, SHARED_DOMAIN_FOLDER, ALPINE_RELEASE_FILE], addons: true },
    limits,
  );
}

/** A message and its bytes in, a message and its bytes out. */
export function callRenderer<Said, T>(link: SandboxedChild, request: RenderingCall<Said, T>): Promise<T> {
  const { message, bytes, reply, receive } = request;
  return link.request({
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

/** What is not the document's fault is thrown on. */
export function toRenderingProblem(error: unknown): { readonly problem: RenderingProblem } {
  if (!(error instanceof ChildFailedError)) throw error;
  return { problem: error.problem === 'out-of-memory' ? 'too-large' : error.problem };
}
