import { Undrawable } from '../rendering/renderable-document.ts';
import { markImage } from './watermark-image.ts';
import type { MarkingRequest } from './watermark-protocol.ts';
import { type Reply, serveReplies } from '../rendering/serve-rendering-requests.ts';

async function answer({ kind, text }: MarkingRequest, bytes: Buffer): Promise<Reply> {
  try {
    const marked =
      kind === 'image' ? markImage(bytes, text) : await (await import('./watermark-pdf.ts')).markPdf(bytes, text);
    return { message: { size: marked.length }, bytes: marked };
  } catch (error) {
    return { message: { problem: error instanceof Undrawable ? error.problem : 'damaged' } };
  }
}

// The parent is ours and sends nothing else.
await serveReplies((message, bytes) => answer(message as MarkingRequest, bytes));
