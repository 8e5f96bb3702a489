import type { Readable } from 'node:stream';
import type { z } from 'zod';
import {
  ChildEnded,
  type ChildFrames,
  type ChildLimits,
  type ChildLink,
  parseFrame,
  startChild,
} from '#server/engines/sandbox/sandboxed-child.ts';
import type { DrawingProblem } from './renderable-document.ts';

const HERE = new URL('.', import.meta.url);
/** Documents without a look of their own are drawn from their text. */
const TEXT = new URL('../text/', import.meta.url);
const SHARED = new URL('../../../shared/domain/', import.meta.url);

interface Request<Said, T> {
  message: object;
  bytes?: () => Promise<Readable>;
  reply: z.ZodType<Said>;
  /** Takes what the child sends after its reply. */
  receive(said: Said, bytes: AsyncIterable<Buffer>): Promise<T>;
}

/** Tells the JPEG library which of its builds fits this system. */
const KIND_OF_LINUX = new URL('file:///etc/alpine-release');

/** A process that draws; canvas and JPEG are compiled code. */
export function startRenderer(file: URL, limits: ChildLimits): ChildLink {
  return startChild({ file, folders: [HERE, TEXT, SHARED, KIND_OF_LINUX], addons: true }, limits);
}

/** A message and its bytes in, a message and its bytes out. */
export function askRenderer<Said, T>(link: ChildLink, request: Request<Said, T>): Promise<T> {
  const { message, bytes, reply, receive } = request;
  return link.ask({
    message,
    ...(bytes && { bytes }),
    read: async (frames) => receive(parseFrame((await frames.next()).value, reply), bytesIn(frames)),
  });
}

async function* bytesIn(frames: ChildFrames): AsyncGenerator<Buffer> {
  for await (const chunk of frames) {
    if (chunk.length === 0) return;
    yield chunk;
  }
}

/** What is not the document's fault is thrown on. */
export function problemOf(error: unknown): { readonly problem: DrawingProblem } {
  if (!(error instanceof ChildEnded)) throw error;
  return { problem: error.problem === 'out-of-memory' ? 'too-large' : error.problem };
}
