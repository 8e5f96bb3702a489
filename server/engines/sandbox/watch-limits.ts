import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

/** How long a process may take to start on a busy machine. */
const START_TIMEOUT_MS = 60_000;
const MEMORY_CHECK_INTERVAL_MS = 100;
/** Every so many checks also count processes that other threads of a child started. */
const CHECKS_PER_FULL_SCAN = 10;
/** The length of a process's status, and of a list of the few children that the sandbox allows. */
const MAX_READ_BYTES = 2_048;
const startOfFile = Buffer.alloc(MAX_READ_BYTES);

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
    return residentMegabytes(listProcessTree(pid, { allThreads }));
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
export function listProcessTree(pid: number, { allThreads = true } = {}): number[] {
  const threads = allThreads ? listFolder(`/proc/${pid}/task`) : [String(pid)];
  const lists = threads.map((thread) => readStart(`/proc/${pid}/task/${thread}/children`));
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  return [pid, ...children.flatMap((child) => listProcessTree(child, { allThreads }))];
}

/**
 * Returns the megabytes that processes use, wasm and buffers included, which V8's own limit does not count. Returns 0 where the
 * system does not report it: there only the heap limit applies.
 */
function residentMegabytes(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    const [, size] = /^VmRSS:\s+(\d+) kB/m.exec(readStart(`/proc/${pid}/status`)) ?? [];
    return Number(size ?? 0);
  });
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/**
 * Reads the start of a file of /proc, of unknown length. Synchronously: the kernel answers from memory, in a tenth of the time
 * that the three steps of an asynchronous read take. Returns '' if there is none.
 */
function readStart(path: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    return startOfFile.toString('latin1', 0, readSync(file, startOfFile, 0, MAX_READ_BYTES, 0));
  } catch {
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
