import { Link } from 'wouter';
import type { Digest } from '#shared/contracts/changes/digests.ts';
import type { DigestFrequency } from '#shared/domain/changes/digests.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { listTimeZones } from '#web/lib/forms/time-zones.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { AlertSwitches } from './alert-switches.tsx';
import { useDigests, useUpdateDigest } from './api.ts';

const FREQUENCIES = [
  { value: 'never', label: 'Never' },
  { value: 'immediately', label: 'Within 15 minutes' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly, on Monday' },
] as const satisfies readonly { value: DigestFrequency; label: string }[];

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Lets the actor choose for each room and root folder when mails about it come. */
export function DigestList() {
  const list = useDigests();
  const digests = list.data?.pages.flatMap(({ result }) => result);
  if (list.error && !digests) return <LoadError error={list.error} onRetry={() => void list.refetch()} />;
  if (!digests) return <Skeleton className="h-24" />;
  if (digests.length === 0) return <p className="text-ink-muted">You have no rooms or folders yet.</p>;
  return (
    <div className="flex flex-col gap-2">
      <ul className="divide-y divide-line">
        {digests.map((digest) => (
          <DigestItem key={digest.folderId} digest={digest} />
        ))}
      </ul>
      <ShowMore list={list} />
    </div>
  );
}

function DigestItem({ digest }: { digest: Digest }) {
  const { folderId, name, frequency, hour, timeZone } = digest;
  const update = useUpdateDigest(digest);
  const hasHour = frequency === 'daily' || frequency === 'weekly';
  const label = (what: string) => `${what} of emails about ${name}`;
  return (
    <li className="flex flex-wrap items-center gap-2 py-2">
      <Link
        href={`/folder/${folderId}`}
        className="min-w-0 flex-1 basis-40 font-medium wrap-anywhere hover:underline"
      >
        {name}
      </Link>
      <div className="w-44">
        <Select
          label={label('Frequency')}
          hideLabel
          value={frequency}
          options={FREQUENCIES}
          busy={update.isPending}
          onChange={({ target }) => {
            const chosen = FREQUENCIES.find(({ value }) => value === target.value)?.value ?? 'never';
            const isNew = frequency === 'never';
            update.mutate({ frequency: chosen, ...(isNew && { timeZone: browserTimeZone() }) });
          }}
        />
      </div>
      {hasHour && (
        <>
          <div className="w-24">
            <Select
              label={label('Hour')}
              hideLabel
              value={String(hour)}
              options={HOURS}
              busy={update.isPending}
              onChange={({ target }) => update.mutate({ hour: Number(target.value) })}
            />
          </div>
          <div className="w-52">
            <Select
              label={label('Time zone')}
              hideLabel
              value={timeZone}
              options={listTimeZones(timeZone)}
              busy={update.isPending}
              onChange={({ target }) => update.mutate({ timeZone: target.value })}
            />
          </div>
        </>
      )}
      {digest.alerts && frequency !== 'never' && <AlertSwitches digest={digest} />}
    </li>
  );
}
