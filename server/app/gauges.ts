import { countSessions } from '#server/authorization/sessions.ts';
import type { Services } from './context.ts';
import type { IndexFollower } from '#server/modules/search/indexing/index-follower.ts';
import type { Reading } from '#server/http/metrics.ts';
import { countQuarantinedJobs, countWaitingJobs } from '#server/engines/queue/queries.ts';

/** What an operator wants to see grow or not grow. */
export const readingsOf = (services: Services, follower: IndexFollower): Reading[] => [
  {
    name: 'jobs_waiting',
    help: 'Jobs whose time has come, running ones included',
    read: () => countWaitingJobs(services.db, services.now()),
  },
  {
    name: 'jobs_quarantined',
    help: 'Jobs set aside after their last attempt',
    read: () => countQuarantinedJobs(services.db),
  },
  { name: 'sessions', help: 'Sessions that have not run out', read: () => countSessions(services) },
  {
    name: 'search_index_lag_files',
    help: 'Changed files that the search index has yet to look at',
    read: () => follower.lag(),
  },
];
