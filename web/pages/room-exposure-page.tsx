import { useParams } from 'wouter';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { ExposurePanel } from '#web/features/rooms/exposure/exposure-panel.tsx';
import { useGroups } from '#web/features/rooms/groups/groups-api.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { RoomPage } from './room-pages.tsx';

export function RoomExposurePage() {
  return (
    <RoomPage
      title="Exposure Check"
      tab="groups"
      subtitle="Finds what a group should not learn, before it does"
    >
      {(roomId, { mayChange, isReadOnly }) => (
        <GroupExposure {...{ roomId, isReadOnly }} mayManage={mayChange} />
      )}
    </RoomPage>
  );
}

interface GroupExposureProps {
  roomId: number;
  mayManage: boolean;
  isReadOnly: boolean;
}

function GroupExposure({ roomId, mayManage, isReadOnly }: GroupExposureProps) {
  const groupId = Number(useParams()['groupId']);
  const { data, error, refetch } = useGroups(roomId);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const group = data.find(({ id }) => id === groupId);
  if (!group)
    return (
      <ErrorState
        title="Error loading group"
        message="The group could not be found."
        action={<ButtonLink href={`/rooms/${roomId}/groups`}>Groups</ButtonLink>}
      />
    );
  return (
    <>
      <p className="font-medium wrap-anywhere">What {group.name} would learn</p>
      <ExposurePanel key={groupId} {...{ group, mayManage, isReadOnly }} />
    </>
  );
}
