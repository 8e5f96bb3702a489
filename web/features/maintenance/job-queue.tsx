import ListChecks from 'lucide-react/icons/list-checks';
import type { Job } from '#shared/contracts/jobs.ts';
import { countOf, formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { FilteredListBar, isFiltered, isUnknown, NothingFound } from '#web/features/filter/filtered-list.tsx';
import { useAddressFilter } from '#web/features/filter/server-filter.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import type { ColumnValue } from '#web/ui/lists/table-column.ts';
import { FailedJobActions, JOB_QUEUE_KEY } from './failed-job-actions.tsx';

const STATES = {
  waiting: { tone: 'neutral', label: 'Waiting' },
  running: { tone: 'accent', label: 'Running' },
  quarantined: { tone: 'danger', label: 'Failed' },
} as const;

const EXPORTED: readonly { values: readonly ColumnValue<Job>[] }[] = [
  {
    values: [
      ['Kind', ({ kind }) => kind],
      ['State', ({ state }) => STATES[state].label],
      ['Attempts', ({ attempts }) => attempts],
      ['Runs at', ({ runAt }) => runAt],
      ['Last error', ({ lastError }) => lastError],
    ],
  },
];

/** Lists the background jobs that wait, run, or failed three times, for administrators. */
export function JobQueue() {
  const filter = useAddressFilter();
  const list = usePaginatedCall(JOB_QUEUE_KEY, 'GET /api/admin/jobs', { limit: '100', ...filter.query });
  const { data, error, refetch } = list;
  const jobs = isUnknown(filter, list) ? undefined : data?.pages.flatMap(({ result }) => result);
  return (
    <section aria-labelledby="job-queue" className="flex flex-col gap-3">
      <h2 id="job-queue" className="font-semibold text-base">
        Background jobs
      </h2>
      <FilteredListBar
        {...{ filter, list }}
        nouns="jobs"
        placeholder="Filter by kind or error"
        name="background jobs"
        columns={EXPORTED}
        rows={jobs ?? []}
      />
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!jobs && !error && <ListSkeleton />}
      {jobs && (
        <Card>
          {jobs.length > 0 ? (
            <ul aria-label="Background jobs" className="divide-y divide-line">
              {jobs.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </ul>
          ) : isFiltered(filter) ? (
            <NothingFound filter={filter} icon={ListChecks} nouns="jobs" />
          ) : (
            <EmptyState icon={ListChecks} title="No jobs are waiting" />
          )}
        </Card>
      )}
      <ShowMore list={list} />
    </section>
  );
}

function JobRow({ job }: { job: Job }) {
  const { kind, state, attempts, runAt, lastError } = job;
  const { tone, label } = STATES[state];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{kind}</p>
        <p className="text-ink-muted text-xs">
          {Date.parse(runAt) > Date.now() ? 'Next run' : 'Due since'} {formatDateTime(runAt)}
          {attempts > 0 && `, ${countOf(attempts, 'attempt')}`}
        </p>
        {lastError !== null && <p className="text-danger-ink text-xs wrap-anywhere">{lastError}</p>}
      </div>
      <Badge tone={tone}>{label}</Badge>
      {state === 'quarantined' && <FailedJobActions job={job} />}
    </li>
  );
}
