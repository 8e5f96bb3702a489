import { benchCorpusViewing } from './browser/corpus-viewing.ts';
import { benchInitialLoad } from './browser/initial-load.ts';
import { benchLongPdf } from './browser/long-pdf.ts';
import { benchCorpusRendering } from './documents/corpus-rendering.ts';
import { benchPageRendering } from './documents/page-rendering.ts';
import { benchTextExtraction } from './documents/text-extraction.ts';
import { type Figure, toTableRow } from './harness/figures.ts';
import { benchIndexCost } from './search/index-cost.ts';
import { benchSearchDuringUploads } from './search/search-during-uploads.ts';
import { benchSearchQuality } from './search/search-quality.ts';
import { benchSearchRequests } from './search/search-requests.ts';
import { benchFileList } from './server/file-list.ts';
import { benchFolderArchive } from './server/folder-archive.ts';
import { benchFolderTree } from './server/folder-tree.ts';
import { benchObjectStore } from './server/object-store.ts';
import { benchPermissionChange } from './server/permission-change.ts';
import { benchRequestThroughput } from './server/request-throughput.ts';
import { benchStartup } from './server/startup.ts';
import { benchTransfer } from './server/transfer.ts';

const toRows = (bench: () => Promise<Figure[]>) => async () => (await bench()).map(toTableRow);

const BENCHMARKS: Record<string, { title: string; run: (parts: string[]) => Promise<object[]> }> = {
  files: { title: 'Lists of files at the door, in a room of 100,000', run: toRows(benchFileList) },
  folders: { title: 'The tree of 10,000 folders at the door', run: toRows(benchFolderTree) },
  permissions: { title: 'A right that is given or withdrawn', run: toRows(benchPermissionChange) },
  transfer: { title: '100 MB over a socket', run: toRows(benchTransfer) },
  archive: { title: 'A folder of 300 MB as one zip over a socket', run: toRows(benchFolderArchive) },
  storage: { title: '100 MB in the object store', run: toRows(benchObjectStore) },
  'first-load': { title: 'Script for the first screen, gzipped', run: toRows(benchInitialLoad) },
  start: { title: 'From the start of the process to “ready”', run: toRows(benchStartup) },
  'search-calls': { title: 'GET /api/search over 100,000 passages', run: toRows(benchSearchRequests) },
  'search-index': { title: 'The keyword index: what it costs', run: benchIndexCost },
  'search-load': { title: 'Search while 200 documents come in', run: toRows(benchSearchDuringUploads) },
  search: { title: 'How well the search finds, beside others on the same data', run: benchSearchQuality },
  calls: {
    title: 'Calls a second in a room of 100,000 files and 10,000 folders',
    run: benchRequestThroughput,
  },
  view: { title: 'Pages drawn on the server', run: toRows(benchPageRendering) },
  'view-first-page': { title: 'A long PDF in the browser', run: toRows(benchLongPdf) },
  'view-hostile': {
    title: 'What becomes of real and hostile files when they are drawn',
    run: benchCorpusRendering,
  },
  'view-ingest': {
    title: 'What becomes of real and hostile files when they are opened in a browser',
    run: benchCorpusViewing,
  },
  extraction: { title: 'Text of real documents', run: benchTextExtraction },
};

// A word selects the benchmarks whose name it begins; another word is an argument of them: `search-quality scifact`.
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const matchBenchmarks = (word: string) => {
  const names = Object.keys(BENCHMARKS);
  return names.includes(word) ? [word] : names.filter((name) => name.startsWith(word));
};
const selectedNames = words.flatMap(matchBenchmarks);
const parts = words.filter((word) => matchBenchmarks(word).length === 0);
const selected = Object.entries(BENCHMARKS).filter(
  ([name]) => words.length === 0 || selectedNames.includes(name),
);
if (selected.length === 0) throw new Error(`The benchmarks are ${Object.keys(BENCHMARKS).join(', ')}.`);

for (const [name, { title, run }] of selected) {
  console.log(`\n${name}: ${title}`);
  console.table(await run(parts));
}
