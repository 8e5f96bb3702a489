import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const VERSION = '2.19.1';
/** Kept for all work trees, since it is 50 MB. */
const LIBRARIES = join(homedir(), `.cache/muniment/opensearch-${VERSION}`);
const START_TIMEOUT_MS = 180_000;
const DOWNLOAD_TIMEOUT_MS = 300_000;

interface TestOpenSearch {
  readonly url: string;
  readonly process: ChildProcess;
  /** Ends it as a failing machine does. */
  kill(): Promise<void>;
}

/** Returns why OpenSearch cannot be started here; nothing when it can. Downloads it once, from Maven Central. */
export function prepareOpenSearch(): string | undefined {
  if (spawnSync('java', ['-version']).status !== 0)
    return 'no Java: install a JDK or JRE of version 17 or later';
  if (existsSync(LIBRARIES)) return undefined;
  if (spawnSync('mvn', ['-version']).status !== 0) return 'no Maven to download OpenSearch with';
  const partial = `${LIBRARIES}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(dirname(partial), { recursive: true });
  const pom = join(import.meta.dirname, 'pom.xml');
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${partial}`, '-DincludeScope=runtime'];
  const downloaded = spawnSync('mvn', ['-q', '-B', '-f', pom, ...goal], {
    encoding: 'utf8',
    timeout: DOWNLOAD_TIMEOUT_MS,
  });
  if (downloaded.status !== 0) return `OpenSearch cannot be downloaded: ${downloaded.stdout.slice(-500)}`;
  renameSync(partial, LIBRARIES);
  return undefined;
}

/**
 * Starts a node on this machine only, with its data in the folder, and waits until it answers. The folder names its cluster:
 * nodes of one name on one machine would join.
 */
export async function startOpenSearch(folder: string, heapMb = 512): Promise<TestOpenSearch> {
  const port = await findFreePort();
  // A file is used instead of a pipe, which a busy caller would not read; the server would wait for it.
  const log = await open(join(folder, 'opensearch.log'), 'a');
  const java = spawn(
    'java',
    [
      ...[
        `-Xms${heapMb}m`,
        `-Xmx${heapMb}m`,
        '-cp',
        join(LIBRARIES, '*'),
        'org.codelibs.opensearch.runner.OpenSearchRunner',
      ],
      ...['-basePath', join(folder, 'node'), '-numOfNode', '1', '-clusterName', basename(folder)],
      // The first node listens on the port after it.
      ...['-baseHttpPort', String(port - 1)],
    ],
    { stdio: ['ignore', log.fd, log.fd] },
  );
  await log.close();
  const url = `http://127.0.0.1:${port}`;
  const started: TestOpenSearch = {
    url,
    process: java,
    async kill() {
      if (java.exitCode !== null || java.signalCode !== null) return;
      java.kill('SIGKILL');
      await once(java, 'exit');
    },
  };
  const endsAt = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (java.exitCode !== null || performance.now() > endsAt) {
      await started.kill();
      throw new Error(`OpenSearch did not start; see ${join(folder, 'opensearch.log')}`);
    }
    await wait(250);
  }
  return started;
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`).then(
    (response) => response.ok,
    () => false,
  );

/** The starter accepts no ports beyond these. */
const [FIRST_PORT, LAST_PORT] = [9_210, 9_299];

async function findFreePort(): Promise<number> {
  const count = LAST_PORT - FIRST_PORT + 1;
  const start = randomInt(count);
  for (let step = 0; step < count; step++) {
    const port = FIRST_PORT + ((start + step) % count);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
  throw new Error('No port for OpenSearch is free.');
}
