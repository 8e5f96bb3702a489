import { Undrawable } from './drawn-document.ts';
import { markImage } from './mark-image.ts';
import type { MarkingRequest } from './marking-protocol.ts';
import { type Reply, serveReplies } from './serve-replies.ts';

async function answer({ kind, text }: MarkingRequest, bytes: Buffer): Promise<Reply> {
  try {
    const marked =
      kind === 'image' ? markImage(bytes, text) : await (await import('./mark-pdf.ts')).markPdf(bytes, text);
    return { message: { size: marked.length }, bytes: marked };
  } catch (error) {
    return { message: { problem: error instanceof Undrawable ? error.problem : 'damaged' } };
  }
}

// The parent is ours and sends nothing else.
await serveReplies((message, bytes) => answer(message as MarkingRequest, bytes));
