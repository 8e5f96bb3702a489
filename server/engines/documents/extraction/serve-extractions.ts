import { serveRequests } from '#server/engines/sandbox/child-side.ts';
import { type DocumentType, type Extraction, hasText } from '../blocks/document-text.ts';
import type { ExtractionLimits } from './extract-document.ts';
import type { ExtractionRequest } from './extraction-request.ts';

/** The child's side: blocks in order, then the outcome. */
export function serveExtractions(
  extract: (type: DocumentType, bytes: Buffer, limits: ExtractionLimits) => Promise<Extraction>,
): Promise<void> {
  return serveRequests(async (message, bytes) => {
    // The server wrote it. A library that checks it would take a third of the time in which the process starts.
    const { id, type, ...limits } = message as ExtractionRequest;
    return toFrames(id, await extract(type, bytes, limits));
  });
}

function* toFrames(id: string, extraction: Extraction): Generator<string> {
  if (!hasText(extraction)) {
    yield JSON.stringify({ id, ...extraction });
    return;
  }
  const { blocks, ...outcome } = extraction;
  for (const block of blocks) yield JSON.stringify(block);
  yield JSON.stringify({ id, ...outcome });
}
