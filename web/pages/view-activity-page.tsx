import { ActivityTable } from '#web/features/activity/activity-table.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { useQueryTab } from '#web/lib/browser/query-tab.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';

const TABS = [
  { value: 'owner', label: 'Files Viewed by Others', content: <ActivityTable side="owner" /> },
  { value: 'viewer', label: "Files You've Viewed", content: <ActivityTable side="viewer" /> },
] as const;

export function ViewActivityPage() {
  usePageTitle('View Activity');
  const [tab, setTab] = useQueryTab(['owner', 'viewer']);
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <PageHeader title="File Activity Tracking" subtitle="Who viewed what and when" />
      <Tabs label="Activity" value={tab} onChange={setTab} tabs={TABS} />
    </div>
  );
}
