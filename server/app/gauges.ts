import { countActiveSessions } from '#server/authorization/sessions.ts';
import { countDueJobs, countQuarantinedJobs } from '#server/engines/queue/queries.ts';
import type { GaugeSource } from '#server/http/metrics.ts';
import type { IndexFollower } from '#server/modules/search/indexing/index-follower.ts';
import type { Services } from './context.ts';

/** What an operator wants to see grow or not grow. */
export const createGauges = (services: Services, follower: IndexFollower): GaugeSource[] => [
  {
    name: 'jobs_waiting',
    help: 'Jobs whose time has come, running ones included',
    read: () => countDueJobs(services.db, services.now()),
  },
  {
    name: 'jobs_quarantined',
    help: 'Jobs set aside after their last attempt',
    read: () => countQuarantinedJobs(services.db),
  },
  { name: 'sessions', help: 'Sessions that have not run out', read: () => countActiveSessions(services) },
  {
    name: 'search_index_lag_files',
    help: 'Changed files that the search index has yet to look at',
    read: () => follower.countLag(),
  },
];
