import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { openPageRenderer, type PageRenderer } from '#server/engines/documents/rendering/page-renderer.ts';
import { withTemporaryDirectory } from '../harness/bench-server.ts';

const INGEST_FOLDER = join(process.env['EVALDATA_DIR'] ?? '../shared/evaldata', 'ingest');

/** What becomes of real, broken and hostile files when they are drawn: their first page, or a reason. */
export async function benchCorpusRendering(): Promise<object[]> {
  const manifest = join(INGEST_FOLDER, 'manifest.jsonl');
  if (!existsSync(manifest)) {
    return [
      { skipped: `there are no evaluation files in ${INGEST_FOLDER} (EVALDATA_DIR says where to look)` },
    ];
  }
  const lines = readFileSync(manifest, 'utf8').trimEnd().split('\n');
  const files = lines.map((line) => String(JSON.parse(line).file));
  return withTemporaryDirectory(async (dataDir) => {
    const pages = await openPageRenderer({ dataDir, mostPages: 5_000, path: process.env['PATH'] });
    try {
      const types = [...new Set(files.map(typeOf))].toSorted();
      const table: object[] = [];
      for (const type of types)
        table.push(
          await renderAll(
            pages,
            type,
            files.filter((file) => typeOf(file) === type),
          ),
        );
      return table;
    } finally {
      await pages.close();
    }
  });
}

const typeOf = (file: string): string => extname(file).slice(1).toLowerCase();

async function renderAll(pages: PageRenderer, type: string, files: readonly string[]): Promise<object> {
  const ends: Record<string, number> = {};
  let slowest = 0;
  for (const file of files) {
    const begun = performance.now();
    const end = await renderFirstPage(pages, file, type);
    const took = performance.now() - begun;
    if (took > slowest) slowest = took;
    ends[end] = (ends[end] ?? 0) + 1;
  }
  return { type, files: files.length, ...ends, 'slowest ms': Math.round(slowest) };
}

async function renderFirstPage(pages: PageRenderer, file: string, type: string): Promise<string> {
  const document = { key: file, type, bytes: async () => createReadStream(join(INGEST_FOLDER, file)) };
  const opening = await pages.listPages(document);
  if ('problem' in opening) return opening.problem;
  const drawing = await pages.renderPage(document, 1, 1200);
  return 'problem' in drawing ? `page ${drawing.problem}` : 'drawn';
}
