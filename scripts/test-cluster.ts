// npm run test:cluster: starts a real OpenSearch server and runs the tests that need one, with several nodes on PostgreSQL and an S3
// server. Says what it could not start. Downloads OpenSearch once, from Maven Central; needs Java 17.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareOpenSearch, startOpenSearch } from '#server/testing/opensearch/start-opensearch.ts';

const TESTS = [
  'server/engines/search/search-index-contract.test.ts',
  'server/engines/search/remote',
  'server/app/shared-search.test.ts',
];

const reason = prepareOpenSearch();
if (reason !== undefined) {
  console.log(`NOT TESTED: OpenSearch could not be started (${reason}).`);
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), 'muniment-cluster-'));
const server = await startOpenSearch(folder);
console.log(
  `OpenSearch answers at ${server.url}. PostgreSQL is started by the tests; S3 is s3rver, not a storage cluster.`,
);
try {
  const { status } = spawnSync(
    'vitest',
    ['run', '--project', 'unit', '--project', 'api-postgres', '--project', 'api-sqlite', ...TESTS],
    { stdio: 'inherit', env: { ...process.env, TEST_SEARCH_URL: server.url, MUNIMENT_TEST_FULL: '1' } },
  );
  process.exitCode = status ?? 1;
} finally {
  await server.kill();
  await rm(folder, { recursive: true });
}
