import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type ClusterLedger, type ClusterUser, searchFiles, sha256 } from './mixed-load.ts';

const run = promisify(execFile);
const SEARCH_TIMEOUT_MS = 180_000;
/** Documents are read long after a load that leaves no processor time for it, but some in every such time. */
const STANDSTILL_MS = 120_000;
const MAX_SEARCHES = 48;

export interface Comparison {
  /** Acknowledged files that are not there, or not as they were sent. */
  readonly lost: readonly string[];
  /** Files whose text was not read although all parts are back. */
  readonly notIndexed: number;
  /** Files that are not found by a word of their text, of those that were searched for. */
  readonly notFound: number;
  readonly searchedFor: number;
  /** The last lines of the operator's checks. */
  readonly checks: readonly string[];
  readonly areChecksGood: boolean;
}

interface ListedFile {
  readonly id: number;
  readonly indexStatus: string;
}

/** Compares what the cluster has after the load with what it acknowledged, and runs the operator's checks. */
export async function compareCluster(
  users: readonly ClusterUser[],
  ledger: ClusterLedger,
  environment: Record<string, string>,
): Promise<Comparison> {
  const lost = [...ledger.damaged].map((id) => `file ${id} was read with other bytes`);
  for (const { client, files } of users)
    for (const id of files) {
      const { status, body } = await client.send('final download', `/api/files/${id}/download`);
      if (status !== 200) lost.push(`file ${id}: ${status}`);
      else if (sha256(body) !== ledger.acknowledged.get(id)?.sha256) lost.push(`file ${id}: other bytes`);
    }
  const notIndexed = await countUnindexed(users);
  const notFound = await countNotFound(ledger);
  const checks = await Promise.all(['fsck', 'audit-verify'].map((script) => runCheck(script, environment)));
  return {
    lost,
    notIndexed,
    ...notFound,
    checks: checks.map(({ line }) => line),
    areChecksGood: checks.every(({ isGood }) => isGood),
  };
}

/**
 * Waits for the jobs that the load and the outages delayed, as long as some are done; returns the number of documents without
 * text.
 */
async function countUnindexed(users: readonly ClusterUser[]): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY;
  let endsAt = 0;
  for (;;) {
    let count = 0;
    for (const { client } of users) {
      const { status, body } = await client.send('final list', '/api/files?limit=1000');
      const listed: ListedFile[] = status === 200 ? JSON.parse(body.toString()) : [];
      count += listed.filter(({ indexStatus }) => indexStatus !== 'indexed').length;
    }
    if (count < fewest) {
      fewest = count;
      endsAt = Date.now() + STANDSTILL_MS;
    }
    if (count === 0 || Date.now() > endsAt) return count;
    await wait(1_000);
  }
}

/** Searches for some files as their owners, waiting for the index, and as somebody else, who must not find them. */
async function countNotFound(ledger: ClusterLedger): Promise<{ notFound: number; searchedFor: number }> {
  const all = [...ledger.acknowledged];
  const every = Math.max(1, Math.floor(all.length / MAX_SEARCHES));
  const chosen = all.filter((_, nth) => nth % every === 0).slice(0, MAX_SEARCHES);
  const endsAt = Date.now() + SEARCH_TIMEOUT_MS;
  const others = [...new Set(all.map(([, { owner }]) => owner))];
  let notFound = 0;
  for (const [id, { owner, word }] of chosen) {
    let isFound = (await searchFiles(owner, word, ledger)).includes(id);
    while (!isFound && Date.now() < endsAt) {
      await wait(1_000);
      isFound = (await searchFiles(owner, word, ledger)).includes(id);
    }
    if (!isFound) notFound += 1;
    const other = others[(others.indexOf(owner) + 1) % others.length];
    if (other && other !== owner) {
      await searchFiles(other, word, ledger);
      ledger.refused += 1;
    }
  }
  return { notFound, searchedFor: chosen.length };
}

async function runCheck(script: string, environment: Record<string, string>) {
  const file = join(import.meta.dirname, '..', `${script}.ts`);
  const { PATH = '' } = process.env;
  const ended = run(process.execPath, [file], { env: { PATH, ...environment } });
  const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
  return ended.then(
    ({ stdout }) => ({ line: `${script}: ${stdout.trim().split('\n').at(0)}`, isGood: true }),
    (error: { stdout?: string; stderr?: string }) => ({
      line: `${script} failed: ${lastLine(`${error.stdout}${error.stderr}`)}`,
      isGood: false,
    }),
  );
}
