import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  openRemoteSearchEngine,
  openSearchEngine,
  type SearchEngine,
} from '#server/engines/search/search-engine.ts';
import type { Config } from '../config.ts';
import type { Log } from '../context.ts';
import { isUnavailable } from '../errors.ts';
import { withSettingName } from '../with-setting-name.ts';

/**
 * Opens the index, of which there is none on a node without that role. Ids begin at 1 in every database: the index of another one
 * would answer with the texts of its files.
 */
export async function openSearchIndex(
  {
    dataDir,
    roles,
    searchServer,
    searchMaxPassages,
  }: Pick<Config, 'dataDir' | 'roles' | 'searchServer' | 'searchMaxPassages'>,
  installationId: string,
  log: Pick<Log, 'warn'>,
): Promise<SearchEngine> {
  const file = join(dataDir, `search-index-${installationId}.db`);
  // Earlier versions kept damaged files, with the texts of documents, under this name.
  await withSettingName('DATA_DIR', () => rm(`${file}.set-aside`, { force: true }));
  if (!roles.index) {
    await removeUnused(file, log);
    return openSearchEngine(undefined);
  }
  if (searchServer === undefined)
    return openSearchEngine(file, searchMaxPassages, (reason) =>
      log.warn({ file, reason }, 'the search index file was removed and is filled again from the database'),
    );
  const { index, hasAnswered } = await withSettingName('SEARCH_URL', async () => {
    const index = openRemoteSearchEngine(searchServer, installationId);
    try {
      await index.readPosition();
      return { index, hasAnswered: true };
    } catch (error) {
      // A server that is away may come back; one that refuses will not.
      if (isUnavailable(error)) return { index, hasAnswered: false };
      await index.close();
      throw error;
    }
  });
  // The address of a server that has never answered may be wrong.
  if (hasAnswered) await removeUnused(file, log);
  return index;
}

/** Removes the file of a built-in index that this node had: nothing would take the texts of deleted documents out of it. */
async function removeUnused(file: string, log: Pick<Log, 'warn'>): Promise<void> {
  await withSettingName('DATA_DIR', async () => {
    const names = ['', '-wal', '-shm'].map((suffix) => `${basename(file)}${suffix}`);
    const unused = (await readdir(dirname(file))).filter((name) => names.includes(name));
    if (unused.length === 0) return;
    for (const name of unused) await rm(join(dirname(file), name));
    log.warn({ file }, 'the file of the built-in search index was removed, since this node does not use it');
  });
}
