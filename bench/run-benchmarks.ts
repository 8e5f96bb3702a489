import { benchAccessPage } from './browser/access-page.ts';
import { benchCorpusViewing } from './browser/corpus-viewing.ts';
import { benchFirstLoad } from './browser/first-load.ts';
import { benchLargeFolder } from './browser/large-folder.ts';
import { benchLongPdf } from './browser/long-pdf.ts';
import { benchPermissionGrid } from './browser/permission-grid.ts';
import { benchCorpusRendering } from './documents/corpus-rendering.ts';
import { benchOcr } from './documents/ocr.ts';
import { benchPageRendering } from './documents/page-rendering.ts';
import { benchTextExtraction } from './documents/text-extraction.ts';
import { type Figure, toTableRow } from './harness/figures.ts';
import { benchRecord } from './record/record.ts';
import { benchAnswerQuality } from './search/answer-quality.ts';
import { benchIndexCost } from './search/index-cost.ts';
import { benchOpenSearch } from './search/opensearch.ts';
import { benchSearchDuringUploads } from './search/search-during-uploads.ts';
import { benchSearchEngines } from './search/search-engines.ts';
import { benchSearchQuality } from './search/search-quality.ts';
import { benchSearchRequests } from './search/search-requests.ts';
import { benchTableAnswers } from './search/table-answers.ts';
import { benchAuditedWrites } from './server/audited-writes.ts';
import { benchUsers } from './server/concurrent-users.ts';
import { benchEngines } from './server/engines.ts';
import { benchFileList } from './server/file-list.ts';
import { benchFolderArchive } from './server/folder-archive.ts';
import { benchFolderTree } from './server/folder-tree.ts';
import { benchGrowth } from './server/growth.ts';
import { benchLinksAndPrograms } from './server/links-and-programs.ts';
import { benchObjectStore } from './server/object-store.ts';
import { benchOwnerTurns } from './server/owner-turns.ts';
import { benchPeers } from './server/peers.ts';
import { benchPermissionChange } from './server/permission-change.ts';
import { benchRequestThroughput } from './server/request-throughput.ts';
import { benchRoomAnalytics } from './server/room-analytics.ts';
import { benchRooms } from './server/rooms.ts';
import { benchScale } from './server/scale.ts';
import { benchStartup } from './server/startup.ts';
import { benchTransfer } from './server/transfer.ts';
import { benchUnderAttack } from './server/under-attack.ts';

const toRows = (bench: () => Promise<Figure[]>) => async () => (await bench()).map(toTableRow);

const BENCHMARKS: Record<string, { title: string; run: (parts: string[]) => Promise<object[]> }> = {
  'file-list': { title: 'File lists in a database of 100,000 files', run: toRows(benchFileList) },
  'folder-tree': { title: 'Folder tree of 10,000 folders', run: toRows(benchFolderTree) },
  permissions: { title: 'Granting and revoking access', run: toRows(benchPermissionChange) },
  'rooms-grid': {
    title: 'The permission grid of 10,000 rows and 20 groups, in a browser',
    run: toRows(benchPermissionGrid),
  },
  'rooms-server': { title: 'A room of 10,000 files with 20 groups', run: toRows(benchRooms) },
  transfer: { title: '100 MB over a socket', run: toRows(benchTransfer) },
  peers: { title: 'Transfers beside a bare Node.js program with the same cipher', run: benchPeers },
  archive: { title: 'Download of a folder of 300 MB as a ZIP file', run: toRows(benchFolderArchive) },
  record: { title: 'Versions and evidence, with 100,000 files', run: toRows(benchRecord) },
  storage: { title: '100 MB in the object store', run: toRows(benchObjectStore) },
  'first-load': {
    title: 'What the first screen loads, and how soon it is painted',
    run: toRows(benchFirstLoad),
  },
  'access-page': { title: 'The page of a link on a phone', run: toRows(benchAccessPage) },
  'links-and-programs': {
    title: 'Lists of links, tokens, webhooks, second factors and agents',
    run: toRows(benchLinksAndPrograms),
  },
  'room-analytics': {
    title: 'The analytics of a room with 10 million page times',
    run: toRows(benchRoomAnalytics),
  },
  start: { title: 'Startup time', run: toRows(benchStartup) },
  'search-requests': { title: 'GET /api/search over 100,000 passages', run: toRows(benchSearchRequests) },
  'search-index': { title: 'Cost of the keyword index', run: benchIndexCost },
  'search-during-uploads': {
    title: 'Search latency during 200 uploads',
    run: toRows(benchSearchDuringUploads),
  },
  'search-answers': {
    title: 'Passage, quote, sentence and confidence of answers, on held-out questions',
    run: benchAnswerQuality,
  },
  'search-tables': {
    title: 'Rows and cells of tables that answer, on held-out pages',
    run: benchTableAnswers,
  },
  'search-quality': { title: 'Search quality compared with other engines', run: benchSearchQuality },
  opensearch: { title: 'OpenSearch with 100,000 passages and more', run: benchOpenSearch },
  'search-engines': { title: 'The built-in index beside OpenSearch', run: benchSearchEngines },
  throughput: {
    title: 'Requests per second with 100,000 files and 10,000 folders',
    run: benchRequestThroughput,
  },
  users: { title: '100 users at the same time', run: benchUsers },
  engines: { title: 'PostgreSQL beside SQLite', run: benchEngines },
  scale: { title: 'Installations of 10,000, 100,000 and, if asked for, 1,000,000 files', run: benchScale },
  'audited-writes': {
    title: 'Recorded changes on three nodes and one PostgreSQL',
    run: benchAuditedWrites,
  },
  growth: { title: 'How the cost of calls grows with the number of files', run: benchGrowth },
  'under-attack': { title: 'Lists and downloads under attack', run: toRows(benchUnderAttack) },
  ocr: { title: 'Text recognition of prints with known text, as WebAssembly', run: benchOcr },
  'owner-turns': {
    title: 'A small file beside the large files of another user',
    run: toRows(benchOwnerTurns),
  },
  'page-rendering': { title: 'Page rendering on the server', run: toRows(benchPageRendering) },
  'long-pdf': { title: 'A long PDF in the browser', run: toRows(benchLongPdf) },
  'large-folder': { title: '5,000 files in a folder, in a browser', run: toRows(benchLargeFolder) },
  'corpus-rendering': {
    title: 'Rendering the evaluation corpus',
    run: benchCorpusRendering,
  },
  'corpus-viewing': {
    title: 'Viewing the evaluation corpus in a browser',
    run: benchCorpusViewing,
  },
  extraction: { title: 'Text extraction from real documents', run: benchTextExtraction },
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
