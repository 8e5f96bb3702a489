import { fillDatabase } from '../fixtures/filled-database.ts';
import { startBenchServer, withServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { measureInRounds } from '../harness/measure-rounds.ts';

const PATH = '/api/folder-tree';
const CALLS_PER_ROUND = 20;

/** Measures the tree of 10,000 folders: the first page of 1,000, and all pages. */
export function benchFolderTree(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const { administrator, owner, collaborator } = await fillDatabase(dataDir);
    return withServer(startBenchServer(dataDir), async ({ origin }) => {
      const figures: Figure[] = [];
      for (const [who, cookie] of Object.entries({
        administrator,
        owner,
        'collaborator on half': collaborator,
      })) {
        const client = createHttpClient(origin, cookie);
        const { first, all } = await measureInRounds(
          { first: () => client.getPage(PATH), all: () => fetchAllPages(client.getPage) },
          CALLS_PER_ROUND,
        );
        client.close();
        figures.push({ name: `${who}: first 1,000 folders, p50`, value: first.p50, unit: 'ms' });
        figures.push({ name: `${who}: the whole tree, p50`, value: all.p50, unit: 'ms' });
      }
      return figures;
    });
  });
}

async function fetchAllPages(getPage: (path: string) => Promise<string | undefined>): Promise<void> {
  for (let next: string | undefined = PATH; next !== undefined; ) next = await getPage(next);
}
