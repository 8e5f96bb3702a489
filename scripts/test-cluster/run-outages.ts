import { setTimeout as wait } from 'node:timers/promises';
import { changeAccess, endSessions, signInAsAdministrator } from './change-access.ts';
import { type ClusterClient, createClusterClient } from './cluster-client.ts';
import { type Comparison, compareCluster } from './compare-cluster.ts';
import {
  type ClusterLedger,
  type ClusterUser,
  createClusterLedger,
  registerUser,
  workAsUser,
} from './mixed-load.ts';
import { createRequestLog, type RequestFigures, type RequestLog } from './request-log.ts';
import type { Cluster } from './start-cluster.ts';

const NODE_RESTART_MS = 10_000;
const STORE_AWAY_MS = 30_000;

export interface ClusterLoad {
  readonly minutes: number;
  readonly usersPerNode: number;
  readonly hasOutages: boolean;
}

export interface OutageReport {
  readonly users: number;
  readonly seconds: number;
  readonly ledger: ClusterLedger;
  readonly figures: RequestFigures;
  readonly comparison: Comparison;
}

/** Runs the load while a node is killed, PostgreSQL restarts and the object store is away, and compares afterwards. */
export async function runOutages(
  cluster: Cluster,
  { minutes, usersPerNode, hasOutages, print }: ClusterLoad & { print(line: string): void },
): Promise<OutageReport> {
  const log = createRequestLog();
  const ledger = createClusterLedger();
  const createClient = (): ClusterClient => createClusterClient({ origins: cluster.origins, log });
  const users: ClusterUser[] = [];
  for (let nth = 0; nth < usersPerNode * cluster.origins().length; nth += 1)
    users.push(await registerUser(createClient(), `user-${nth}`));
  print(`${users.length} users work on ${cluster.origins().length} nodes for ${minutes} minutes`);
  const owner = await signInAsAdministrator(createClient());
  if (!owner) throw new Error('The administrator could not sign in');
  const reader = await registerUser(createClient(), 'reader');
  const ended = new AbortController();
  const { signal } = ended;
  const work = Promise.all([
    ...users.map((user) => workAsUser(user, { users, ledger, signal })),
    changeAccess({ owner, reader }, { ledger, signal }),
    endSessions(createClient, { ledger, signal }),
  ]);
  const totalMs = minutes * 60_000;
  const during = hasOutages ? causeOutages(cluster, { log, totalMs, print }) : wait(totalMs);
  await Promise.race([work, during]);
  ended.abort();
  await work;
  print('The load has ended; comparing');
  const figures = log.figures();
  const comparison = await compareCluster(users, ledger, cluster.environment);
  return { users: users.length, seconds: totalMs / 1_000, ledger, figures, comparison };
}

interface Outages {
  log: RequestLog;
  totalMs: number;
  print(line: string): void;
}

async function causeOutages(cluster: Cluster, { log, totalMs, print }: Outages): Promise<void> {
  const startedAt = Date.now();
  const waitUntil = (share: number) => wait(Math.max(0, startedAt + totalMs * share - Date.now()));
  await waitUntil(0.15);
  print('A node is killed');
  const killEnds = log.beginOutage('node killed');
  await cluster.killNode();
  killEnds();
  await wait(Math.min(NODE_RESTART_MS, totalMs / 10));
  await cluster.startNode();
  await waitUntil(0.4);
  print('PostgreSQL restarts');
  const restartEnds = log.beginOutage('PostgreSQL restarted');
  await cluster.restartPostgres();
  restartEnds();
  await waitUntil(0.6);
  const awayMs = Math.min(STORE_AWAY_MS, totalMs / 4);
  print(`The object store is away for ${Math.round(awayMs / 1_000)} s`);
  const awayEnds = log.beginOutage('object store away');
  await cluster.setStore('away');
  await wait(awayMs);
  await cluster.setStore('back');
  awayEnds();
  await waitUntil(1);
}
