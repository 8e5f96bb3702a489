import { join } from 'node:path';
import { prepareOpenSearch, startOpenSearch } from '#server/testing/opensearch/start-opensearch.ts';
import { findCephPrograms } from './ceph-programs.ts';
import { type ObjectStore, startS3rver } from './object-store.ts';
import { startCeph } from './start-ceph.ts';

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Print = (line: string) => void;

/** Starts Ceph, or else a small S3 server for tests. */
export async function startObjectStore(directory: string, print: Print): Promise<ObjectStore> {
  const folder = join(directory, 'ceph');
  const ceph = await findCephPrograms();
  const store = typeof ceph === 'string' ? ceph : await startCeph(ceph, folder).catch(describe);
  if (typeof store !== 'string') {
    print(`Ceph's S3 server answers at ${store.settings.endpoint}.`);
    return store;
  }
  print(`NOT STARTED: a real S3 server (${store}). S3 is s3rver, one process for tests.`);
  return startS3rver();
}

export interface SearchServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts OpenSearch; undefined, with the reason printed, where that is impossible. */
export async function startSearchServer(directory: string, print: Print): Promise<SearchServer | undefined> {
  const server = prepareOpenSearch() ?? (await startOpenSearch(directory).catch(describe));
  if (typeof server === 'string') {
    print(`NOT STARTED: OpenSearch (${server}). The nodes use their own search index.`);
    return undefined;
  }
  print(`OpenSearch answers at ${server.url}.`);
  return { url: server.url, stop: () => server.kill() };
}
