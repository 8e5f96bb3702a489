import Users from 'lucide-react/icons/users';
import { Link, useParams } from 'wouter';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { AnalyticsOverview } from '#web/features/rooms/analytics/analytics-overview.tsx';
import { DocumentFigures, PersonFigures } from '#web/features/rooms/analytics/figure-lists.tsx';
import { ForManagers } from '#web/features/rooms/analytics/for-managers.tsx';
import { useRange } from '#web/features/rooms/analytics/range-field.tsx';
import { ScoreCard } from '#web/features/rooms/analytics/score-card.tsx';
import { SearchWords } from '#web/features/rooms/analytics/search-words.tsx';
import { UnreadList } from '#web/features/rooms/analytics/unread-list.tsx';
import { useGroups } from '#web/features/rooms/api.ts';
import { useRoom } from '#web/features/rooms/publications-api.ts';
import { useQueryTab } from '#web/lib/browser/query-tab.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';
import { RoomPage } from '../room-pages.tsx';

/** Shows managers what one group does in a room. */
export function GroupAnalyticsPage() {
  return (
    <RoomPage title="Analytics" tab="analytics" subtitle="What one group does in this room">
      {(roomId, { mayManage }) =>
        mayManage ? <GroupAnalytics key={roomId} roomId={roomId} /> : <ForManagers />
      }
    </RoomPage>
  );
}

function GroupAnalytics({ roomId }: { roomId: number }) {
  const groupId = Number(useParams()['groupId']);
  const { range, field } = useRange();
  const [tab, setTab] = useQueryTab(['people', 'documents', 'searches', 'unread']);
  const { data: groups, error, refetch } = useGroups(roomId);
  const { data: room } = useRoom(roomId);
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
          action={<ButtonLink href={`/rooms/${roomId}/analytics?tab=groups`}>All Groups</ButtonLink>}
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
        {field}
        <Link
          href={`/rooms/${roomId}/analytics?tab=groups`}
          className="rounded-sm text-accent-ink hover:underline"
        >
          All Groups
        </Link>
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
            content: !room ? (
              <ListSkeleton />
            ) : room.settings.analytics.hidePersons ? (
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
