import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export interface BenchServer extends ServerProcess {
  /** What the process holds now, and the processor time that it took so far, as its own /metrics say. */
  usage(): Promise<{ residentMb: number; processorMs: number }>;
  /** How much is still to be read and indexed. */
  pendingWork(): Promise<number>;
}

/** The product as `npm start` runs it, on a port of its own. */
export async function startBenchServer(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<BenchServer> {
  const server = await startServerProcess(['server/app/main.ts'], {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ...environment,
  });
  const fetchMetrics = async () => {
    const metrics = await (await fetch(`${server.origin}/metrics`)).text();
    return (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]);
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

/** A folder for the work alone, removed after it however it ends. */
export async function withTemporaryDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'muniment-bench-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Stops the server after the work however it ends. */
export async function withServer<S extends ServerProcess, T>(
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

/** Milliseconds of one call, in the server: beside its time they show how busy the machine was with other things. */
export async function measureCpuTime(
  room: BenchServer,
  calls: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await room.usage();
  for (let call = 0; call < calls; call += 1) await work();
  return ((await room.usage()).processorMs - before.processorMs) / calls;
}
