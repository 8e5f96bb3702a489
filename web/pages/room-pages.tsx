import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { useUser } from '#web/features/accounts/current-user.ts';
import { LoadingScreen } from '#web/features/accounts/loading-screen.tsx';
import { VisitorBanner } from '#web/features/accounts/visitor-banner.tsx';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { getErrorMessage } from '#web/features/errors/toast-error.ts';
import { useRooms } from '#web/features/folders/copies/rooms-query.ts';
import { RoomStateNotice } from '#web/features/folders/room-badge.tsx';
import { RemovalNotice } from '#web/features/rooms/closing/removal-notice.tsx';
import { CreateGroupForm } from '#web/features/rooms/groups/create-group-form.tsx';
import { GroupList } from '#web/features/rooms/groups/group-list.tsx';
import { IndexPanel } from '#web/features/rooms/index/index-panel.tsx';
import { PermissionEditor } from '#web/features/rooms/permissions/permission-editor.tsx';
import { PublishPanel } from '#web/features/rooms/publish/publish-panel.tsx';
import { RequestList } from '#web/features/rooms/requests/request-list.tsx';
import { usePageTitle } from '#web/lib/browser/page-title.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { DetailPageHeader } from '#web/ui/layout/detail-page-header.tsx';
import { LinkTabs } from '#web/ui/layout/link-tabs.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';

export function RoomGroupsPage() {
  return (
    <RoomPage title="Groups" tab="groups" subtitle="Who is invited, and never sees the others">
      {(roomId, { mayManage, mayChange }) => (
        <>
          {mayChange && <CreateGroupForm roomId={roomId} />}
          <GroupList {...{ roomId, mayManage, mayChange }} />
        </>
      )}
    </RoomPage>
  );
}

export function RoomPermissionsPage() {
  return (
    <RoomPage title="Permissions" tab="permissions" subtitle="What each group may open and download">
      {(roomId, { mayChange }) => <PermissionEditor key={roomId} roomId={roomId} mayManage={mayChange} />}
    </RoomPage>
  );
}

export function RoomPublishPage() {
  return (
    <RoomPage title="Publish" tab="publish" subtitle="What is ready, and what each group gains by it">
      {(roomId, { mayChange }) => <PublishPanel key={roomId} roomId={roomId} mayManage={mayChange} />}
    </RoomPage>
  );
}

export function RoomIndexPage() {
  return (
    <RoomPage title="Index" tab="index" subtitle="The numbers that everybody cites, and the index as a file">
      {(roomId, { mayChange }) => <IndexPanel key={roomId} roomId={roomId} mayManage={mayChange} />}
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
  // Without the list, staff would see the page of a group.
  if (rooms.error && !rooms.data)
    return <LoadError error={rooms.error} onRetry={() => void rooms.refetch()} />;
  if (rooms.data?.some(({ id }) => id === roomId))
    return (
      <RoomPage title="Requests" tab="requests" subtitle="What the parties asked for, and what was provided">
        {(_, { isReadOnly }) => <RequestList roomId={roomId} isStaff isReadOnly={isReadOnly} />}
      </RoomPage>
    );
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <VisitorBanner />
      <PageHeader title="Requests" actions={<ButtonLink href="/">Documents</ButtonLink>} />
      <RequestList roomId={roomId} isStaff={false} />
    </div>
  );
}

const PAGES = [
  { label: 'Groups', path: 'groups' },
  { label: 'Permissions', path: 'permissions' },
  { label: 'Publish', path: 'publish' },
  { label: 'Index', path: 'index' },
  { label: 'Requests', path: 'requests' },
  { label: 'Analytics', path: 'analytics', isForManagers: true },
  { label: 'Evidence', path: 'evidence', isForManagers: true },
  { label: 'History', path: 'history', isForManagers: true },
  { label: 'Settings', path: 'settings' },
] as const;

interface RoomPageProps {
  title: string;
  subtitle: string;
  /** The tab to which the page belongs. */
  tab: (typeof PAGES)[number]['path'];
  children: (roomId: number, rights: RoomRights) => ReactNode;
}

interface RoomRights {
  /** The user is a manager, who also removes members, reads evidence and closes the room. */
  mayManage: boolean;
  /** Nothing can be added to or changed in the room, since it is closed. */
  isReadOnly: boolean;
  /** The user is a manager of a room that can be changed. */
  mayChange: boolean;
}

/** The frame of the pages of a room, for its staff. */
export function RoomPage({ title, tab, subtitle, children }: RoomPageProps) {
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
        action={
          <>
            <ButtonLink href="/">Back to Home</ButtonLink>
            {rooms.error && (
              <Button variant="primary" onClick={() => void rooms.refetch()}>
                Try Again
              </Button>
            )}
          </>
        }
      />
    );
  if (room.needsEmergencyAccess)
    return (
      <ErrorState
        title="Administrators cannot read this room"
        message="Its managers can change that. In an emergency, open it under Admin, Rooms."
        action={<ButtonLink href="/admin">Open Admin</ButtonLink>}
      />
    );
  const mayManage = room.staffRole === 'manager';
  const isReadOnly = isReadOnlyState(room.state);
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5">
      <div className="flex flex-col gap-3">
        <DetailPageHeader
          back={{ href: `/folder/${id}`, label: room.name }}
          title={title}
          subtitle={subtitle}
        />
        <LinkTabs
          label="Room"
          current={`/rooms/${id}/${tab}`}
          links={PAGES.filter((page) => mayManage || !('isForManagers' in page)).map(({ label, path }) => ({
            href: `/rooms/${id}/${path}`,
            label,
          }))}
        />
      </div>
      <RoomStateNotice state={room.state} />
      {isReadOnly && <RemovalNotice roomId={id} />}
      {children(id, { mayManage, isReadOnly, mayChange: mayManage && !isReadOnly })}
    </div>
  );
}
