import { Link } from 'wouter';
import type { Closing } from '#shared/contracts/rooms/closing.ts';
import type { RoomWithSettings } from '#shared/contracts/rooms/rooms.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { SettingsSection } from '#web/ui/layout/settings-section.tsx';
import { StateControls } from '../settings/state-controls.tsx';
import { useClosing } from './closing-api.ts';
import { endingItems, evidenceItems, unfinishedItems } from './closing-items.ts';
import { ClosingList } from './closing-list.tsx';
import { RemovalDate } from './removal-date.tsx';

/** The checklist for the end of a room, and the steps that close and archive it. */
export function CloseRoom({ room }: { room: RoomWithSettings }) {
  const { data, error, refetch } = useClosing(room.id);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  return (
    <div className="flex flex-col gap-5">
      <SettingsSection
        title="Unfinished"
        description="These cannot be finished while the room is closed. You can close it anyway."
      >
        <ClosingList roomId={room.id} label="Unfinished" items={unfinishedItems(data)} isChecklist />
      </SettingsSection>
      <SettingsSection
        title="Access"
        description={
          data.state === 'archived'
            ? 'What gave access before. The room is never opened again.'
            : data.state === 'closed'
              ? 'What would give access again if the room were opened.'
              : 'Who loses access when you close the room. The staff can still read it.'
        }
      >
        <ClosingList roomId={room.id} label="Access" items={endingItems(data)} />
      </SettingsSection>
      <SettingsSection
        title="Evidence"
        description="What proves to others what was in the room. It can be created in a closed room too."
      >
        <ClosingList roomId={room.id} label="Evidence" items={evidenceItems(data)} />
        <p className="mt-2 text-pretty">
          {describeArchive(data)}{' '}
          <Link href={`/rooms/${room.id}/evidence`} className="rounded-sm underline">
            Open evidence
          </Link>
        </p>
      </SettingsSection>
      <SettingsSection
        title="State"
        description="Close the room, create and verify an archive of all of it, and archive the room for good."
      >
        <StateControls
          room={room}
          to={data.mayArchive ? ['open', 'closed', 'archived'] : ['open', 'closed']}
        />
      </SettingsSection>
      <SettingsSection
        title="Content"
        description="The bytes of all documents can be removed on a date. Names, hashes, the audit log and a verified archive with every original stay. Nothing brings them back, and the room cannot be opened again."
      >
        <RemovalDate room={room} closing={data} />
      </SettingsSection>
    </div>
  );
}

/** Says how far the archive is that archiving the room needs. */
function describeArchive({ state, evidence: { archive }, mayArchive }: Closing): string {
  if (state !== 'closed' && state !== 'archived')
    return 'The archive of the whole room is made after the room is closed.';
  if (archive === null) return 'No archive of the whole room has been created since the room was closed.';
  const made = `An archive of the whole room of ${formatDateTime(archive.createdAt)}`;
  if (archive.state === 'failed') return `${made} could not be created.`;
  if (archive.state !== 'done') return `${made} is being created.`;
  if (archive.verification === null) return `${made} is not verified yet.`;
  if (archive.verification === 'waiting') return `${made} is being verified.`;
  if (archive.verification === 'invalid') return `${made} is not valid.`;
  // A closed room could be archived with it otherwise.
  return state === 'closed' && !mayArchive ? `${made} has expired.` : `${made} is verified.`;
}
