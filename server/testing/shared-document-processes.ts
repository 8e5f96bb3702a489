import type { DocumentEngine } from '#server/engines/documents/document-engine.ts';
import { documentTypeOfExtension } from '#server/engines/documents/extraction/detect-document-type.ts';
import { createTextExtractor } from '#server/engines/documents/extraction/extraction-pool.ts';
import { InspectorPool } from '#server/engines/documents/findings/content-inspector.ts';

const OWNER = 'everybody';
const INSPECTION_LIMITS = { timeoutMs: 60_000, memoryMb: 1024 };

/** They end with the process of the tests. */
let pools: { extractor: ReturnType<typeof createTextExtractor>; inspector: InspectorPool } | undefined;

/**
 * Lets all apps and owners of a test process share the child processes that read text and find personal data. A server has some
 * for each owner, and starting them takes longer than reading the few documents of a test.
 */
export function withSharedProcesses(documents: DocumentEngine): DocumentEngine {
  const shared = () => {
    pools ??= { extractor: createTextExtractor(), inspector: new InspectorPool(INSPECTION_LIMITS) };
    return pools;
  };
  return {
    ...documents,
    extraction: {
      ...documents.extraction,
      async extract(document, signal) {
        const type = documentTypeOfExtension(document.type);
        if (!type) return documents.extraction.extract(document, signal);
        return shared().extractor.extract({ ...document, owner: OWNER, type }, signal);
      },
    },
    inspection: {
      findHidden: (document, signal) => shared().inspector.findHidden({ ...document, owner: OWNER }, signal),
      findInText: (text, signal) => shared().inspector.findInText({ ...text, owner: OWNER }, signal),
    },
  };
}
