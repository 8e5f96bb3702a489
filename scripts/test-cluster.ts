// npm run test:cluster [-- --minutes 5 --users 16] [--outages | --search]: starts several nodes on PostgreSQL and an S3 server,
// and an OpenSearch server, and tests what one process cannot show. Says what it could not start. Downloads OpenSearch once, from
// Maven Central; needs Java 17. Uses Ceph if its programs are there.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeReport } from './test-cluster/describe-report.ts';
import { createNodeLogs } from './test-cluster/node-logs.ts';
import { type SearchServer, startObjectStore, startSearchServer } from './test-cluster/parts/start-parts.ts';
import { type ClusterLoad, runOutages } from './test-cluster/run-outages.ts';
import { startCluster } from './test-cluster/start-cluster.ts';

const SEARCH_TESTS = [
  'server/engines/search/search-index-contract.test.ts',
  'server/engines/search/remote',
  'server/app/shared-search.test.ts',
];

const print = (line: string): void => console.log(line);

/** Runs the tests of the index on a real server; returns whether they ran and passed. */
function testSearch(server: SearchServer | undefined): boolean {
  if (!server) {
    print('NOT TESTED: the search index on OpenSearch.');
    return false;
  }
  const projects = ['unit', 'api-postgres', 'api-sqlite'].flatMap((project) => ['--project', project]);
  const { status } = spawnSync('vitest', ['run', '--no-file-parallelism', ...projects, ...SEARCH_TESTS], {
    stdio: 'inherit',
    env: { ...process.env, TEST_SEARCH_URL: server.url, MUNIMENT_TEST_FULL: '1' },
  });
  return status === 0;
}

/** Runs the load and prints the report; returns whether every promise was kept. */
async function testCluster(
  folder: string,
  load: ClusterLoad,
  search: SearchServer | undefined,
): Promise<boolean> {
  print(
    'NOT STARTED: a load balancer. The clients take turns over the nodes and pass over one that refuses connections.',
  );
  await using starting = new AsyncDisposableStack();
  const logs = await createNodeLogs();
  let isGood = false;
  starting.defer(async () => {
    for (const line of logs.lines()) print(line);
    const kept = await logs.end(!isGood);
    if (kept !== undefined) print(`The logs are kept in ${kept}`);
  });
  const store = await startObjectStore(folder, print);
  starting.defer(() => store.stop());
  const cluster = await startCluster(folder, { store, searchUrl: search?.url, logs });
  starting.defer(() => cluster.stop());
  const report = describeReport(await runOutages(cluster, { ...load, print }));
  print(
    `Load average of this machine: ${loadavg().map(Math.round).join(', ')}, ${availableParallelism()} cores`,
  );
  for (const line of report.lines) print(line);
  isGood = report.isGood;
  return isGood;
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    /** For each node. */
    users: { type: 'string', default: '16' },
    /** The load with outages alone, on the search index of each node. */
    outages: { type: 'boolean', default: false },
    /** The load without outages, on OpenSearch, and the tests of the index. */
    search: { type: 'boolean', default: false },
  },
});
const [minutes, usersPerNode] = [Number(values.minutes), Number(values.users)];
if (!(minutes >= 1 && usersPerNode >= 1)) throw new Error('--minutes and --users are numbers of at least 1');
const folder = await mkdtemp(join(tmpdir(), 'muniment-cluster-'));
const search = values.outages ? undefined : await startSearchServer(folder, print);
try {
  const load = { minutes, usersPerNode, hasOutages: !values.search };
  const isLoadGood = await testCluster(folder, load, search);
  const isSearchGood = values.outages || testSearch(search);
  process.exitCode = isLoadGood && isSearchGood ? 0 : 1;
} finally {
  await search?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
