import { fillRoom } from '../fixtures/filled-database.ts';
import { createCaller } from '../harness/http-client.ts';
import { startRoom, withDirectory, withServer } from '../harness/bench-server.ts';
import { timeInTurns } from '../harness/measure-rounds.ts';
import type { Figure } from '../harness/figures.ts';

const PATH = '/api/folder-tree';
const CALLS_A_ROUND = 20;

/** The tree of 10,000 folders: its first page of 1,000, and all pages one after the other. */
export function benchFolderTree(): Promise<Figure[]> {
  return withDirectory(async (dataDir) => {
    const { administrator, owner, reader } = await fillRoom(dataDir);
    return withServer(startRoom(dataDir), async ({ origin }) => {
      const figures: Figure[] = [];
      for (const [who, cookie] of Object.entries({ administrator, owner, 'reader of half': reader })) {
        const caller = createCaller(origin, cookie);
        const { first, all } = await timeInTurns(
          { first: () => caller.getPage(PATH), all: () => readPages(caller.getPage) },
          CALLS_A_ROUND,
        );
        caller.close();
        figures.push({ name: `${who}: first 1,000 folders, p50`, value: first.p50, unit: 'ms' });
        figures.push({ name: `${who}: the whole tree, p50`, value: all.p50, unit: 'ms' });
      }
      return figures;
    });
  });
}

async function readPages(getPage: (path: string) => Promise<string | undefined>): Promise<void> {
  for (let next: string | undefined = PATH; next !== undefined; ) next = await getPage(next);
}
