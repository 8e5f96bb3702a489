import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSearchIndex } from './open-search-index.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'index-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const SERVER = { url: 'http://127.0.0.1:9', indexPrefix: 'none' };
const ALL_ROLES = { web: true, worker: true, index: true };
const WORKER = { web: false, worker: true, index: false };

test.for([
  ['the built-in index', ALL_ROLES, undefined],
  ['a search server', ALL_ROLES, SERVER],
  ['no index', WORKER, SERVER],
] as const)(
  'a damaged file that an earlier version kept is removed with %s',
  async ([, roles, searchServer]) => {
    const dataDir = newFolder();
    const kept = join(dataDir, 'search-index-here.db.set-aside');
    writeFileSync(kept, 'text of a document');
    const settings = { dataDir, roles, searchServer, searchMaxPassages: undefined };
    const index = await openSearchIndex(settings, 'here', { warn: () => {} });
    onTestFinished(() => index.close());
    expect(existsSync(kept)).toBe(false);
  },
);

test('the log says why an index file was removed, and nothing of its content', async () => {
  const dataDir = newFolder();
  const file = join(dataDir, 'search-index-here.db');
  writeFileSync(file, 'The confidential text of a document.'.repeat(1000));
  const warn = vi.fn();
  const settings = { dataDir, roles: ALL_ROLES, searchServer: undefined, searchMaxPassages: undefined };
  const index = await openSearchIndex(settings, 'here', { warn });
  onTestFinished(() => index.close());
  expect(await index.readPosition()).toBe(0);
  const details = { file, reason: 'The index file is damaged.' };
  const message = 'the search index file was removed and is filled again from the database';
  expect(warn.mock.calls).toEqual([[details, message]]);
});

/** Starts a search server that has nothing of this installation yet. */
async function startServer(): Promise<typeof SERVER> {
  const server = createServer(({ method, url }, response) => {
    const isDocument = url?.includes('_doc') === true;
    const missing = { error: { type: 'index_not_found_exception', reason: 'no such index' }, status: 404 };
    response.writeHead(method === 'GET' ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(method === 'GET' ? (isDocument ? { found: false } : missing) : {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { ...SERVER, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

async function openBeside(roles: typeof ALL_ROLES, searchServer: typeof SERVER) {
  const dataDir = newFolder();
  const file = join(dataDir, 'search-index-here.db');
  for (const suffix of ['', '-wal', '-shm']) writeFileSync(`${file}${suffix}`, 'text of a document');
  writeFileSync(join(dataDir, 'search-index-other.db'), 'of another installation');
  const warn = vi.fn();
  const open = async () => {
    const settings = { dataDir, roles, searchServer, searchMaxPassages: undefined };
    const index = await openSearchIndex(settings, 'here', { warn });
    onTestFinished(() => index.close());
    return readdirSync(dataDir);
  };
  return { file, warn, open };
}

test.for([
  ['a search server', ALL_ROLES],
  ['no index', WORKER],
] as const)('the files of an index that is not used any more are removed with %s', async ([, roles]) => {
  const { file, warn, open } = await openBeside(roles, await startServer());
  expect(await open()).toEqual(['search-index-other.db']);
  const message = 'the file of the built-in search index was removed, since this node does not use it';
  expect(warn.mock.calls).toEqual([[{ file }, message]]);
  await open();
  expect(warn).toHaveBeenCalledTimes(1);
});

test('the files stay while the search server does not answer, whose address may be wrong', async () => {
  const { warn, open } = await openBeside(ALL_ROLES, SERVER);
  expect(await open()).toHaveLength(4);
  expect(warn).not.toHaveBeenCalled();
});
