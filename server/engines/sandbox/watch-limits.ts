import { open, readdir } from 'node:fs/promises';

/** How long a process may take to start on a busy machine. */
const START_TIMEOUT_MS = 60_000;
const MEMORY_CHECK_INTERVAL_MS = 100;
/** Every so many checks also count processes that other threads of a child started. */
const CHECKS_PER_FULL_SCAN = 10;
/** The length of a process's status, and of a list of the few children that the sandbox allows. */
const MAX_READ_BYTES = 2_048;

export interface ChildLimits {
  timeoutMs: number;
  memoryMb: number;
}

/**
 * Calls `stop` when a request takes too much time or memory; the returned function ends the watch. The time of the request
 * begins once the process has started, since a busy machine may be slow to start it.
 */
export function watchLimits(
  process: Promise<{ pid?: number | undefined }>,
  started: Promise<unknown>,
  { timeoutMs, memoryMb }: ChildLimits,
  stop: (problem: 'too-long' | 'out-of-memory') => void,
): () => void {
  let timer = setTimeout(() => stop('too-long'), START_TIMEOUT_MS);
  let isEnded = false;
  const startRequest = (): void => {
    clearTimeout(timer);
    if (!isEnded) timer = setTimeout(() => stop('too-long'), timeoutMs);
  };
  started.then(startRequest, startRequest);
  let checks = 0;
  const measure = async (): Promise<number> => {
    const { pid } = await process;
    if (pid === undefined) return 0;
    checks += 1;
    const allThreads = checks % CHECKS_PER_FULL_SCAN === 0;
    return residentMegabytes(await listProcessTree(pid, { allThreads }));
  };
  const interval = setInterval(() => {
    measure().then(
      (megabytes) => megabytes > memoryMb && stop('out-of-memory'),
      () => stop('out-of-memory'), // A process that cannot be watched is ended.
    );
  }, MEMORY_CHECK_INTERVAL_MS);
  return () => {
    isEnded = true;
    clearTimeout(timer);
    clearInterval(interval);
  };
}

/**
 * Lists a process and its descendants, whatever namespaces they are in. Only Linux reports them (/proc). Children that another
 * thread than the first one started are listed with `allThreads`, which takes a system call for each thread.
 */
export async function listProcessTree(pid: number, { allThreads = true } = {}): Promise<number[]> {
  const threads = allThreads ? await readdir(`/proc/${pid}/task`).catch(() => []) : [String(pid)];
  const lists = await Promise.all(threads.map((thread) => readStart(`/proc/${pid}/task/${thread}/children`)));
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  const trees = await Promise.all(children.map((child) => listProcessTree(child, { allThreads })));
  return [pid, ...trees.flat()];
}

/**
 * Returns the megabytes that processes use, wasm and buffers included, which V8's own limit does not count. Returns 0 where the
 * system does not report it: there only the heap limit applies.
 */
async function residentMegabytes(pids: readonly number[]): Promise<number> {
  const statuses = await Promise.all(pids.map((pid) => readStart(`/proc/${pid}/status`)));
  const kilobytes = statuses.map((status) => Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0));
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** Reads the start of a file of unknown length, for which `readFile` would allocate 64 KB. Returns '' if there is none. */
async function readStart(path: string): Promise<string> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(MAX_READ_BYTES), 0, MAX_READ_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } catch {
    return '';
  }
}
