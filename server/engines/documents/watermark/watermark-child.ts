import { UnrenderableDocumentError } from '../rendering/renderable-document.ts';
import type { WatermarkRequest } from '../rendering/rendering-protocol.ts';
import { type Reply, serveRenderingRequests } from '../rendering/serve-rendering-requests.ts';
import { watermarkImage } from './watermark-image.ts';

async function answer({ kind, text }: WatermarkRequest, bytes: Buffer): Promise<Reply> {
  try {
    const marked =
      kind === 'image'
        ? watermarkImage(bytes, text)
        : await (await import('./watermark-pdf.ts')).watermarkPdf(bytes, text);
    return { message: { size: marked.length }, bytes: marked };
  } catch (error) {
    return { message: { problem: error instanceof UnrenderableDocumentError ? error.problem : 'damaged' } };
  }
}

// The parent is ours and sends nothing else.
await serveRenderingRequests((message, bytes) => answer(message as WatermarkRequest, bytes));
