import type { Figure } from '../harness/figures.ts';
import { measureComparison } from './comparison.ts';
import { measureOfflineArchive } from './offline-archive.ts';
import { measureOfflineIndex } from './offline-index.ts';
import { measureStatements } from './statements.ts';
import { measureTree } from './tree.ts';

/** Measures the targets of versions and evidence. The speed of archives is measured by `archive`. */
export async function benchRecord(): Promise<Figure[]> {
  return [
    ...(await measureStatements()),
    ...(await measureTree()),
    ...measureComparison(),
    ...(await measureOfflineIndex()),
    ...(await measureOfflineArchive()),
  ];
}
