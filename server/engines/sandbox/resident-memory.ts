import { readFile } from 'node:fs/promises';

/**
 * Megabytes that a process holds, wasm and buffers included, which V8's own limit does not see. Only Linux tells (/proc);
 * elsewhere the answer is 0 and the heap limit stands alone.
 */
export async function residentMegabytes(pid: number | undefined): Promise<number> {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
