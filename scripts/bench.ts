import { benchArchive } from '../bench/archive.ts';
import { benchCalls } from '../bench/calls.ts';
import { benchDrawnPages } from '../bench/drawn-pages.ts';
import { benchExtraction } from '../bench/extraction.ts';
import { benchFileList } from '../bench/file-list.ts';
import { benchFirstLoad } from '../bench/first-load.ts';
import { benchFirstPage } from '../bench/first-page.ts';
import { benchFolderTree } from '../bench/folder-tree.ts';
import { benchHostilePages } from '../bench/hostile-pages.ts';
import { benchOpenedDocuments } from '../bench/opened-documents.ts';
import { benchPermissionChange } from '../bench/permission-change.ts';
import { benchSearch } from '../bench/search.ts';
import { benchSearchIndex } from '../bench/search-index.ts';
import { benchSearchLoad } from '../bench/search-load.ts';
import { benchSearchQuality } from '../bench/search-quality.ts';
import { benchStart } from '../bench/start.ts';
import { benchStorage } from '../bench/storage.ts';
import { type Figure, rowOf } from '../bench/table.ts';
import { benchTransfer } from '../bench/transfer.ts';

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
