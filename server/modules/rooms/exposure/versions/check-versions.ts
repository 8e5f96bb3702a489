import pLimit from 'p-limit';
import type { Services } from '#server/app/context.ts';
import { listDocumentRanges } from '../document-range-queries.ts';
import { insertFindings, type NewFinding } from '../finding-queries.ts';
import { scanVersion } from './scan-version.ts';
import * as queries from './version-queries.ts';

const VERSIONS_PER_BATCH = 50;
const CONCURRENT_TEXTS = 4;

/** Stores which versions a check covers beside the current ones. */
export async function collectVersions(
  { db }: Pick<Services, 'db'>,
  checkId: number,
  scope: queries.VersionScope,
): Promise<void> {
  for await (const range of listDocumentRanges(db, checkId))
    await queries.insertVersions(db, checkId, scope, range);
}

/** Inspects the versions that a check covers beside the current ones, where that was not done before. */
export async function scanVersions(services: Services, checkId: number, signal: AbortSignal): Promise<void> {
  const limit = pLimit(CONCURRENT_TEXTS);
  for await (const versions of listBatches(services, checkId, signal))
    await limit.map(versions, (version) => scanVersion(services, version, signal));
}

/** Stores what a search for names finds in the texts of these versions. */
export async function findNamesInVersions(
  services: Services,
  checkId: number,
  findIn: (version: queries.CoveredVersion) => Promise<NewFinding[]>,
  signal: AbortSignal,
): Promise<void> {
  const limit = pLimit(CONCURRENT_TEXTS);
  for await (const versions of listBatches(services, checkId, signal))
    await insertFindings(services.db, (await limit.map(versions, findIn)).flat());
}

async function* listBatches(
  { db }: Pick<Services, 'db'>,
  checkId: number,
  signal: AbortSignal,
): AsyncGenerator<queries.CoveredVersion[], void> {
  for (let after = { fileId: 0, version: 0 }; ; ) {
    signal.throwIfAborted();
    const versions = await queries.listCoveredVersions(db, checkId, { after, limit: VERSIONS_PER_BATCH });
    const last = versions.at(-1);
    if (!last) return;
    yield versions;
    after = last;
  }
}

/** Counts the versions that the group may open at this moment and that the check does not cover. */
export async function countUncoveredVersions(
  { db }: Pick<Services, 'db'>,
  checkId: number,
  scope: queries.VersionScope,
): Promise<number> {
  let count = 0;
  for await (const range of listDocumentRanges(db, checkId))
    count += await queries.countUncovered(db, checkId, scope, range);
  return count;
}
