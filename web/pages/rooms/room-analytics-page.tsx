import Download from 'lucide-react/icons/download';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { AnalyticsOverview } from '#web/features/rooms/analytics/analytics-overview.tsx';
import { DocumentFigures, GroupFigures } from '#web/features/rooms/analytics/figure-lists.tsx';
import { ForManagers } from '#web/features/rooms/analytics/for-managers.tsx';
import { FolderHeatmap } from '#web/features/rooms/analytics/heatmaps.tsx';
import { hasDays, PERIOD_PARAMETERS } from '#web/features/rooms/analytics/period.ts';
import { usePeriod } from '#web/features/rooms/analytics/period-field.tsx';
import { RoomSettings } from '#web/features/rooms/analytics/room-settings.tsx';
import { SearchWords } from '#web/features/rooms/analytics/search-words.tsx';
import { UnreadByGroup } from '#web/features/rooms/analytics/unread-list.tsx';
import { WeeklyReport } from '#web/features/rooms/analytics/weekly-report.tsx';
import { useQueryTab } from '#web/lib/browser/query-tab.ts';
import { buildUrl } from '#web/lib/http/call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';
import { RoomPage } from '../room-pages.tsx';

const REPORTS = ['pdf', 'xlsx', 'csv'] as const;
const TABS = ['overview', 'groups', 'documents', 'searches', 'unread'] as const;

/** Shows managers who is interested in a room. */
export function RoomAnalyticsPage() {
  return (
    <RoomPage title="Analytics" tab="analytics" subtitle="Who is interested, in what, and what is not read">
      {(roomId, { mayManage }) =>
        mayManage ? (
          <RoomSettings key={roomId} roomId={roomId}>
            {(room) => <RoomAnalytics room={room} />}
          </RoomSettings>
        ) : (
          <ForManagers />
        )
      }
    </RoomPage>
  );
}

function RoomAnalytics({ room }: { room: RoomWithSettings }) {
  const roomId = room.id;
  const [tab, setTab] = useQueryTab(TABS, PERIOD_PARAMETERS);
  const { range, field } = usePeriod(room);
  const props = { roomId, range };
  return (
    <>
      <div className="flex flex-wrap items-start gap-2">
        {field}
        {hasDays(range) &&
          REPORTS.map((format) => (
            <ButtonLink
              key={format}
              icon={Download}
              opens="download"
              href={buildUrl('GET /api/rooms/:id/analytics/report', {
                params: { id: roomId },
                query: { format, compare: 'previous', ...range },
              })}
            >
              {format.toUpperCase()}
            </ButtonLink>
          ))}
      </div>
      <Tabs
        label="Analytics"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'overview',
            label: 'Overview',
            content: (
              <div className="flex flex-col gap-5">
                <AnalyticsOverview {...props}>
                  <FolderHeatmap {...props} />
                </AnalyticsOverview>
              </div>
            ),
          },
          { value: 'groups', label: 'Groups', content: <GroupFigures {...props} /> },
          { value: 'documents', label: 'Documents', content: <DocumentFigures {...props} /> },
          { value: 'searches', label: 'Searches', content: <SearchWords {...props} /> },
          { value: 'unread', label: 'Unread', content: <UnreadByGroup roomId={roomId} /> },
        ]}
      />
      <WeeklyReport roomId={roomId} timeZone={room.settings.analytics.timeZone} />
    </>
  );
}
