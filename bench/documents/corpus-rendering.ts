import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { openPageRenderer, type PageRenderer } from '#server/engines/documents/rendering/page-renderer.ts';
import { withDirectory } from '../harness/bench-server.ts';

const folder = join(process.env['EVALDATA_DIR'] ?? '../shared/evaldata', 'ingest');

/** What becomes of real, broken and hostile files when they are drawn: their first page, or a reason. */
export async function benchHostilePages(): Promise<object[]> {
  const manifest = join(folder, 'manifest.jsonl');
  if (!existsSync(manifest)) {
    return [{ skipped: `there are no evaluation files in ${folder} (EVALDATA_DIR says where to look)` }];
  }
  const lines = readFileSync(manifest, 'utf8').trimEnd().split('\n');
  const files = lines.map((line) => String(JSON.parse(line).file));
  return withDirectory(async (dataDir) => {
    const pages = await openPageRenderer({ dataDir, mostPages: 5_000, path: process.env['PATH'] });
    try {
      const types = [...new Set(files.map(typeOf))].toSorted();
      const table: object[] = [];
      for (const type of types)
        table.push(
          await drawAll(
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

async function drawAll(pages: PageRenderer, type: string, files: readonly string[]): Promise<object> {
  const ends: Record<string, number> = {};
  let slowest = 0;
  for (const file of files) {
    const begun = performance.now();
    const end = await drawFirst(pages, file, type);
    const took = performance.now() - begun;
    if (took > slowest) slowest = took;
    ends[end] = (ends[end] ?? 0) + 1;
  }
  return { type, files: files.length, ...ends, 'slowest ms': Math.round(slowest) };
}

async function drawFirst(pages: PageRenderer, file: string, type: string): Promise<string> {
  const document = { key: file, type, bytes: async () => createReadStream(join(folder, file)) };
  const opening = await pages.open(document);
  if ('problem' in opening) return opening.problem;
  const drawing = await pages.draw(document, 1, 1200);
  return 'problem' in drawing ? `page ${drawing.problem}` : 'drawn';
}
