import { runWithTimeout, TimeoutExceededError } from '#server/engines/sandbox/child-side.ts';
import { UnreadableDocumentError } from '../blocks/unreadable-document-error.ts';
import { encodePageImage } from './jpeg.ts';
import { openDocument } from './open-document.ts';
import { type RenderableDocument, UnrenderableDocumentError } from './renderable-document.ts';
import type { RenderingRequest } from './rendering-protocol.ts';
import { type Reply, serveRenderingRequests } from './serve-rendering-requests.ts';

const JPEG_QUALITY = 90;

/** One document in this process's life: a hostile one can reach no other's pages. */
let openedDocument: RenderableDocument | undefined;

async function answer(request: RenderingRequest, bytes: Buffer): Promise<Reply> {
  try {
    if ('open' in request) {
      openedDocument = await openDocument(bytes, request);
      return { message: { pages: openedDocument.pages, count: openedDocument.count } };
    }
    const { page, width, timeoutMs } = request;
    const document = openedDocument;
    if (!document) throw new Error('no document is open');
    return {
      message: { isRendered: true },
      bytes: runWithTimeout(
        () => encodePageImage(document.renderPage(page - 1, width), JPEG_QUALITY),
        timeoutMs,
      ),
    };
  } catch (error) {
    return { message: { problem: toRenderingProblem(error) } };
  }
}

function toRenderingProblem(error: unknown) {
  if (error instanceof UnrenderableDocumentError) return error.problem;
  if (error instanceof TimeoutExceededError) return 'too-long';
  if (!(error instanceof UnreadableDocumentError)) return 'damaged'; // Libraries throw whatever they like at damaged files.
  if (error.status === 'protected') return 'protected';
  return error.status === 'no-text' ? 'empty' : 'damaged';
}

// The parent is ours and sends nothing else.
await serveRenderingRequests((message, bytes) => answer(message as RenderingRequest, bytes));
