import { countActiveSessions } from '#server/authorization/sessions.ts';
import type { JobQueue } from '#server/engines/queue/job-queue.ts';
import type { GaugeSource } from '#server/http/metrics.ts';
import type { IndexFollower } from '#server/modules/search/indexing/index-follower.ts';
import type { Services } from './context.ts';

/** Creates the gauges that an operator monitors. */
export const createGauges = (services: Services, jobs: JobQueue, follower: IndexFollower): GaugeSource[] => [
  {
    name: 'jobs_waiting',
    help: 'Jobs that are due, including running jobs',
    read: () => jobs.countDue(),
  },
  {
    name: 'jobs_quarantined',
    help: 'Jobs quarantined after their last attempt',
    read: () => jobs.countQuarantined(),
  },
  { name: 'sessions', help: 'Sessions that have not expired', read: () => countActiveSessions(services) },
  {
    name: 'search_index_lag_files',
    help: 'Changed files that are not yet in the search index',
    read: () => follower.countLag(),
  },
  {
    name: 'search_index_passages',
    help: 'Passages in the search index of this node, or of all nodes on a search server',
    read: async () => (await follower.readStatistics()).chunks,
  },
  {
    name: 'search_index_max_passages',
    help: 'Passages that the built-in search index of this node has room for',
    read: async () => (await follower.readStatistics()).memory?.maxChunks ?? Number.NaN,
  },
  {
    name: 'search_index_files_left_out',
    help: 'Files that are found by their names only because the built-in search index is full',
    read: async () => (await follower.readStatistics()).memory?.titlesOnly ?? 0,
  },
  {
    name: 'search_index_memory_bytes',
    help: 'Memory that the built-in search index of this node uses',
    read: async () => (await follower.readStatistics()).memory?.usedBytes ?? Number.NaN,
  },
];
