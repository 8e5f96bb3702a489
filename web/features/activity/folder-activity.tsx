import { useQuery } from '@tanstack/react-query';
import Eye from 'lucide-react/icons/eye';
import { formatDuration } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { call } from '#web/lib/http/call.ts';
import { FigureList } from '#web/ui/display/figure-list.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';
import { DayChart } from './day-chart.tsx';
import { FolderViewersTable } from './folder-viewers-table.tsx';
import { FolderViewsTable } from './folder-views-table.tsx';
import { ViewedFilesTable } from './viewed-files-table.tsx';

export const FOLDER_ACTIVITY_TABS = ['viewers', 'files', 'views'] as const;
type FolderActivityTab = (typeof FOLDER_ACTIVITY_TABS)[number];

interface FolderActivityProps {
  folderId: number;
  tab: FolderActivityTab;
  onTab: (tab: FolderActivityTab) => void;
}

/** Shows who is interested in a folder, in which files, and when. */
export function FolderActivity({ folderId, tab, onTab }: FolderActivityProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['file-views', 'folder', folderId],
    queryFn: ({ signal }) =>
      call(
        'GET /api/folders/:id/activity',
        { params: { id: folderId }, query: { utcOffset: String(-new Date().getTimezoneOffset()) } },
        signal,
      ),
  });
  if (error && !data)
    return <LoadError error={error} summary="Activity could not be loaded" onRetry={refetch} />;
  if (!data) return <ListSkeleton />;
  if (data.views === 0) {
    return (
      <Card>
        <EmptyState
          icon={Eye}
          title="No one has viewed these files yet."
          description="Here you will see who is interested, in which files and since when."
        />
      </Card>
    );
  }
  const figures = [
    ['People', String(data.viewers)],
    ['Files opened', `${data.openedFiles} of ${data.files}`],
    ['Views', String(data.views)],
    ['Time in view', formatDuration(data.ms)],
  ] as const;
  const tabs = [
    {
      value: 'viewers',
      label: 'Who Is Interested',
      content: <FolderViewersTable folderId={folderId} files={data.files} />,
    },
    { value: 'files', label: 'What Is Read', content: <ViewedFilesTable folderId={folderId} /> },
    { value: 'views', label: 'What Happened When', content: <FolderViewsTable folderId={folderId} /> },
  ] as const;
  return (
    <>
      <Card className="flex flex-col gap-5 p-4">
        <FigureList figures={figures} />
        {data.days.length > 0 && <DayChart days={data.days} />}
      </Card>
      <Tabs label="Activity" value={tab} onChange={onTab} tabs={tabs} />
    </>
  );
}
