import { countActiveSessions } from '#server/authorization/sessions.ts';
import type { JobQueue } from '#server/engines/queue/job-queue.ts';
import type { GaugeSource, Sample } from '#server/engines/telemetry/metrics.ts';
import { findAuditPosition } from '#server/modules/audit/find-audit-position.ts';
import type { Services } from '../context.ts';

const JOB_STATES = ['due', 'scheduled', 'quarantined'] as const;

/** Creates the gauges of what all nodes share. */
export function createInstallationGauges(services: Services, jobs: JobQueue): GaugeSource[] {
  const countByKind = shareRunning(() => jobs.countByKind());
  const total = async (state: (typeof JOB_STATES)[number]): Promise<number> =>
    (await countByKind()).reduce((sum, count) => sum + count[state], 0);
  return [
    {
      name: 'jobs_waiting',
      help: 'Jobs that are due, including running jobs',
      read: () => total('due'),
    },
    {
      name: 'jobs_quarantined',
      help: 'Jobs quarantined after their last attempt',
      read: () => total('quarantined'),
    },
    {
      name: 'jobs',
      help: 'Jobs by kind and state',
      labels: ['kind', 'state'],
      read: async () => (await countByKind()).flatMap(toSamples),
    },
    {
      name: 'jobs_oldest_wait_seconds',
      help: 'Time for which the oldest due job has waited for a worker',
      async read() {
        const kinds = (await countByKind()).filter(({ due }) => due > 0).map(({ kind }) => kind);
        return (await jobs.measureOldestWait(kinds)) / 1000;
      },
    },
    { name: 'sessions', help: 'Sessions that have not expired', read: () => countActiveSessions(services) },
    {
      name: 'audit_chain_position',
      help: 'Number of the last entry of the audit log',
      read: () => findAuditPosition(services),
    },
  ];
}

type JobCount = Awaited<ReturnType<JobQueue['countByKind']>>[number];

const toSamples = (count: JobCount): Sample[] =>
  JOB_STATES.map((state) => ({ labels: { kind: count.kind, state }, value: count[state] }));

/** Gauges that are collected together share one run of a query. */
function shareRunning<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}
