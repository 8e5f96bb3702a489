import { createReadStream } from 'node:fs';
import { type DocumentEngine, openDocumentEngine } from '#server/engines/documents/document-engine.ts';
import {
  hasEvaluationData,
  type IngestFile,
  listIngestFiles,
  missingEvaluationData,
} from '#server/testing/evaluation-data/evaluation-files.ts';
import { withTemporaryDirectory } from '../harness/bench-server.ts';

/** Renders the first page of real, damaged and malicious files on the server and counts the outcomes per type. */
export async function benchCorpusRendering(): Promise<object[]> {
  if (!hasEvaluationData('ingest')) return [{ skipped: missingEvaluationData('ingest') }];
  const byType = Map.groupBy(listIngestFiles(), ({ ext }) => ext);
  return withTemporaryDirectory(async (dataDir) => {
    const documents = await openDocumentEngine({ dataDir, maxPages: 5_000, searchPath: process.env['PATH'] });
    try {
      const rows: object[] = [];
      for (const [type, files] of [...byType].toSorted())
        rows.push(await renderAll(documents.rendering, type, files));
      return rows;
    } finally {
      await documents.close();
    }
  });
}

async function renderAll(
  renderer: DocumentEngine['rendering'],
  type: string,
  files: readonly IngestFile[],
): Promise<object> {
  const outcomes: Record<string, number> = {};
  let slowestMs = 0;
  for (const file of files) {
    const begun = performance.now();
    const outcome = await renderFirstPage(renderer, file, type);
    slowestMs = Math.max(slowestMs, performance.now() - begun);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return { type, files: files.length, ...outcomes, 'slowest ms': Math.round(slowestMs) };
}

async function renderFirstPage(
  renderer: DocumentEngine['rendering'],
  { file, path }: IngestFile,
  type: string,
): Promise<string> {
  const document = { key: file, owner: 'bench', type, bytes: async () => createReadStream(path) };
  const listing = await renderer.listPages(document);
  if ('problem' in listing) return listing.problem;
  const page = await renderer.renderPage(document, 1, 1200);
  return 'problem' in page ? `page ${page.problem}` : 'rendered';
}
