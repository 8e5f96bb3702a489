import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useUser } from '#web/features/accounts/current-user.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { VisitorBanner } from '#web/features/accounts/visitor-banner.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { useRooms } from '#web/features/rooms/api.ts';
import { CreateGroupForm } from '#web/features/rooms/create-group-form.tsx';
import { GroupList } from '#web/features/rooms/group-list.tsx';
import { PermissionEditor } from '#web/features/rooms/permission-editor.tsx';
import { PublishPanel } from '#web/features/rooms/publish-panel.tsx';
import { RequestList } from '#web/features/rooms/requests/request-list.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';

export function RoomGroupsPage() {
  return (
    <RoomPage title="Groups">
      {(roomId, mayManage) => (
        <>
          {mayManage && <CreateGroupForm roomId={roomId} />}
          <GroupList {...{ roomId, mayManage }} />
        </>
      )}
    </RoomPage>
  );
}

export function RoomPermissionsPage() {
  return (
    <RoomPage title="Permissions">
      {(roomId, mayManage) => <PermissionEditor key={roomId} {...{ roomId, mayManage }} />}
    </RoomPage>
  );
}

export function RoomPublishPage() {
  return (
    <RoomPage title="Publish">
      {(roomId, mayManage) => <PublishPanel key={roomId} {...{ roomId, mayManage }} />}
    </RoomPage>
  );
}

/** Staff see the whole list among the pages of the room; members of a group see their part. */
export function RoomRequestsPage() {
  const roomId = Number(useParams()['id']);
  const user = useUser();
  const rooms = useRooms(user !== null);
  usePageTitle('Requests');
  if (user !== null && rooms.isPending) return <LoadingScreen message="Loading requests" />;
  if (rooms.data?.some(({ id }) => id === roomId))
    return <RoomPage title="Requests">{() => <RequestList roomId={roomId} isStaff />}</RoomPage>;
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <VisitorBanner />
      <PageHeader title="Requests" actions={<ButtonLink href="/">Documents</ButtonLink>} />
      <RequestList roomId={roomId} isStaff={false} />
    </div>
  );
}

const PAGES = [
  { title: 'Groups', path: 'groups' },
  { title: 'Permissions', path: 'permissions' },
  { title: 'Publish', path: 'publish' },
  { title: 'Requests', path: 'requests' },
] as const;

interface RoomPageProps {
  title: string;
  children: (roomId: number, mayManage: boolean) => ReactNode;
}

/** The frame of the pages of a room, for its staff. */
export function RoomPage({ title, children }: RoomPageProps) {
  const id = Number(useParams()['id']);
  const rooms = useRooms();
  usePageTitle(title);
  const room = rooms.data?.find((room) => room.id === id);
  if (rooms.isPending) return <LoadingScreen message="Loading room" />;
  if (!room)
    return (
      <ErrorState
        title="Error loading room"
        message={
          rooms.error ? getErrorMessage(rooms.error) : "The room could not be found or you don't have access"
        }
        action={<ButtonLink href="/">Back to Home</ButtonLink>}
      />
    );
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <PageHeader
        title={title}
        subtitle={<span className="wrap-anywhere">{room.name}</span>}
        actions={
          <>
            <ButtonLink href={`/folder/${id}`}>Documents</ButtonLink>
            {PAGES.filter((page) => page.title !== title).map((page) => (
              <ButtonLink key={page.path} href={`/rooms/${id}/${page.path}`}>
                {page.title}
              </ButtonLink>
            ))}
          </>
        }
      />
      {children(id, room.staffRole === 'manager')}
    </div>
  );
}
