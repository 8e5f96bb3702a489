import { benchArchive } from './server/folder-archive.ts';
import { benchCalls } from './server/request-throughput.ts';
import { benchDrawnPages } from './documents/page-rendering.ts';
import { benchExtraction } from './documents/text-extraction.ts';
import { benchFileList } from './server/file-list.ts';
import { benchFirstLoad } from './browser/initial-load.ts';
import { benchFirstPage } from './browser/long-pdf.ts';
import { benchFolderTree } from './server/folder-tree.ts';
import { benchHostilePages } from './documents/corpus-rendering.ts';
import { benchOpenedDocuments } from './browser/corpus-viewing.ts';
import { benchPermissionChange } from './server/permission-change.ts';
import { benchSearch } from './search/search-requests.ts';
import { benchSearchIndex } from './search/index-cost.ts';
import { benchSearchLoad } from './search/search-during-uploads.ts';
import { benchSearchQuality } from './search/search-quality.ts';
import { benchStart } from './server/startup.ts';
import { benchStorage } from './server/object-store.ts';
import { type Figure, rowOf } from './harness/figures.ts';
import { benchTransfer } from './server/transfer.ts';

const asRows = (bench: () => Promise<Figure[]>) => async () => (await bench()).map(rowOf);

const BENCHES: Record<string, { title: string; run: (parts: string[]) => Promise<object[]> }> = {
  files: { title: 'Lists of files at the door, in a room of 100,000', run: asRows(benchFileList) },
  folders: { title: 'The tree of 10,000 folders at the door', run: asRows(benchFolderTree) },
  permissions: { title: 'A right that is given or withdrawn', run: asRows(benchPermissionChange) },
  transfer: { title: '100 MB over a socket', run: asRows(benchTransfer) },
  archive: { title: 'A folder of 300 MB as one zip over a socket', run: asRows(benchArchive) },
  storage: { title: '100 MB in the object store', run: asRows(benchStorage) },
  'first-load': { title: 'Script for the first screen, gzipped', run: asRows(benchFirstLoad) },
  start: { title: 'From the start of the process to “ready”', run: asRows(benchStart) },
  'search-calls': { title: 'GET /api/search over 100,000 passages', run: asRows(benchSearch) },
  'search-index': { title: 'The keyword index: what it costs', run: benchSearchIndex },
  'search-load': { title: 'Search while 200 documents come in', run: asRows(benchSearchLoad) },
  search: { title: 'How well the search finds, beside others on the same data', run: benchSearchQuality },
  calls: { title: 'Calls a second in a room of 100,000 files and 10,000 folders', run: benchCalls },
  view: { title: 'Pages drawn on the server', run: asRows(benchDrawnPages) },
  'view-first-page': { title: 'A long PDF in the browser', run: asRows(benchFirstPage) },
  'view-hostile': {
    title: 'What becomes of real and hostile files when they are drawn',
    run: benchHostilePages,
  },
  'view-ingest': {
    title: 'What becomes of real and hostile files when they are opened in a browser',
    run: benchOpenedDocuments,
  },
  extraction: { title: 'Text of real documents', run: benchExtraction },
};

// `search-index` and `view` name one or several; whatever names none is a part of the one named before it: `search scifact`.
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const named = (word: string) => {
  const names = Object.keys(BENCHES);
  return names.includes(word) ? [word] : names.filter((name) => name.startsWith(word));
};
const wanted = words.flatMap(named);
const parts = words.filter((word) => named(word).length === 0);
const chosen = Object.entries(BENCHES).filter(([name]) => words.length === 0 || wanted.includes(name));
if (chosen.length === 0) throw new Error(`The benchmarks are ${Object.keys(BENCHES).join(', ')}.`);

for (const [name, { title, run }] of chosen) {
  console.log(`\n${name}: ${title}`);
  console.table(await run(parts));
}
