import { open } from 'node:fs/promises';

/** Appends a line to a file and waits until it is on the disk. A line that a crash cut off is ended first. */
export async function appendLine(path: string, line: string): Promise<void> {
  const file = await open(path, 'a+');
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const isCutOff = size > 0 && last.toString() !== '\n';
    await file.appendFile(`${isCutOff ? '\n' : ''}${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}
