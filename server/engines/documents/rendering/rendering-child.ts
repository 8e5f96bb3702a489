import { OutOfTime, withinTime } from '#server/engines/sandbox/run-with-timeout.ts';
import { Unreadable } from '../blocks/unreadable-document-error.ts';
import type { DrawingRequest } from './rendering-protocol.ts';
import { type DrawnDocument, Undrawable } from './renderable-document.ts';
import { encodeDrawing } from './jpeg.ts';
import { openDocument } from './open-document.ts';
import { type Reply, serveReplies } from './serve-rendering-requests.ts';

const JPEG_QUALITY = 90;

/** One document in this process's life: a hostile one can reach no other's pages. */
let open: DrawnDocument | undefined;

async function answer(request: DrawingRequest, bytes: Buffer): Promise<Reply> {
  try {
    if ('open' in request) {
      open = await openDocument(bytes, request);
      return { message: { pages: open.pages, count: open.count } };
    }
    const { page, width, timeoutMs } = request;
    const document = open;
    if (!document) throw new Error('no document is open');
    return {
      message: { isDrawn: true },
      bytes: withinTime(() => encodeDrawing(document.draw(page - 1, width), JPEG_QUALITY), timeoutMs),
    };
  } catch (error) {
    return { message: { problem: problemOf(error) } };
  }
}

function problemOf(error: unknown) {
  if (error instanceof Undrawable) return error.problem;
  if (error instanceof OutOfTime) return 'too-long';
  if (!(error instanceof Unreadable)) return 'damaged'; // Libraries throw whatever they like at damaged files.
  if (error.status === 'protected') return 'protected';
  return error.status === 'no-text' ? 'empty' : 'damaged';
}

// The parent is ours and sends nothing else.
await serveReplies((message, bytes) => answer(message as DrawingRequest, bytes));
