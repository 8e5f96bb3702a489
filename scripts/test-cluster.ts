// npm run test:cluster [-- --minutes 5 --users 16] [--outages | --search]: starts several nodes on PostgreSQL and an S3 server, and an
// OpenSearch server, and tests what one process cannot show. Says what it could not start. Downloads OpenSearch once, from
// Maven Central; needs Java 17.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareOpenSearch, startOpenSearch } from '#server/testing/opensearch/start-opensearch.ts';
import { describeReport } from './test-cluster/describe-report.ts';
import { runOutages } from './test-cluster/run-outages.ts';
import { startCluster } from './test-cluster/start-cluster.ts';

const SEARCH_TESTS = [
  'server/engines/search/search-index-contract.test.ts',
  'server/engines/search/remote',
  'server/app/shared-search.test.ts',
];

const print = (line: string): void => console.log(line);

/** Runs the tests of the index on a real server; returns whether they ran and passed. */
async function testSearch(folder: string): Promise<boolean> {
  const reason = prepareOpenSearch();
  if (reason !== undefined) {
    print(`NOT TESTED: OpenSearch could not be started (${reason}).`);
    return false;
  }
  const server = await startOpenSearch(folder);
  print(`OpenSearch answers at ${server.url}.`);
  try {
    const { status } = spawnSync(
      'vitest',
      ['run', '--project', 'unit', '--project', 'api-postgres', '--project', 'api-sqlite', ...SEARCH_TESTS],
      { stdio: 'inherit', env: { ...process.env, TEST_SEARCH_URL: server.url, MUNIMENT_TEST_FULL: '1' } },
    );
    return status === 0;
  } finally {
    await server.kill();
  }
}

/** Runs the load with outages and prints the report; returns whether every promise was kept. */
async function testOutages(
  folder: string,
  load: { minutes: number; usersPerNode: number },
): Promise<boolean> {
  print(
    'NOT STARTED: a load balancer. The clients take turns over the nodes and pass over one that refuses connections.',
  );
  print(
    'NOT STARTED: a storage cluster. S3 is s3rver, one process. The nodes use the built-in search index.',
  );
  const cluster = await startCluster(folder);
  try {
    const { lines, isGood } = describeReport(await runOutages(cluster, { ...load, print }));
    print(
      `Load average of this machine: ${loadavg().map(Math.round).join(', ')}, ${availableParallelism()} cores`,
    );
    for (const line of lines) print(line);
    return isGood;
  } finally {
    await cluster.stop();
  }
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    /** For each node. */
    users: { type: 'string', default: '16' },
    outages: { type: 'boolean', default: false },
    search: { type: 'boolean', default: false },
  },
});
const [minutes, usersPerNode] = [Number(values.minutes), Number(values.users)];
if (!(minutes >= 1 && usersPerNode >= 1)) throw new Error('--minutes and --users are numbers of at least 1');
const folder = await mkdtemp(join(tmpdir(), 'muniment-cluster-'));
try {
  const isOutageGood = values.search || (await testOutages(folder, { minutes, usersPerNode }));
  const isSearchGood = values.outages || (await testSearch(folder));
  process.exitCode = isOutageGood && isSearchGood ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
