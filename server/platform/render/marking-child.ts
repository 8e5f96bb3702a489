import { Undrawable } from './drawn-document.ts';
import { markImage } from './mark-image.ts';
import type { MarkingRequest } from './marking-protocol.ts';
import { type Reply, serveRequests } from './serve-requests.ts';

async function answer({ kind, text }: MarkingRequest, bytes: Buffer): Promise<Reply> {
  try {
    const marked =
      kind === 'image'
        ? await markImage(bytes, text)
        : await (await import('./mark-pdf.ts')).markPdf(bytes, text);
    return { message: { size: marked.length }, bytes: marked };
  } catch (error) {
    return { message: { problem: error instanceof Undrawable ? error.problem : 'damaged' } };
  }
}

// The parent is ours and sends nothing else.
await serveRequests((message, bytes) => answer(message as MarkingRequest, bytes));
