import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openSearchServer } from '../remote/search-server.ts';
import {
  type IndexedDocument,
  openRemoteSearchEngine,
  openSearchEngine,
  type SearchEngine,
} from '../search-engine.ts';
import { createTestChunk } from './in-memory-index.ts';

/** The OpenSearch server of `npm run test:cluster`. */
export const TEST_SEARCH_URL = process.env['TEST_SEARCH_URL'];

/** An index that can be closed and opened again. */
interface TestIndex {
  open(): SearchEngine;
}

function createBuiltIn(): TestIndex {
  const folder = mkdtempSync(path.join(tmpdir(), 'index-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { open: () => closedAtTheEnd(openSearchEngine(path.join(folder, 'index.db'))) };
}

/** Settings for an index of the test's own, which is removed at its end. */
export function createRemoteSettings() {
  const url = TEST_SEARCH_URL ?? '';
  const indexPrefix = `test-${randomUUID()}`;
  onTestFinished(async () => {
    const server = openSearchServer({ url, indexPrefix });
    await server.send('DELETE', `/${indexPrefix}-*`);
    server.close();
  });
  return { url, indexPrefix };
}

function createRemote(): TestIndex {
  const settings = createRemoteSettings();
  return { open: () => closedAtTheEnd(openRemoteSearchEngine(settings, 'installation')) };
}

function closedAtTheEnd(index: SearchEngine): SearchEngine {
  onTestFinished(() => index.close());
  return index;
}

const BUILT_IN: [string, () => TestIndex] = ['built-in', createBuiltIn];
const REMOTE: [string, () => TestIndex] = ['OpenSearch', createRemote];

/** The engines behind the port. OpenSearch takes part where a server is given. */
export const ENGINES = TEST_SEARCH_URL === undefined ? [BUILT_IN] : [BUILT_IN, REMOTE];

export function createTestDocument(
  id: number,
  texts: readonly string[],
  more: Partial<IndexedDocument> = {},
): IndexedDocument {
  const location = { folderId: 1, ownerId: 1 };
  return { id, location, title: '', path: '', opening: '', chunks: texts.map(createTestChunk), ...more };
}
