import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartedServer, startServer } from '#server/testing/start-server.ts';

export interface BenchServer extends StartedServer {
  /** Resident memory and processor time since the start, from /metrics. */
  usage(): Promise<{ residentMb: number; processorMs: number }>;
  /** Returns the number of waiting jobs and of files that are not indexed yet. */
  pendingWork(): Promise<number>;
}

/** Starts the server as `npm start` does, on a free port; `flags` are those of Node.js. */
export async function startBenchServer(
  dataDir: string,
  environment: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<BenchServer> {
  const server = await startServer({
    printsErrors: true,
    args: [...flags, 'server/app/main.ts'],
    env: { HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'error', ...environment },
  });
  const fetchMetrics = async () => {
    const metrics = await (await fetch(`${server.origin}/metrics`)).text();
    return (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(metrics)?.[1]);
  };
  return {
    ...server,
    async usage() {
      const read = await fetchMetrics();
      return {
        residentMb: read('process_resident_memory_bytes') / 1024 ** 2,
        processorMs: read('process_cpu_seconds_total') * 1000,
      };
    },
    async pendingWork() {
      const read = await fetchMetrics();
      return read('jobs_waiting') + read('search_index_lag_files');
    },
  };
}

/** Creates a folder for `work` and removes it afterwards, even after an error. */
export async function withTemporaryDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'muniment-bench-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Stops the server after `work`, even after an error. */
export async function withServer<S extends StartedServer, T>(
  starting: Promise<S>,
  work: (server: S) => Promise<T>,
): Promise<T> {
  const server = await starting;
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Measures the processor time of the server per call, in ms: unlike elapsed time, it excludes other processes. */
export async function measureCpuTime(
  server: BenchServer,
  calls: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await server.usage();
  for (let call = 0; call < calls; call += 1) await work();
  return ((await server.usage()).processorMs - before.processorMs) / calls;
}
