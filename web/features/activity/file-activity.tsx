import Eye from 'lucide-react/icons/eye';
import type { ViewsSummary } from '#shared/contracts/file-views.ts';
import { formatDuration } from '#shared/domain/format.ts';
import { FigureList } from '#web/ui/display/figure-list.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';
import { FileViewersTable } from './file-viewers-table.tsx';
import { FileViewsTable } from './file-views-table.tsx';
import { PageTimeChart } from './page-time-chart.tsx';

interface FileActivityProps {
  fileId: number;
  summary: ViewsSummary;
  tab: 'viewers' | 'views';
  onTab: (tab: 'viewers' | 'views') => void;
}

/** Shows who viewed a file, which pages and for how long, as totals, a chart and tables. */
export function FileActivity({ fileId, summary, tab, onTab }: FileActivityProps) {
  if (summary.views === 0) {
    return (
      <Card>
        <EmptyState
          icon={Eye}
          title="No one has viewed this file yet."
          description="Here you will see who viewed it, which pages and for how long."
        />
      </Card>
    );
  }
  const figures = [
    ['Viewers', summary.viewers],
    ['Views', summary.views],
    ['Time in view', formatDuration(summary.ms)],
  ] as const;
  const tabs = [
    { value: 'viewers', label: 'By Viewer', content: <FileViewersTable fileId={fileId} /> },
    { value: 'views', label: 'Every View', content: <FileViewsTable fileId={fileId} /> },
  ] as const;
  return (
    <>
      <Card className="flex flex-col gap-5 p-4">
        <FigureList figures={figures} />
        {/* Skips the chart for a single page: the totals already show its time. */}
        {summary.pages.length > 1 && <PageTimeChart pages={summary.pages} />}
      </Card>
      <Tabs label="Views" value={tab} onChange={onTab} tabs={tabs} />
    </>
  );
}
