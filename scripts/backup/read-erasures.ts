import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ListedErasure } from '#server/database/audit/persons/insert-restored-erasures.ts';

const listedErasures = z.array(
  z.object({
    subjectHash: z.string().regex(/^[\da-f]{64}$/),
    requestedAt: z.iso.datetime(),
    statements: z.enum(['keep', 'delete']),
  }),
);

/** Reads a list of erasures. Called before anything is written: a wrong file must not leave people unerased. */
export async function readErasures(file: string | undefined): Promise<readonly ListedErasure[]> {
  if (file === undefined) return [];
  try {
    return listedErasures.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new Error(`${file} is not a list of erasures, so nothing was restored.`, { cause });
  }
}
