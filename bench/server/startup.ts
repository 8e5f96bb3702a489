import { join } from 'node:path';
import { fillDatabase } from '../fixtures/filled-database.ts';
import { fillIndex } from '../fixtures/filled-index.ts';
import { startBenchServer, withTemporaryDirectory } from '../harness/bench-server.ts';
import { type Figure, median } from '../harness/figures.ts';

const ROUNDS = 5;
const TARGET = { atMost: 3 };

/** Measures the seconds from the start of the process to its line 'Muniment is ready'. */
export function benchStartup(): Promise<Figure[]> {
  return withTemporaryDirectory(async (directory) => {
    const filled = join(directory, 'filled');
    const indexed = join(directory, 'indexed');
    for (const dataDir of [filled, indexed]) await fillDatabase(dataDir);
    await fillIndex(indexed);
    const times: Record<'fresh' | 'filled' | 'indexed', number[]> = { fresh: [], filled: [], indexed: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.fresh.push(await measureStartSeconds(join(directory, `fresh-${round}`)));
      times.filled.push(await measureStartSeconds(filled));
      times.indexed.push(await measureStartSeconds(indexed));
    }
    const figure = (name: string, seconds: readonly number[]): Figure => ({
      name,
      value: median(seconds),
      unit: 's',
      target: TARGET,
    });
    return [
      figure('a new installation', times.fresh),
      figure('100,000 files', times.filled),
      figure('the same with 100,000 passages in the index', times.indexed),
    ];
  });
}

async function measureStartSeconds(dataDir: string): Promise<number> {
  const { startMs, stop } = await startBenchServer(dataDir);
  await stop();
  return startMs / 1000;
}
