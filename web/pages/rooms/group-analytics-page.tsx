import Users from 'lucide-react/icons/users';
import { Link, useParams, useSearch } from 'wouter';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { AnalyticsOverview } from '#web/features/rooms/analytics/analytics-overview.tsx';
import { DocumentFigures, PersonFigures } from '#web/features/rooms/analytics/figure-lists.tsx';
import { ForManagers } from '#web/features/rooms/analytics/for-managers.tsx';
import { PERIOD_PARAMETERS, readPeriod, writePeriod } from '#web/features/rooms/analytics/period.ts';
import { usePeriod } from '#web/features/rooms/analytics/period-field.tsx';
import { RoomSettings } from '#web/features/rooms/analytics/room-settings.tsx';
import { ScoreCard } from '#web/features/rooms/analytics/score-card.tsx';
import { SearchWords } from '#web/features/rooms/analytics/search-words.tsx';
import { UnreadList } from '#web/features/rooms/analytics/unread-list.tsx';
import { useGroups } from '#web/features/rooms/groups/groups-api.ts';
import { useQueryTab } from '#web/lib/browser/query-tab.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';
import { RoomPage } from '../room-pages.tsx';

const TABS = ['people', 'documents', 'searches', 'unread'] as const;

/** Shows managers what one group does in a room. */
export function GroupAnalyticsPage() {
  return (
    <RoomPage title="Analytics" tab="analytics" subtitle="What one group does in this room">
      {(roomId, { mayManage }) =>
        mayManage ? (
          <RoomSettings key={roomId} roomId={roomId}>
            {(room) => <GroupAnalytics room={room} />}
          </RoomSettings>
        ) : (
          <ForManagers />
        )
      }
    </RoomPage>
  );
}

function GroupAnalytics({ room }: { room: RoomWithSettings }) {
  const roomId = room.id;
  const groupId = Number(useParams()['groupId']);
  const { range, field } = usePeriod(room);
  const [tab, setTab] = useQueryTab(TABS, PERIOD_PARAMETERS);
  const allGroups = `/rooms/${roomId}/analytics?tab=groups&${writePeriod('', readPeriod(useSearch()))}`;
  const { data: groups, error, refetch } = useGroups(roomId);
  const name = groups?.find(({ id }) => id === groupId)?.name;
  const props = { roomId, range, groupId };
  if (error && !groups) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (groups && name === undefined)
    return (
      <Card>
        <EmptyState
          icon={Users}
          title="Group not found"
          description="This room has no such group. It may have been deleted."
          action={<ButtonLink href={allGroups}>All Groups</ButtonLink>}
        />
      </Card>
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {name === undefined ? (
          <Skeleton className="h-7 w-40" />
        ) : (
          <h2 className="font-semibold text-lg wrap-anywhere">{name}</h2>
        )}
        <Link href={allGroups} className="rounded-sm text-accent-ink hover:underline">
          All Groups
        </Link>
        {field}
      </div>
      <ScoreCard {...props} />
      <AnalyticsOverview {...props} />
      <Tabs
        label="Group"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'people',
            label: 'People',
            content: room.settings.analytics.hidePersons ? (
              <p className="text-ink-muted">Persons are hidden in this room.</p>
            ) : (
              <PersonFigures {...props} />
            ),
          },
          { value: 'documents', label: 'Documents', content: <DocumentFigures {...props} /> },
          { value: 'searches', label: 'Searches', content: <SearchWords {...props} /> },
          { value: 'unread', label: 'Unread', content: <UnreadList {...props} /> },
        ]}
      />
    </>
  );
}
