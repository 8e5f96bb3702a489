import { createHash } from 'node:crypto';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import type { ImportPlan } from './plan-import.ts';

/** Returns a value that differs when the same lines would create, rename or move something else. */
export async function hashPlan({ planned }: Pick<ImportPlan, 'planned'>): Promise<string> {
  const hash = createHash('sha256');
  const pause = createEventLoopYield();
  for (const { line, entry, isFolder, parent } of planned) {
    await pause();
    const place = typeof parent === 'object' ? [parent.line.number] : parent;
    const found = entry && [entry.kind, entry.id, entry.name, entry.number, entry.parentId];
    hash.update(JSON.stringify([line, isFolder, place ?? null, found ?? null]));
  }
  return hash.digest('base64url');
}
