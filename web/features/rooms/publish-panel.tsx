import FileCheck from 'lucide-react/icons/file-check';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Draft, Drafts, GroupDifference } from '#shared/contracts/rooms/drafts.ts';
import { formatDateTime } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { formatAncestorNames } from '#web/features/folders/folder-hierarchy.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { CheckedForm } from '#web/ui/forms/checked-form.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useDrafts, usePublish, useRoom } from './publications-api.ts';
import { ApproverSelect } from './publish/approver-select.tsx';
import { ChangeList } from './publish/change-list.tsx';
import { countEntries, listDifferences } from './publish/describe-publication.ts';
import { PublicationList } from './publish/publication-list.tsx';
import { RoomSettingsCard } from './room-settings-card.tsx';

interface PublishPanelProps {
  roomId: number;
  mayManage: boolean;
}

/** Shows the drafts of a room with what each group gains by them, and lets managers publish them. */
export function PublishPanel({ roomId, mayManage }: PublishPanelProps) {
  const { data, error, refetch } = useDrafts(roomId);
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const counts = { ...data, changes: data.changeCount };
  return (
    <>
      {data.folders + data.files + data.changeCount === 0 ? (
        <Card>
          <EmptyState
            icon={FileCheck}
            title="No drafts"
            description="Files and folders that you add to a room with groups wait here until you publish them, and so do moves and permissions that you save as drafts."
          />
        </Card>
      ) : (
        <>
          <Card className="flex flex-col gap-4 p-4">
            <h2 className="font-semibold text-base">{countEntries(counts)} to publish</h2>
            <DifferenceList groups={data.groups} />
            {mayManage && <PublishForm key={data.version} roomId={roomId} version={data.version} />}
          </Card>
          <ChangeList drafts={data} />
          <DraftList drafts={data} />
        </>
      )}
      <PublicationList {...{ roomId, mayManage }} />
      {mayManage && <RoomSettingsCard roomId={roomId} />}
    </>
  );
}

function DifferenceList({ groups }: { groups: readonly GroupDifference[] }) {
  if (groups.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1">
      {listDifferences(groups).map(({ name, text }) => (
        <li key={name} className="wrap-anywhere">
          <strong className="font-medium">{name}</strong> {text}
        </li>
      ))}
    </ul>
  );
}

function PublishForm({ roomId, version }: { roomId: number; version: string }) {
  const [time, setTime] = useState('');
  const [approver, setApprover] = useState<number>();
  const publish = usePublish(roomId);
  const needsApproval = useRoom(roomId).data?.settings.publicationApproval === true;
  const label =
    needsApproval || approver !== undefined ? 'Request Approval' : time === '' ? 'Publish Now' : 'Schedule';
  return (
    <CheckedForm
      className="flex flex-wrap items-end gap-2"
      onSubmit={() => {
        publish.mutate({
          version,
          ...(time !== '' && { at: new Date(time).toISOString() }),
          ...(approver !== undefined && { approverMemberId: approver }),
        });
      }}
    >
      <TextField
        label="Publish at (optional)"
        name="at"
        type="datetime-local"
        value={time}
        onChange={(event) => setTime(event.target.value)}
      />
      {!needsApproval && <ApproverSelect roomId={roomId} value={approver} onChange={setApprover} />}
      <Button type="submit" variant="primary" busy={publish.isPending}>
        {label}
      </Button>
    </CheckedForm>
  );
}

const pathOf = ({ kind, id }: Draft): string => `/${kind}/${id}`;

function DraftList({ drafts }: { drafts: Drafts }) {
  if (drafts.folders + drafts.files === 0) return null;
  const left = drafts.folders + drafts.files - drafts.entries.length;
  return (
    <Card className="p-4">
      <h2 className="font-semibold text-base">Drafts</h2>
      <ul className="divide-y divide-line">
        {drafts.entries.map((draft) => (
          <li key={pathOf(draft)} className="flex min-h-control flex-wrap items-center gap-x-3 py-1">
            <span className="min-w-0 flex-1 basis-48">
              <Link href={pathOf(draft)} className="rounded-sm underline wrap-anywhere">
                {draft.name}
              </Link>
              {draft.folderNames.length > 0 && (
                <span className="block text-ink-muted text-xs wrap-anywhere">
                  {formatAncestorNames(draft.folderNames)}
                </span>
              )}
            </span>
            <span className="shrink-0 text-ink-muted text-xs">
              {draft.kind === 'folder' ? 'Folder' : 'File'} · {formatDateTime(draft.createdAt)}
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="text-ink-muted">and {left.toLocaleString('en')} more</p>}
    </Card>
  );
}
