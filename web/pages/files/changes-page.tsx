import BellRing from 'lucide-react/icons/bell-ring';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { ID_TEXT } from '#shared/domain/id-text.ts';
import { useIsViewAs } from '#web/features/accounts/visitor-session.ts';
import { useChanges, useMarkSeen } from '#web/features/changes/api.ts';
import { ChangeItem } from '#web/features/changes/change-item.tsx';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';

const DAY_MS = 86_400_000;
const PERIODS = [
  { value: 'visit', label: 'Since your last visit' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
] as const;

/** Lists what others changed; `?folder` in the address limits it to one folder. */
export function ChangesPage() {
  usePageTitle('Changes');
  const folder = new URLSearchParams(useSearch()).get('folder') ?? '';
  const folderId = ID_TEXT.test(folder) ? Number(folder) : undefined;
  const [period, setPeriod] = useState<string>('visit');
  const [openedAt] = useState(() => Date.now());
  const since = period === 'visit' ? period : new Date(openedAt - Number(period) * DAY_MS).toISOString();
  const list = useChanges(since, folderId);
  const markSeen = useMarkSeen(folderId);
  const isViewAs = useIsViewAs();
  const newest = list.data?.pages[0]?.result[0];
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <PageHeader
        title="Changes"
        subtitle="What others added, replaced, moved or renamed"
        actions={
          period === 'visit' &&
          newest && (
            <Button
              busy={markSeen.isPending}
              disabled={isViewAs}
              onClick={() => markSeen.mutate(newest.position)}
            >
              Mark All as Seen
            </Button>
          )
        }
      />
      <div className="max-w-60">
        <Select
          label="Period"
          hideLabel
          value={period}
          options={PERIODS}
          onChange={({ target }) => setPeriod(target.value)}
        />
      </div>
      <PagedList
        label="Changes"
        list={list}
        LoadError={LoadError}
        empty={{
          icon: BellRing,
          title: `No changes ${period === 'visit' ? 'since your last visit' : `in the last ${period} days`}`,
          description: 'Nobody else changed a file or folder that you see.',
          ...(period === 'visit' && {
            action: <Button onClick={() => setPeriod('30')}>Show Last 30 Days</Button>,
          }),
        }}
      >
        {(change) => <ChangeItem key={change.position} change={change} />}
      </PagedList>
    </div>
  );
}
