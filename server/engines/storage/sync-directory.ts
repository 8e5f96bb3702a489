import { open } from 'node:fs/promises';

/** Makes the names in a folder durable: without it a power cut can undo a rename that already succeeded. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows cannot open a folder for this; NTFS journals names itself.
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
