import { UnrenderableDocumentError } from '../rendering/renderable-document.ts';
import type { WatermarkRequest } from '../rendering/rendering-protocol.ts';
import { type Reply, serveRenderingRequests } from '../rendering/serve-rendering-requests.ts';
import { previewWatermark, watermarkImage } from './watermark-image.ts';

async function draw(request: WatermarkRequest, bytes: Buffer): Promise<Uint8Array> {
  if (request.kind === 'changes') {
    const images = { a: bytes.subarray(0, request.split), b: bytes.subarray(request.split) };
    return (await import('../compare/mark-changes.ts')).markChanges(images, request.side);
  }
  if (request.kind === 'image') return watermarkImage(bytes, request.text, request);
  if (request.kind === 'preview') return previewWatermark(bytes, request.text);
  return (await import('./watermark-pdf.ts')).watermarkPdf(bytes, request.text);
}

async function answer(request: WatermarkRequest, bytes: Buffer): Promise<Reply> {
  try {
    const marked = await draw(request, bytes);
    return { message: { size: marked.length }, bytes: marked };
  } catch (error) {
    return { message: { problem: error instanceof UnrenderableDocumentError ? error.problem : 'damaged' } };
  }
}

// The parent is ours and sends nothing else.
await serveRenderingRequests((message, bytes) => answer(message as WatermarkRequest, bytes));
